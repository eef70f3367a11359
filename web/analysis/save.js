// Export as PGN and FEN.
import { find } from '../lib/dom.js';
import { text } from '../lib/text.js';
import { writePgn } from './write_pgn.js';

/** @import { Tree } from './tree.js' */

/**
 * @param {() => { tree: Tree, fen: string }} now
 * @param {() => void} begin a new analysis
 */
export function attendSaving(now, begin) {
  /**
   * @param {string} copied
   * @param {string} sentence
   */
  async function copy(copied, sentence) {
    try {
      await navigator.clipboard.writeText(copied);
      find('#done').textContent = sentence;
    } catch {
      // Without access to the clipboard, the text is selected for copying.
      const field = /** @type {HTMLTextAreaElement} */ (find('#text'));
      field.value = copied;
      field.select();
    }
  }

  function download() {
    const { tree } = now();
    const names = new Map(tree.tags);
    const link = document.createElement('a');
    const url = URL.createObjectURL(new Blob([writePgn(tree)], { type: 'application/x-chess-pgn' }));
    link.href = url;
    link.download = `${[names.get('White'), names.get('Black')].filter((it) => it && it !== '?').join('-') || 'analysis'}.pgn`;
    link.click();
    URL.revokeObjectURL(url);
  }

  const on = (/** @type {string} */ action, /** @type {() => void} */ run) =>
    find(`[data-do=${action}]`).addEventListener('click', run);
  on('copy-pgn', () => copy(writePgn(now().tree), text('analysis_copied_pgn')));
  on('copy-fen', () => copy(now().fen, text('analysis_copied_fen')));
  on('download', download);
  on('new', begin);
}

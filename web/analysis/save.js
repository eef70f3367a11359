// Export as PGN, FEN and pictures.
import { askFile } from '../lib/api.js';
import { find } from '../lib/dom.js';
import { text, why } from '../lib/text.js';
import { ROOT, at, lineAfter, path } from './tree.js';
import { writePgn } from './write_pgn.js';

/** @import { Color, PictureForm, PictureRequest } from '../wire.d.ts' */
/** @import { Id, Tree } from './tree.js' */

/** @typedef {{ tree: Tree, current: Id, side: Color }} Shown what the board shows, and the side at its bottom */

/**
 * @param {() => Shown} now
 * @param {() => void} begin a new analysis
 */
export function initSaving(now, begin) {
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

  /**
   * Saves a file that is named after the players.
   * @param {Blob} file
   * @param {string} ending
   */
  function save(file, ending) {
    const names = new Map(now().tree.tags);
    const link = document.createElement('a');
    const url = URL.createObjectURL(file);
    link.href = url;
    link.download = `${[names.get('White'), names.get('Black')].filter((it) => it && it !== '?').join('-') || 'analysis'}.${ending}`;
    link.click();
    URL.revokeObjectURL(url);
  }

  /** Has the server draw the position, or the whole line for an animation. @param {PictureForm} form */
  async function draw(form) {
    try {
      save(await askFile('POST', '/picture', pictureOf(now(), form)), form);
    } catch (error) {
      find('#done').textContent = why(error);
    }
  }

  const on = (/** @type {string} */ action, /** @type {() => void} */ run) =>
    find(`[data-do=${action}]`).addEventListener('click', run);
  on('copy-pgn', () => copy(writePgn(now().tree), text('analysis_copied_pgn')));
  on('copy-fen', () => copy(fenOf(now()), text('analysis_copied_fen')));
  on('download', () => save(new Blob([writePgn(now().tree)], { type: 'application/x-chess-pgn' }), 'pgn'));
  on('save-png', () => draw('png'));
  on('save-svg', () => draw('svg'));
  on('save-gif', () => draw('gif'));
  on('new', begin);
}

/** @param {Shown} shown */
const fenOf = ({ tree, current }) => at(tree, current).fen;

/**
 * Returns what the server is to draw: the position with the move that led to it, or the line through it up to a null
 * move, which cannot be played.
 * @param {Shown} shown
 * @param {PictureForm} form
 * @returns {PictureRequest}
 */
export function pictureOf({ tree, current, side }, form) {
  const { parent, uci, fen } = at(tree, current);
  if (form !== 'gif') return parent !== null && uci ? { fen: at(tree, parent).fen, moves: uci, side, form } : { fen, side, form };
  const line = [...path(tree, current), ...lineAfter(tree, current)].map((id) => at(tree, id).uci);
  const end = line.indexOf('');
  return { fen: at(tree, ROOT).fen, moves: line.slice(0, end < 0 ? line.length : end).join(' '), side, form };
}

// Loads games and positions: typed, pasted, dropped, from a link, or played on
// this server.
import { ask } from '../lib/api.js';
import { find, make } from '../lib/dom.js';
import { completeFen } from '../lib/fen.js';
import { displayName } from '../lib/names.js';
import { text, why } from '../lib/text.js';
import { problemWords } from './problem_words.js';
import { ROOT, at, fromPgn, lineAfter, newTree } from './tree.js';

/** @import { BoardView, Color, GameView, PgnView } from '../wire.d.ts' */
/** @import { Tree } from './tree.js' */

/**
 * @typedef {object} Loaded
 * @property {Tree} tree
 * @property {boolean} isPlaying whether the game is in progress on this server
 * @property {Color[] | null} [sides] the reader's sides in a game of this server
 * @property {BoardView} [boardView] of the first position, if it is known
 */

/** Reports whether a text is a position and not a game. @param {string} text */
export const isFen = (text) => /^\s*([pnbrqkPNBRQK1-8]+\/){7}[pnbrqkPNBRQK1-8]+(\[\S*\])?\s+[wb]\b[^\n]*\s*$/.test(text);

/**
 * @param {(loaded: Loaded) => void} opened is called with what was loaded
 */
export function initLoading(opened) {
  const field = /** @type {HTMLTextAreaElement} */ (find('#text'));
  const which = /** @type {HTMLSelectElement} */ (find('#which'));
  let pgn = '';

  /** @param {string} loaded */
  const load = (loaded) => guarded(async () => {
    const fen = completeFen(loaded);
    if (isFen(fen)) return openFen(fen);
    pgn = loaded;
    await openPgn();
  });

  /** @param {() => Promise<void>} doing */
  async function guarded(doing) {
    find('#load-wrong').textContent = '';
    try {
      await doing();
    } catch (error) {
      find('#load-wrong').textContent = why(error);
    }
  }

  /** @param {string} fen */
  async function openFen(fen) {
    const boardView = /** @type {BoardView} */ (await ask('POST', '/rules/look', { fen }));
    showProblems([]);
    showGames(null);
    opened({ tree: newTree(boardView.fen), isPlaying: false, boardView });
  }

  /** @param {number} [number] */
  async function openPgn(number = 1) {
    const view = /** @type {PgnView} */ (await ask('POST', `/pgn?game=${number}`, pgn));
    showGames(view);
    showProblems(view.count ? view.problems : [], pgn);
    if (!view.count) {
      find('#load-wrong').textContent = text('analysis_no_game');
      return;
    }
    opened({ tree: fromPgn(view), isPlaying: false });
    // The list of problems may be out of view, and the moves end here.
    const damage = view.problems.find((it) => it.is_damage);
    const notice = find('#notice');
    if (damage) notice.textContent = `${text('analysis_text_position', { line: damage.line, column: damage.column })} ${problemWords(pgn, damage)}`;
    if (damage) notice.hidden = false;
  }

  /** @param {string} id */
  const openGame = (id) => guarded(async () => {
    const path = `/games/${encodeURIComponent(id)}`;
    const game = /** @type {GameView} */ (await ask('GET', path));
    const played = /** @type {string} */ (await ask('GET', `${path}/pgn`));
    const view = /** @type {PgnView} */ (await ask('POST', '/pgn', played));
    const tree = fromPgn(view);
    await translateEndComment(tree, game);
    opened({ tree, isPlaying: game.stage !== 'over', sides: game.you });
  });

  find('#load').addEventListener('submit', (event) => {
    event.preventDefault();
    if (field.value.trim()) load(field.value);
  });
  find('#file').addEventListener('change', async ({ target }) => {
    const [file] = /** @type {HTMLInputElement} */ (target).files ?? [];
    if (file) await load(await file.text());
  });
  which.addEventListener('change', () => guarded(() => openPgn(Number(which.value))));
  addEventListener('paste', (event) => {
    if (/** @type {Element} */ (event.target).closest('input, textarea, select')) return;
    const pasted = event.clipboardData?.getData('text/plain').trim();
    if (pasted) load(pasted);
  });
  addEventListener('dragover', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    document.body.classList.add('dropping');
  });
  addEventListener('dragleave', () => document.body.classList.remove('dropping'));
  addEventListener('drop', async (event) => {
    document.body.classList.remove('dropping');
    const [file] = event.dataTransfer?.files ?? [];
    if (!file) return;
    event.preventDefault();
    await load(await file.text());
  });

  return { load, openGame };
}

/** @param {PgnView['problems']} problems @param {string} [pgn] */
function showProblems(problems, pgn = '') {
  const box = find('#problems');
  const items = problems.map((it) => make(
    'li', { class: it.is_damage ? 'damage' : 'note' },
    make('b', { class: 'numbers' }, text('analysis_text_position', { line: it.line, column: it.column })), ' ', problemWords(pgn, it),
  ));
  box.hidden = !items.length;
  box.replaceChildren(make('h3', {}, text('analysis_problems')), make('ol', {}, ...items));
}

/**
 * Replaces the English comment about the end of a game of this server by one in
 * the reader's language.
 * @param {Tree} tree
 * @param {GameView} game
 */
async function translateEndComment(tree, { play }) {
  const { result = null, reason = null } = play?.state ?? {};
  const { comments } = at(tree, lineAfter(tree).at(-1) ?? ROOT);
  if (!result || !reason || !comments.length) return;
  const winner = result === '1-0' ? 'white' : result === '0-1' ? 'black' : null;
  const { who, how } = (await import('../game/phrases.js')).resultText({ winner, reason, result });
  comments.splice(-1, 1, `${who}: ${how}`);
}

/** @param {PgnView | null} view */
function showGames(view) {
  const box = find('#games');
  box.hidden = !view || view.count < 2;
  if (!view || box.hidden) return;
  const name = (/** @type {Record<string, string>} */ tags) =>
    [`${displayName(tags['White'] ?? '?')} – ${displayName(tags['Black'] ?? '?')}`, tags['Result'], tags['Event'], tags['Date']]
      .filter((it) => it && !it.startsWith('?')).join(', ');
  const options = view.games.map((tags, index) => new Option(`${index + 1}. ${name(tags)}`, String(index + 1)));
  find('#which').replaceChildren(...options);
  /** @type {HTMLSelectElement} */ (find('#which')).value = String(view.game);
}

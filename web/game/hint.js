// A hint in a game against the computer: a sentence, and an arrow that stays until
// a move is played.
import { ask } from '../lib/api.js';
import { ends } from '../board/squares.js';
import { say } from '../lib/dom.js';
import { spoken, written } from '../lib/notation.js';
import { preferences } from '../lib/settings.js';
import { text, why } from '../lib/text.js';
import { isPlaying } from './state.js';

/** @import { Hint } from '../wire.d.ts' */
/** @import { ChessBoard, Shape } from '../board/types.d.ts' */
/** @import { GamePage } from './game.js' */

/**
 * @typedef {object} Hints
 * @property {boolean} isAsking
 * @property {() => Promise<void>} ask asks for a hint, and shows it unless a move was played meanwhile
 * @property {() => void} draw removes the hint after a move, and after the game
 */

/** @param {GamePage} page @param {ChessBoard} board @returns {Hints} */
export function makeHints(page, board) {
  const { game } = page;
  /** @type {Hint | null} */
  let hint = null;
  /** @type {Shape | null} */
  let arrow = null;
  let words = '';
  let isAsking = false;

  /** Removes the hint. */
  function clear() {
    board.shapes = board.shapes.filter((it) => it !== arrow);
    board.point([]);
    [hint, arrow] = [null, null];
    if (page.messages.remark === words) page.messages.remark = null;
  }

  return {
    get isAsking() { return isAsking; },
    async ask() {
      if (isAsking) return;
      isAsking = true;
      page.draw();
      try {
        const found = /** @type {Hint} */ (await ask('POST', `/games/${game.id}/hint`));
        isAsking = false;
        if (found.ply !== game.state?.ply) {
          page.draw();
          return;
        }
        if (hint) clear();
        hint = found;
        const [from = '', to = from] = ends(found.uci) ?? [];
        arrow = from === to ? { from, kind: 'three' } : { from, to, kind: 'three' };
        board.shapes = [...board.shapes, arrow];
        board.point([from, to], 'hint');
        game.viewedPly = null;
        words = text('game_hint_is', { move: written(found.san, preferences()) });
        page.messages.note(words);
        say(text('game_hint_is', { move: spoken(found.san) }));
      } catch (error) {
        isAsking = false;
        page.messages.note(why(error));
      }
    },
    draw() {
      if (hint && (hint.ply !== game.state?.ply || !isPlaying(game))) clear();
    },
  };
}

// The board of the home page: a move on it starts a game.
import '../board/chess_board.js';
import { ask, problemOf } from '../lib/api.js';
import { find } from '../lib/dom.js';
import { explain } from '../lib/explain.js';
import { text } from '../lib/text.js';
import { begin } from './begin.js';
import { invite, showError } from './form.js';
import { FIRST_MOVES, START, legalOf, turnOf } from './games.js';

/** @import { ChessBoard } from '../board/types.d.ts' */
/** @import { Illegal, Moves, Why } from '../wire.d.ts' */
/** @import { Choices } from './choices.js' */

/** Shown for Chess960, whose starting position is random. */
const PAWNS = '8/pppppppp/8/8/8/8/PPPPPPPP/8 w - - 0 1';
/** Shown for Saktris, which starts on an empty board. */
const NOTHING = '8/8/8/8/8/8/8/8 w - - 0 1';

const board = /** @type {ChessBoard} */ (find('#board'));
/** The starting position and its legal moves. */
let position = { fen: START, legal: FIRST_MOVES };
/** @type {Choices | null} */
let chosen = null;

/**
 * Shows the starting position of the chosen game.
 * @param {Choices} choices
 */
export async function showStart(choices) {
  const start = choices.start || START;
  chosen = choices;
  show();
  if (start === position.fen) return;
  if (start === START) position = { fen: START, legal: FIRST_MOVES };
  else {
    try {
      /** @type {Moves} */
      const { fen, moves } = await ask('POST', '/rules/moves', { fen: start });
      if (chosen?.start !== choices.start) return;
      position = { fen, legal: legalOf(moves) };
      showError('');
    } catch (error) {
      return showError((await explain(problemOf(error))).words, 'start');
    }
  }
  show();
}

function show() {
  if (!chosen) return;
  const { color, variant, start } = chosen;
  const isSaktris = variant === 'saktris';
  const isUnknown = isSaktris || variant === 'chess960' && !start;
  const turn = turnOf(position.fen);
  const isMine = !isUnknown && (color || turn) === turn;
  board.orientation = color || turn;
  board.show({
    fen: isSaktris ? NOTHING : isUnknown ? PAWNS : position.fen, movable: isMine ? turn : null, legal: isMine ? position.legal : null,
  });
  invite(text(isSaktris ? 'home_invite_saktris' : isUnknown ? 'home_invite_random' : isMine ? 'home_invite_text' : turn === 'white' ? 'home_invite_black' : 'home_invite_white'));
}

board.addEventListener('move', async (event) => {
  const { uci, isLegal } = /** @type {CustomEvent} */ (event).detail;
  board.point([]);
  if (!isLegal) return explainMove(uci);
  // The game continues with the keyboard focus on the same square.
  if (board.querySelector(':focus-visible')) sessionStorage.setItem('focused_square', uci.slice(2, 4));
  const isBegun = await begin('computer', { color: turnOf(position.fen), move: uci });
  if (!isBegun) show();
});

/** @param {string} move */
async function explainMove(move) {
  /** @type {Why} */
  const answer = await ask('POST', '/rules/why', { fen: position.fen, move });
  if (answer.legal) return;
  const refusal = /** @type {Illegal} */ (answer);
  board.point(refusal.squares);
  invite((await explain(refusal)).words, 'urgent');
}

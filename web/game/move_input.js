// How the player's moves are made: on the board, typed, confirmed by a second
// press, announced with a draw claim.
import { find } from '../lib/dom.js';
import { readable } from '../lib/notation.js';

/** @import { Action, Claim } from '../wire.d.ts' */
/** @import { ChessBoard } from '../board/types.d.ts' */

/**
 * @param {HTMLElement} root
 * @param {ChessBoard} board
 * @param {{ act: (action: Action) => void, draw: () => void, typing: () => void }} page
 *   `typing` is called before a typed move is played
 */
export function makeMoveInput(root, board, { act, draw, typing }) {
  const form = /** @type {HTMLFormElement} */ (find('.typed', root));
  const field = /** @type {HTMLInputElement} */ (find('input', form));

  const input = {
    /** A move that waits for confirmation. @type {string | null} */
    held: null,
    /** The draw that is claimed with the next move. @type {Claim | null} */
    claim: null,
    /** The letter of the piece to be placed, where the player may choose. @type {string | null} */
    chosen: null,
    /** Whether the next piece pressed is adjusted. */
    isAdjusting: false,

    /** Plays a move, or claims a draw with it. @param {string} move */
    play(move) {
      const { claim } = input;
      input.claim = null;
      act(claim ? { claim: { claim, with: move } } : { play: { move } });
    },
    /** @param {string | null} move */
    hold(move) {
      input.held = move;
      draw();
    },
    confirm() {
      const { held } = input;
      input.held = null;
      if (held) input.play(held);
    },
    /** @param {Claim | null} claim */
    setClaim(claim) {
      input.claim = claim;
      draw();
    },
    /** @param {boolean} isAdjusting */
    setAdjusting(isAdjusting) {
      input.isAdjusting = isAdjusting;
      board.adjusting = isAdjusting;
      draw();
    },
    /** Forgets what was begun, because a move was played. */
    reset() {
      input.held = null;
      input.claim = null;
    },
    /** Shows the field for typed moves, with these first letters. @param {string} letters */
    type(letters) {
      if (form.classList.contains('idle')) return;
      root.classList.add('typing');
      field.focus();
      field.value = letters;
    },
    /** Selects a typed move that was refused, so that it can be corrected. */
    selectTyped() {
      if (document.activeElement === field) field.select();
    },
    /** @param {boolean} isPlaying */
    enableTyping(isPlaying) {
      form.classList.toggle('idle', !isPlaying);
    },
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const move = readable(field.value);
    field.value = '';
    if (!move) return;
    typing();
    input.play(move);
  });
  field.addEventListener('blur', () => root.classList.remove('typing'));

  return input;
}

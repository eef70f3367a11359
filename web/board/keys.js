// The board by keyboard: one square has the focus, and keys move it.

/** @import { Board } from './pointer.js' */
/** @import { Square } from './types.d.ts' */
import { say } from '../lib/dom.js';
import { text } from '../lib/text.js';
import * as gestures from './gestures.js';
import { pickedUp } from './names.js';
import { placeOf, squareAt } from './squares.js';

/**
 * @param {Board & { flip: () => void }} board
 */
export function listenToKeys(board) {
  const { scene, state } = board;
  let at = placeOf('e2', state.orientation);
  // A file that was typed and waits for its rank.
  let file = '';
  /** @type {Square | null} */
  let markedFrom = null;

  const focus = (/** @type {number} */ place) => {
    rove(place);
    scene.cells[at]?.focus();
  };

  const rove = (/** @type {number} */ place) => {
    scene.cells[at]?.setAttribute('tabindex', '-1');
    at = place;
    scene.cells[at]?.setAttribute('tabindex', '0');
  };

  const use = (/** @type {Square} */ square) => {
    const before = state.selected;
    const events = [...gestures.press(state, square), ...gestures.release(state, square)];
    if (state.selected) say(pickedUp(state, state.selected));
    else if (before && before === square) say(text('board_deselected'));
    for (const { name, detail } of events) {
      if (name === 'premoves') say(text('board_premoves', { count: detail.moves.length }));
    }
    board.tell(events);
  };

  const cancel = () => {
    const isHolding = state.selected || state.promotion;
    const events = isHolding ? gestures.cancel(state) : gestures.clearShapes(state);
    if (isHolding) say(text('board_deselected'));
    board.tell(events);
  };

  const dropPremoves = (/** @type {Square} */ square, /** @type {'last' | 'all'} */ which) => {
    const events = state.free ? gestures.erase(state, square) : gestures.dropPremoves(state, which);
    if (events[0]?.name === 'premoves') say(text('board_premoves', { count: state.premoves.length }));
    board.tell(events);
  };

  // The first press starts an arrow and the second ends it; twice on the same
  // square draws a ring.
  const mark = (/** @type {Square} */ square) => {
    if (markedFrom) {
      const end = markedFrom === square ? {} : { to: square };
      board.tell(gestures.mark(state, { from: markedFrom, ...end, kind: 'one' }));
    }
    say(text(markedFrom ? 'board_marked' : 'board_marking', { square }));
    markedFrom = markedFrom ? null : square;
  };

  scene.grid.addEventListener('keydown', (event) => {
    if (event.altKey || event.metaKey) return;
    const square = squareAt(at, state.orientation);
    const [column, row] = [at % 8, at >> 3];
    const go = (/** @type {number} */ x, /** @type {number} */ y) =>
      focus(Math.min(7, Math.max(0, y)) * 8 + Math.min(7, Math.max(0, x)));
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => go(column - 1, row),
      ArrowRight: () => go(column + 1, row),
      ArrowUp: () => go(column, row - 1),
      ArrowDown: () => go(column, row + 1),
      Home: () => go(0, event.ctrlKey ? 0 : row),
      End: () => go(7, event.ctrlKey ? 7 : row),
      PageUp: () => go(column, 0),
      PageDown: () => go(column, 7),
      Enter: () => use(square),
      ' ': () => use(square),
      Escape: cancel,
      Delete: () => dropPremoves(square, 'all'),
      Backspace: () => dropPremoves(square, 'last'),
      j: () => board.tell(gestures.adjust(state, square)),
      m: () => mark(square),
      r: () => {
        board.flip();
        say(text(state.orientation === 'white' ? 'board_white_below' : 'board_black_below'));
        focus(placeOf(square, state.orientation));
      },
    };
    const isLetter = event.key.length === 1;
    const key = isLetter ? event.key.toLowerCase() : event.key;
    if (isLetter && event.ctrlKey) return;
    const isFile = /^[a-h]$/.test(key);
    const { place } = state.view;
    const home = place?.piece.color === 'white' ? 1 : 8;
    if (isFile) {
      file = key;
      // The waiting piece goes to the back rank, so its file is enough.
      if (place) focus(placeOf(`${key}${home}`, state.orientation));
    } else if (/^[1-8]$/.test(key)) focus(placeOf((file || square[0]) + key, state.orientation));
    else if (keys[key]) keys[key]?.();
    else return;
    if (!isFile) file = '';
    event.preventDefault();
    event.stopPropagation();
  });

  // Screen readers click without a pointer.
  scene.grid.addEventListener('click', (event) => {
    const place = scene.cells.findIndex((cell) => cell === event.target);
    if (event.detail === 0 && place >= 0) use(squareAt(place, state.orientation));
  });

  scene.grid.addEventListener('focusin', (event) => {
    const place = scene.cells.findIndex((cell) => cell === event.target);
    if (place >= 0) rove(place);
  });

  rove(at);
  return {
    /** Moves the focus to the square that had it. */
    focus: () => scene.cells[at]?.focus(),
    /** Sets the square that gets the focus first. @param {Square} square */
    rest(square) {
      if (!scene.grid.contains(document.activeElement)) rove(placeOf(square, state.orientation));
    },
  };
}

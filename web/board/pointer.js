// Mouse, touch and pen. What a press means is decided in gestures.js; here the
// dragged piece follows the pointer, once a frame and by `transform` only.

/** @import { BoardEvent, Piece, Shape, Square } from './types.d.ts' */
/** @import { BoardState } from './state.js' */
/** @import { Scene } from './render.js' */
import * as gestures from './gestures.js';
import { pieceImage } from './piece.js';
import { placeOf, squareAt } from './squares.js';
import { pickupKind } from './state.js';

/**
 * @typedef {object} Board what pointers and keys need of a board
 * @property {HTMLElement} host
 * @property {Scene} scene
 * @property {BoardState} state
 * @property {Square | null} held the square whose piece is dragged
 * @property {(events: BoardEvent[]) => void} tell dispatches events, and draws in the next frame
 */

/**
 * @typedef {object} Hold a pointer that is down
 * @property {number} id
 * @property {number} x
 * @property {number} y
 * @property {number} startX
 * @property {number} startY
 * @property {boolean} isTouch
 * @property {boolean} isDragged
 * @property {Square | null} from the square that is dragged or drawn from, or was painted last
 * @property {Piece | null} piece from outside the board
 * @property {SVGSVGElement | null} image that follows the pointer
 * @property {Shape['kind'] | null} kind of an arrow
 */

/** How far a pointer moves before it drags, in pixels. */
const DRAG_THRESHOLD_PX = { mouse: 3, touch: 8 };
/** How long a piece is held down to adjust it, in milliseconds. */
const ADJUST_HOLD_MS = 500;

/** @param {Board} board */
export function listen(board) {
  const { host, scene, state } = board;
  /** @type {Hold | null} */
  let hold = null;
  let frame = 0;
  let timer = 0;
  /** @type {HTMLElement | undefined} */
  let over;
  // Measured at each press: doing so while the page loads would cost another layout.
  let box = new DOMRect();

  const measure = () => { box = scene.surface.getBoundingClientRect(); };

  /**
   * @param {{ clientX: number, clientY: number }} event
   * @returns {Square | null}
   */
  const squareUnder = ({ clientX, clientY }) => {
    const column = Math.floor((clientX - box.left) / box.width * 8);
    const row = Math.floor((clientY - box.top) / box.height * 8);
    const isInside = column >= 0 && column < 8 && row >= 0 && row < 8;
    return isInside ? squareAt(row * 8 + column, state.orientation) : null;
  };

  const markOver = (/** @type {Square | null} */ square) => {
    const cell = square ? scene.cells[placeOf(square, state.orientation)] : undefined;
    if (cell === over) return;
    over?.removeAttribute('data-over');
    cell?.setAttribute('data-over', '');
    over = cell;
  };

  /** Moves the piece or the arrow to the pointer, once a frame. */
  const follow = () => {
    frame = 0;
    if (!hold?.isDragged) return;
    const { image, x, y, isTouch } = hold;
    const square = squareUnder({ clientX: x, clientY: y });
    if (hold.kind) return sketch(hold, square);
    markOver(square);
    const size = box.width / 8;
    // A finger covers the piece, so it is drawn larger and above.
    const [up, scale] = isTouch ? [size * .95, 1.7] : [size / 2, 1.1];
    const [left, top] = [x - box.left - size / 2, y - box.top - up];
    if (image) image.style.transform = `translate(${left}px, ${top}px) scale(${scale})`;
  };

  const sketch = (/** @type {Hold} */ { from, kind }, /** @type {Square | null} */ to) => {
    const old = state.sketch;
    state.sketch = from && to && kind && from !== to ? { from, to, kind } : null;
    if (old?.to !== state.sketch?.to) board.tell([]);
  };

  const begin = (/** @type {PointerEvent} */ event, /** @type {Partial<Hold>} */ more) => {
    event.preventDefault();
    // A press on the board ends typing.
    const active = document.activeElement;
    if (active instanceof HTMLElement && !host.contains(active)) active.blur();
    host.setPointerCapture(event.pointerId);
    const { pointerId: id, clientX: x, clientY: y } = event;
    const isTouch = event.pointerType === 'touch';
    hold = {
      id, x, y, startX: x, startY: y, isTouch, isDragged: false,
      from: null, piece: null, image: null, kind: null, ...more,
    };
    return hold;
  };

  const end = () => {
    const last = hold;
    hold = null;
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    frame = 0;
    markOver(null);
    last?.image?.classList.remove('held');
    if (last?.piece) last.image?.remove();
    host.classList.remove('dragging', 'finger');
    board.held = null;
    state.sketch = null;
    return last;
  };

  const startDrag = () => {
    if (!hold) return;
    hold.isDragged = true;
    clearTimeout(timer);
    if (hold.kind) return;
    if (!hold.piece) {
      board.tell(gestures.drag(state));
      // A listener may have removed the piece.
      if (!hold) return;
      hold.from = board.held = state.selected;
      hold.image = hold.from && scene.placed.get(hold.from)?.image || null;
    }
    hold.image?.classList.add('held');
    host.classList.add('dragging');
    host.classList.toggle('finger', hold.isTouch);
  };

  const down = (/** @type {PointerEvent} */ event) => {
    if (hold || !event.isPrimary) return;
    measure();
    const square = squareUnder(event);
    const isDrawing = event.button === 2 || isMac && event.button === 0 && event.ctrlKey;
    if (!square || event.button !== 0 && !isDrawing) return;
    const pressed = begin(event, { from: square, kind: isDrawing ? kindOf(event) : null });
    if (isDrawing) return;
    const clearedShapes = state.selected || pickupKind(state, square) ? [] : gestures.clearShapes(state);
    board.tell([...clearedShapes, ...gestures.press(state, square)]);
    const isHeld = state.selected === square || state.pressedTarget === square;
    if (!isHeld && !state.hand) pressed.from = null;
    if (isHeld && state.newTouch) {
      timer = window.setTimeout(() => {
        end();
        board.tell(gestures.adjust(state, square));
      }, ADJUST_HOLD_MS);
    }
  };

  const move = (/** @type {PointerEvent} */ event) => {
    if (hold?.id !== event.pointerId) return;
    // The other mouse button cancels.
    if (!hold.kind && event.buttons & 2) return abort();
    hold.x = event.clientX;
    hold.y = event.clientY;
    if (state.hand && !hold.piece && !hold.kind) return paint(event);
    if (state.placing) return markOver(squareUnder(event));
    const slop = hold.isTouch ? DRAG_THRESHOLD_PX.touch : DRAG_THRESHOLD_PX.mouse;
    const isFar = Math.hypot(hold.x - hold.startX, hold.y - hold.startY) > slop;
    if (!hold.isDragged && isFar && hold.from) startDrag();
    if (hold?.isDragged) frame ||= requestAnimationFrame(follow);
  };

  /** Puts the chosen piece on every square that the pointer passes. */
  const paint = (/** @type {PointerEvent} */ event) => {
    const square = squareUnder(event);
    if (!hold || !square || square === hold.from) return;
    hold.from = square;
    board.tell(gestures.press(state, square));
  };

  const up = (/** @type {PointerEvent} */ event) => {
    if (hold?.id !== event.pointerId) return;
    const last = end();
    const square = squareUnder(event);
    if (!last) return;
    if (last.kind) board.tell(drawn(last.from, square, last.kind));
    else if (last.piece) board.tell(square ? gestures.drop(state, last.piece, square) : []);
    else if (!last.isDragged) board.tell(gestures.release(state, square));
    else if (last.from) {
      const events = gestures.put(state, last.from, square);
      // It stays where it was dropped; only a piece that goes back is animated.
      if (last.image && !state.shown.has(last.from)) skipAnimation(last.image);
      board.tell(events);
    }
  };

  /**
   * @param {Square | null} from
   * @param {Square | null} to
   * @param {Shape['kind']} kind
   * @returns {BoardEvent[]}
   */
  const drawn = (from, to, kind) => {
    if (!from || !to) return [];
    if (state.free) return [{ name: 'press', detail: { square: from, button: 2 } }];
    if (from !== to) return gestures.mark(state, { from, to, kind });
    if (state.selected || state.promotion) return gestures.cancel(state);
    return state.premoves.length ? gestures.dropPremoves(state) : gestures.mark(state, { from, kind });
  };

  const abort = () => {
    end();
    board.tell(gestures.cancel(state));
  };

  const stopper = new AbortController();
  const options = { signal: stopper.signal };
  host.addEventListener('pointerdown', down, options);
  host.addEventListener('pointermove', move, options);
  host.addEventListener('pointerup', up, options);
  host.addEventListener('pointercancel', (event) => {
    if (hold?.id === event.pointerId) abort();
  }, options);
  host.addEventListener('contextmenu', (event) => event.preventDefault(), options);
  // A press does not move the focus.
  host.addEventListener('mousedown', (event) => {
    if (!(/** @type {Element} */ (event.target)).closest('.chooser')) event.preventDefault();
  }, options);
  addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !hold && !state.promotion) return;
    event.stopPropagation();
    abort();
  }, { ...options, capture: true });
  addEventListener('scroll', () => {
    if (hold) measure();
  }, { ...options, capture: true, passive: true });

  return {
    /**
     * @param {Piece} piece
     * @param {PointerEvent} event
     */
    grab(piece, event) {
      if (hold) return;
      measure();
      const image = pieceImage(piece);
      scene.layer.append(image);
      begin(event, { piece, image });
      startDrag();
      follow();
    },
    /** Ends a drag whose piece is gone. */
    abort: () => { end(); },
    stop() {
      end();
      stopper.abort();
    },
  };
}

const isMac = /^Mac/.test(globalThis.navigator?.platform ?? '');

/**
 * @param {MouseEvent} event
 * @returns {Shape['kind']}
 */
function kindOf(event) {
  const isSecond = event.shiftKey || event.ctrlKey && !isMac;
  if (event.altKey) return isSecond ? 'four' : 'three';
  return isSecond ? 'two' : 'one';
}

/**
 * Moves a piece to its next square without animation.
 * @param {SVGSVGElement} image
 */
function skipAnimation(image) {
  image.style.transition = 'none';
  requestAnimationFrame(() => requestAnimationFrame(() => { image.style.transition = ''; }));
}

// Mouse, finger and pen. What a press means is decided in state.js; here the
// piece follows, once a frame and by `transform` alone.

/** @import { Piece, Shape, Square, Happening } from './types.d.ts' */
/** @import { BoardState } from './state.js' */
/** @import { Scene } from './render.js' */
import { pieceImage } from './piece.js';
import { squareAt } from './squares.js';
import * as act from './state.js';

/**
 * @typedef {object} Board what the hands of a board need of it
 * @property {HTMLElement} host
 * @property {Scene} scene
 * @property {BoardState} state
 * @property {Square | null} held
 * @property {(happenings: Happening[]) => void} tell dispatches, and draws soon
 */

/** How far a pointer goes before it drags, in pixels. */
const SLOP = { mouse: 4, touch: 10 };
/** How long a piece is held down to straighten it, in milliseconds. */
const HOLD = 500;

/**
 * @param {Board} board
 * @returns {{ grab: (piece: Piece, event: PointerEvent) => void, stop: () => void }}
 */
export function listen(board) {
  const { host, scene, state } = board;
  /** @type {{ id: number, image: SVGSVGElement | null, piece: Piece | null, x: number, y: number,
   *   startX: number, startY: number, isTouch: boolean, isDragged: boolean, kind: Shape['kind'] | null,
   *   from: Square | null } | null} */
  let hold = null;
  let frame = 0;
  let timer = 0;
  /** @type {HTMLElement | undefined} */
  let over;
  let box = scene.field.getBoundingClientRect();

  /** @returns {Square | null} */
  const squareUnder = (/** @type {number} */ x, /** @type {number} */ y) => {
    const column = Math.floor((x - box.left) / box.width * 8);
    const row = Math.floor((y - box.top) / box.height * 8);
    const isInside = column >= 0 && column < 8 && row >= 0 && row < 8;
    return isInside ? squareAt(row * 8 + column, state.orientation) : null;
  };

  const measure = () => { box = scene.field.getBoundingClientRect(); };

  const markOver = (/** @type {Square | null} */ square) => {
    const cell = square ? scene.cells.find((it) => it.dataset['square'] === square) : undefined;
    if (cell === over) return;
    over?.removeAttribute('data-over');
    cell?.setAttribute('data-over', '');
    over = cell;
  };

  const follow = () => {
    frame = 0;
    if (!hold?.isDragged) return;
    const { image, x, y, isTouch } = hold;
    markOver(squareUnder(x, y));
    if (!image) return;
    const size = box.width / 8;
    // Above the finger, where it can be seen.
    const up = isTouch ? size * .9 : size / 2;
    const scale = isTouch ? 1.6 : 1.08;
    image.style.transform = `translate(${x - box.left - size / 2}px, ${y - box.top - up}px) scale(${scale})`;
  };

  const finish = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    frame = 0;
    markOver(null);
    hold?.image?.classList.remove('held');
    host.classList.remove('dragging');
    const last = hold;
    hold = null;
    board.held = null;
    return last;
  };

  const lift = () => {
    if (!hold) return;
    hold.isDragged = true;
    clearTimeout(timer);
    if (hold.kind) return;
    if (!hold.piece) {
      const happenings = act.drag(state);
      hold.from = state.selected;
      hold.image = hold.from && scene.placed.get(hold.from)?.image || null;
      board.held = hold.from;
      board.tell(happenings);
    }
    hold.image?.classList.add('held');
    host.classList.add('dragging');
  };

  const down = (/** @type {PointerEvent} */ event) => {
    if (hold || !event.isPrimary) return;
    measure();
    const square = squareUnder(event.clientX, event.clientY);
    if (!square) return;
    const isDrawing = event.button === 2 || event.button === 0 && event.ctrlKey && isMac;
    if (event.button !== 0 && !isDrawing) return;
    take(event);
    hold = {
      id: event.pointerId, image: null, piece: null, x: event.clientX, y: event.clientY,
      startX: event.clientX, startY: event.clientY, isTouch: event.pointerType === 'touch',
      isDragged: false, kind: isDrawing ? kindOf(event) : null, from: square,
    };
    if (isDrawing) return;
    const cleared = grippedBefore(square) ? [] : act.wipe(state);
    board.tell([...cleared, ...act.press(state, square)]);
    if (state.selected !== square && state.waiting !== square && !state.hand) hold.from = null;
    if (state.view.adjustable && state.selected === square && act.grip(state, square) === 'move') {
      timer = window.setTimeout(() => {
        finish();
        board.tell(act.adjust(state, square));
      }, HOLD);
    }
  };

  const grippedBefore = (/** @type {Square} */ square) => act.grip(state, square) || state.selected;

  const move = (/** @type {PointerEvent} */ event) => {
    if (hold?.id !== event.pointerId) return;
    hold.x = event.clientX;
    hold.y = event.clientY;
    if (state.hand && !hold.piece && !hold.kind) return paintOn();
    const slop = hold.isTouch ? SLOP.touch : SLOP.mouse;
    const isFar = Math.hypot(hold.x - hold.startX, hold.y - hold.startY) > slop;
    if (!hold.isDragged && isFar && (hold.from || hold.piece)) lift();
    if (hold.isDragged && !frame) frame = requestAnimationFrame(follow);
  };

  // What is in the hand is put on every square that the pointer goes over.
  const paintOn = () => {
    const square = hold && squareUnder(hold.x, hold.y);
    if (!hold || !square || square === hold.from) return;
    hold.from = square;
    board.tell(act.press(state, square));
  };

  const up = (/** @type {PointerEvent} */ event) => {
    if (hold?.id !== event.pointerId) return;
    const last = finish();
    if (!last) return;
    const square = squareUnder(event.clientX, event.clientY);
    if (last.kind) return board.tell(drawn(last.from, square, last.kind));
    if (last.piece) {
      last.image?.remove();
      return board.tell(square ? act.drop(state, last.piece, square) : []);
    }
    if (!last.isDragged) return board.tell(act.release(state));
    // It stands where it was let go: only one that goes back slides.
    if (last.image && square !== last.from) settle(last.image);
    board.tell(last.from ? act.put(state, last.from, square) : []);
  };

  /** @returns {Happening[]} */
  const drawn = (/** @type {Square | null} */ from, /** @type {Square | null} */ to, /** @type {Shape['kind']} */ kind) => {
    if (!from) return [];
    if (state.free) return [{ name: 'press', detail: { square: from, button: 2 } }];
    const held = state.selected || state.promotion;
    if (from === to && (held || state.plans.length)) return held ? act.cancel(state) : act.forget(state);
    return to ? act.mark(state, from === to ? { from, kind } : { from, to, kind }) : [];
  };

  const drop = (/** @type {PointerEvent} */ event) => {
    if (hold?.id !== event.pointerId) return;
    const last = finish();
    if (last?.piece) last.image?.remove();
    board.tell(act.cancel(state));
  };

  const take = (/** @type {PointerEvent} */ event) => {
    // The keys stay with the page; whoever was typing has stopped.
    event.preventDefault();
    const active = document.activeElement;
    if (active instanceof HTMLElement && !host.contains(active)) active.blur();
    host.setPointerCapture(event.pointerId);
  };

  // Somebody who reads the board aloud presses without a pointer.
  const click = (/** @type {MouseEvent} */ event) => {
    const cell = /** @type {Element} */ (event.target).closest('[data-square]');
    const square = cell instanceof HTMLElement && cell.dataset['square'];
    if (event.detail === 0 && square) board.tell([...act.press(state, square), ...act.release(state)]);
  };

  const stopper = new AbortController();
  const options = { signal: stopper.signal };
  host.addEventListener('pointerdown', down, options);
  host.addEventListener('pointermove', move, options);
  host.addEventListener('pointerup', up, options);
  host.addEventListener('pointercancel', drop, options);
  host.addEventListener('click', click, options);
  host.addEventListener('mousedown', (event) => {
    if (!(/** @type {Element} */ (event.target)).closest('.chooser')) event.preventDefault();
  }, options);
  host.addEventListener('contextmenu', (event) => event.preventDefault(), options);
  host.addEventListener('transitionend', (event) => {
    (/** @type {Element} */ (event.target)).classList.remove('moving');
  }, options);
  addEventListener('scroll', () => { if (hold) measure(); }, { ...options, passive: true, capture: true });

  return {
    grab(piece, event) {
      if (hold) return;
      measure();
      take(event);
      const image = pieceImage(piece);
      scene.layer.append(image);
      hold = {
        id: event.pointerId, image, piece, x: event.clientX, y: event.clientY,
        startX: event.clientX, startY: event.clientY, isTouch: event.pointerType === 'touch',
        isDragged: false, kind: null, from: null,
      };
      lift();
      follow();
    },
    stop() {
      finish();
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
 * Lets a piece be at its next place at once.
 * @param {SVGSVGElement} image
 */
function settle(image) {
  image.style.transition = 'none';
  requestAnimationFrame(() => requestAnimationFrame(() => { image.style.transition = ''; }));
}

// What presses, drags and keys do to the state of a board. Squares come in,
// and the events to report go out as a list; the DOM is not used here.

/** @import { BoardState } from './state.js' */
/** @import { BoardEvent, Piece, Role, Shape, Square } from './types.d.ts' */
import { castlingRook } from './play_move.js';
import { ROLES, isSame, letterOf, rankOf } from './squares.js';
import { arrange, castlingGoal, isTarget, pickupKind } from './state.js';

/**
 * Handles a pointer or a key that is pressed on a square.
 * @param {BoardState} state
 * @param {Square} square
 * @returns {BoardEvent[]}
 */
export function press(state, square) {
  const { selected, hand } = state;
  state.pointed = { squares: [], kind: 'refusal' };
  state.wasSelected = false;
  state.placing = null;
  if (state.promotion) return cancel(state);
  if (hand === 'eraser') return erase(state, square);
  if (hand) return drop(state, hand, square);
  const kind = pickupKind(state, square);
  if (state.adjusting && kind) return adjust(state, square);
  // The waiting piece goes where it may, whatever was selected before.
  if (state.view.place?.squares.includes(square)) {
    state.selected = null;
    state.placing = square;
    return [];
  }
  if (selected && selected !== square && accepts(state, selected, square)) {
    // The king onto its rook, or a premove onto a piece of the same side, unless that
    // piece is dragged away.
    if (kind) {
      state.pressedTarget = square;
      return [];
    }
    return put(state, selected, square);
  }
  if (kind) {
    state.wasSelected = selected === square;
    return select(state, square);
  }
  if (selected) return put(state, selected, square);
  if (state.view.place) {
    state.placing = square;
    return [];
  }
  return [...dropPremoves(state), { name: 'press', detail: { square, button: 0 } }];
}

/**
 * Starts to drag the pressed piece.
 * @param {BoardState} state
 * @returns {BoardEvent[]}
 */
export function drag(state) {
  const { pressedTarget } = state;
  state.pressedTarget = null;
  state.wasSelected = false;
  return pressedTarget ? [...select(state, pressedTarget), ...reportTouch(state)] : reportTouch(state);
}

/**
 * Handles the release of the pressed square without a drag.
 * @param {BoardState} state
 * @param {Square | null} [square] where the pointer is then
 * @returns {BoardEvent[]}
 */
export function release(state, square = null) {
  const { selected, pressedTarget, placing, wasSelected } = state;
  state.pressedTarget = null;
  state.placing = null;
  state.wasSelected = false;
  if (placing) return square ? place(state, square) : [];
  if (pressedTarget && selected) return put(state, selected, pressedTarget);
  const reported = reportTouch(state);
  if (wasSelected) state.selected = null;
  return reported;
}

/**
 * Moves a piece to a square, or off the board.
 * @param {BoardState} state
 * @param {Square} from
 * @param {Square | null} to
 * @returns {BoardEvent[]}
 */
export function put(state, from, to) {
  const kind = pickupKind(state, from);
  const piece = state.shown.get(from);
  const reported = reportTouch(state);
  if (from === to) return reported;
  state.selected = null;
  if (!kind || !piece) return reported;
  if (kind === 'free') return [...reported, ...carry(state, piece, from, to)];
  if (!to) return reported;
  const isPromotion = piece.role === 'pawn' && rankOf(to) === (piece.color === 'white' ? 7 : 0);
  if (isTarget(state, from, to) && isPromotion && !state.autoQueen) {
    state.promotion = { from, to, color: piece.color };
    arrange(state);
    return reported;
  }
  return [...reported, ...finish(state, from, to, isPromotion ? 'queen' : null)];
}

/**
 * Chooses the piece to which the pawn is promoted; null takes the move back.
 * @param {BoardState} state
 * @param {Role | null} role
 * @returns {BoardEvent[]}
 */
export function choose(state, role) {
  const { promotion } = state;
  state.promotion = null;
  arrange(state);
  return promotion && role ? finish(state, promotion.from, promotion.to, role) : [];
}

/**
 * Ends whatever was begun: a selection, a drag, a promotion.
 * @param {BoardState} state
 * @returns {BoardEvent[]}
 */
export function cancel(state) {
  state.promotion = null;
  state.selected = null;
  state.pressedTarget = null;
  state.placing = null;
  state.newTouch = null;
  state.wasSelected = false;
  arrange(state);
  return [];
}

/**
 * Drops the last premove, or all of them.
 * @param {BoardState} state
 * @param {'last' | 'all'} [which]
 * @returns {BoardEvent[]}
 */
export function dropPremoves(state, which = 'all') {
  if (!state.premoves.length) return [];
  state.premoves = which === 'last' ? state.premoves.slice(0, -1) : [];
  state.selected = null;
  arrange(state);
  return [{ name: 'premoves', detail: { moves: state.premoves } }];
}

/**
 * Plays the first premove if it is legal now, and drops all of them if not.
 * @param {BoardState} state
 * @returns {BoardEvent[]}
 */
export function playPremove(state) {
  const [premove, ...rest] = state.premoves;
  if (!premove) return [];
  const [from, to] = [premove.slice(0, 2), premove.slice(2, 4)];
  state.premoves = [];
  arrange(state);
  const isPlacement = premove[1] === '@';
  const isLegal = isPlacement ? mayPlace(state, premove) : pickupKind(state, from) === 'move' && isTarget(state, from, to);
  const played = !isLegal ? [] : isPlacement ? place(state, to) : finish(state, from, to, ROLES[premove[4] ?? ''] ?? null);
  state.premoves = isLegal ? rest : [];
  arrange(state);
  if (state.selected && !pickupKind(state, state.selected)) state.selected = null;
  return [{ name: 'premoves', detail: { moves: state.premoves } }, ...played];
}

/**
 * Adjusts a piece on its square.
 * @param {BoardState} state
 * @param {Square} square
 * @returns {BoardEvent[]}
 */
export function adjust(state, square) {
  cancel(state);
  state.adjusting = false;
  return state.shown.has(square) ? [{ name: 'adjust', detail: { square } }] : [];
}

/**
 * Drops a piece from outside the board on a square.
 * @param {BoardState} state
 * @param {Piece} piece
 * @param {Square} square
 * @returns {BoardEvent[]}
 */
export function drop(state, piece, square) {
  if (isSame(piece, state.view.place?.piece)) return place(state, square);
  if (state.free) {
    state.pieces = new Map(state.pieces).set(square, piece);
    arrange(state);
  }
  return [{ name: 'drop', detail: { piece, square } }];
}

/**
 * Takes a piece off a free board.
 * @param {BoardState} state
 * @param {Square} square
 * @returns {BoardEvent[]}
 */
export function erase(state, square) {
  const piece = state.shown.get(square);
  return piece && state.free ? carry(state, piece, square, null) : [];
}

/**
 * Draws an arrow or a ring, or removes it if it is there.
 * @param {BoardState} state
 * @param {Shape} shape
 * @returns {BoardEvent[]}
 */
export function mark(state, shape) {
  const old = state.shapes.find(({ from, to }) => from === shape.from && to === shape.to);
  const others = state.shapes.filter((other) => other !== old);
  state.shapes = old?.kind === shape.kind ? others : [...others, shape];
  return [{ name: 'shapes', detail: { shapes: state.shapes } }];
}

/**
 * Removes all arrows and rings.
 * @param {BoardState} state
 * @returns {BoardEvent[]}
 */
export function clearShapes(state) {
  if (!state.shapes.length) return [];
  state.shapes = [];
  return [{ name: 'shapes', detail: { shapes: [] } }];
}

/**
 * Reports whether a second press means the square as a target. On a free board
 * a piece is selected rather than captured.
 * @param {BoardState} state
 * @param {Square} from
 * @param {Square} to
 */
const accepts = (state, from, to) =>
  state.free ? !state.shown.has(to) : isTarget(state, from, to);

/**
 * @param {BoardState} state
 * @param {Square} square
 * @returns {BoardEvent[]}
 */
function select(state, square) {
  const kind = pickupKind(state, square);
  state.selected = square;
  state.newTouch = kind === 'move' ? square : null;
  /** @type {BoardEvent[]} */
  const planned = kind === 'premove' ? [{ name: 'plan', detail: { square } }] : [];
  return state.view.adjustable ? planned : [...planned, ...reportTouch(state)];
}

/**
 * Reports a touch that was not reported yet.
 * @param {BoardState} state
 * @returns {BoardEvent[]}
 */
function reportTouch(state) {
  const square = state.newTouch;
  state.newTouch = null;
  return square ? [{ name: 'touch', detail: { square } }] : [];
}

/**
 * Completes a move: it is played, planned or refused.
 * @param {BoardState} state
 * @param {Square} from
 * @param {Square} goal
 * @param {Role | null} promotion
 * @returns {BoardEvent[]}
 */
function finish(state, from, goal, promotion) {
  const isLegal = isTarget(state, from, goal);
  // From the e-file, castling is written with the square to which the king goes;
  // from any other file, with the square of the rook, which is unambiguous.
  const isOntoRook = isLegal && castlingRook(state.shown, from, goal) === goal;
  const to = isOntoRook && from[0] === 'e' ? castlingGoal(from, goal) : goal;
  const letter = promotion ? letterOf(promotion) : '';
  const uci = from + to + letter;
  const isPremove = pickupKind(state, from) === 'premove';
  if (isPremove && !isLegal) return [];
  if (isPremove) state.premoves = [...state.premoves, uci];
  else if (isLegal) state.unconfirmed = uci;
  arrange(state);
  return isPremove
    ? [{ name: 'premoves', detail: { moves: state.premoves } }]
    : [{ name: 'move', detail: { uci, from, to, promotion, isLegal } }];
}

/**
 * Places the waiting piece on a square, plans that, or is refused.
 * @param {BoardState} state
 * @param {Square} square
 * @returns {BoardEvent[]}
 */
function place(state, square) {
  const { place, movable } = state.view;
  if (!place || state.unconfirmed) return [];
  const isLegal = place.squares.includes(square);
  const uci = `${letterOf(place.piece.role).toUpperCase()}@${square}`;
  state.selected = null;
  if (!movable && !isLegal) return [{ name: 'press', detail: { square, button: 0 } }];
  if (!movable) state.premoves = [...state.premoves, uci];
  else if (isLegal) state.unconfirmed = uci;
  arrange(state);
  if (!movable) return [{ name: 'premoves', detail: { moves: state.premoves } }];
  return [{ name: 'move', detail: { uci, from: square, to: square, promotion: null, isLegal } }];
}

/**
 * Reports whether the piece that was planned is the one that waits now, and
 * may be placed there.
 * @param {BoardState} state
 * @param {string} premove
 */
const mayPlace = ({ view: { place, movable } }, premove) => Boolean(movable && place)
  && letterOf(place?.piece.role ?? 'pawn').toUpperCase() === premove[0] && place?.squares.includes(premove.slice(2));

/**
 * @param {BoardState} state
 * @param {Piece} piece
 * @param {Square} from
 * @param {Square | null} to
 * @returns {BoardEvent[]}
 */
function carry(state, piece, from, to) {
  state.pieces = new Map(state.pieces);
  state.pieces.delete(from);
  if (to) state.pieces.set(to, piece);
  arrange(state);
  return [{ name: 'carry', detail: { piece, from, to } }];
}

// The state of a board, without the DOM and without the laws of chess:
// what may be played comes with the view.

/** @import { Color } from '../wire.d.ts' */
/** @import { Piece, Shape, Square, View } from './types.d.ts' */
import { play } from './play_move.js';
import { fileOf, isSame, nameOf, rankOf, readPlacement } from './squares.js';

/**
 * @typedef {object} BoardState
 * @property {View} view
 * @property {Color} orientation
 * @property {boolean} free any piece may go anywhere, as in the editor
 * @property {boolean} autoQueen
 * @property {boolean} blindfold
 * @property {boolean} adjusting the next piece pressed is adjusted, not touched
 * @property {Piece | 'eraser' | null} hand what each pressed square gets
 * @property {boolean} still the next drawing is not animated
 * @property {Map<Square, Piece>} pieces as the view has them
 * @property {Map<Square, Piece>} shown the same after the unconfirmed move and the premoves
 * @property {string | null} unconfirmed a move made here that no view has confirmed yet
 * @property {string[]} premoves
 * @property {Square | null} selected
 * @property {Square | null} pressedTarget a pressed piece of the same side: a target if it is
 *   released, picked up if it is dragged
 * @property {Square | null} placing the pressed square that gets the waiting piece when it is released
 * @property {boolean} wasSelected whether the pressed square was selected before
 * @property {Square | null} newTouch a touched piece that was not reported yet
 * @property {{ from: Square, to: Square, color: Color } | null} promotion
 * @property {{ squares: Square[], kind: 'refusal' | 'hint' }} pointed
 * @property {Shape[]} shapes
 * @property {Shape | null} sketch an arrow that is being drawn
 */

/** @returns {BoardState} */
export function newState() {
  return {
    view: { fen: '' }, orientation: 'white', free: false, autoQueen: false, blindfold: false,
    adjusting: false, hand: null, still: false, pieces: new Map(), shown: new Map(), unconfirmed: null,
    premoves: [], selected: null, pressedTarget: null, placing: null, wasSelected: false, newTouch: null, promotion: null,
    pointed: { squares: [], kind: 'refusal' }, shapes: [], sketch: null,
  };
}

/**
 * Takes over a new view.
 * @param {BoardState} state
 * @param {View} view
 */
export function show(state, view) {
  const before = state.shown;
  if (view.fen !== state.view.fen) state.pointed = { squares: [], kind: 'refusal' };
  state.view = view;
  state.pieces = readPlacement(view.fen);
  state.unconfirmed = null;
  state.still ||= view.animate === false;
  const { selected, promotion } = state;
  // A selection and an open promotion survive if the piece is still there.
  state.promotion = null;
  arrange(state);
  const pawn = promotion && state.shown.get(promotion.from);
  if (pawn?.role === 'pawn' && pawn.color === promotion?.color) state.promotion = promotion;
  const isHeld = selected && isSame(before.get(selected), state.shown.get(selected));
  if (!isHeld || !pickupKind(state, selected)) {
    state.selected = null;
    state.pressedTarget = null;
  }
  arrange(state);
}

/**
 * Returns what picking up the piece on a square would begin, or null if it may
 * not be picked up.
 * @param {BoardState} state
 * @param {Square} square
 * @returns {'move' | 'premove' | 'free' | null}
 */
export function pickupKind(state, square) {
  const piece = state.shown.get(square);
  if (!piece) return null;
  if (state.free) return 'free';
  const { movable, premovable } = state.view;
  const isReady = !state.unconfirmed && !state.premoves.length;
  if (isReady && (movable === 'both' || movable === piece.color)) return 'move';
  return premovable === piece.color && !state.view.mustPlace ? 'premove' : null;
}

/**
 * Returns the squares to which the piece on a square may go, as far as they
 * are known.
 * @param {BoardState} state
 * @param {Square} from
 * @returns {Square[]}
 */
export function targets(state, from) {
  switch (pickupKind(state, from)) {
    // In Chess960 a king may castle without moving: then its rook is the target.
    case 'move': return [
      ...legal(state, from).filter((to) => to !== from), ...castlingRooks(state, from),
    ];
    case 'premove': return state.view.reach?.[from] ?? [];
    default: return [];
  }
}

/**
 * Reports whether the piece on a square may go to another one. A premove goes
 * to any square without a piece of its own side until the view says what it can reach.
 * @param {BoardState} state
 * @param {Square} from
 * @param {Square} to
 */
export function isTarget(state, from, to) {
  const { view, shown } = state;
  const isUnknown = pickupKind(state, from) === 'premove' && !view.reach;
  return isUnknown ? shown.get(to)?.color !== view.premovable : targets(state, from).includes(to);
}

/**
 * Returns the targets that are marked. Castling from the e-file is marked where
 * the king goes, but not on its rook.
 * @param {BoardState} state
 * @param {Square} from
 * @returns {Square[]}
 */
export function marks(state, from) {
  const isUsual = from[0] === 'e' && state.shown.get(from)?.role === 'king';
  const color = state.shown.get(from)?.color;
  return targets(state, from).filter((to) => !isUsual || state.shown.get(to)?.color !== color);
}

/**
 * Returns the squares on which the waiting piece may be placed now.
 * @param {BoardState} state
 * @returns {Square[]}
 */
export const spots = ({ view, unconfirmed, selected }) => (unconfirmed || selected ? [] : view.place?.squares ?? []);

/**
 * Returns the square to which a king castles with this rook.
 * @param {Square} king
 * @param {Square} rook
 */
export const castlingGoal = (king, rook) =>
  nameOf(fileOf(rook) > fileOf(king) ? 6 : 2, rankOf(king));

/**
 * @param {BoardState} state
 * @param {string[]} moves
 */
export function setPremoves(state, moves) {
  state.premoves = [...moves];
  arrange(state);
  if (state.selected && !pickupKind(state, state.selected)) state.selected = null;
}

/**
 * Puts the pieces where they are seen.
 * @param {BoardState} state
 */
export function arrange(state) {
  const { unconfirmed, premoves, promotion, view } = state;
  const color = view.premovable ?? view.movable;
  let shown = unconfirmed ? play(state.pieces, unconfirmed, view.place?.piece.color) : state.pieces;
  for (const premove of premoves) {
    // The piece may have been captured since it was planned.
    const isThere = premove[1] === '@' || shown.get(premove.slice(0, 2))?.color === color;
    if (isThere && color && color !== 'both') shown = play(shown, premove, color);
  }
  state.shown = promotion ? play(shown, promotion.from + promotion.to) : shown;
}

/**
 * @param {BoardState} state
 * @param {Square} from
 */
const legal = (state, from) => state.view.legal?.[from] ?? [];

/**
 * Returns the rooks onto which a king may be moved to castle.
 * @param {BoardState} state
 * @param {Square} from
 * @returns {Square[]}
 */
function castlingRooks(state, from) {
  const king = state.shown.get(from);
  if (king?.role !== 'king') return [];
  /** @type {Square[]} */
  const found = [];
  for (const [square, piece] of state.shown) {
    if (piece.role !== 'rook' || piece.color !== king.color || square[1] !== from[1]) continue;
    if (legal(state, from).includes(castlingGoal(from, square))) found.push(square);
  }
  return found;
}

// What a board knows. No document in here, and no laws of chess: what may be
// played comes with the view.

/** @import { Color } from '../wire.d.ts' */
/** @import { Piece, Shape, Square, View } from './types.d.ts' */
import { play } from './picture.js';
import { reach } from './reach.js';
import { fileOf, isSame, nameOf, rankOf, readPlacement } from './squares.js';

/**
 * @typedef {object} BoardState
 * @property {View} view
 * @property {Color} orientation
 * @property {boolean} free
 * @property {boolean} autoQueen
 * @property {boolean} blindfold
 * @property {boolean} adjusting
 * @property {Piece | 'eraser' | null} hand
 * @property {boolean} still the next drawing does not slide
 * @property {Map<Square, Piece>} pieces what the view says
 * @property {Map<Square, Piece>} shown the same with the wish and the plans
 * @property {string | null} wish a move made here that no view has confirmed yet
 * @property {string[]} plans
 * @property {Square | null} selected
 * @property {Square | null} waiting pressed, and a rook to castle with or to pick up
 * @property {Square | null} putting pressed, and the piece that waits goes there when it is let go
 * @property {boolean} again whether what is pressed was selected before
 * @property {Square | null} untold touched, and not told yet
 * @property {{ from: Square, to: Square, color: Color } | null} promotion
 * @property {{ squares: Square[], kind: 'refusal' | 'hint' }} pointed
 * @property {Shape[]} shapes
 * @property {Shape | null} sketch an arrow that is being drawn
 */

/** @returns {BoardState} */
export function newState() {
  return {
    view: { fen: '' }, orientation: 'white', free: false, autoQueen: false, blindfold: false,
    adjusting: false, hand: null, still: false, pieces: new Map(), shown: new Map(), wish: null,
    plans: [], selected: null, waiting: null, putting: null, again: false, untold: null, promotion: null,
    pointed: { squares: [], kind: 'refusal' }, shapes: [], sketch: null,
  };
}

/**
 * Takes over what is to be seen now.
 * @param {BoardState} state
 * @param {View} view
 */
export function show(state, view) {
  const before = state.shown;
  if (view.fen !== state.view.fen) state.pointed = { squares: [], kind: 'refusal' };
  state.view = view;
  state.pieces = readPlacement(view.fen);
  state.wish = null;
  state.still ||= view.animate === false;
  const { selected, promotion } = state;
  // What is in the hand stays there, if it is still what stands there.
  state.promotion = null;
  arrange(state);
  const pawn = promotion && state.shown.get(promotion.from);
  if (pawn?.role === 'pawn' && pawn.color === promotion?.color) state.promotion = promotion;
  const isHeld = selected && isSame(before.get(selected), state.shown.get(selected));
  if (!isHeld || !grip(state, selected)) {
    state.selected = null;
    state.waiting = null;
  }
  arrange(state);
}

/**
 * What picking up the piece on a square would mean; nothing if it may not be.
 * @param {BoardState} state
 * @param {Square} square
 * @returns {'move' | 'plan' | 'free' | null}
 */
export function grip(state, square) {
  const piece = state.shown.get(square);
  if (!piece) return null;
  if (state.free) return 'free';
  const { movable, premovable } = state.view;
  const isReady = !state.wish && !state.plans.length;
  if (isReady && (movable === 'both' || movable === piece.color)) return 'move';
  return premovable === piece.color && !state.view.mustPlace ? 'plan' : null;
}

/**
 * Where the piece on a square may go, as far as the board shows it.
 * @param {BoardState} state
 * @param {Square} from
 * @returns {Square[]}
 */
export function targets(state, from) {
  switch (grip(state, from)) {
    // In Chess960 a king may castle by staying where it is: its rook is the target.
    case 'move': return [
      ...legal(state, from).filter((to) => to !== from), ...castlingRooks(state, from),
    ];
    // Where pieces arrive, pawns begin on the back rank.
    case 'plan': return reach(state.shown, from, state.view.fen.includes('[') ? 0 : 1);
    default: return [];
  }
}

/**
 * The same as it is marked: the usual castling is known by where the king
 * goes, and needs no mark on its rook.
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
 * Where the piece that waits may be put now.
 * @param {BoardState} state
 * @returns {Square[]}
 */
export const spots = ({ view, wish, selected }) => (wish || selected ? [] : view.place?.squares ?? []);

/**
 * Where a king castles to.
 * @param {Square} king
 * @param {Square} rook
 */
export const castlingGoal = (king, rook) =>
  nameOf(fileOf(rook) > fileOf(king) ? 6 : 2, rankOf(king));

/**
 * @param {BoardState} state
 * @param {string[]} moves
 */
export function setPlans(state, moves) {
  state.plans = [...moves];
  arrange(state);
  if (state.selected && !grip(state, state.selected)) state.selected = null;
}

/**
 * Puts the pieces where they are seen.
 * @param {BoardState} state
 */
export function arrange(state) {
  const { wish, plans, promotion, view } = state;
  const planner = view.premovable ?? view.movable;
  let shown = wish ? play(state.pieces, wish, view.place?.piece.color) : state.pieces;
  for (const plan of plans) {
    // What was to be moved may have been taken meanwhile.
    const isThere = plan[1] === '@' || shown.get(plan.slice(0, 2))?.color === planner;
    if (isThere && planner && planner !== 'both') shown = play(shown, plan, planner);
  }
  state.shown = promotion ? play(shown, promotion.from + promotion.to) : shown;
}

/**
 * @param {BoardState} state
 * @param {Square} from
 */
const legal = (state, from) => state.view.legal?.[from] ?? [];

/**
 * The rooks upon which a king may be put to castle.
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

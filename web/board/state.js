// What a board knows, and what hands do to it. No document in here: presses
// come in as squares, and what happened goes out as a list.

/** @import { Color } from '../wire.d.ts' */
/** @import { Happening, Piece, Role, Shape, Square, View } from './types.d.ts' */
import { castlingRook, play } from './picture.js';
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
 * @property {Map<Square, Piece>} pieces what the view says
 * @property {Map<Square, Piece>} shown the same with the wish and the plans
 * @property {string | null} wish a move made here that no view has confirmed yet
 * @property {string[]} plans
 * @property {Square | null} selected
 * @property {Square | null} waiting pressed, and a rook to castle with or to pick up
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
    adjusting: false, hand: null, pieces: new Map(), shown: new Map(), wish: null, plans: [],
    selected: null, waiting: null, again: false, untold: null, promotion: null,
    pointed: { squares: [], kind: 'refusal' }, shapes: [], sketch: null,
  };
}

/**
 * @param {BoardState} state
 * @param {View} view
 */
export function show(state, view) {
  const before = state.shown;
  const isOther = view.fen !== state.view.fen;
  if (isOther) state.pointed = { squares: [], kind: 'refusal' };
  state.view = view;
  state.pieces = readPlacement(view.fen);
  state.wish = null;
  arrange(state);
  // What is in the hand stays there, if it is still what stands there.
  const { selected, promotion } = state;
  const isGone = (/** @type {Square} */ square) =>
    !isSame(before.get(square), state.shown.get(square)) || !grip(state, square);
  if (promotion && (isOther || !state.pieces.has(promotion.from))) state.promotion = null;
  if (selected && isGone(selected)) state.selected = null;
  state.waiting = null;
  arrange(state);
}

/** @typedef {'move' | 'plan' | 'free'} Grip */

/**
 * What picking up the piece on a square would mean; nothing if it may not be.
 * @param {BoardState} state
 * @param {Square} square
 * @returns {Grip | null}
 */
export function grip(state, square) {
  const piece = state.shown.get(square);
  if (!piece) return null;
  if (state.free) return 'free';
  const { movable, premovable } = state.view;
  const isFree = !state.wish && !state.plans.length;
  if (isFree && (movable === 'both' || movable === piece.color)) return 'move';
  return premovable === piece.color ? 'plan' : null;
}

/**
 * Where the piece on a square may go, as far as the board shows it.
 * @param {BoardState} state
 * @param {Square} from
 * @returns {Square[]}
 */
export function targets(state, from) {
  switch (grip(state, from)) {
    case 'move': return [...state.view.legal?.[from] ?? [], ...castlingRooks(state, from)];
    case 'plan': return reach(state.shown, from);
    default: return [];
  }
}

/**
 * A finger, a button or a key goes down on a square.
 * @param {BoardState} state
 * @param {Square} square
 * @returns {Happening[]}
 */
export function press(state, square) {
  const { selected, hand } = state;
  state.pointed = { squares: [], kind: 'refusal' };
  state.again = false;
  if (state.promotion) return cancel(state);
  if (hand === 'eraser') return erase(state, square);
  if (hand) return drop(state, hand, square);
  const gripped = grip(state, square);
  if (state.adjusting && gripped) return adjust(state, square);
  if (selected && selected !== square && finds(state, selected, square)) {
    // The king upon its rook: to castle, unless the rook is dragged.
    if (gripped && !state.free) {
      state.waiting = square;
      return [];
    }
    return put(state, selected, square);
  }
  if (gripped) {
    state.again = selected === square;
    return pick(state, square);
  }
  if (selected) return put(state, selected, square);
  const forgotten = forget(state);
  return [...forgotten, { name: 'press', detail: { square, button: 0 } }];
}

/**
 * What was pressed is dragged now.
 * @param {BoardState} state
 * @returns {Happening[]}
 */
export function drag(state) {
  const { waiting } = state;
  state.waiting = null;
  state.again = false;
  return waiting ? [...pick(state, waiting), ...tell(state)] : tell(state);
}

/**
 * What was pressed is let go without having been dragged.
 * @param {BoardState} state
 * @returns {Happening[]}
 */
export function release(state) {
  const { selected, waiting, again } = state;
  state.waiting = null;
  state.again = false;
  if (waiting && selected) return put(state, selected, waiting);
  const told = tell(state);
  if (again) state.selected = null;
  return told;
}

/**
 * What is selected goes to a square, or off the board.
 * @param {BoardState} state
 * @param {Square} from
 * @param {Square | null} to
 * @returns {Happening[]}
 */
export function put(state, from, to) {
  const gripped = grip(state, from);
  const piece = state.shown.get(from);
  const told = tell(state);
  if (from === to) return told;
  state.selected = null;
  if (!gripped || !piece || (!to && !state.free)) return told;
  if (gripped === 'free') return [...told, ...carry(state, piece, from, to)];
  const target = /** @type {Square} */ (to);
  const isLegal = finds(state, from, target);
  if (gripped === 'plan' && !isLegal) return told;
  const isLast = piece.role === 'pawn' && rankOf(target) === (piece.color === 'white' ? 7 : 0);
  if (isLegal && isLast && !state.autoQueen) {
    state.promotion = { from, to: target, color: piece.color };
    arrange(state);
    return told;
  }
  return [...told, ...finish(state, from, target, isLast ? 'queen' : null, isLegal)];
}

/**
 * The promotion that was asked for: a piece, or nothing to take the pawn back.
 * @param {BoardState} state
 * @param {Role | null} role
 * @returns {Happening[]}
 */
export function choose(state, role) {
  const { promotion } = state;
  state.promotion = null;
  arrange(state);
  return promotion && role ? finish(state, promotion.from, promotion.to, role, true) : [];
}

/**
 * Lets go of whatever is held.
 * @param {BoardState} state
 * @returns {Happening[]}
 */
export function cancel(state) {
  state.promotion = null;
  state.selected = null;
  state.waiting = null;
  state.untold = null;
  state.again = false;
  arrange(state);
  return [];
}

/**
 * Forgets the last plan, or all of them.
 * @param {BoardState} state
 * @param {'last' | 'all'} [which]
 * @returns {Happening[]}
 */
export function forget(state, which = 'all') {
  if (!state.plans.length) return [];
  state.plans = which === 'last' ? state.plans.slice(0, -1) : [];
  state.selected = null;
  arrange(state);
  return [{ name: 'premoves', detail: { moves: state.plans } }];
}

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
 * Plays the first plan, if it is legal now; if not, nothing of it is left.
 * @param {BoardState} state
 * @returns {Happening[]}
 */
export function playPlan(state) {
  const [plan, ...rest] = state.plans;
  if (!plan) return [];
  const [from, to] = [plan.slice(0, 2), plan.slice(2, 4)];
  const piece = state.pieces.get(from);
  const { movable } = state.view;
  const isOwn = piece && (movable === 'both' || movable === piece.color);
  state.plans = [];
  state.wish = null;
  arrange(state);
  const isLegal = isOwn && finds(state, from, to);
  const promotion = /** @type {Role | null} */ (PROMOTIONS[plan[4] ?? ''] ?? null);
  const played = isLegal ? finish(state, from, to, promotion, true) : [];
  if (isLegal) state.plans = rest;
  if (state.selected && !state.shown.has(state.selected)) state.selected = null;
  arrange(state);
  return [{ name: 'premoves', detail: { moves: state.plans } }, ...played];
}

/**
 * A piece is straightened.
 * @param {BoardState} state
 * @param {Square} square
 * @returns {Happening[]}
 */
export function adjust(state, square) {
  cancel(state);
  state.adjusting = false;
  return state.shown.has(square) ? [{ name: 'adjust', detail: { square } }] : [];
}

/**
 * A piece from outside is put on a square.
 * @param {BoardState} state
 * @param {Piece} piece
 * @param {Square} square
 * @returns {Happening[]}
 */
export function drop(state, piece, square) {
  if (state.free) {
    state.pieces = new Map(state.pieces).set(square, piece);
    arrange(state);
  }
  return [{ name: 'drop', detail: { piece, square } }];
}

/**
 * @param {BoardState} state
 * @param {Square} square
 * @returns {Happening[]}
 */
export function erase(state, square) {
  const piece = state.shown.get(square);
  return piece && state.free ? carry(state, piece, square, null) : [];
}

/**
 * Draws an arrow or a ring, or wipes away the same one.
 * @param {BoardState} state
 * @param {Shape} shape
 * @returns {Happening[]}
 */
export function mark(state, shape) {
  const isSameShape = (/** @type {Shape} */ other) => other.from === shape.from && other.to === shape.to;
  const old = state.shapes.find(isSameShape);
  const others = state.shapes.filter((other) => other !== old);
  state.shapes = old?.kind === shape.kind ? others : [...others, shape];
  return [{ name: 'shapes', detail: { shapes: state.shapes } }];
}

/**
 * @param {BoardState} state
 * @returns {Happening[]}
 */
export function wipe(state) {
  if (!state.shapes.length) return [];
  state.shapes = [];
  return [{ name: 'shapes', detail: { shapes: [] } }];
}

/** @type {Partial<Record<Role, string>>} */
const LETTERS = { queen: 'q', rook: 'r', bishop: 'b', knight: 'n' };
/** @type {Record<string, Role>} */
const PROMOTIONS = { q: 'queen', r: 'rook', b: 'bishop', n: 'knight' };

/**
 * @param {BoardState} state
 * @param {Square} square
 * @returns {Happening[]}
 */
function pick(state, square) {
  state.selected = square;
  state.untold = grip(state, square) === 'move' ? square : null;
  return state.view.adjustable ? [] : tell(state);
}

/**
 * Tells of a touch that was not told yet.
 * @param {BoardState} state
 * @returns {Happening[]}
 */
function tell(state) {
  const square = state.untold;
  state.untold = null;
  return square ? [{ name: 'touch', detail: { square } }] : [];
}

/**
 * Whether the board takes a piece there for a move.
 * @param {BoardState} state
 * @param {Square} from
 * @param {Square} to
 */
function finds(state, from, to) {
  return state.free ? !grip(state, to) : targets(state, from).includes(to);
}

/**
 * The rooks upon which a king may be put to castle.
 * @param {BoardState} state
 * @param {Square} from
 * @returns {Square[]}
 */
function castlingRooks(state, from) {
  const king = state.shown.get(from);
  const legal = state.view.legal?.[from];
  if (king?.role !== 'king' || !legal) return [];
  /** @type {Square[]} */
  const found = [];
  for (const [square, piece] of state.shown) {
    if (piece.role !== 'rook' || piece.color !== king.color || square[1] !== from[1]) continue;
    if (legal.includes(goal(from, square)) && !legal.includes(square)) found.push(square);
  }
  return found;
}

/**
 * Where a king castles to.
 * @param {Square} king
 * @param {Square} rook
 */
const goal = (king, rook) => nameOf(fileOf(rook) > fileOf(king) ? 6 : 2, rankOf(king));

/**
 * @param {BoardState} state
 * @param {Square} from
 * @param {Square} to
 * @param {Role | null} promotion
 * @param {boolean} isLegal
 * @returns {Happening[]}
 */
function finish(state, from, to, promotion, isLegal) {
  // A king that stands on its usual square goes two squares; from any other
  // square the rook says more than where the king arrives.
  const isUpon = castlingRook(state.shown, from, to) === to;
  const target = isUpon && isLegal && from[0] === 'e' ? goal(from, to) : to;
  const uci = from + target + (promotion ? LETTERS[promotion] : '');
  if (isLegal && grip(state, from) === 'plan') {
    state.plans = [...state.plans, uci];
    arrange(state);
    return [{ name: 'premoves', detail: { moves: state.plans } }];
  }
  if (isLegal) state.wish = uci;
  arrange(state);
  return [{ name: 'move', detail: { uci, from, to: target, promotion, isLegal } }];
}

/**
 * @param {BoardState} state
 * @param {Piece} piece
 * @param {Square} from
 * @param {Square | null} to
 * @returns {Happening[]}
 */
function carry(state, piece, from, to) {
  state.pieces = new Map(state.pieces);
  state.pieces.delete(from);
  if (to) state.pieces.set(to, piece);
  arrange(state);
  return [{ name: 'carry', detail: { piece, from, to } }];
}

/** @param {BoardState} state */
function arrange(state) {
  const { wish, plans, promotion, view } = state;
  const planner = view.premovable ?? view.movable;
  let shown = wish ? play(state.pieces, wish) : state.pieces;
  for (const plan of plans) {
    // What was to be moved may have been taken meanwhile.
    if (shown.get(plan.slice(0, 2))?.color === planner) shown = play(shown, plan);
  }
  state.shown = promotion ? play(shown, promotion.from + promotion.to) : shown;
}

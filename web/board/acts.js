// What hands do to a board. Presses come in as squares, and what happened
// goes out as a list; no document in here.

/** @import { BoardState } from './state.js' */
/** @import { Happening, Piece, Role, Shape, Square } from './types.d.ts' */
import { castlingRook } from './picture.js';
import { ROLES, isSame, letterOf, rankOf } from './squares.js';
import { arrange, castlingGoal, grip, targets } from './state.js';

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
  state.putting = null;
  if (state.promotion) return cancel(state);
  if (hand === 'eraser') return erase(state, square);
  if (hand) return drop(state, hand, square);
  const gripped = grip(state, square);
  if (state.adjusting && gripped) return adjust(state, square);
  // What waits goes where it may, whatever was picked up before.
  if (state.view.place?.squares.includes(square)) {
    state.selected = null;
    state.putting = square;
    return [];
  }
  if (selected && selected !== square && accepts(state, selected, square)) {
    // The king upon its rook, or a plan to take back: unless it is dragged away.
    if (gripped) {
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
  if (state.view.place) {
    state.putting = square;
    return [];
  }
  return [...forget(state), { name: 'press', detail: { square, button: 0 } }];
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
 * @param {Square | null} [square] where it is let go
 * @returns {Happening[]}
 */
export function release(state, square = null) {
  const { selected, waiting, putting, again } = state;
  state.waiting = null;
  state.putting = null;
  state.again = false;
  if (putting) return square ? set(state, square) : [];
  if (waiting && selected) return put(state, selected, waiting);
  const told = tell(state);
  if (again) state.selected = null;
  return told;
}

/**
 * A piece goes to a square, or off the board.
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
  if (!gripped || !piece) return told;
  if (gripped === 'free') return [...told, ...carry(state, piece, from, to)];
  if (!to) return told;
  const isLegal = targets(state, from).includes(to);
  const isPromotion = piece.role === 'pawn' && rankOf(to) === (piece.color === 'white' ? 7 : 0);
  if (isLegal && isPromotion && !state.autoQueen) {
    state.promotion = { from, to, color: piece.color };
    arrange(state);
    return told;
  }
  return [...told, ...finish(state, from, to, isPromotion ? 'queen' : null)];
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
  return promotion && role ? finish(state, promotion.from, promotion.to, role) : [];
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
  state.putting = null;
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
 * Plays the first plan, if it is legal now; if not, nothing of it is left.
 * @param {BoardState} state
 * @returns {Happening[]}
 */
export function playPlan(state) {
  const [plan, ...rest] = state.plans;
  if (!plan) return [];
  const [from, to] = [plan.slice(0, 2), plan.slice(2, 4)];
  state.plans = [];
  arrange(state);
  const isPut = plan[1] === '@';
  const isLegal = isPut ? mayPut(state, plan) : grip(state, from) === 'move' && targets(state, from).includes(to);
  const played = !isLegal ? [] : isPut ? set(state, to) : finish(state, from, to, ROLES[plan[4] ?? ''] ?? null);
  state.plans = isLegal ? rest : [];
  arrange(state);
  if (state.selected && !grip(state, state.selected)) state.selected = null;
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
  if (isSame(piece, state.view.place?.piece)) return set(state, square);
  if (state.free) {
    state.pieces = new Map(state.pieces).set(square, piece);
    arrange(state);
  }
  return [{ name: 'drop', detail: { piece, square } }];
}

/**
 * In free hands a piece is taken off the board.
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
  const old = state.shapes.find(({ from, to }) => from === shape.from && to === shape.to);
  const others = state.shapes.filter((other) => other !== old);
  state.shapes = old?.kind === shape.kind ? others : [...others, shape];
  return [{ name: 'shapes', detail: { shapes: state.shapes } }];
}

/**
 * Wipes all of them away.
 * @param {BoardState} state
 * @returns {Happening[]}
 */
export function wipe(state) {
  if (!state.shapes.length) return [];
  state.shapes = [];
  return [{ name: 'shapes', detail: { shapes: [] } }];
}

/**
 * Whether a second press means the square as a target. In free hands a piece
 * is rather picked up than taken.
 * @param {BoardState} state
 * @param {Square} from
 * @param {Square} to
 */
const accepts = (state, from, to) =>
  state.free ? !state.shown.has(to) : targets(state, from).includes(to);

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
 * A move, whole: played, planned or refused.
 * @param {BoardState} state
 * @param {Square} from
 * @param {Square} goal
 * @param {Role | null} promotion
 * @returns {Happening[]}
 */
function finish(state, from, goal, promotion) {
  const isLegal = targets(state, from).includes(goal);
  // A king from its usual square goes two squares; from any other square its
  // rook says more than where the king arrives.
  const isUpon = isLegal && castlingRook(state.shown, from, goal) === goal;
  const to = isUpon && from[0] === 'e' ? castlingGoal(from, goal) : goal;
  const letter = promotion ? letterOf(promotion) : '';
  const uci = from + to + letter;
  const isPlan = grip(state, from) === 'plan';
  if (isPlan && !isLegal) return [];
  if (isPlan) state.plans = [...state.plans, uci];
  else if (isLegal) state.wish = uci;
  arrange(state);
  return isPlan
    ? [{ name: 'premoves', detail: { moves: state.plans } }]
    : [{ name: 'move', detail: { uci, from, to, promotion, isLegal } }];
}

/**
 * The piece that waits is put on a square, or cannot be; or that is planned.
 * @param {BoardState} state
 * @param {Square} square
 * @returns {Happening[]}
 */
function set(state, square) {
  const { place, movable } = state.view;
  if (!place || state.wish) return [];
  const isLegal = place.squares.includes(square);
  const uci = `${letterOf(place.piece.role).toUpperCase()}@${square}`;
  state.selected = null;
  if (!movable && !isLegal) return [{ name: 'press', detail: { square, button: 0 } }];
  if (!movable) state.plans = [...state.plans, uci];
  else if (isLegal) state.wish = uci;
  arrange(state);
  if (!movable) return [{ name: 'premoves', detail: { moves: state.plans } }];
  return [{ name: 'move', detail: { uci, from: square, to: square, promotion: null, isLegal } }];
}

/**
 * Whether what was planned to be put is what waits now, and may be put there.
 * @param {BoardState} state
 * @param {string} plan
 */
const mayPut = ({ view: { place, movable } }, plan) => Boolean(movable && place)
  && letterOf(place?.piece.role ?? 'pawn').toUpperCase() === plan[0] && place?.squares.includes(plan.slice(2));

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

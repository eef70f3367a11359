// Names of squares for screen readers.

/** @import { BoardState } from './state.js' */
/** @import { Piece, Square } from './types.d.ts' */
import { text } from '../lib/text.js';
import { marks, pickupKind, spots } from './state.js';

/** More squares than this are counted instead of listed. */
const MAX_LISTED_SQUARES = 8;

/** @param {Piece} piece */
export const pieceName = (piece) => text(`board_${piece.color}_${piece.role}`);

/**
 * Describes a square: its piece, and what can be done there.
 * @param {BoardState} state
 * @param {Square} square
 * @param {Set<Square>} goals the targets of the selected piece
 */
export function squareName(state, square, goals) {
  const { view, selected } = state;
  const piece = state.blindfold ? undefined : state.shown.get(square);
  const parts = [square];
  if (piece) parts.push(pieceName(piece));
  else if (!state.blindfold) parts.push(text('board_empty'));
  if (view.check === square) parts.push(text('board_in_check'));
  if (view.touched?.includes(square)) parts.push(text('board_touched'));
  if (selected === square) parts.push(text('board_selected'));
  const aim = state.shown.has(square) ? 'board_capture' : 'board_target';
  if (goals.has(square)) parts.push(text(aim));
  if (view.place && spots(state).includes(square)) {
    parts.push(text('board_place', { piece: pieceName(view.place.piece) }));
  }
  const list = piece && !selected && view.legal?.[square] ? marks(state, square) : [];
  if (list.length) parts.push(text('board_can_move', { squares: listed(list) }));
  const [from, to] = view.lastMove ?? [];
  if (from && to === square) {
    parts.push(from === to ? text('board_placed') : text('board_last_move', { from }));
  }
  if (view.cleared?.includes(square)) parts.push(text('board_cleared'));
  if (state.premoves.some((premove) => premove.slice(2, 4) === square)) parts.push(text('board_premove'));
  return parts.join(', ');
}

/**
 * Describes a piece that was picked up.
 * @param {BoardState} state
 * @param {Square} square
 */
export function pickedUp(state, square) {
  const piece = state.shown.get(square);
  const list = marks(state, square);
  const name = piece ? pieceName(piece) : '';
  const isUnknown = pickupKind(state, square) === 'premove' && !state.view.reach;
  if (isUnknown) return text('board_picked_premove', { piece: name, square });
  if (!list.length && !state.free) return text('board_picked_stuck', { piece: name, square });
  return text('board_picked', { piece: name, square, squares: listed(list) });
}

/** @param {Square[]} squares */
const listed = (squares) =>
  squares.length > MAX_LISTED_SQUARES ? text('board_squares', { count: squares.length }) : squares.join(', ');

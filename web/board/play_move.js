// How a move changes the pieces on the board. Whether it is legal is decided
// elsewhere.

/** @import { Color } from '../wire.d.ts' */
/** @import { Piece, Square } from './types.d.ts' */
import { ROLES, fileOf, nameOf, rankOf } from './squares.js';

/**
 * Returns the pieces after a move.
 * @param {Map<Square, Piece>} pieces
 * @param {string} uci
 * @param {Color} [color] the side of a piece that is placed
 * @returns {Map<Square, Piece>}
 */
export function play(pieces, uci, color) {
  const [from, to] = [uci.slice(0, 2), uci.slice(2, 4)];
  const put = uci[1] === '@' && ROLES[uci.charAt(0).toLowerCase()];
  if (put && color) return new Map(pieces).set(to, { role: put, color });
  const piece = pieces.get(from);
  if (!piece) return pieces;
  const next = new Map(pieces);
  next.delete(from);
  const rook = castlingRook(pieces, from, to);
  if (rook) {
    const isShort = fileOf(rook) > fileOf(from);
    next.delete(rook);
    next.set(nameOf(isShort ? 6 : 2, rankOf(from)), piece);
    next.set(nameOf(isShort ? 5 : 3, rankOf(from)), { role: 'rook', color: piece.color });
    return next;
  }
  // A pawn that moves diagonally to an empty square captures en passant.
  if (piece.role === 'pawn' && from[0] !== to[0] && !pieces.has(to)) {
    next.delete(nameOf(fileOf(to), rankOf(from)));
  }
  next.set(to, { role: ROLES[uci[4] ?? ''] ?? piece.role, color: piece.color });
  return next;
}

/**
 * Returns the rook that moves too if a king's move castles: its own rook on the
 * target, or the outermost one on the side to which it moves two squares.
 * @param {Map<Square, Piece>} pieces
 * @param {Square} from
 * @param {Square} to
 * @returns {Square | null}
 */
export function castlingRook(pieces, from, to) {
  const king = pieces.get(from);
  if (king?.role !== 'king' || from[1] !== to[1]) return null;
  /** @param {Square} square */
  const isRook = (square) => {
    const piece = pieces.get(square);
    return piece?.role === 'rook' && piece.color === king.color;
  };
  if (isRook(to)) return to;
  const step = Math.sign(fileOf(to) - fileOf(from));
  const isFar = Math.abs(fileOf(to) - fileOf(from)) > 1;
  if (!isFar || fileOf(to) !== (step > 0 ? 6 : 2)) return null;
  for (let file = step > 0 ? 7 : 0; file !== fileOf(from); file -= step) {
    const square = nameOf(file, rankOf(from));
    if (isRook(square)) return square;
  }
  return null;
}

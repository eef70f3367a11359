// Where a piece could ever go: what may be planned while the other side
// thinks. Nobody knows yet what will stand in the way, so nothing does.

/** @import { Piece, Square } from './types.d.ts' */
import { fileOf, nameOf, rankOf } from './squares.js';

/**
 * @param {Map<Square, Piece>} pieces
 * @param {Square} from
 * @param {number} [begins] how many ranks before the edge pawns begin: from there they go two squares
 * @returns {Square[]}
 */
export function reach(pieces, from, begins = 1) {
  const piece = pieces.get(from);
  if (!piece) return [];
  const [file, rank] = [fileOf(from), rankOf(from)];
  const forward = piece.color === 'white' ? 1 : -1;
  const home = piece.color === 'white' ? 0 : 7;
  const found = [];
  for (let to = 0; to < 64; to += 1) {
    const [x, y] = [to % 8, to >> 3];
    const [wide, high] = [Math.abs(x - file), Math.abs(y - rank)];
    if (wide + high === 0) continue;
    const straight = wide === 0 || high === 0;
    const slanted = wide === high;
    const steps = (y - rank) * forward;
    const isRook = () => {
      const other = pieces.get(nameOf(x, y));
      return other?.role === 'rook' && other.color === piece.color;
    };
    const goes = {
      king: () => Math.max(wide, high) === 1
        || rank === home && high === 0 && (file === 4 && (x === 6 || x === 2) || isRook()),
      queen: () => straight || slanted,
      rook: () => straight,
      bishop: () => slanted,
      knight: () => wide * high === 2,
      pawn: () => steps === 1 && wide <= 1 || steps === 2 && wide === 0 && rank === home + forward * begins,
    };
    if (goes[piece.role]()) found.push(nameOf(x, y));
  }
  return found;
}

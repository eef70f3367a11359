// What a move of Saktris has cleared, as the server tells it of its games: a
// tree knows positions alone.
import { fileOf, letterOf, rankOf, readPlacement } from '../board/squares.js';
import { at, cleared as squares } from './tree.js';

/** @import { Cleared } from '../wire.d.ts' */
/** @import { Square } from '../board/types.d.ts' */
/** @import { Id, Tree } from './tree.js' */

/** So many stand side by side. */
const RUN = 3;

/**
 * @param {Tree} tree
 * @param {Id} id
 * @returns {Cleared | null}
 */
export function clearedBy(tree, id) {
  const left = squares(tree, id).sort((one, other) => fileOf(one) - fileOf(other) || rankOf(one) - rankOf(other));
  const { parent, fen, uci } = at(tree, id);
  if (!left.length || parent === null) return null;
  const before = readPlacement(at(tree, parent).fen);
  const pieces = left.map((square) => {
    // What moved last stood elsewhere.
    const found = square === uci.slice(2, 4) && uci[1] !== '@' ? before.get(uci.slice(0, 2)) : before.get(square);
    const letter = letterOf(found?.role ?? 'pawn');
    return { square, piece: found?.color === 'white' ? letter.toUpperCase() : letter };
  });
  const beyond = /\bclear=rows\b/.test(fen) ? null : beyondOf(pieces);
  return { run: left.filter((square) => square !== beyond), beyond, pieces };
}

/**
 * The one that went with the three: at the end from which they do not begin.
 * @param {Cleared['pieces']} pieces in their line
 * @returns {Square | null}
 */
function beyondOf(pieces) {
  if (pieces.length <= RUN) return null;
  const first = pieces.slice(0, RUN);
  const isRun = first.every(({ square, piece }, index) => {
    const next = first[index + 1];
    return !next || (next.piece.toLowerCase() === piece.toLowerCase() && isBeside(square, next.square));
  });
  return (isRun ? pieces.at(-1) : pieces[0])?.square ?? null;
}

/** @param {Square} one @param {Square} other */
const isBeside = (one, other) => Math.abs(fileOf(one) - fileOf(other)) + Math.abs(rankOf(one) - rankOf(other)) === 1;

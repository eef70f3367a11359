// Positions as people paste them.

const PLACEMENT = /^\s*((?:[pnbrqk1-8]+\/){7}[pnbrqk1-8]+)\s*$/i;
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR';

/**
 * Returns a FEN with all its fields, if only the placement of the pieces was given:
 * White moves, and only the starting position has castling rights. Any other text
 * stays as it is.
 * @param {string} text
 */
export function completeFen(text) {
  const placement = PLACEMENT.exec(text)?.[1];
  if (!placement) return text;
  return `${placement} w ${placement === START ? 'KQkq' : '-'} - 0 1`;
}

// What a score is worth, and what a move has cost: pure numbers. The measure is
// the share of points to be expected, as the engine's own tables have it, so
// that a pawn counts much in an even game and little in one that is decided.

/** @import { AnalysisScore, Color } from '../wire.d.ts' */

/** The lead with which every second game is won, and how fast more wins more. */
const MARGIN = 106;
const SPREAD = 103;

/**
 * The share of points that White can expect, from 0 to 1.
 * @param {AnalysisScore} score
 */
export function expectation(score) {
  if ('mate' in score) return score.mate > 0 ? 1 : 0;
  const chance = (/** @type {number} */ lead) => 1 / (1 + Math.exp((MARGIN - lead) / SPREAD));
  return (1 + chance(score.cp) - chance(-score.cp)) / 2;
}

/** From which loss on a move is called so, in points of a hundred; the worst first. */
const JUDGEMENTS = /** @type {const} */ ([[30, 4], [20, 2], [10, 6]]);

/**
 * The glyph of a move that lost so much: `??`, `?`, `?!` or none.
 * @param {AnalysisScore} before
 * @param {AnalysisScore} after
 * @param {Color} mover
 * @returns {2 | 4 | 6 | null}
 */
export function judge(before, after, mover) {
  const lost = (expectation(before) - expectation(after)) * (mover === 'white' ? 100 : -100);
  return JUDGEMENTS.find(([from]) => lost >= from)?.[1] ?? null;
}

/**
 * A score as people write it: `+0.35`, `−1.20`, `#3`, `#−3`.
 * @param {AnalysisScore} score
 */
export function written(score) {
  if ('mate' in score) return `#${String(score.mate).replace('-', '−')}`;
  const pawns = (Math.abs(score.cp) / 100).toFixed(2);
  return `${score.cp > 0 ? '+' : score.cp < 0 ? '−' : ''}${pawns}`;
}

/**
 * The score of a game that is over.
 * @param {string | null} result
 * @returns {AnalysisScore}
 */
export function ended(result) {
  if (result === '1-0') return { mate: 1 };
  return result === '0-1' ? { mate: -1 } : { cp: 0 };
}

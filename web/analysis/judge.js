// The value of scores and the cost of moves. The measure is the expected share
// of points, with the constants of the engine, so that a pawn matters more in
// an equal position than in a decided one.

/** @import { AnalysisScore, Color } from '../wire.d.ts' */

/** The lead in centipawns that wins half of the games, and the spread of the curve. */
const EVEN_ODDS_LEAD = 106;
const SPREAD = 103;

/**
 * Returns the share of points that White can expect, from 0 to 1.
 * @param {AnalysisScore} score
 */
export function expectation(score) {
  if ('mate' in score) return score.mate > 0 ? 1 : 0;
  const chance = (/** @type {number} */ lead) => 1 / (1 + Math.exp((EVEN_ODDS_LEAD - lead) / SPREAD));
  return (1 + chance(score.cp) - chance(-score.cp)) / 2;
}

/** The loss in percent of a point from which a move gets each glyph, the worst first. */
const JUDGEMENTS = /** @type {const} */ ([[30, 4], [20, 2], [10, 6]]);

/**
 * Returns the glyph of a move by what it lost: `??`, `?`, `?!` or none.
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
 * Formats a score: `+0.35`, `−1.20`, `#3`, `#−3`.
 * @param {AnalysisScore} score
 */
export function written(score) {
  if ('mate' in score) return `#${String(score.mate).replace('-', '−')}`;
  const pawns = (Math.abs(score.cp) / 100).toFixed(2);
  return `${score.cp > 0 ? '+' : score.cp < 0 ? '−' : ''}${pawns}`;
}

/**
 * Returns the score of a finished game.
 * @param {string | null} result
 * @returns {AnalysisScore}
 */
export function ended(result) {
  if (result === '1-0') return { mate: 1 };
  return result === '0-1' ? { mate: -1 } : { cp: 0 };
}

// The value of scores and the cost of moves. Bar and graph show the expected
// share of points, with the constants of the engine. A move is judged by a
// person's chance to win, as `arbiter analyze` does. In both a pawn matters more
// in an equal position than in a decided one.

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

/** The slope of the curve, per centipawn, which lichess.org fitted to games of people rated 2300. */
const WIN_CHANCE_SLOPE = .00368208;
/** Larger scores count as ten pawns. */
const MAX_CENTIPAWNS = 1000;

/**
 * Returns White's chance to win in percent, where a draw counts as half a win.
 * @param {AnalysisScore} score
 */
function winChance(score) {
  if ('mate' in score) return score.mate > 0 ? 100 : 0;
  const cp = Math.min(MAX_CENTIPAWNS, Math.max(-MAX_CENTIPAWNS, score.cp));
  return 100 / (1 + Math.exp(-WIN_CHANCE_SLOPE * cp));
}

/**
 * Returns how much a move lowered the chance of its player to win, in percent and rounded to tenths.
 * @param {AnalysisScore} before
 * @param {AnalysisScore} after
 * @param {Color} mover
 */
export function lossOf(before, after, mover) {
  const lost = (winChance(before) - winChance(after)) * (mover === 'white' ? 1 : -1);
  return Math.max(0, Math.round(lost * 10) / 10);
}

/** The loss in percent from which a move gets each glyph, the worst first. */
const JUDGEMENTS = /** @type {const} */ ([[15, 4], [10, 2], [5, 6]]);

/**
 * Returns the glyph of a move by its loss: `??`, `?`, `?!` or none.
 * @param {number} loss
 * @returns {2 | 4 | 6 | null}
 */
export const judge = (loss) => JUDGEMENTS.find(([from]) => loss >= from)?.[1] ?? null;

/** How fast accuracy falls with the loss. */
const ACCURACY_DECAY = .04;

/**
 * Returns the accuracy of a move with this loss: 100 for a move that loses nothing, falling toward 0.
 * @param {number} loss
 */
export const accuracy = (loss) => 100 * Math.exp(-ACCURACY_DECAY * loss);

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

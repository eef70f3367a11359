// The geometry of the rating graph. Nothing is drawn here.

/** @import { RatingPoint } from '../wire.d.ts' */

/**
 * @typedef {object} Graph
 * @property {string} line the points of a polyline
 * @property {{ y: number, rating: number }[]} lines grid lines at round ratings
 * @property {{ x: number, y: number }} last
 * @property {{ first: number, last: number, highest: number, lowest: number, games: number }} summary
 */

/** Distances between grid lines, of which the smallest that gives at most five is used. */
const STEPS = [10, 25, 50, 100, 200, 500, 1000];

/**
 * Lays out ratings in a drawing of this size, game by game from left to right.
 * The height covers at least 50 points, so that small changes look small.
 * @param {RatingPoint[]} points the oldest first, at least one
 * @param {number} width
 * @param {number} height
 * @returns {Graph}
 */
export function graphOf(points, width, height) {
  const ratings = points.map((point) => point.rating);
  const [lowest, highest] = [Math.min(...ratings), Math.max(...ratings)];
  const room = Math.max(50, (highest - lowest) * 1.2);
  const middle = (lowest + highest) / 2;
  const y = (/** @type {number} */ rating) => round(height / 2 - ((rating - middle) / room) * height);
  const x = (/** @type {number} */ index) => round(ratings.length > 1 ? (index / (ratings.length - 1)) * width : width / 2);
  const step = STEPS.find((it) => room / it <= 5) ?? 1000;
  const lines = [];
  for (let rating = Math.ceil((middle - room / 2) / step) * step; rating <= middle + room / 2; rating += step) {
    lines.push({ y: y(rating), rating });
  }
  const first = /** @type {number} */ (ratings[0]);
  const last = /** @type {number} */ (ratings.at(-1));
  return {
    line: ratings.map((rating, index) => `${x(index)},${y(rating)}`).join(' '),
    lines,
    last: { x: x(ratings.length - 1), y: y(last) },
    summary: { first, last, highest, lowest, games: ratings.length },
  };
}

/** @param {number} value */
const round = (value) => Math.round(value * 10) / 10;

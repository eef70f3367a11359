// Analysis of the whole game: every position of the main line at the same depth,
// and the cost of each move.
import { analyze, subject } from './engine.js';
import { accuracy, expectation, judge, lossOf } from './judge.js';
import { ROOT, at, lineAfter, turnOf } from './tree.js';

/** @import { Analysis, AnalysisScore, Color } from '../wire.d.ts' */
/** @import { Refusal } from '../lib/api.js' */
/** @import { Id, Tree } from './tree.js' */

/** Deep enough to find what people overlook, in about half a minute for a game. */
export const GAME_ANALYSIS_DEPTH = 12;

/**
 * What is called during the analysis of a game.
 * @typedef {object} Listener
 * @property {(score: { fen: string }) => Promise<AnalysisScore>} finalScore returns the score of a finished game
 * @property {(id: Id, analysis: Analysis) => void} found is called with what was found in a position
 * @property {(done: number, of: number) => void} progress is called after each position
 * @property {(error: Refusal) => void} lost is called whenever the server cannot be reached
 */

/**
 * Evaluates the positions of the main line, one after the other.
 * @param {Tree} tree
 * @param {Listener} listener
 * @param {AbortSignal} signal
 */
export async function evaluateMainLine(tree, listener, signal) {
  const line = [ROOT, ...lineAfter(tree)];
  for (const [index, id] of line.entries()) {
    const { score, best } = await evaluate(tree, id, listener, signal);
    const node = tree.nodes.get(id);
    // The move may have been deleted meanwhile.
    if (!node) return;
    node.eval = { score, depth: GAME_ANALYSIS_DEPTH, best };
    const loss = lossAt(tree, id);
    if (loss !== null) mark(tree, id, judge(loss));
    listener.progress(index + 1, line.length);
  }
}

/**
 * @param {Tree} tree
 * @param {Id} id
 * @param {Listener} listener
 * @param {AbortSignal} signal
 */
async function evaluate(tree, id, { finalScore, found, lost }, signal) {
  /** @type {Analysis | null} */
  let last = null;
  await analyze({ ...subject(tree, id), lines: 1, depth: GAME_ANALYSIS_DEPTH }, (analysis) => {
    if (analysis.lines.length) last = analysis;
  }, lost, signal);
  const analysis = /** @type {Analysis | null} */ (last);
  const [line] = analysis?.lines ?? [];
  if (!analysis || !line) return { score: await finalScore(at(tree, id)), best: '' };
  found(id, analysis);
  return { score: line.score, best: line.moves[0] ?? '' };
}

/**
 * Returns what a move lost, in percent of the chance to win; null if a position was not evaluated. The best move
 * loses nothing.
 * @param {Tree} tree
 * @param {Id} id
 */
function lossAt(tree, id) {
  const node = at(tree, id);
  if (node.parent === null) return null;
  const { eval: before, fen } = at(tree, node.parent);
  if (!before || !node.eval) return null;
  return before.best && before.best === node.uci ? 0 : lossOf(before.score, node.eval.score, turnOf(fen));
}

/** @typedef {{ accuracy: number, inaccuracies: number, mistakes: number, blunders: number }} Tally the moves of one side */

/**
 * Returns the accuracy of both sides and counts their bad moves; null unless every position of the main line is
 * evaluated. A side that has not moved has no tally.
 * @param {Tree} tree
 * @returns {Record<Color, Tally | null> | null}
 */
export function tally(tree) {
  const line = lineAfter(tree);
  /** @type {Record<Color, number[]>} */
  const losses = { white: [], black: [] };
  for (const id of line) {
    const loss = lossAt(tree, id);
    if (loss === null) return null;
    losses[turnOf(at(tree, at(tree, id).parent ?? ROOT).fen)].push(loss);
  }
  if (!line.length) return null;
  const count = (/** @type {number[]} */ all) => {
    const judged = (/** @type {2 | 4 | 6} */ nag) => all.filter((loss) => judge(loss) === nag).length;
    const sum = all.reduce((total, loss) => total + accuracy(loss), 0);
    return all.length ? { accuracy: sum / all.length, inaccuracies: judged(6), mistakes: judged(2), blunders: judged(4) } : null;
  };
  return { white: count(losses.white), black: count(losses.black) };
}

/**
 * Sets the glyph of a move. A glyph of the user is kept, one of an earlier
 * analysis is replaced.
 * @param {Tree} tree
 * @param {Id} id
 * @param {2 | 4 | 6 | null} nag
 */
function mark(tree, id, nag) {
  const node = at(tree, id);
  if (given.get(node) !== undefined) node.nags = node.nags.filter((it) => it !== given.get(node));
  given.delete(node);
  if (!nag || node.nags.some((it) => it <= 6)) return;
  node.nags = [nag, ...node.nags];
  given.set(node, nag);
}

/** The glyphs that an analysis has set. @type {WeakMap<object, number>} */
const given = new WeakMap();

/**
 * Returns the points of the graph: White's expected share of points for each
 * position of the main line, if known, with the glyphs of bad moves.
 * @param {Tree} tree
 * @returns {{ id: Id, share: number | null, nag: number | null }[]}
 */
export function graphOf(tree) {
  return [ROOT, ...lineAfter(tree)].map((id) => {
    const { eval: judged, nags } = at(tree, id);
    const nag = nags.find((it) => it === 2 || it === 4 || it === 6) ?? null;
    return { id, share: judged ? expectation(judged.score) : null, nag };
  });
}

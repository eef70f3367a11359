// Analysis of the whole game: every position of the main line at the same depth,
// and the cost of each move.
import { analyze, subject } from './engine.js';
import { expectation, judge } from './judge.js';
import { ROOT, at, lineAfter, turnOf } from './tree.js';

/** @import { AnalysisScore } from '../wire.d.ts' */
/** @import { Refusal } from '../lib/api.js' */
/** @import { Id, Tree } from './tree.js' */

/** Deep enough to find what people overlook, in about half a minute for a game. */
export const SURVEY_DEPTH = 12;

/**
 * Evaluates one position after the other; `told` is called after each.
 * @param {Tree} tree
 * @param {(score: { fen: string }) => Promise<AnalysisScore>} over returns the score of a finished game
 * @param {(done: number, of: number) => void} told
 * @param {(error: Refusal) => void} lost is called whenever the server cannot be reached
 * @param {AbortSignal} signal
 */
export async function survey(tree, over, told, lost, signal) {
  const line = [ROOT, ...lineAfter(tree)];
  /** @type {AnalysisScore | null} */
  let before = null;
  let best = '';
  for (const [index, id] of line.entries()) {
    const found = await look(tree, id, over, lost, signal);
    const node = tree.nodes.get(id);
    // The move may have been deleted meanwhile.
    if (!node) return;
    node.eval = { score: found.score, depth: SURVEY_DEPTH };
    if (before && node.parent !== null) {
      const mover = turnOf(at(tree, node.parent).fen);
      mark(tree, id, node.uci === best ? null : judge(before, found.score, mover));
    }
    ({ score: before, best } = found);
    told(index + 1, line.length);
  }
}

/**
 * @param {Tree} tree
 * @param {Id} id
 * @param {(at: { fen: string }) => Promise<AnalysisScore>} over
 * @param {(error: Refusal) => void} lost
 * @param {AbortSignal} signal
 */
async function look(tree, id, over, lost, signal) {
  /** @type {{ score: AnalysisScore, best: string } | null} */
  let found = null;
  await analyze({ ...subject(tree, id), lines: 1, depth: SURVEY_DEPTH }, ({ lines }) => {
    const [line] = lines;
    if (line) found = { score: line.score, best: line.moves[0] ?? '' };
  }, lost, signal);
  return found ?? { score: await over(at(tree, id)), best: '' };
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

// The server's engine: its findings are streamed until the request is aborted.
import { Refusal, stream, unreachable } from '../lib/api.js';
import { ROOT, at, path } from './tree.js';

/** @import { Analysis, AnalysisRequest } from '../wire.d.ts' */
/** @import { Id, Tree } from './tree.js' */

/**
 * Returns the question about a position: a start and the moves from there, so
 * that the engine knows earlier positions. A null move begins a new start.
 * @param {Tree} tree
 * @param {Id} id
 */
export function subject(tree, id) {
  const line = path(tree, id);
  const begin = line.findLastIndex((it) => !at(tree, it).uci);
  return {
    fen: at(tree, line[begin] ?? ROOT).fen,
    moves: line.slice(begin + 1).map((it) => at(tree, it).uci).join(' '),
  };
}

/** After how many milliseconds a refused request is repeated. */
const RETRY_MS = 1500;

/**
 * Asks until there is an answer; `each` is called with every finding, and `lost`
 * whenever the server cannot be reached.
 * @param {Partial<AnalysisRequest>} request
 * @param {(analysis: Analysis) => void} each
 * @param {(error: Refusal) => void} lost
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
export async function analyze(request, each, lost, signal) {
  for (;;) {
    try {
      let hasEnded = false;
      await stream('POST', '/analysis', request, (/** @type {Analysis} */ analysis) => {
        hasEnded = Boolean(analysis.end);
        each(analysis);
      }, { signal });
      if (hasEnded) return;
      // A server that stops closes the connection in order.
      throw unreachable();
    } catch (error) {
      if (!(error instanceof Refusal) || ![0, 429, 503].includes(error.problem.status)) throw error;
      if (error.problem.status === 0) lost(error);
      await pause(RETRY_MS, signal);
    }
  }
}

/**
 * @param {number} millis
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
export function pause(millis, signal) {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, millis);
    signal.addEventListener('abort', stop, { once: true });
  });
}

// Refusals and remarks: sentences beside the board that disappear by
// themselves.
import { say } from '../lib/dom.js';
import { explain } from '../lib/explain.js';

/** @import { Problem } from '../wire.d.ts' */
/** @import { ChessBoard } from '../board/types.d.ts' */

const REFUSAL_MS = 12_000;
const REMARK_MS = 6_000;

/**
 * @param {ChessBoard} board
 * @param {() => void} draw
 */
export function makeMessages(board, draw) {
  const messages = {
    /** Why the last action was refused. @type {{ words: string, lang?: string, article: string | null } | null} */
    refusal: null,
    /** @type {string | null} */
    remark: null,

    /** Explains a refusal, and points at its squares. @param {Problem} problem */
    async refuse(problem) {
      clearRefusal();
      const said = await explain(problem);
      messages.refusal = { ...said, article: problem.article ?? null };
      board.point(problem.squares ?? []);
      refusalTimer = window.setTimeout(() => { clearRefusal(); draw(); }, REFUSAL_MS);
      say(said.words, 'urgent', said.lang);
      draw();
    },
    /** @param {string} words */
    note(words) {
      clearTimeout(remarkTimer);
      messages.remark = words;
      remarkTimer = window.setTimeout(() => { messages.remark = null; draw(); }, REMARK_MS);
      draw();
    },
    clearRefusal,
  };
  /** @type {number | undefined} */
  let refusalTimer;
  /** @type {number | undefined} */
  let remarkTimer;

  function clearRefusal() {
    clearTimeout(refusalTimer);
    if (messages.refusal) board.point([]);
    messages.refusal = null;
  }

  return messages;
}

// What a player can plan while the opponent thinks. The page knows no laws: it
// asks the server, and knows nothing until the answer has arrived.
import { ask } from '../lib/api.js';

/** @import { PremovesQuery, Color, Premoves } from '../wire.d.ts' */

/**
 * @param {() => void} answered is called when an answer has arrived
 * @param {(question: PremovesQuery) => Promise<Premoves>} [request]
 */
export function makePremoves(answered, request = (question) => ask('POST', '/rules/premoves', question)) {
  /** The question that was asked last. */
  let asked = '';
  /** @type {Premoves | null} */
  let answer = null;

  /** @param {PremovesQuery} question */
  async function fetchAnswer(question) {
    const id = asked;
    // Without an answer any square is accepted: the server decides about a
    // premove when it is played.
    const found = await request(question).catch(() => null);
    if (!found || id !== asked) return;
    answer = found;
    answered();
  }

  return {
    /**
     * Returns what a side can plan after its planned moves, or null until the
     * server has answered.
     * @param {string} fen
     * @param {Color} color
     * @param {string[]} moves
     */
    after(fen, color, moves) {
      const id = [fen, color, ...moves].join(' ');
      if (id !== asked) {
        asked = id;
        answer = null;
        void fetchAnswer({ fen, color, moves });
      }
      return answer;
    },
  };
}

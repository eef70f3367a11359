// Why something was refused, in the reader's language as far as the page can say
// it, and otherwise in the words of the server.
import words from '../strings.js';
import { text } from './text.js';

/** @import { RefusalDetails } from '../wire.d.ts' */
/** @import { Word } from './text.js' */

/** @typedef {{ code: string, title?: string, message?: string, cause?: RefusalDetails | null }} Reason a problem or a refused move */

/**
 * Returns the reason as a sentence, with its language if that is not the reader's.
 * @param {Reason} reason
 * @returns {Promise<{ words: string, lang?: string }>}
 */
export async function explain(reason) {
  const word = /** @type {Word} */ (`problem_${reason.code}`);
  if (word in words) return { words: text(word) };
  const { explainCause } = await import('./explain_cause.js');
  return explainCause(reason);
}

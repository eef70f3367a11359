// Why something was refused, in the reader's language as far as the page can say
// it, and otherwise in the words of the server.
import words from '../strings.js';
import { written } from './notation.js';
import { refusalText, sentencesIn } from './refusal.js';
import { habits } from './settings.js';
import { language, sentence, text } from './text.js';

/** @import { RefusalDetails } from '../wire.d.ts' */
/** @import { Sentences } from './refusal.js' */
/** @import { Word } from './text.js' */

/** @typedef {{ code: string, title?: string, message?: string, cause?: RefusalDetails | null }} Reason a problem or a refused move */

/**
 * The reason as a sentence, with its language if that is not the reader's.
 * @param {Reason} reason
 * @returns {Promise<{ words: string, lang?: string }>}
 */
export async function explain(reason) {
  const word = /** @type {Word} */ (`problem_${reason.code}`);
  if (word in words) return { words: text(word) };
  return explainWith(reason, await sentencesIn(language()));
}

/**
 * The same with sentences that are already loaded.
 * @param {Reason} reason
 * @param {Sentences | undefined} sentences
 * @returns {{ words: string, lang?: string }}
 */
export function explainWith({ code, title, message, cause }, sentences) {
  const own = cause && sentences
    ? refusalText(cause, sentences, (san) => written(san, habits()))
    : sentences?.problems[code];
  if (own) return { words: sentence(own) };
  const spoken = sentence(title ?? message ?? code);
  return language() === 'en' ? { words: spoken } : { words: spoken, lang: 'en' };
}

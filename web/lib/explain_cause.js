// Explains a problem or a refused move with the sentences of a language. Loaded
// when the first of them has to be explained: most visits have none.
import { written } from './notation.js';
import { refusalText, sentencesIn } from './refusal.js';
import { preferences } from './settings.js';
import { language, sentence } from './text.js';

/** @import { Reason } from './explain.js' */
/** @import { Sentences } from './refusal.js' */

/** Loads the sentences of the reader's language and explains the reason with them. @param {Reason} reason */
export const explainCause = async (reason) => explainWith(reason, await sentencesIn(language()));

/**
 * Explains the reason with sentences that are already loaded.
 * @param {Reason} reason
 * @param {Sentences | undefined} sentences
 * @returns {{ words: string, lang?: string }}
 */
export function explainWith({ code, title, message, cause }, sentences) {
  const own = cause && sentences
    ? refusalText(cause, sentences, (san) => written(san, preferences()))
    : sentences?.problems[code];
  if (own) return { words: sentence(own) };
  const spoken = sentence(title ?? message ?? code);
  return language() === 'en' ? { words: spoken } : { words: spoken, lang: 'en' };
}

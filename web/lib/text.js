// Strings in the reader's language.
import words from '../strings.js';

/** @import pages from '../strings/pages_en.js' */
/** @import account from '../strings/account_en.js' */
/** @import tournaments from '../strings/tournaments_en.js' */

/** @typedef {keyof typeof words | keyof typeof pages | keyof typeof account | keyof typeof tournaments} Word */

/**
 * Returns a string in the reader's language, with `{name}` replaced by the value
 * of that name.
 * @param {Word} word
 * @param {Record<string, string | number>} [values]
 */
export function text(word, values = {}) {
  return /** @type {Record<Word, string>} */ (words)[word].replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** Reports whether the page has this string. @param {Word} word */
export const hasText = (word) => word in words;

/** Returns the language of the page, such as `en`. */
export const language = () => document.documentElement.lang || 'en';

/** A square or a move at the start of a sentence, as in `e3-e4 is not allowed`, which stays lowercase. */
const SQUARE = /^[a-h](?:[1-8]|x[a-h](?:[1-8]|\b))/;

/**
 * Turns a message of the server into a sentence: messages start in lower case and
 * have no full stop.
 * @param {string} message
 */
export function sentence(message) {
  // Byte offsets are for programs.
  const words = message.replace(/ \(byte \d+(?:; ([^)]*))?\)/, (_, hint) => (hint ? ` (${hint})` : ''));
  const begun = SQUARE.test(words) ? words : words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?…]$/.test(begun) ? begun : `${begun}.`;
}

/**
 * Says why something was refused: in the reader's language if the page has a
 * string for it, otherwise in the server's words.
 * @param {unknown} error
 */
export function why(error) {
  const { problem, retryAfter } = /** @type {{ problem?: import('../wire.d.ts').Problem, retryAfter?: number }} */ (error);
  if (!problem) throw error;
  if (problem.code === 'too_many_requests' && retryAfter) return text('problem_wait', { time: duration(retryAfter) });
  const word = /** @type {Word} */ (`problem_${problem.code}`);
  if (!(word in words)) return sentence(problem.title);
  const said = text(word, { reason: problem.reason ?? '' });
  if (!problem.until) return said;
  return text('problem_until', { sentence: said, time: new Date(problem.until).toLocaleString(language()) });
}

/**
 * Writes a time in seconds as minutes and seconds, such as `2:05`.
 * @param {number} seconds
 */
export function duration(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

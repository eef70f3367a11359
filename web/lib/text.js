// Words in the reader's language.
import words from '../strings.js';

/** @typedef {keyof typeof words} Word */

/**
 * A word or a sentence in the reader's language. `{name}` in it is replaced by
 * the value of that name.
 * @param {Word} word
 * @param {Record<string, string | number>} [values]
 */
export function text(word, values = {}) {
  return words[word].replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** The language of the page, such as `en`. */
export const language = () => document.documentElement.lang || 'en';

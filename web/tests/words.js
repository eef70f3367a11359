// Strings of a given language, for tests.

/** @import english from '../strings/en.js' */

/**
 * Returns a function like `text` of lib/text.js for this language.
 * @param {typeof english} language
 * @returns {typeof import('../lib/text.js').text}
 */
export const textIn = (language) => (word, values = {}) =>
  /** @type {Record<string, string>} */ (language)[word]?.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole)) ?? word;

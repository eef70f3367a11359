// Refusals in the reader's language.

import { language } from '../lib/text.js';

/** @import { Illegal, Problem } from '../wire.d.ts' */

/** @type {Record<string, string>} translations by the code of the refusal */
let translated = {};
if (language() !== 'en') {
  import(`../strings/refusals_${language()}.js`).then((module) => { translated = module.default; });
}

/**
 * Returns the server's sentence, or its translation.
 * @param {Pick<Illegal, 'code' | 'message'> | Problem} refusal
 */
export function explain(refusal) {
  return translated[refusal.code] ?? ('message' in refusal ? refusal.message : refusal.title);
}

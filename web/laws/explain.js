// Why a move is refused, in the reader's language.

import { language } from '../lib/text.js';

/** @import { Illegal, Problem } from '../wire.d.ts' */

/** @type {Record<string, string>} what the server's own words are in another language, by code */
let translated = {};
if (language() !== 'en') {
  import(`../strings/refusals_${language()}.js`).then((module) => { translated = module.default; });
}

/**
 * The server's own words or, in another language, what stands for their code.
 * @param {Pick<Illegal, 'code' | 'message'> | Problem} refusal
 */
export function explain(refusal) {
  return translated[refusal.code] ?? ('message' in refusal ? refusal.message : refusal.title);
}

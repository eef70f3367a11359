// What a token allows, in words.
import { text } from '../lib/text.js';

/** @import { Scope } from '../wire.d.ts' */
/** @import { Word } from '../lib/text.js' */

/** Returns what a scope allows. @param {Scope} scope */
export const scopeWords = (scope) => text(/** @type {Word} */ (`settings_scope_${scope.replace(':', '_')}`));

/**
 * Returns the token that a program asks for in a link, as programs for lichess do; null if none.
 * @param {string} search of the link
 */
export function requestedToken(search) {
  const asked = new URLSearchParams(search);
  const scopes = asked.getAll('scopes[]');
  return scopes.length ? { label: (asked.get('description') ?? '').slice(0, 100), scopes } : null;
}

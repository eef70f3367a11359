// The way to the OpenID Connect provider and back.
import { ask } from '../lib/api.js';

/** @import { ProviderUrl } from '../wire.d.ts' */

/**
 * @typedef {object} Trip
 * @property {'sign_in' | 'link'} purpose
 * @property {string} to the page to go to in the end
 * @property {string | null} invitation
 */

/** Where the browser keeps the trip: in this tab only. */
const KEY = 'provider-trip';

/**
 * Goes to the provider. Throws a `Refusal` if that is not possible.
 * @param {Trip} trip
 */
export async function leave(trip) {
  /** @type {ProviderUrl} */
  const { url } = await ask('POST', '/session/provider');
  sessionStorage.setItem(KEY, JSON.stringify(trip));
  location.assign(url);
}

/**
 * Returns the trip that ends here.
 * @returns {Trip}
 */
export function comeBack() {
  const kept = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  // In another tab nothing is known but that somebody signs in.
  return kept ? JSON.parse(kept) : { purpose: 'sign_in', to: '/', invitation: null };
}

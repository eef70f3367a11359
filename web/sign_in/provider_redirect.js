// The redirect to the OpenID Connect provider and back.
import { ask } from '../lib/api.js';

/** @import { ProviderUrl } from '../wire.d.ts' */

/**
 * @typedef {object} ProviderRedirect
 * @property {'sign_in' | 'link'} purpose
 * @property {string} to the page to go to in the end
 * @property {string | null} invitation
 */

/** The key in the storage of this tab. */
const KEY = 'provider-trip';

/**
 * Goes to the provider. Throws a `Refusal` if that is not possible.
 * @param {ProviderRedirect} pending
 */
export async function redirectToProvider(pending) {
  /** @type {ProviderUrl} */
  const { url } = await ask('POST', '/session/provider');
  sessionStorage.setItem(KEY, JSON.stringify(pending));
  location.assign(url);
}

/**
 * Returns what the redirect that has come back was for, and forgets it.
 * @returns {ProviderRedirect}
 */
export function takeRedirect() {
  const stored = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  // Another tab knows nothing about the redirect, so it is taken for a sign-in.
  return stored ? JSON.parse(stored) : { purpose: 'sign_in', to: '/', invitation: null };
}

// What a program asks a player for, in the address of the page.

/** @import { NewAuthorization } from '../wire.d.ts' */

/**
 * Returns what a program asks for; null if the request is malformed.
 * @param {string} search
 * @returns {NewAuthorization | null}
 */
export function readRequest(search) {
  const asked = new URLSearchParams(search);
  const value = (/** @type {string} */ name) => asked.get(name) ?? '';
  const isCode = value('response_type') === 'code' && value('code_challenge_method') === 'S256';
  if (!isCode || !value('client_id') || !value('redirect_uri') || !value('code_challenge')) return null;
  const state = asked.get('state');
  return {
    client_id: value('client_id'),
    redirect_uri: value('redirect_uri'),
    code_challenge: value('code_challenge'),
    scope: value('scope').split(/[ ,]+/).filter(Boolean).join(' '),
    ...(state !== null && { state }),
  };
}

/**
 * Returns where a browser goes if the player does not agree. Only addresses that cannot run
 * anything here are used; for others it is the home page.
 * @param {NewAuthorization} request
 */
export function denial({ redirect_uri: address, state }) {
  if (!URL.canParse(address)) return '/';
  const url = new URL(address);
  const isLocal = url.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url.protocol !== 'https:' && !isLocal) return '/';
  url.searchParams.set('error', 'access_denied');
  if (state) url.searchParams.set('state', state);
  return url.href;
}

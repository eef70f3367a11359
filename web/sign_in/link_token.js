// The secret of a link, which follows the `#`.
import { text, why } from '../lib/text.js';

/**
 * Returns the secret in the address, and removes it from there, so that it is
 * neither kept in the history nor shown to others.
 */
export function takeToken() {
  const token = location.hash.slice(1);
  if (token) history.replaceState(null, '', location.pathname);
  return token;
}

/**
 * Returns why a link could not be used.
 * @param {unknown} error
 */
export function whyNot(error) {
  const isInvalid = /** @type {any} */ (error).problem?.code === 'invalid_link';
  return isInvalid ? text('sign_in_link_invalid') : why(error);
}

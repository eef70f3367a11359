// Completes signing in with the OpenID Connect provider.
import '../page_strings.js';
import '../account_strings.js';
import { ask } from '../lib/api.js';
import { find } from '../lib/dom.js';
import { text, why } from '../lib/text.js';
import { countDown } from './count_down.js';
import { takeRedirect } from './provider_redirect.js';

/** @import { NameNeeded, SignedIn } from '../wire.d.ts' */

const query = new URLSearchParams(location.search);
const [code, state] = [query.get('code'), query.get('state')];
// The code is a secret until it is used, so it is removed from the address.
history.replaceState(null, '', location.pathname);
const pending = takeRedirect();
const invitation = pending.invitation ? { invitation: pending.invitation } : {};
const panel = find('#come-back');

try {
  if (!code || !state) throw null;
  const path = pending.purpose === 'link' ? '/account/provider' : '/session/provider';
  /** @type {SignedIn | NameNeeded | ''} */
  const answer = await ask('PUT', path, { code, state, ...invitation });
  if (answer && 'ticket' in answer) chooseName(answer);
  else location.replace(pending.to);
} catch (error) {
  // The provider's message is not shown: anybody can write such a link.
  find('.wrong', panel).textContent = error ? why(error) : text('sign_in_provider_denied');
  if (pending.purpose === 'link') /** @type {HTMLAnchorElement} */ (find('a', panel)).href = '/settings#account';
  panel.removeAttribute('aria-busy');
}

/** @param {NameNeeded} needed */
function chooseName({ ticket, suggestion }) {
  panel.hidden = true;
  const form = /** @type {HTMLFormElement} */ (find('#choose'));
  const input = /** @type {HTMLInputElement} */ (find('#choose-name'));
  const button = /** @type {HTMLButtonElement} */ (find('button', form));
  input.value = suggestion ?? '';
  form.hidden = false;
  input.focus();
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    showError(input.value ? '' : text('sign_in_name_missing'));
    if (!input.value) return;
    button.disabled = true;
    try {
      await ask('POST', '/accounts/provider', { ticket, name: input.value, ...invitation });
      location.replace(pending.to);
    } catch (error) {
      showError(why(error));
      await countDown(button, /** @type {any} */ (error).retryAfter ?? 0);
      button.disabled = false;
    }
  });

  /** @param {string} message */
  function showError(message) {
    input.toggleAttribute('aria-invalid', false);
    if (message) input.setAttribute('aria-invalid', 'true');
    find('#choose-name-wrong').textContent = message;
    if (message) input.focus();
  }
}

// Signing in and signing up: two forms, each with a username and a password.
import '../page_strings.js';
import '../account_strings.js';
import { ask } from '../lib/api.js';
import { find } from '../lib/dom.js';
import { text, why } from '../lib/text.js';
import { countDown } from './count_down.js';
import { redirectToProvider } from './provider_redirect.js';
import { initShowButtons } from './show_password.js';
import { invitationIn, returnPath } from './return_path.js';

for (const [form, path] of /** @type {const} */ ([['in', '/session'], ['up', '/accounts']])) init(form, path);

/**
 * @param {'in' | 'up'} id
 * @param {string} path
 */
function init(id, path) {
  const form = /** @type {HTMLFormElement} */ (find(`#${id}`));
  const button = /** @type {HTMLButtonElement} */ (find('button:not([type])', form));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const { name, password } = Object.fromEntries(new FormData(form));
    showError(id, 'name', name ? '' : text('sign_in_name_missing'));
    showError(id, 'password', password ? '' : text('sign_in_password_missing'));
    const empty = form.querySelector('[aria-invalid=true]');
    if (empty instanceof HTMLElement) return empty.focus();
    button.disabled = true;
    try {
      const invitation = id === 'up' && invitationIn(location);
      await ask('POST', path, { name, password, ...(invitation ? { invitation } : {}) });
      location.replace(returnPath(location.search, location.origin));
    } catch (error) {
      const field = /** @type {any} */ (error).problem?.field === 'name' ? 'name' : 'password';
      showError(id, field, why(error));
      find(`#${id}-${field}`).focus();
      await countDown(button, /** @type {any} */ (error).retryAfter ?? 0);
      button.disabled = false;
    }
  });
}

/**
 * Shows an error beside its field; an empty message clears it.
 * @param {string} form
 * @param {'name' | 'password'} field
 * @param {string} message
 */
function showError(form, field, message) {
  find(`#${form}-${field}`).toggleAttribute('aria-invalid', false);
  if (message) find(`#${form}-${field}`).setAttribute('aria-invalid', 'true');
  find(`#${form}-${field}-wrong`).textContent = message;
}

initShowButtons();

const provide = /** @type {HTMLFormElement} */ (find('#provide'));
provide.addEventListener('submit', async (event) => {
  event.preventDefault();
  const button = /** @type {HTMLButtonElement} */ (find('button', provide));
  button.disabled = true;
  try {
    const to = returnPath(location.search, location.origin);
    await redirectToProvider({ purpose: 'sign_in', to, invitation: invitationIn(location) });
  } catch (error) {
    find('.wrong', provide).textContent = why(error);
    await countDown(button, /** @type {any} */ (error).retryAfter ?? 0);
    button.disabled = false;
  }
});

// A page restored from the back/forward cache may show an outdated visitor.
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});

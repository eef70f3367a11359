// A new password instead of a forgotten one: asking for a link, and using it.
import '../page_strings.js';
import '../account_strings.js';
import { ask } from '../lib/api.js';
import { find } from '../lib/dom.js';
import { text } from '../lib/text.js';
import { countDown } from './count_down.js';
import { takeToken, whyNot } from './link_token.js';
import { initShowButtons } from './show_password.js';

const token = takeToken();
if (token) {
  find('#ask').hidden = true;
  find('#no-mail').hidden = true;
  find('#choose').hidden = false;
}

submits('ask', 'account', 'sign_in_recover_missing', async (account, form) => {
  await ask('POST', '/recovery', { account });
  find('.done', form).textContent = text('sign_in_recover_sent');
});

submits('choose', 'password', 'sign_in_password_missing', async (password, form) => {
  await ask('PUT', '/recovery', { token, password });
  form.hidden = true;
  find('#changed').hidden = false;
  find('#changed').focus();
});

/**
 * Sends the only field of a form, and shows what is wrong beside it.
 * @param {'ask' | 'choose'} id
 * @param {'account' | 'password'} field
 * @param {'sign_in_recover_missing' | 'sign_in_password_missing'} missing
 * @param {(value: string, form: HTMLFormElement) => Promise<void>} send
 */
function submits(id, field, missing, send) {
  const form = /** @type {HTMLFormElement} */ (find(`#${id}`));
  const input = /** @type {HTMLInputElement} */ (find(`#${id}-${field}`));
  const button = /** @type {HTMLButtonElement} */ (find('button:not([type])', form));
  /** @param {string} message */
  const showError = (message) => {
    input.toggleAttribute('aria-invalid', false);
    if (message) input.setAttribute('aria-invalid', 'true');
    find(`#${id}-${field}-wrong`).textContent = message;
    if (message) input.focus();
  };
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    showError(input.value ? '' : text(missing));
    if (!input.value) return;
    button.disabled = true;
    try {
      await send(input.value, form);
    } catch (error) {
      showError(whyNot(error));
      await countDown(button, /** @type {any} */ (error).retryAfter ?? 0);
    }
    button.disabled = false;
  });
}

initShowButtons();

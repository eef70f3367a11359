// The settings page. Each change takes effect immediately.
import '../page_strings.js';
import '../account_strings.js';
import { find, say } from '../lib/dom.js';
import { look, preferences, setLook, setPreferences } from '../lib/settings.js';
import { language, text } from '../lib/text.js';
import { drawLittleBoards } from './little_board.js';

const lookForm = /** @type {HTMLFormElement} */ (find('#look'));
const preferencesForm = /** @type {HTMLFormElement} */ (find('#preferences'));

fill(lookForm, look());
const current = preferences();
// In English both notations are the same, and only one is shown.
fill(preferencesForm, { ...current, notation: current.notation === 'english' && language() === 'en' ? 'letters' : current.notation });
drawLittleBoards();

lookForm.addEventListener('change', ({ target }) => {
  const { name, value } = /** @type {HTMLInputElement} */ (target);
  setLook({ [name]: value });
});

preferencesForm.addEventListener('change', async ({ target }) => {
  const input = /** @type {HTMLInputElement} */ (target);
  // An input without a name belongs to a setting that the server stores.
  if (!input.name) return;
  if (input.name === 'notifications' && input.checked) {
    const { allowNotifications } = await import('../notices/alert.js');
    input.checked = await allowNotifications();
    if (!input.checked) find('#notifications-hint').textContent = text('settings_notifications_denied');
  }
  setPreferences({ [input.name]: input.type === 'checkbox' ? input.checked : input.value });
  if (input.name === 'spoken' && input.checked) say(text('settings_spoken_hint'));
});

if (document.documentElement.dataset.kind === 'account') {
  const { initPush } = await import('./push.js');
  const { initAccount } = await import('./account.js');
  await Promise.all([initPush(), initAccount()]);
}

/**
 * Shows the current settings.
 * @param {HTMLFormElement} form
 * @param {Record<string, string | boolean>} chosen
 */
function fill(form, chosen) {
  for (const input of form.querySelectorAll('input')) {
    const value = chosen[input.name];
    input.checked = input.type === 'checkbox' ? value === true : value === input.value;
  }
}

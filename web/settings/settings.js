// The settings page. Each change takes effect immediately.
import '../page_strings.js';
import '../account_strings.js';
import { find, say } from '../lib/dom.js';
import { habits, look, setHabits, setLook } from '../lib/settings.js';
import { language, text } from '../lib/text.js';
import { drawLittleBoards } from './little_board.js';

const looks = /** @type {HTMLFormElement} */ (find('#look'));
const play = /** @type {HTMLFormElement} */ (find('#habits'));

fill(looks, look());
const mine = habits();
// In English both notations are the same, and only one is shown.
fill(play, { ...mine, notation: mine.notation === 'english' && language() === 'en' ? 'letters' : mine.notation });
drawLittleBoards();

looks.addEventListener('change', ({ target }) => {
  const { name, value } = /** @type {HTMLInputElement} */ (target);
  setLook({ [name]: value });
});

play.addEventListener('change', async ({ target }) => {
  const input = /** @type {HTMLInputElement} */ (target);
  // What the server keeps has no name here.
  if (!input.name) return;
  if (input.name === 'notifications' && input.checked) {
    const { allowNotifications } = await import('../notices/alert.js');
    input.checked = await allowNotifications();
    if (!input.checked) find('#notifications-hint').textContent = text('settings_notifications_denied');
  }
  setHabits({ [input.name]: input.type === 'checkbox' ? input.checked : input.value });
  if (input.name === 'spoken' && input.checked) say(text('settings_spoken_hint'));
});

if (document.documentElement.dataset.kind === 'account') {
  const { attendPush } = await import('./push.js');
  const { attendAccount } = await import('./account.js');
  await Promise.all([attendPush(), attendAccount()]);
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

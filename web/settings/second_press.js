// What cannot be undone needs a second press, on the same spot.
import { say } from '../lib/dom.js';
import { text } from '../lib/text.js';

/** So long the second press is waited for. */
const PATIENCE = 4000;

/**
 * Whether this press is the second one; the first changes the words on the
 * button for some seconds.
 * @param {HTMLButtonElement} button
 */
export function isSecondPress(button) {
  if (button.dataset.calm !== undefined) {
    calm(button);
    return true;
  }
  button.dataset.calm = button.textContent ?? '';
  button.textContent = text('settings_confirm');
  say(text('settings_confirm'));
  setTimeout(() => calm(button), PATIENCE);
  button.addEventListener('blur', () => calm(button), { once: true });
  return false;
}

/** @param {HTMLButtonElement} button */
function calm(button) {
  if (button.dataset.calm === undefined) return;
  button.textContent = button.dataset.calm;
  delete button.dataset.calm;
}

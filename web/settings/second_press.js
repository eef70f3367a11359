// Confirms an irreversible action by a second press on the same button.
import { say } from '../lib/dom.js';
import { text } from '../lib/text.js';

/** How long a button waits for its second press, in milliseconds. */
const CONFIRM_MS = 4000;

/**
 * Reports whether this press is the second one; the first changes the button's
 * label for some seconds.
 * @param {HTMLButtonElement} button
 */
export function isSecondPress(button) {
  if (button.dataset.label !== undefined) {
    restoreLabel(button);
    return true;
  }
  button.dataset.label = button.textContent ?? '';
  button.textContent = text('settings_confirm');
  say(text('settings_confirm'));
  setTimeout(() => restoreLabel(button), CONFIRM_MS);
  button.addEventListener('blur', () => restoreLabel(button), { once: true });
  return false;
}

/** @param {HTMLButtonElement} button */
function restoreLabel(button) {
  if (button.dataset.label === undefined) return;
  button.textContent = button.dataset.label;
  delete button.dataset.label;
}

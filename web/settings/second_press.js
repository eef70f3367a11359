// Confirms an irreversible action by a second press on the same button.
import { say } from '../lib/dom.js';
import { onOtherInput } from '../lib/other_input.js';
import { text } from '../lib/text.js';

/** The buttons that wait for their second press, and what ends the waiting. @type {WeakMap<Element, () => void>} */
const waiting = new WeakMap();

/**
 * Reports whether this press is the second one. The first changes the button's
 * label until something else is done.
 * @param {HTMLButtonElement} button
 */
export function isSecondPress(button) {
  const stop = waiting.get(button);
  if (stop) {
    stop();
    return true;
  }
  const [words, label] = [button.textContent, button.ariaLabel];
  const end = onOtherInput((pressed) => button.contains(pressed), restore);
  waiting.set(button, restore);
  button.textContent = text('settings_confirm');
  button.ariaLabel = null;
  say(text('settings_confirm'));
  return false;

  function restore() {
    end();
    waiting.delete(button);
    button.textContent = words;
    button.ariaLabel = label;
  }
}

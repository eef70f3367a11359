// A button that cannot be pressed for a while.
import { duration } from '../lib/text.js';

/**
 * Counts down on a button until it may be pressed again.
 * @param {HTMLButtonElement} button
 * @param {number} seconds
 */
export async function countDown(button, seconds) {
  const label = button.textContent;
  const end = Date.now() + seconds * 1_000;
  for (;;) {
    const left = Math.ceil((end - Date.now()) / 1_000);
    if (left <= 0) break;
    button.textContent = `${label} (${duration(left)})`;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  button.textContent = label;
}

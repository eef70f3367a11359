// Buttons that show a password while it is typed.
import { find } from '../lib/dom.js';

export function initShowButtons() {
  for (const button of document.querySelectorAll('.secret button')) {
    const input = /** @type {HTMLInputElement} */ (find(`#${button.getAttribute('aria-controls')}`));
    button.addEventListener('click', () => {
      const isShown = input.type === 'password';
      input.type = isShown ? 'text' : 'password';
      button.setAttribute('aria-pressed', String(isShown));
    });
  }
}

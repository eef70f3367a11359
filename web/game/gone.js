// Shown where a game does not exist.
import { make } from '../lib/dom.js';
import { text } from '../lib/text.js';

/** @param {HTMLElement} root */
export function drawGone(root) {
  root.hidden = false;
  const home = make('a', { class: 'button primary', href: '/' }, text('game_new_long'));
  root.replaceChildren(make('h2', {}, text('game_gone')), home);
}

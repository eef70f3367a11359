// The list of keyboard shortcuts, as a dialog.
import '../page_strings.js';
import { make } from '../lib/dom.js';
import { styled } from '../lib/style.js';
import { text } from '../lib/text.js';

/** @typedef {keyof typeof NAMES} Name */
/** @typedef {{ keys: string[], name: Name }} Listed keys, and what they do */

/** What keys do, in words. */
const NAMES = {
  back: 'shortcuts_back', on: 'shortcuts_on', first: 'shortcuts_first', last: 'shortcuts_last',
  up: 'shortcuts_up', down: 'shortcuts_down', type: 'shortcuts_type', hint: 'shortcuts_hint', flip: 'shortcuts_flip',
  zen: 'shortcuts_zen', engine: 'shortcuts_engine', help: 'shortcuts_help',
  focus: 'shortcuts_focus', square: 'shortcuts_square', use: 'shortcuts_use', cancel: 'shortcuts_cancel', mark: 'shortcuts_mark',
  turn: 'shortcuts_turn',
};

/** The keys of a board that has the focus; `board/keys.js` handles them. @type {Listed[]} */
export const BOARD_KEYS = [
  { keys: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'], name: 'focus' },
  { keys: ['a', '1'], name: 'square' },
  { keys: ['Enter'], name: 'use' },
  { keys: ['Escape'], name: 'cancel' },
  { keys: ['m'], name: 'mark' },
  { keys: ['r'], name: 'turn' },
];

/** How keys are written. @type {Record<string, () => string>} */
const WRITTEN = {
  ArrowLeft: () => '←', ArrowRight: () => '→', ArrowUp: () => '↑', ArrowDown: () => '↓',
  Home: () => text('shortcuts_key_home'), End: () => text('shortcuts_key_end'),
  Enter: () => text('shortcuts_key_enter'), Escape: () => text('shortcuts_key_escape'),
};

/**
 * Shows what keys do on this page and on its board.
 * @param {Listed[]} shortcuts
 */
export function showShortcuts(shortcuts) {
  if (document.querySelector('dialog.shortcuts')) return;
  const dialog = make('dialog', { class: 'shortcuts', 'aria-labelledby': 'shortcuts-title' },
    make('header', {}, make('h2', { id: 'shortcuts-title' }, text('shortcuts_title')),
      make('button', { onclick: () => dialog.close() }, text('shortcuts_close'))),
    table(text('shortcuts_page'), shortcuts),
    table(text('shortcuts_board'), BOARD_KEYS));
  dialog.addEventListener('close', () => dialog.remove());
  // A press beside the dialog closes it.
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {string} caption @param {Listed[]} shortcuts */
function table(caption, shortcuts) {
  const rows = shortcuts.map(({ keys, name }) => make('tr', {},
    make('th', { scope: 'row' }, ...keys.flatMap((key) => [make('kbd', {}, WRITTEN[key]?.() ?? key), ' '])),
    make('td', {}, text(/** @type {import('../lib/text.js').Word} */ (NAMES[name])))));
  return make('table', {}, make('caption', {}, caption), make('tbody', {}, ...rows));
}

await styled('shortcuts');

// Keys that work anywhere on the page.

/** @import { Direction } from './tree.js' */

/** @typedef {{ step: (direction: Direction) => void, flip: () => void, toggleEngine: () => void }} Board what keys do */

/** @param {Direction} direction @returns {(board: Board) => void} */
const step = (direction) => (board) => board.step(direction);

/** @type {{ keys: string[], name: import('../shortcuts/shortcuts.js').Name, press: (board: Board) => void }[]} */
const SHORTCUTS = [
  { keys: ['ArrowLeft'], name: 'back', press: step('back') },
  { keys: ['ArrowRight'], name: 'on', press: step('forward') },
  { keys: ['ArrowUp'], name: 'up', press: step('up') },
  { keys: ['ArrowDown'], name: 'down', press: step('down') },
  { keys: ['Home'], name: 'first', press: step('first') },
  { keys: ['End'], name: 'last', press: step('last') },
  { keys: ['x'], name: 'flip', press: (board) => board.flip() },
  { keys: ['l'], name: 'engine', press: (board) => board.toggleEngine() },
  { keys: ['?'], name: 'help', press: () => void showKeys() },
];

/** Lists the keys. */
export async function showKeys() {
  const { showShortcuts } = await import('../shortcuts/shortcuts.js');
  showShortcuts(SHORTCUTS);
}

/** @param {Board} board */
export function listenToKeys(board) {
  addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const shortcut = SHORTCUTS.find(({ keys }) => keys.includes(event.key));
    if (!shortcut || (event.shiftKey && shortcut.name !== 'help')) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest('input:not([type=checkbox]), textarea, select, dialog')) return;
    // The board gets the keys while it is used by keyboard.
    if (shortcut.name !== 'help' && target.closest('chess-board') && target.matches(':focus-visible')) return;
    shortcut.press(board);
    event.preventDefault();
    event.stopPropagation();
  }, { capture: true });
}

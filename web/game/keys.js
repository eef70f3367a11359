// Keys that work anywhere on the page, and the mouse wheel over the board.
import { preferences, setPreferences } from '../lib/settings.js';
import { target } from './moves.js';
import { abilities, plays } from './state.js';

/** @import { GamePage } from './game.js' */

/**
 * What a key does anywhere on the page: its name in the list of shortcuts, and what happens.
 * @typedef {{ keys: string[], name: import('../shortcuts/shortcuts.js').Name, press: (page: GamePage) => void, isStep?: boolean, isAbsent?: (page: GamePage) => boolean }} Shortcut
 */

/** @param {string} way @returns {(page: GamePage) => void} */
const step = (way) => (page) => page.viewPly(target(page.game, way));

/** @type {Shortcut[]} */
const SHORTCUTS = [
  { keys: ['ArrowLeft'], name: 'back', press: step('back'), isStep: true },
  { keys: ['ArrowRight'], name: 'on', press: step('forward'), isStep: true },
  { keys: ['Home'], name: 'first', press: step('first'), isStep: true },
  { keys: ['End'], name: 'last', press: step('last'), isStep: true },
  { keys: ['/'], name: 'type', press: ({ input }) => input.type(''), isAbsent: ({ game }) => !plays(game) },
  { keys: ['i'], name: 'hint', press: (page) => page.hint(), isAbsent: ({ game }) => !abilities(game).hints },
  { keys: ['x'], name: 'flip', press: (page) => page.flip() },
  { keys: ['z'], name: 'zen', press: () => setPreferences({ zen: !preferences().zen }) },
  { keys: ['?'], name: 'help', press: (page) => page.showShortcuts() },
];

/** Returns the shortcuts of this game. @param {GamePage} page */
export const shortcutsOf = (page) => SHORTCUTS.filter(({ isAbsent }) => !isAbsent?.(page));

/** How far the wheel turns for one move, in pixels. */
const WHEEL_STEP_PX = 50;

/**
 * @param {HTMLElement} board
 * @param {GamePage} page
 */
export function listenToKeys(board, page) {
  const { game, input } = page;
  // The board gets the keys only while it is used by keyboard: after a click
  // on it the arrows still step through the moves.
  addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const at = /** @type {HTMLElement} */ (event.target);
    const field = at.closest('input, textarea, select, [popover], dialog');
    const isEmpty = field instanceof HTMLInputElement && field.id === 'typed' && !field.value;
    const shortcut = SHORTCUTS.find(({ keys }) => keys.includes(event.key));
    if (field && !(isEmpty && shortcut && (shortcut.isStep || shortcut.name === 'type' || shortcut.name === 'help'))) return;
    // Enter confirms a move that waits for confirmation.
    if (input.held && !at.closest('button, a') && (event.key === 'Enter' || event.key === 'Escape')) {
      event.preventDefault();
      event.stopPropagation();
      return event.key === 'Enter' ? input.confirm() : input.hold(null);
    }
    if (shortcut?.name !== 'help' && at.closest('chess-board') && at.matches(':focus-visible')) return;
    if (shortcut) shortcut.press(page);
    else if ((/^[a-hA-Z0-8♔-♟]$/u.test(event.key) && !event.shiftKey) || /^[A-Z]$/.test(event.key)) input.type(event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }, { capture: true });

  let turned = 0;
  board.addEventListener('wheel', (event) => {
    if (event.ctrlKey || !game.moves.length) return;
    event.preventDefault();
    turned += event.deltaMode === 0 ? event.deltaY : event.deltaY * WHEEL_STEP_PX;
    if (Math.abs(turned) < WHEEL_STEP_PX) return;
    page.viewPly(target(game, turned > 0 ? 'forward' : 'back'));
    turned = 0;
  }, { passive: false });
}

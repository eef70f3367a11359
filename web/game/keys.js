// Keys that work anywhere on the page, and the mouse wheel over the board.
import { habits, setHabits } from '../lib/settings.js';
import { target } from './moves.js';

/** @import { GamePage } from './game.js' */

/** @type {Record<string, string>} */
const STEPS = { ArrowLeft: 'back', ArrowRight: 'on', Home: 'first', End: 'last' };
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
    const field = at.closest('input, textarea, select, [popover]');
    const isEmpty = field instanceof HTMLInputElement && field.id === 'typed' && !field.value;
    if (field && !(isEmpty && (event.key === '/' || STEPS[event.key]))) return;
    // Enter confirms a move that waits for it.
    if (input.held && !at.closest('button, a') && (event.key === 'Enter' || event.key === 'Escape')) {
      event.preventDefault();
      event.stopPropagation();
      return event.key === 'Enter' ? input.confirm() : input.hold(null);
    }
    if (at.closest('chess-board') && at.matches(':focus-visible')) return;
    const step = STEPS[event.key];
    if (step) {
      page.viewPly(target(game, step));
    } else if (event.key === '/' || (/^[a-hA-Z0-8♔-♟]$/u.test(event.key) && !event.shiftKey) || /^[A-Z]$/.test(event.key)) {
      input.type(event.key === '/' ? '' : event.key);
    } else if (event.key === 'x') {
      page.flip();
    } else if (event.key === 'z') {
      setHabits({ zen: !habits().zen });
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }, { capture: true });

  let turned = 0;
  board.addEventListener('wheel', (event) => {
    if (event.ctrlKey || !game.moves.length) return;
    event.preventDefault();
    turned += event.deltaMode === 0 ? event.deltaY : event.deltaY * WHEEL_STEP_PX;
    if (Math.abs(turned) < WHEEL_STEP_PX) return;
    page.viewPly(target(game, turned > 0 ? 'on' : 'back'));
    turned = 0;
  }, { passive: false });
}

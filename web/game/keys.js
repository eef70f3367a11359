// Keys that work wherever one is on the page, and the wheel over the board.
import { habits, setHabits } from '../lib/settings.js';
import { target } from './moves.js';

/** @import { Table } from './game.js' */

/** @type {Record<string, string>} */
const STEPS = { ArrowLeft: 'back', ArrowRight: 'on', Home: 'first', End: 'last' };
/** So far a wheel turns for one move. */
const NOTCH = 50;

/**
 * @param {HTMLElement} board
 * @param {Table} table
 */
export function listenToKeys(board, table) {
  // The board has the keys while one goes over its squares by keyboard; who
  // only pressed a piece on it means the moves.
  addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const at = /** @type {HTMLElement} */ (event.target);
    const field = at.closest('input, textarea, select, [popover]');
    const isEmpty = field instanceof HTMLInputElement && field.id === 'typed' && !field.value;
    if (field && !(isEmpty && (event.key === '/' || STEPS[event.key]))) return;
    // A move that waits for a second press: Enter is one.
    if (table.held && !at.closest('button, a') && (event.key === 'Enter' || event.key === 'Escape')) {
      event.preventDefault();
      event.stopPropagation();
      return event.key === 'Enter' ? table.confirm() : table.set({ held: null });
    }
    if (at.closest('chess-board') && at.matches(':focus-visible')) return;
    const step = STEPS[event.key];
    if (step) {
      table.look(target(table.game, step));
    } else if (event.key === '/' || (/^[a-hA-Z0-8♔-♟]$/u.test(event.key) && !event.shiftKey) || /^[A-Z]$/.test(event.key)) {
      table.type(event.key === '/' ? '' : event.key);
    } else if (event.key === 'x') {
      table.flip();
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
    if (event.ctrlKey || !table.game.moves.length) return;
    event.preventDefault();
    turned += event.deltaMode === 0 ? event.deltaY : event.deltaY * NOTCH;
    if (Math.abs(turned) < NOTCH) return;
    table.look(target(table.game, turned > 0 ? 'on' : 'back'));
    turned = 0;
  }, { passive: false });
}

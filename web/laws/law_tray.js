// The pieces to come for one side, beside a board of the handbook. The next one
// can be dragged to any square.

import { pieceImage } from '../board/piece.js';
import { pieceOf, trayText, trayOf } from '../lib/arrivals.js';
import { make } from '../lib/dom.js';
import { text } from '../lib/text.js';

/** @import { Color, SaktrisSide } from '../wire.d.ts' */

/** How many pieces are shown; the others are counted. */
const MAX_SHOWN_PIECES = 11;

/**
 * What the player can do with the pieces of the tray.
 * @typedef {object} LawTrayActions
 * @property {string} chosen the letter of the selected piece
 * @property {(letter: string, event: PointerEvent) => void} grab starts a drag
 * @property {(letter: string) => void} choose selects a piece by keyboard
 */

/** @param {Color} color */
export function makeTray(color) {
  const due = make('span', { class: 'due' });
  const words = make('b', {});
  const queue = make('span', { class: 'queue' });
  const root = make('div', { class: 'tray', role: 'group' }, due, make('div', {}, words, queue));

  /**
   * Creates a piece, as a button if it can be placed.
   * @param {string} letter
   * @param {number} count
   * @param {LawTrayActions | null} actions
   */
  const makePiece = (letter, count, actions) => {
    const piece = pieceOf(letter, color);
    const name = text(`board_${color}_${piece.role}`);
    const label = count > 1 ? `${count} × ${name}` : name;
    const parts = [pieceImage(piece), count > 1 && make('small', { 'aria-hidden': 'true' }, count)];
    if (!actions) return make('span', { role: 'img', 'aria-label': label }, ...parts);
    return make('button', {
      type: 'button', 'aria-label': label, 'aria-pressed': String(actions.chosen === letter),
      onpointerdown: (/** @type {PointerEvent} */ event) => event.button === 0 && actions.grab(letter, event),
      onclick: () => actions.choose(letter),
    }, ...parts);
  };

  return {
    root,
    /**
     * @param {SaktrisSide} side
     * @param {boolean} isFree whether the player chooses
     * @param {LawTrayActions | null} actions if this side has the move
     */
    draw(side, isFree, actions) {
      const tray = trayOf(side, isFree);
      const { first, waits } = tray;
      const focused = root.contains(document.activeElement) ? document.activeElement?.ariaLabel : null;
      const said = trayText(tray, false);
      root.setAttribute('aria-label', `${text(`laws_${color}`)}: ${said}`);
      root.classList.toggle('waits', waits);
      root.classList.toggle('free', isFree);
      words.textContent = said;
      due.hidden = isFree;
      due.replaceChildren(...first ? [makePiece(first, 1, actions)] : []);
      queue.replaceChildren(...isFree ? pool(side.next, waits ? actions : null) : line(side.next));
      if (focused) [...root.querySelectorAll('button')].find(({ ariaLabel }) => ariaLabel === focused)?.focus();
    },
  };

  /** @param {string[]} next */
  function line(next) {
    const shown = next.slice(1, MAX_SHOWN_PIECES).map((letter) => makePiece(letter, 1, null));
    const more = next.length - 1 - shown.length;
    return more > 0 ? [...shown, make('small', {}, `+${more}`)] : shown;
  }

  /** @param {string[]} letters @param {LawTrayActions | null} actions */
  function pool(letters, actions) {
    return [...new Set(letters)].map((letter) =>
      makePiece(letter, letters.filter((it) => it === letter).length, actions));
  }
}

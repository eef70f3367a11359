// A tray beside a board: the waiting piece, the next ones, and how many are
// hidden.

/** @import { Color } from '../wire.d.ts' */
/** @import { Tray } from '../lib/arrivals.js' */
import { moreWord, named, pieceOf, trayText } from '../lib/arrivals.js';
import { make } from '../lib/dom.js';
import { text } from '../lib/text.js';
import { pieceImage } from './piece.js';

/**
 * What the player can do with the next piece of the tray.
 * @typedef {object} TrayActions
 * @property {string} letter of the piece
 * @property {'now' | 'later' | 'armed'} when it is placed: now, or on the next turn; `armed` if the next press plans it
 * @property {(letter: string, event: PointerEvent) => void} grab starts a drag
 * @property {() => void} toBoard moves the keyboard focus to the board
 */

/**
 * Creates an empty tray.
 * @param {'above' | 'below'} place
 */
export function makeTray(place) {
  const parts = {
    root: make('div', { class: `tray ${place}`, role: 'group' }),
    due: make('div', { class: 'due' }),
    words: make('b', { class: 'tray-text' }),
    queue: make('span', { class: 'queue' }),
    drawn: '',
  };
  parts.root.append(parts.due, parts.words, parts.queue);
  return parts;
}

/**
 * Draws a tray.
 * @param {ReturnType<typeof makeTray>} parts
 * @param {Tray} tray
 * @param {Color} color
 * @param {TrayActions | null} actions if the reader places the piece
 */
export function drawTray(parts, tray, color, actions) {
  const letter = actions?.letter ?? tray.first;
  const drawn = JSON.stringify([tray, color, letter, actions?.when]);
  if (drawn === parts.drawn) return;
  parts.drawn = drawn;
  const isNow = actions?.when === 'now';
  const plan = text('saktris_plan', { piece: named('your', letter || 'p') });
  const words = actions?.when === 'armed' ? plan : trayText(tray, isNow);
  const rest = moreWord(tray);
  parts.root.setAttribute('aria-label', text('saktris_tray', { side: text(`color_${color}`) }));
  parts.root.classList.toggle('waits', tray.waits);
  parts.root.classList.toggle('own', isNow);
  parts.root.classList.toggle('armed', actions?.when === 'armed');
  parts.root.classList.toggle('free', tray.isFree);
  parts.root.classList.toggle('empty', !tray.left);
  parts.words.textContent = words;
  const image = letter ? pieceImage(pieceOf(letter, color)) : make('span', { class: 'open', 'aria-hidden': 'true' }, '?');
  const name = letter && text(`board_${color}_${pieceOf(letter, color).role}`);
  const isGrabbed = actions && letter;
  const due = isGrabbed
    ? make('button', {
      type: 'button', 'aria-label': isNow ? words : plan, title: text(isNow ? 'saktris_drag' : 'saktris_plan_long'),
      'aria-pressed': isNow ? null : String(actions.when === 'armed'),
      onpointerdown: (/** @type {PointerEvent} */ event) => actions.grab(letter, event),
      onclick: actions.toBoard,
    }, image)
    : make('span', name ? { role: 'img', 'aria-label': name } : {}, image);
  const hadFocus = parts.due.contains(document.activeElement);
  parts.due.replaceChildren(due);
  if (hadFocus && isGrabbed) due.focus();
  const queue = tray.queue.map(({ letter: it, count }) => {
    const piece = pieceOf(it, color);
    const label = text(`board_${color}_${piece.role}`);
    return make('span', { class: 'one', role: 'img', 'aria-label': count > 1 ? `${count} × ${label}` : label },
      pieceImage(piece), count > 1 && make('small', { class: 'numbers', 'aria-hidden': 'true' }, count));
  });
  parts.queue.replaceChildren(...queue, ...(rest ? [make('span', { class: 'rest numbers', title: text('saktris_upcoming') }, `+${tray.more}`, make('i', {}, ` ${rest}`))] : []));
}

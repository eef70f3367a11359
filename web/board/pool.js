// The pool from which a player chooses the piece to place: each kind once, to be
// selected or dragged to the board.

/** @import { Color } from '../wire.d.ts' */
/** @import { Tray } from '../lib/arrivals.js' */
import { pieceOf } from '../lib/arrivals.js';
import { make } from '../lib/dom.js';
import { text } from '../lib/text.js';
import { pieceImage } from './piece.js';

/**
 * What the player can do with the pieces of the pool.
 * @typedef {object} PoolActions
 * @property {(letter: string) => void} choose selects the piece to place
 * @property {(letter: string, color: Color, event: PointerEvent) => void} grab starts a drag
 * @property {() => void} toBoard moves the keyboard focus to the board
 */

/**
 * @typedef {object} Offer
 * @property {string} title
 * @property {Color} color
 * @property {Tray['queue']} kinds all pieces to come
 * @property {string} letter of the chosen piece
 * @property {string[]} open the pieces that can be placed
 */

/** @param {PoolActions} actions */
export function makePool(actions) {
  const root = make('div', { class: 'pool', role: 'radiogroup', 'aria-labelledby': 'pool-title', hidden: true });
  let memory = '';
  root.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') actions.toBoard();
  });

  /**
   * Draws an offer; null hides the pool.
   * @param {Offer | null} offer
   */
  function draw(offer) {
    root.hidden = !offer;
    const { letter = '', ...rest } = offer ?? {};
    const mark = JSON.stringify(rest);
    if (offer && mark !== memory) {
      memory = mark;
      const title = make('b', { id: 'pool-title' }, offer.title);
      root.replaceChildren(title, ...offer.kinds.map((it) => choice(it, offer)));
    }
    for (const input of root.querySelectorAll('input')) input.checked = input.value === letter;
  }

  /**
   * @param {{ letter: string, count: number }} kind
   * @param {Offer} offer
   */
  function choice({ letter, count }, { color, open }) {
    const piece = pieceOf(letter, color);
    const isOpen = open.includes(letter);
    const input = make('input', {
      type: 'radio', name: 'pool', value: letter, disabled: !isOpen,
      'aria-label': `${count} × ${text(`board_${color}_${piece.role}`)}`, onchange: () => actions.choose(letter),
    });
    const label = make('label', {}, input, pieceImage(piece), make('span', { class: 'numbers' }, count > 1 && `${count}×`));
    if (isOpen) {
      label.addEventListener('pointerdown', (event) => {
        if (event.button === 0) actions.grab(letter, color, event);
      });
    }
    return label;
  }

  return { root, draw };
}

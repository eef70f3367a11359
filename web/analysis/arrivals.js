// What is still to come in a position of Saktris, in a line for each side.
import { sideOf, standing, trayOf } from '../lib/arrivals.js';
import { make } from '../lib/dom.js';
import { written } from '../lib/notation.js';
import { text } from '../lib/text.js';

/**
 * @param {string} fen
 * @returns {HTMLElement[]}
 */
export function arrivals(fen) {
  return /** @type {const} */ (['white', 'black']).map((color) => {
    const side = sideOf(fen, color);
    const pieces = side.next.map((letter) => written(letter.toUpperCase(), { notation: 'figurines' }));
    const [first = '', ...others] = pieces;
    const hidden = side.left - side.next.length;
    const words = `${text(`color_${color}`)}: ${side.left ? '' : standing(trayOf(side, false), false)}`;
    return make('span', { class: 'arrivals' }, words,
      make(side.waits ? 'mark' : 'span', side.waits ? { title: text('saktris_due') } : {}, first), others.join(''),
      hidden > 0 && ` +${hidden} ${text('saktris_hidden')}`);
  });
}

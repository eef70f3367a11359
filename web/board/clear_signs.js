// What a move has cleared, behind the move in a list: a sign for eyes, words
// for ears.

/** @import { Cleared } from '../wire.d.ts' */
import { clearWords } from '../lib/arrivals.js';
import { make } from '../lib/dom.js';

/**
 * @param {Cleared | null | undefined} cleared
 * @returns {HTMLElement[]}
 */
export function clearSigns(cleared) {
  if (!cleared) return [];
  const words = clearWords(cleared);
  return [
    make('span', { class: 'cleared', 'aria-hidden': 'true', title: words }, `✕${cleared.pieces.length}`),
    make('span', { class: 'unseen' }, `. ${words}`),
  ];
}

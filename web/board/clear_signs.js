// A sign after a move that cleared pieces, with a sentence for screen readers.

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

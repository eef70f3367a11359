// Pictures of pieces.

/** @import { Piece } from './types.d.ts' */
import { assets, draw } from '../lib/dom.js';

const SETS = ['classic', 'modern', 'glyph'];

/**
 * Creates a picture of a piece, in the chosen set or in another.
 * @param {Piece} piece
 * @param {string} [set]
 * @returns {SVGSVGElement}
 */
export function pieceImage(piece, set) {
  follow();
  const use = draw('use', { href: address(idOf(piece), set), ...set && { class: 'fixed' } });
  const name = `piece ${piece.color}`;
  return draw('svg', { class: name, viewBox: '0 0 100 100', 'aria-hidden': 'true' }, use);
}

/**
 * Changes a picture to another piece.
 * @param {SVGSVGElement} image
 * @param {Piece} piece
 */
export function setPiece(image, piece) {
  image.classList.remove('white', 'black');
  image.classList.add(piece.color);
  image.firstElementChild?.setAttribute('href', address(idOf(piece)));
}

/** @param {Piece} piece */
const idOf = (piece) => `${piece.color}-${piece.role}`;

/**
 * @param {string} id
 * @param {string} [set]
 */
function address(id, set) {
  const chosen = set ?? document.documentElement.dataset['pieces'] ?? '';
  return `${assets()}/pieces/${SETS.includes(chosen) ? chosen : SETS[0]}.svg#${id}`;
}

/** @type {MutationObserver | undefined} */
let observer;

/** Redraws all pictures when another set is chosen. */
function follow() {
  if (observer) return;
  observer = new MutationObserver(() => {
    for (const use of document.querySelectorAll('svg.piece > use:not(.fixed)')) {
      use.setAttribute('href', address(use.getAttribute('href')?.split('#')[1] ?? ''));
    }
  });
  observer.observe(document.documentElement, { attributeFilter: ['data-pieces'] });
}

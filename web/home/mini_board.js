// A small board as a single picture.
import { pieceImage } from '../board/piece.js';
import { placeOf, readPlacement } from '../board/squares.js';
import { draw } from '../lib/dom.js';

/** @import { Color } from '../wire.d.ts' */

/** The dark squares as one path: edges of gradients would be jagged, and contrast themes remove them. */
const DARK = Array.from({ length: 32 }, (_, index) => {
  const row = index >> 2;
  return `M${(index % 4) * 200 + (row % 2 ? 0 : 100)} ${row * 100}h100v100h-100z`;
}).join('');

/**
 * @param {string} fen
 * @param {Color} side at the bottom
 */
export function miniBoard(fen, side) {
  const board = draw('svg', { class: 'mini', viewBox: '0 0 800 800', 'aria-hidden': 'true' },
    draw('path', { class: 'light', d: 'M0 0h800v800H0z' }), draw('path', { class: 'dark', d: DARK }));
  for (const [square, piece] of readPlacement(fen)) {
    const place = placeOf(square, side);
    const image = pieceImage(piece);
    for (const [name, value] of Object.entries({ x: (place % 8) * 100, y: (place >> 3) * 100, width: 100, height: 100 })) {
      image.setAttribute(name, String(value));
    }
    board.append(image);
  }
  return board;
}

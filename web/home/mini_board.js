// A small board as a single picture.
import { pieceImage } from '../board/piece.js';
import { placeOf, readPlacement } from '../board/squares.js';
import { draw } from '../lib/dom.js';

/** @import { Color } from '../wire.d.ts' */

/**
 * @param {string} fen
 * @param {Color} side at the bottom
 */
export function miniBoard(fen, side) {
  const board = draw('svg', { class: 'mini', viewBox: '0 0 800 800', 'aria-hidden': 'true' });
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

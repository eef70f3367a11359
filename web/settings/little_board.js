// Small preview boards, each in its own theme or piece set.
import { pieceImage } from '../board/piece.js';
import { draw } from '../lib/dom.js';

/** @import { Piece } from '../board/types.d.ts' */

/** @type {[Piece, number, number][]} the pieces on four by two squares */
const PIECES = [
  [{ role: 'king', color: 'white' }, 0, 0],
  [{ role: 'knight', color: 'black' }, 1, 0],
  [{ role: 'queen', color: 'black' }, 2, 0],
  [{ role: 'bishop', color: 'white' }, 3, 0],
  [{ role: 'pawn', color: 'white' }, 0, 1],
  [{ role: 'rook', color: 'white' }, 2, 1],
  [{ role: 'pawn', color: 'black' }, 3, 1],
];

export function drawLittleBoards() {
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.little'))) {
    const board = draw('svg', { viewBox: '0 0 400 200' },
      draw('path', { class: 'light', d: 'M0 0h400v200H0z' }),
      draw('path', { class: 'dark', d: 'M100 0h100v100H100zM300 0h100v100H300zM0 100h100v100H0zM200 100h100v100H200z' }));
    for (const [piece, x, y] of PIECES) {
      const image = pieceImage(piece, place.dataset['pieces']);
      for (const [name, value] of Object.entries({ x: x * 100, y: y * 100, width: 100, height: 100 })) {
        image.setAttribute(name, String(value));
      }
      board.append(image);
    }
    place.replaceChildren(board);
  }
}

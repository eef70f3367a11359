// Names and positions of squares, and the pieces of a FEN.

/** @import { Color } from '../wire.d.ts' */
/** @import { Piece, Role, Square } from './types.d.ts' */

/** @type {Record<string, Role>} */
export const ROLES = { k: 'king', q: 'queen', r: 'rook', b: 'bishop', n: 'knight', p: 'pawn' };

/** Returns the letter of a role. @param {Role} role */
export const letterOf = (role) => (role === 'knight' ? 'n' : role.charAt(0));

/** @type {Color[]} */
export const COLORS = ['white', 'black'];

/**
 * Returns the square at a place: place 0 is the top left corner of the board as
 * it is seen, 63 the bottom right one.
 * @param {number} place
 * @param {Color} orientation the side at the bottom
 * @returns {Square}
 */
export function squareAt(place, orientation) {
  const [column, row] = [place % 8, place >> 3];
  return orientation === 'white' ? nameOf(column, 7 - row) : nameOf(7 - column, row);
}

/**
 * @param {Square} square
 * @param {Color} orientation
 */
export function placeOf(square, orientation) {
  const [file, rank] = [fileOf(square), rankOf(square)];
  return orientation === 'white' ? (7 - rank) * 8 + file : rank * 8 + 7 - file;
}

/** Returns the file of a square, 0 to 7. @param {Square} square */
export const fileOf = (square) => square.charCodeAt(0) - 97;

/** Returns the rank of a square, 0 to 7. @param {Square} square */
export const rankOf = (square) => square.charCodeAt(1) - 49;

/**
 * @param {number} file
 * @param {number} rank
 * @returns {Square}
 */
export const nameOf = (file, rank) => String.fromCharCode(97 + file, 49 + rank);

/**
 * Returns the squares of a move. A placed piece (`N@g1`) comes from its own
 * square; a pass (`0000`) has none.
 * @param {string} uci
 * @returns {[Square, Square] | null}
 */
export function ends(uci) {
  if (uci === '0000') return null;
  const to = uci.slice(2, 4);
  return [uci[1] === '@' ? to : uci.slice(0, 2), to];
}

/**
 * Reads the pieces of a FEN. What cannot be read is skipped: FENs are checked by
 * the server, and a board must never break a page.
 * @param {string} fen
 * @returns {Map<Square, Piece>}
 */
export function readPlacement(fen) {
  const pieces = new Map();
  // Pieces to come are listed in brackets after the board.
  const rows = (fen.split(/[ []/)[0] ?? '').split('/').slice(0, 8);
  rows.forEach((row, index) => {
    let file = 0;
    for (const letter of row) {
      const role = ROLES[letter.toLowerCase()];
      if (role && file < 8) {
        const color = letter === letter.toLowerCase() ? 'black' : 'white';
        pieces.set(nameOf(file, 7 - index), { role, color });
      }
      file += role ? 1 : Number(letter) || 0;
    }
  });
  return pieces;
}

/**
 * @param {Piece | undefined} one
 * @param {Piece | undefined} other
 */
export const isSame = (one, other) => one?.role === other?.role && one?.color === other?.color;

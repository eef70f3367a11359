// A setup: the pieces and the other parts of a FEN. Whether it can be played is
// decided by the server.

/** @import { Color, SetupReport } from '../wire.d.ts' */
/** @import { Piece, Role, Square } from '../board/types.d.ts' */

/**
 * @typedef {object} Setup
 * @property {ReadonlyMap<Square, Piece>} pieces
 * @property {Color} turn
 * @property {string} castling the letters of the FEN, empty without rights
 * @property {Square | ''} enPassant
 * @property {number} halfmoves
 * @property {number} fullmoves
 */

/** @type {Role[]} */
const ROLES = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'];
const LETTERS = 'kqrbnp';
const MAX_COUNTER = 9999;

export const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
export const EMPTY = '8/8/8/8/8/8/8/8 w - - 0 1';

/**
 * Reads a FEN that the server has accepted.
 * @param {string} fen
 * @returns {Setup}
 */
export function read(fen) {
  const [placement = '', turn, castling = '-', enPassant = '-', halfmoves, fullmoves] = fen.trim().split(/\s+/);
  /** @type {Map<Square, Piece>} */
  const pieces = new Map();
  // Pieces to come in Saktris are in brackets, not on the board.
  (placement.split('[')[0] ?? '').split('/').forEach((row, down) => {
    let file = 0;
    for (const sign of row) {
      const role = ROLES[LETTERS.indexOf(sign.toLowerCase())];
      if (role) pieces.set(nameOf(file, 7 - down), { role, color: sign === sign.toLowerCase() ? 'black' : 'white' });
      file += role ? 1 : Number(sign) || 0;
    }
  });
  return {
    pieces,
    turn: turn === 'b' ? 'black' : 'white',
    castling: castling === '-' ? '' : castling,
    enPassant: enPassant === '-' ? '' : enPassant,
    halfmoves: counted(halfmoves, 0),
    fullmoves: counted(fullmoves, 1),
  };
}

/** @param {Setup} setup */
export function write({ pieces, turn, castling, enPassant, halfmoves, fullmoves }) {
  const rows = [];
  for (let rank = 7; rank >= 0; rank -= 1) {
    let row = '';
    for (let file = 0; file < 8; file += 1) {
      const piece = pieces.get(nameOf(file, rank));
      const letter = piece && LETTERS[ROLES.indexOf(piece.role)];
      row += letter ? (piece.color === 'white' ? letter.toUpperCase() : letter) : '1';
    }
    rows.push(row.replace(/1+/g, (gap) => String(gap.length)));
  }
  const side = turn === 'white' ? 'w' : 'b';
  return `${rows.join('/')} ${side} ${castling || '-'} ${enPassant || '-'} ${halfmoves} ${fullmoves}`;
}

/**
 * Returns a setup with another piece on a square, or none.
 * @param {Setup} setup
 * @param {Square} square
 * @param {Piece | null} piece
 * @returns {Setup}
 */
export function place(setup, square, piece) {
  const pieces = new Map(setup.pieces);
  if (piece) pieces.set(square, piece);
  else pieces.delete(square);
  return { ...setup, pieces };
}

/**
 * Returns a setup with a piece moved, or taken off the board.
 * @param {Setup} setup
 * @param {Square} from
 * @param {Square | null} to
 * @returns {Setup}
 */
export function carry(setup, from, to) {
  const piece = setup.pieces.get(from) ?? null;
  const without = place(setup, from, null);
  return to ? place(without, to, piece) : without;
}

/**
 * Returns a setup with colors swapped, mirrored to the other side of the board.
 * @param {Setup} setup
 * @returns {Setup}
 */
export function swapColors(setup) {
  const across = (/** @type {Square} */ square) => `${square[0]}${9 - Number(square[1])}`;
  const pieces = [...setup.pieces].map(([square, { role, color }]) =>
    /** @type {const} */ ([across(square), { role, color: other(color) }]));
  const letters = [...setup.castling].map((it) => it === it.toUpperCase() ? it.toLowerCase() : it.toUpperCase());
  return {
    ...setup,
    pieces: new Map(pieces),
    turn: other(setup.turn),
    castling: inOrder(letters),
    enPassant: setup.enPassant && across(setup.enPassant),
  };
}

/**
 * Returns a setup with a castling right added or removed.
 * @param {Setup} setup
 * @param {string} letter
 * @param {boolean} has
 * @returns {Setup}
 */
export function setCastlingRight(setup, letter, has) {
  const others = [...setup.castling].filter((it) => it !== letter);
  return { ...setup, castling: inOrder(has ? [...others, letter] : others) };
}

/**
 * Removes the castling rights and the en passant square that the server says the
 * pieces do not allow.
 * @param {Setup} setup
 * @param {Pick<SetupReport, 'castling' | 'en_passant'>} said
 * @returns {Setup}
 */
export function removeImpossibleRights(setup, said) {
  const possible = said.castling.map(({ letter }) => letter);
  const castling = [...setup.castling].filter((letter) => possible.includes(letter));
  const enPassant = said.en_passant.includes(setup.enPassant) ? setup.enPassant : '';
  return { ...setup, castling: inOrder(castling), enPassant };
}

/**
 * Reads a number between 0 (or 1) and 9999.
 * @param {string | undefined} text
 * @param {number} least
 */
export function counted(text, least) {
  const number = Math.trunc(Number(text));
  return Number.isFinite(number) ? Math.min(MAX_COUNTER, Math.max(least, number)) : least;
}

/** @param {Color} color */
export const other = (color) => color === 'white' ? 'black' : 'white';

/**
 * Orders castling rights: White's first, kingside first.
 * @param {string[]} letters
 */
function inOrder(letters) {
  const order = 'KQABCDEFGHkqabcdefgh';
  return letters.sort((one, two) => order.indexOf(one) - order.indexOf(two)).join('');
}

/**
 * @param {number} file
 * @param {number} rank
 */
const nameOf = (file, rank) => `${'abcdefgh'[file]}${rank + 1}`;

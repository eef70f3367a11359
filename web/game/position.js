// The pieces of a position. Which moves are legal is decided by the server.
import { castlingRook, play } from '../board/play_move.js';
import { nameOf, readPlacement } from '../board/squares.js';

/** @import { Color } from '../wire.d.ts' */
/** @import { Piece, Role } from '../board/types.d.ts' */

/** The most valuable first. @type {[Role, number, string][]} */
export const VALUES = [['queen', 9, 'q'], ['rook', 5, 'r'], ['bishop', 3, 'b'], ['knight', 3, 'n'], ['pawn', 1, 'p'], ['king', 0, 'k']];

/**
 * Returns the FEN after a move that the server has not confirmed yet.
 * @param {string} fen
 * @param {string} uci
 */
export function after(fen, uci) {
  const pieces = play(readPlacement(fen), uci, fen.split(' ')[1] === 'b' ? 'black' : 'white');
  const rows = [7, 6, 5, 4, 3, 2, 1, 0].map((rank) => {
    const row = [0, 1, 2, 3, 4, 5, 6, 7].map((file) => sign(pieces.get(nameOf(file, rank)))).join('');
    return row.replace(/1+/g, (gap) => String(gap.length));
  });
  return [rows.join('/'), ...fen.split(' ').slice(1)].join(' ');
}

/**
 * Reports whether a move is in the list of legal moves. Castling may be made by
 * moving the king onto its rook, while the list has the king's target.
 * @param {Record<string, string[]>} legal
 * @param {string} fen
 * @param {string} uci
 */
export function isAmong(legal, fen, uci) {
  const [from, to] = [uci.slice(0, 2), uci.slice(2, 4)];
  const goals = legal[from] ?? [];
  const rook = goals.includes(to) ? null : castlingRook(readPlacement(fen), from, to);
  return goals.includes(rook ? (rook > from ? 'g' : 'c') + from.charAt(1) : to);
}

/**
 * Writes a legal move in standard notation, without the sign for check.
 * @param {string} fen
 * @param {Record<string, string[]>} legal
 * @param {string} uci
 */
export function sanOf(fen, legal, uci) {
  const [from, to, promoted] = [uci.slice(0, 2), uci.slice(2, 4), uci.slice(4)];
  if (uci[1] === '@') return `${uci.charAt(0).toUpperCase()}${uci.slice(1)}`;
  const pieces = readPlacement(fen);
  const [piece, target] = [pieces.get(from), pieces.get(to)];
  if (!piece) return uci;
  const isCastling = piece.role === 'king' && (target?.color === piece.color
    || Math.abs(from.charCodeAt(0) - to.charCodeAt(0)) > 1);
  if (isCastling) return to > from ? 'O-O' : 'O-O-O';
  const letter = sign({ ...piece, color: 'white' });
  if (piece.role === 'pawn') {
    const way = from[0] === to[0] ? to : `${from[0]}x${to}`;
    return promoted ? `${way}=${promoted.toUpperCase()}` : way;
  }
  const others = [...pieces].filter(([square, it]) =>
    square !== from && it.role === piece.role && it.color === piece.color && legal[square]?.includes(to));
  const isUnique = (/** @type {0 | 1} */ part) => others.every(([square]) => square[part] !== from[part]);
  const start = !others.length ? '' : isUnique(0) ? from[0] : isUnique(1) ? from[1] : from;
  return `${letter}${start}${target ? 'x' : ''}${to}`;
}

/** @param {Piece | undefined} piece */
function sign(piece) {
  const letter = VALUES.find(([role]) => role === piece?.role)?.[2] ?? '1';
  return piece?.color === 'white' ? letter.toUpperCase() : letter;
}

/**
 * Returns the square of a side's king.
 * @param {string} fen
 * @param {Color} color
 */
export function king(fen, color) {
  for (const [square, piece] of readPlacement(fen)) {
    if (piece.role === 'king' && piece.color === color) return square;
  }
  return null;
}

/**
 * What each side has captured, the most valuable first, and White's lead in
 * material.
 * @typedef {object} Taken
 * @property {Role[]} white
 * @property {Role[]} black
 * @property {number} lead
 * @property {{ white: Role[], black: Role[] }} [cleared] what the opponent of each has lost by clears of Saktris
 */

/**
 * Compares a position with the starting one (R13).
 * @param {string} start
 * @param {string} fen
 * @returns {Taken}
 */
export function material(start, fen) {
  const [before, now] = [[...readPlacement(start).values()], [...readPlacement(fen).values()]];
  /** @param {Piece[]} pieces @param {Role} role @param {Color} color */
  const count = (pieces, role, color) => pieces.filter((it) => it.role === role && it.color === color).length;
  /** @param {Color} color */
  const lost = (color) => {
    const missing = VALUES.map(([role]) => ({ role, count: count(before, role, color) - count(now, role, color) }));
    // A promoted pawn was not captured.
    const promoted = missing.reduce((sum, it) => sum + Math.max(0, -it.count), 0);
    return missing.flatMap(({ role, count }) =>
      Array.from({ length: Math.max(0, role === 'pawn' ? count - promoted : count) }, () => role));
  };
  const lead = VALUES.reduce((sum, [role, value]) => sum + value * (count(now, role, 'white') - count(now, role, 'black')), 0);
  return { white: lost('black'), black: lost('white'), lead };
}

/**
 * Leaves out what both sides have captured.
 * @param {Taken} taken
 * @returns {Taken}
 */
export function difference({ white, black, ...rest }) {
  return { ...rest, white: without(white, black), black: without(black, white) };
}

/** @param {Role[]} roles @param {Role[]} others @returns {Role[]} `roles`, each of `others` taken away once */
function without(roles, others) {
  const left = [...others];
  return roles.filter((role) => {
    const at = left.indexOf(role);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

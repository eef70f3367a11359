// The pieces still to come in Saktris, in words and numbers. Nothing is drawn
// here, and no laws are known: what may be placed comes from the server.
import { COLORS, ROLES } from '../board/squares.js';
import { sentence, text } from './text.js';

/** @import { Cleared, Color, SaktrisSide } from '../wire.d.ts' */
/** @import { Piece } from '../board/types.d.ts' */
/** @typedef {typeof text} Words */

/** How many pieces a tray shows; the others are counted. */
const MAX_SHOWN_PIECES = 4;

/**
 * The tray of one side.
 * @typedef {object} Tray
 * @property {boolean} waits whether a piece waits to be placed
 * @property {boolean} isFree whether the player chooses the piece
 * @property {string} first the letter of the next piece; empty if it is unknown, free or none
 * @property {{ letter: string, count: number }[]} queue the known pieces after it
 * @property {number} more how many more there are
 * @property {boolean} isHidden whether their order is unknown
 * @property {number} left how many are to come in all
 * @property {number | null} moves how many moves until the next piece arrives
 * @property {boolean} [isStuck] whether the waiting piece cannot be placed
 */

/**
 * Returns the tray of a side.
 * @param {SaktrisSide} side
 * @param {boolean} isFree whether the player chooses
 * @returns {Tray}
 */
export function trayOf({ next, left, waits, moves }, isFree) {
  const rest = isFree ? counted(next) : next.slice(1, MAX_SHOWN_PIECES).map((letter) => ({ letter, count: 1 }));
  const seen = isFree ? left : Math.min(1, next.length) + rest.length;
  return {
    waits, isFree, left, moves, queue: rest, first: isFree ? '' : next[0] ?? '',
    more: left - seen, isHidden: next.length < left,
  };
}

/**
 * Reads the pieces to come for a side from a FEN: they are listed in brackets,
 * the waiting one with an asterisk, hidden ones as question marks.
 * @param {string} fen
 * @param {Color} color
 * @returns {SaktrisSide}
 */
export function sideOf(fen, color) {
  const orders = /\[([^\]]*)\]/.exec(fen)?.[1]?.split('/') ?? [];
  const order = orders[COLORS.indexOf(color)] ?? '';
  const letters = order.replaceAll('*', '').toLowerCase();
  const next = [...letters.replace(/\?.*/, '')];
  return { waits: order.includes('*'), next, left: letters.length, moves: null };
}

/**
 * Counts each letter.
 * @param {string[]} letters
 */
function counted(letters) {
  return [...new Set(letters)].map((letter) => ({ letter, count: letters.filter((it) => it === letter).length }));
}

/**
 * Returns the text beside a tray.
 * @param {Tray} tray
 * @param {boolean} isOwn whether the reader places the piece
 * @param {Words} [words]
 */
export function trayText({ waits, isFree, first, left, moves, isStuck }, isOwn, words = text) {
  if (left === 0) return words('saktris_all_placed');
  if (isStuck) return first ? capital(words('saktris_stuck', { piece: named('the', first, words) })) : words('saktris_stuck_any');
  if (waits && isFree) return words(isOwn ? 'saktris_choose' : 'saktris_chooses');
  if (waits && first) return isOwn ? words('saktris_place', { piece: named('your', first, words) }) : waiting(first, words);
  if (moves === null) return words('saktris_next');
  if (moves === 0) return words('saktris_next_turn');
  return moves === 1 ? words('saktris_next_one') : words('saktris_next_in', { count: moves });
}

/**
 * Says which piece waits: `A knight is waiting`.
 * @param {string} letter
 * @param {Words} [words]
 */
export const waiting = (letter, words = text) =>
  capital(words('saktris_waits', { piece: named('a', letter, words) }));

/**
 * Returns the word after the number of pieces that the tray does not show; empty
 * if it shows all.
 * @param {Tray} tray
 * @param {Words} [words]
 */
export function moreWord({ more, isHidden }, words = text) {
  return more ? words(isHidden ? 'saktris_hidden' : 'saktris_more') : '';
}

/**
 * Describes a clear: `Three knights on the fifth rank are cleared; so is the
 * rook on h5.`
 * @param {Cleared} cleared
 * @param {Words} [words]
 */
export function clearWords({ run, beyond, pieces }, words = text) {
  const letterAt = (/** @type {string} */ square) =>
    (pieces.find((it) => it.square === square)?.piece ?? 'p').toUpperCase();
  const all = (/** @type {number} */ at) => new Set(run.map((square) => square.charAt(at)));
  const [files, ranks] = [all(0), all(1)];
  const [first = 'a1'] = run;
  const values = {
    count: words('saktris_counts').split(' ')[run.length - 3] ?? run.length,
    pieces: named('many', letterAt(first), words),
    rank: words('saktris_ranks').split(' ')[Number(first[1]) - 1] ?? '',
    file: first.charAt(0),
  };
  const where = ranks.size === 1 ? 'saktris_clear_rank' : files.size === 1 ? 'saktris_clear_file' : 'saktris_clear';
  const said = words(where, values);
  const more = beyond && words('saktris_clear_beyond', { piece: named('the', letterAt(beyond), words), square: beyond });
  return sentence(more ? `${said}; ${more}` : said);
}

/** Returns the piece that a letter stands for. @param {string} letter @param {Color} color @returns {Piece} */
export const pieceOf = (letter, color) => ({ role: ROLES[letter.toLowerCase()] ?? 'pawn', color });

/**
 * Returns the name of a piece with an article or "your", or its plural.
 * @param {'a' | 'the' | 'your' | 'many'} how
 * @param {string} letter
 * @param {Words} [words]
 */
export function named(how, letter, words = text) {
  return words(/** @type {'saktris_a_K'} */ (`saktris_${how}_${letter.toUpperCase()}`));
}

/** @param {string} words */
export const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

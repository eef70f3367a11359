// Moves in writing and in words. The server uses English letters; readers may
// prefer those of their language, or figurines.
import { text } from './text.js';

/** @import { Preferences } from './settings.js' */
/** @typedef {Pick<Preferences, 'notation'>} NotationSetting */
/** @typedef {typeof text} Words */

const ENGLISH = 'KQRBNP';
// The filled figurines, which are legible at text size. The variation selector
// after each keeps phones from showing an emoji.
const FIGURINES = ['♚', '♛', '♜', '♝', '♞', '♟'].map((figurine) => `${figurine}\uFE0E`);

/**
 * Writes a move in the reader's notation: `Nxe5+` is `♞xe5+`, or `Sxe5+` in
 * German, and `P@e1` is `♟@e1`.
 * @param {string} san with English letters
 * @param {NotationSetting} setting
 * @param {Words} [words] the strings of another language
 */
export function written(san, setting, words = text) {
  if (setting.notation === 'english') return san;
  const letters = setting.notation === 'figurines' ? FIGURINES : words('notation_letters');
  return san.replace(/[KQRBNP]/g, (letter) => letters[ENGLISH.indexOf(letter)] ?? letter);
}

/**
 * Rewrites a typed move with English letters for the server: `Sxe5` in German is
 * `Nxe5`. A move that is valid as typed is not changed.
 * @param {string} move
 * @param {Words} [words]
 */
export function readable(move, words = text) {
  const letters = words('notation_letters');
  const english = (/** @type {string} */ letter) => ENGLISH[letters.indexOf(letter)] ?? letter;
  const [, put, square] = /^\s*([a-z])(@\S+)/i.exec(move) ?? [];
  // In German, `B@e1` is a pawn (Bauer), not a bishop.
  if (put && square) return english(put.toUpperCase()) + square;
  const clean = move.trim().replace(/[♚♛♜♝♞♟♔♕♖♗♘♙]\uFE0E?/gu, (figurine) => {
    const code = figurine.codePointAt(0) ?? 0;
    return ENGLISH[(code - 0x2654) % 6] ?? '';
  });
  if (/^[KQRBNP]/.test(clean)) return clean;
  const isForeign = letters !== ENGLISH;
  return isForeign ? clean.replace(/^[A-Z]|(?<==?)[A-Z](?=[+#]?$)/g, english) : clean;
}

/**
 * Says a move in words: `knight takes e5, check`.
 * @param {string} san with English letters
 * @param {Words} [words]
 */
export function spoken(san, words = text) {
  const piece = (/** @type {string} */ letter) => words(/** @type {'spoken_K'} */ (`spoken_${letter}`));
  const sign = san.match(/[+#]$/)?.[0];
  const parts = [moved(san, piece, words)];
  const became = san.match(/=([QRBN])/)?.[1];
  if (became) parts.push(words('spoken_becomes', { piece: piece(became) }));
  if (sign) parts.push(words(sign === '#' ? 'spoken_mate' : 'spoken_check'));
  return parts.join(', ');
}

/**
 * @param {string} san
 * @param {(letter: string) => string} piece
 * @param {Words} words
 */
function moved(san, piece, words) {
  if (san.startsWith('O-O-O')) return words('spoken_long');
  if (san.startsWith('O-O')) return words('spoken_short');
  if (san.startsWith('--')) return words('spoken_pass');
  const [, put, square] = san.match(/^([KQRBNP])@([a-h][1-8])/) ?? [];
  if (put && square) return words('spoken_placed', { piece: piece(put), square });
  const [, letter, from, takes, to] = san.match(/^([KQRBN])?([a-h]?[1-8]?)(x?)([a-h][1-8])/) ?? [];
  if (!to) return san;
  return [letter && piece(letter), from, takes && words('spoken_takes'), to].filter(Boolean).join(' ');
}

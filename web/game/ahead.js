// What a side will have to do on its next turn of Saktris, for whoever plans
// that while the other one thinks. The counts are those of the position; what
// the opponent does meanwhile nobody knows, so it is not asked about.
import { play } from '../board/picture.js';
import { COLORS, fileOf, nameOf, rankOf, readPlacement } from '../board/squares.js';

/** @import { Color, Saktris, SaktrisSide } from '../wire.d.ts' */
/** @import { Piece, Square } from '../board/types.d.ts' */

/** All that a side owns. */
const OWNED = 16;

/**
 * @typedef {object} Ahead
 * @property {SaktrisSide} side what is to come then
 * @property {boolean} isDue whether a piece will wait
 * @property {boolean} mustPlace whether it will have to be placed, as far as can be seen
 * @property {string[]} letters which pieces could be placed then, as far as they are known
 * @property {(letter: string) => Square[]} squares where such a piece could be
 */

/**
 * @param {string} fen
 * @param {Color} color
 * @param {Pick<Saktris, Color | 'every' | 'picks'>} saktris what is to come now
 * @param {string[]} actions what it does before: a wish, plans
 * @returns {Ahead}
 */
export function ahead(fen, color, saktris, actions) {
  const { every, picks } = saktris;
  let { waits, left } = saktris[color];
  const next = [...saktris[color].next];
  const counted = counts(fen, color);
  let placed = counted.placed ?? OWNED - left;
  let { moves } = counted;
  // When a turn begins, the next piece arrives if it is due (S3).
  const arrives = () => left > 0 && moves >= placed * every;
  for (const uci of actions) {
    waits ||= arrives();
    if (uci[1] === '@') {
      const at = next.indexOf(uci.charAt(0).toLowerCase());
      if (at >= 0) next.splice(at, 1);
      [waits, placed, left] = [false, placed + 1, left - 1];
    } else if (uci !== '0000') {
      moves += 1;
    }
  }
  const pieces = actions.reduce((before, uci) => play(before, uci, color), readPlacement(fen));
  const squares = (/** @type {string} */ letter) => room(pieces, color, letter);
  const known = picks ? [...new Set(next)] : next.slice(0, 1);
  const letters = known.filter((letter) => squares(letter).length);
  // Who has nothing to move gets the next piece early (S10).
  const isEarly = left > 0 && ![...pieces.values()].some((piece) => piece.color === color);
  const isFresh = !waits && (arrives() || isEarly);
  return {
    side: { waits, next, left, moves: waits || !left ? null : Math.max(0, placed * every - moves) },
    isDue: waits || isFresh,
    // What has waited since the turn before could not be placed then.
    mustPlace: isFresh && (known.length ? letters.length : squares('').length) > 0,
    letters,
    squares,
  };
}

/**
 * Where on the back rank a piece could be: not upon one's own, and no bishop on
 * the color of another (S5).
 * @param {Map<Square, Piece>} pieces
 * @param {Color} color
 * @param {string} letter empty for one that nobody knows
 */
function room(pieces, color, letter) {
  const home = color === 'white' ? 0 : 7;
  const isOwn = (/** @type {Piece | undefined} */ piece) => piece?.color === color;
  const bishops = [...pieces].filter(([, piece]) => letter === 'b' && isOwn(piece) && piece.role === 'bishop');
  return [0, 1, 2, 3, 4, 5, 6, 7].map((file) => nameOf(file, home)).filter((square) =>
    !isOwn(pieces.get(square)) && bishops.every(([other]) => shade(other) !== shade(square)));
}

/** Which of its two colors a square has. @param {Square} square */
const shade = (square) => (fileOf(square) + rankOf(square)) % 2;

/**
 * How many pieces a side has placed, and how many moves it has made.
 * @param {string} fen
 * @param {Color} color
 */
function counts(fen, color) {
  const at = COLORS.indexOf(color);
  const read = (/** @type {string} */ word) => {
    const found = new RegExp(`\\b${word}=(\\d+)/(\\d+)`).exec(fen);
    return found ? Number(found[at + 1]) : null;
  };
  return { placed: read('placed'), moves: read('moves') ?? 0 };
}

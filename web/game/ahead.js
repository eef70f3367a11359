// What a side will have to do on its next turn of Saktris, for whoever plans
// that while the other one thinks. The counts are those of the position; what
// the opponent does meanwhile nobody knows, so it is not asked about.
import { play } from '../board/picture.js';
import { COLORS, nameOf, readPlacement } from '../board/squares.js';

/** @import { Color, SaktrisSide } from '../wire.d.ts' */
/** @import { Square } from '../board/types.d.ts' */

/** All that a side owns. */
const OWNED = 16;

/**
 * @typedef {object} Ahead
 * @property {SaktrisSide} side what is to come then
 * @property {boolean} isDue whether a piece will wait
 * @property {boolean} mustPlace whether it will have to be placed, as far as can be seen
 * @property {Square[]} squares where it could be
 */

/**
 * @param {string} fen
 * @param {Color} color
 * @param {SaktrisSide} side what is to come for it now
 * @param {number} every after how many moves a piece arrives
 * @param {string[]} actions what it does before: a wish, plans
 * @returns {Ahead}
 */
export function ahead(fen, color, side, every, actions) {
  let { waits, left } = side;
  const next = [...side.next];
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
  const home = color === 'white' ? 0 : 7;
  const squares = [0, 1, 2, 3, 4, 5, 6, 7].map((file) => nameOf(file, home))
    .filter((square) => pieces.get(square)?.color !== color);
  // Who has nothing to move gets the next piece early (S10).
  const isEarly = left > 0 && ![...pieces.values()].some((piece) => piece.color === color);
  const isFresh = !waits && (arrives() || isEarly);
  return {
    side: { waits, next, left, moves: waits || !left ? null : Math.max(0, placed * every - moves) },
    isDue: waits || isFresh,
    // What has waited since the turn before could not be placed then.
    mustPlace: isFresh && squares.length > 0,
    squares,
  };
}

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

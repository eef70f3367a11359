// Games under way, as their player sees them in a list. No page enters here.

/** @import { Color, GameSummary, PlayerView, WrittenMove } from '../wire.d.ts' */

export const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/** The twenty first moves, for a board that can be played at once. */
export const FIRST_MOVES = Object.fromEntries([
  ...'abcdefgh'.split('').map((file) => [`${file}2`, [`${file}3`, `${file}4`]]),
  ['b1', ['a3', 'c3']],
  ['g1', ['f3', 'h3']],
]);

/**
 * Whose turn a FEN says it is.
 * @param {string} fen
 * @returns {Color}
 */
export const turnOf = (fen) => (fen.split(' ')[1] === 'b' ? 'black' : 'white');

/**
 * From where to where, as a board wants it; a promotion once.
 * @param {WrittenMove[]} moves
 */
export function legalOf(moves) {
  /** @type {Record<string, string[]>} */
  const legal = {};
  for (const { uci } of moves) {
    const [from, to] = [uci.slice(0, 2), uci.slice(2, 4)];
    const targets = (legal[from] ??= []);
    if (!targets.includes(to)) targets.push(to);
  }
  return legal;
}

/**
 * @typedef {object} Seen
 * @property {'open' | 'turn' | 'wait' | 'self'} how it waits for an opponent,
 *   for oneself, or for the opponent; or both sides are one's own
 * @property {PlayerView | null} opponent
 * @property {Color} side one's own, to look at it from
 */

/**
 * A game under way as one of its players sees it.
 * @param {GameSummary} game
 * @param {string} me
 * @returns {Seen}
 */
export function seenBy({ stage, players: { white, black }, options, ply }, me) {
  const side = white?.name === me ? 'white' : 'black';
  const opponent = side === 'white' ? black : white;
  if (stage === 'waiting') return { how: 'open', opponent: null, side };
  if (white?.name === me && black?.name === me) return { how: 'self', opponent, side };
  const begins = turnOf(options.start ?? START);
  const isMine = (begins === side) === (ply % 2 === 0);
  return { how: isMine ? 'turn' : 'wait', opponent, side };
}

const ORDER = ['turn', 'wait', 'self', 'open'];

/**
 * The game that waits for one most.
 * @param {Seen} a
 * @param {Seen} b
 */
export const byUrgency = (a, b) => ORDER.indexOf(a.how) - ORDER.indexOf(b.how);

const DAY = 24 * 60 * 60 * 1000;

/**
 * Whether there is something to see: somebody has moved, and not days ago. A
 * game without a clock may stay as it is for ever.
 * @param {GameSummary} game
 * @param {string} me who needs no list to see his own games
 * @param {number} now
 */
export function isWatchable({ players: { white, black }, ply, created }, me, now) {
  return ply >= 2 && now - created < DAY && white?.name !== me && black?.name !== me;
}

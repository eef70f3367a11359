// Games in progress as their player sees them. The DOM is not used here.

/** @import { Color, GameSummary, PlayerView, WrittenMove } from '../wire.d.ts' */

export const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/** The legal moves of the starting position, so that the board can be used before the server answers. */
export const FIRST_MOVES = Object.fromEntries([
  ...'abcdefgh'.split('').map((file) => [`${file}2`, [`${file}3`, `${file}4`]]),
  ['b1', ['a3', 'c3']],
  ['g1', ['f3', 'h3']],
]);

/**
 * Returns the side to move of a FEN.
 * @param {string} fen
 * @returns {Color}
 */
export const turnOf = (fen) => (fen.split(' ')[1] === 'b' ? 'black' : 'white');

/**
 * Groups legal moves by square for a board, with each promotion once.
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
 * @property {'open' | 'turn' | 'wait' | 'self'} how it waits for an opponent to
 *   join, for the player's move, or for the opponent's; or the player has both sides
 * @property {PlayerView | null} opponent
 * @property {Color} side the player's side
 */

/**
 * Returns a game in progress as one of its players sees it.
 * @param {GameSummary} game
 * @param {string} me
 * @returns {Seen}
 */
export function seenBy({ stage, players: { white, black }, turn }, me) {
  const side = white?.name === me ? 'white' : 'black';
  const opponent = side === 'white' ? black : white;
  if (stage === 'waiting') return { how: 'open', opponent: null, side };
  if (white?.name === me && black?.name === me) return { how: 'self', opponent, side };
  return { how: turn === side ? 'turn' : 'wait', opponent, side };
}

const DAY = 24 * 60 * 60 * 1000;

/**
 * Reports whether a game is worth watching: both have moved, and it is not days
 * old. A game without a clock may never end.
 * @param {GameSummary} game
 * @param {string} me whose own games are not listed
 * @param {number} now
 */
export function isWatchable({ players: { white, black }, ply, created }, me, now) {
  return ply >= 2 && now - created < DAY && white?.name !== me && black?.name !== me;
}

// The games of a player from that player's side, and filters for them. No
// document in here.

/** @import { Color, GameList, GameSummary, PlayerView } from '../wire.d.ts' */

/** @typedef {'won' | 'drawn' | 'lost' | 'none'} Outcome `none`: aborted, or not over */
/** @typedef {{ result: string, speed: string, kind: string }} Filter empty strings match anything */

/**
 * Returns the side of a player. Names are compared without case, as on the
 * server.
 * @param {GameSummary} game
 * @param {string} name
 * @returns {Color}
 */
export function sideOf(game, name) {
  return game.players.white?.name.toLowerCase() === name.toLowerCase() ? 'white' : 'black';
}

/**
 * @param {GameSummary} game
 * @param {string} name
 * @returns {PlayerView | null}
 */
export function opponentOf(game, name) {
  return game.players[sideOf(game, name) === 'white' ? 'black' : 'white'];
}

/**
 * @param {GameSummary} game
 * @param {string} name
 * @returns {Outcome}
 */
export function outcomeOf(game, name) {
  if (game.result === '1/2-1/2') return 'drawn';
  if (game.result !== '1-0' && game.result !== '0-1') return 'none';
  return (game.result === '1-0') === (sideOf(game, name) === 'white') ? 'won' : 'lost';
}

/**
 * @param {GameSummary} game
 * @param {string} name
 * @param {Filter} filter
 */
export function passes(game, name, filter) {
  return (!filter.result || outcomeOf(game, name) === filter.result)
    && (!filter.speed || game.speed === filter.speed)
    && (!filter.kind || (filter.kind === 'rated') === game.options.rated);
}

/**
 * Reads pages until enough games match, or the list ends.
 * @param {(cursor: string | null) => Promise<GameList>} read
 * @param {string | null} cursor where to continue; null is the beginning
 * @param {(game: GameSummary) => boolean} isWanted
 * @param {number} enough
 * @returns {Promise<{ games: GameSummary[], next: string | null }>} at most one page more than needed
 */
export async function gather(read, cursor, isWanted, enough) {
  /** @type {GameSummary[]} */
  const games = [];
  let next = cursor;
  do {
    const list = await read(next);
    games.push(...list.games.filter(isWanted));
    next = list.next ?? null;
  } while (next && games.length < enough);
  return { games, next };
}

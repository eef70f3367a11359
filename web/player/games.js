// The games of a player from that player's side. The DOM is not used here.

/** @import { Color, GameSummary, PlayerView } from '../wire.d.ts' */

/** @typedef {'won' | 'drawn' | 'lost' | 'none'} Outcome `none`: aborted, or not over */

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
 * Returns the query of a page of games; fields that are empty match anything.
 * @param {Record<string, string>} filter
 * @param {number} limit
 * @param {string | null} cursor where to continue; null is the beginning
 */
export function queryOf(filter, limit, cursor) {
  const named = Object.entries({ ...filter, cursor: cursor ?? '' }).map(([name, value]) => [name, value.trim()]);
  return new URLSearchParams([['limit', String(limit)], ...named.filter(([, value]) => value)]).toString();
}

// Which of the player's games are listed. The DOM is not used here.

/** @import { GameSummary } from '../wire.d.ts' */
/** @import { Seen } from '../home/games.js' */

/** @typedef {Seen & { game: GameSummary }} Listed a game as its player sees it */

/**
 * Reports whether a game passes the filters; an empty filter passes all.
 * @param {Listed} listed
 * @param {{ how: string, speed: string }} filter
 */
export const isShown = ({ how, game }, filter) =>
  (!filter.how || how === filter.how) && (!filter.speed || game.speed === filter.speed);

/**
 * Counts the games of a kind; the empty kind is all.
 * @param {Listed[]} games
 * @param {string} how
 */
export const countOf = (games, how) => games.filter((it) => isShown(it, { how, speed: '' })).length;

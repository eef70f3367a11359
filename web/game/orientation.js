// Which side is at the bottom of the board.
import { other, playsBoth, side } from './state.js';

/** @import { Color } from '../wire.d.ts' */
/** @import { Game } from './state.js' */

const KEY = 'turning';

/** @param {Game} game */
export function makeOrientation(game) {
  const orientation = {
    isFlipped: false,
    /** Whether the board turns to the side to move, for a player of both. */
    isAutomatic: localStorage.getItem(KEY) === 'yes',

    flip() {
      orientation.isFlipped = !orientation.isFlipped;
    },
    /** @param {boolean} isAutomatic */
    setAutomatic(isAutomatic) {
      orientation.isAutomatic = isAutomatic;
      localStorage.setItem(KEY, isAutomatic ? 'yes' : 'no');
    },
    /** @returns {Color} */
    bottom() {
      const own = playsBoth(game) && !orientation.isAutomatic ? 'white' : side(game);
      return orientation.isFlipped ? other(own) : own;
    },
  };
  return orientation;
}

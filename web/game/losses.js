// The pieces that have left the board in a game of Saktris. They are computed from
// the moves, because pieces also arrive and the position alone does not show them.
import { COLORS, ROLES, readPlacement } from '../board/squares.js';
import { VALUES } from './position.js';
import { fenAt, other } from './state.js';

/** @import { Color } from '../wire.d.ts' */
/** @import { Role } from '../board/types.d.ts' */
/** @import { Taken } from './position.js' */
/** @import { Game } from './state.js' */

/**
 * Returns what each side has captured after a number of moves, what the other
 * has lost by clears, and White's lead in material. Pieces still to come count
 * the same for both sides.
 * @param {Game} game
 * @param {number} at
 * @returns {Taken}
 */
export function losses(game, at) {
  /** @type {{ white: Role[], black: Role[] }} */
  const taken = { white: [], black: [] };
  /** @type {{ white: Role[], black: Role[] }} */
  const cleared = { white: [], black: [] };
  let lead = 0;
  const add = (/** @type {Role} */ role, /** @type {Color} */ color, /** @type {number} */ sign) => {
    lead += sign * value(role) * (color === 'white' ? 1 : -1);
  };
  game.moves.slice(0, at).forEach((move, index) => {
    const before = fenAt(game, index);
    const mover = COLORS[before.split(' ')[1] === 'b' ? 1 : 0] ?? 'white';
    if (move.san.includes('x')) {
      // An en passant capture lands on an empty square.
      const role = readPlacement(before).get(move.uci.slice(2, 4))?.role ?? 'pawn';
      taken[mover].push(role);
      add(role, other(mover), -1);
    }
    const promoted = /=([QRBN])/.exec(move.san)?.[1];
    if (promoted) {
      add('pawn', mover, -1);
      add(ROLES[promoted.toLowerCase()] ?? 'queen', mover, 1);
    }
    for (const { piece } of move.cleared?.pieces ?? []) {
      const role = ROLES[piece.toLowerCase()] ?? 'pawn';
      const color = piece === piece.toLowerCase() ? 'black' : 'white';
      cleared[other(color)].push(role);
      add(role, color, -1);
    }
  });
  for (const roles of [taken.white, taken.black, cleared.white, cleared.black]) roles.sort((one, two) => rankOfValue(one) - rankOfValue(two));
  return { ...taken, cleared, lead };
}

/** @param {Role} role */
const value = (role) => VALUES[rankOfValue(role)]?.[1] ?? 0;

/** Orders roles, the most valuable first. @param {Role} role */
const rankOfValue = (role) => VALUES.findIndex(([it]) => it === role);

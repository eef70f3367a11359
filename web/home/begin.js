// Where games begin: the server makes one, and the page goes to it.
import { ask, problemOf } from '../lib/api.js';
import { find } from '../lib/dom.js';
import { explained, text } from '../lib/text.js';
import { newGame } from './choices.js';
import { complain, read } from './form.js';

/** @import { Color, SeatedGame, SignedIn } from '../wire.d.ts' */

let isBusy = false;

/**
 * Makes a game and goes to it. Whether it will be so.
 * @param {'friend' | 'computer' | 'self'} whom
 * @param {{ color: Color, move: string }} [first] the move with which it begins
 */
export async function begin(whom, first) {
  if (isBusy) return false;
  isBusy = true;
  complain('');
  find('#invitation').textContent = text('home_starting');
  try {
    const wanted = newGame(read(), whom);
    /** @type {SeatedGame} */
    const game = await ask('POST', '/games', first ? { ...wanted, color: first.color } : wanted);
    if (first) await ask('POST', `/games/${game.id}/actions`, { id: 'home', ply: 0, do: { play: { move: first.move } } });
    location.assign(`/game/${game.id}`);
    return true;
  } catch (error) {
    const problem = problemOf(error);
    complain(await explained(problem), problem.field ?? undefined);
    isBusy = false;
    return false;
  }
}

/** Whoever is nobody becomes a guest: to be found one needs a name. Whether he was nobody. */
export async function beSomebody() {
  const me = document.documentElement.dataset;
  if (me['player']) return false;
  /** @type {SignedIn} */
  const { player } = await ask('POST', '/guests');
  me['player'] = player.name;
  me['kind'] = player.kind;
  return true;
}

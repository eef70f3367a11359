// Creates a game on the server and goes to it.
import { ask, problemOf } from '../lib/api.js';
import { explain } from '../lib/explain.js';
import { text } from '../lib/text.js';
import { newGame } from './choices.js';
import { invite, read, revealError, showError } from './form.js';

/** @import { Color, SeatedGame, SignedIn } from '../wire.d.ts' */

let isBusy = false;

/**
 * Creates a game and goes to it. Reports whether that worked.
 * @param {'friend' | 'computer' | 'self'} opponent
 * @param {{ color: Color, move: string }} [first] the first move
 */
export async function begin(opponent, first) {
  if (isBusy) return false;
  isBusy = true;
  showError('');
  invite(text('home_starting'), 'urgent');
  try {
    const request = newGame(read(), opponent);
    /** @type {SeatedGame} */
    const game = await ask('POST', '/games', first ? { ...request, color: first.color } : request);
    if (first) await ask('POST', `/games/${game.id}/actions`, { id: 'home', ply: 0, do: { play: { move: first.move } } });
    location.assign(`/game/${game.id}`);
    return true;
  } catch (error) {
    const problem = problemOf(error);
    showError((await explain(problem)).words, problem.field ?? undefined);
    revealError();
    isBusy = false;
    return false;
  }
}

/** Makes an anonymous visitor a guest, since pairing needs a name. Reports whether the visitor was anonymous. */
export async function becomeGuest() {
  const me = document.documentElement.dataset;
  if (me['player']) return false;
  /** @type {SignedIn} */
  const { player } = await ask('POST', '/guests');
  me['player'] = player.name;
  me['kind'] = player.kind;
  return true;
}

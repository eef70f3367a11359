// Creates a game on the server and goes to it.
import { ask, problemOf } from '../lib/api.js';
import { say } from '../lib/dom.js';
import { explain } from '../lib/explain.js';
import { text } from '../lib/text.js';
import { newGame } from './choices.js';
import { invite, read, revealError, showError } from './form.js';

/** @import { ChallengeView, Color, NewGame, SeatedGame, SignedIn } from '../wire.d.ts' */

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
    const choices = read();
    const request = newGame(choices, opponent);
    if (opponent === 'friend' && choices.friendName) {
      await challenge(choices.friendName, request);
      isBusy = false;
      return true;
    }
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

/**
 * Challenges a named player, who answers in their own time.
 * @param {string} name
 * @param {NewGame} request
 */
async function challenge(name, { options, color }) {
  /** @type {ChallengeView} */
  const { challenged } = await ask('POST', `/players/${encodeURIComponent(name)}/challenge`, { options, ...(color && { color }) });
  const words = text('home_friend_challenged', { name: challenged.name });
  invite(words, 'urgent');
  say(words);
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

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
    const loaded = loadNextPage();
    /** @type {SeatedGame} */
    const game = await ask('POST', '/games', first ? { ...request, color: first.color, first_move: first.move } : request);
    // The next page would load again what has not finished loading.
    await loaded;
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

/** Loads the files of the next page while the server creates the game, so that the page can be drawn at once. */
function loadNextPage() {
  const urls = document.querySelector('meta[name=next]')?.getAttribute('content')?.split(' ') ?? [];
  // A browser keeps a file that was read to its end.
  return Promise.all(urls.map((url) => fetch(url).then((response) => response.arrayBuffer()).catch(() => null)));
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

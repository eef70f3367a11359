// Finding people: search, leaderboards, who is online, and who is followed.
import '../page_strings.js';
import { ask, problemOf } from '../lib/api.js';
import { find, make } from '../lib/dom.js';
import { playerName } from '../lib/names.js';
import { text, why } from '../lib/text.js';
import { showChallenges } from './challenge_list.js';

/** @import { Leaderboard, ListedPlayer } from '../wire.d.ts' */

const isAccount = document.documentElement.dataset['kind'] === 'account';
const speed = /** @type {HTMLSelectElement} */ (find('#speed'));
const kind = /** @type {HTMLSelectElement} */ (find('#leader-kind'));
const search = /** @type {HTMLFormElement} */ (find('#search'));

/**
 * Lists players, or says that there are none.
 * @param {string} id of the list
 * @param {ListedPlayer[]} players
 */
function fill(id, players) {
  find(`#${id}`).replaceChildren(...players.map(({ player, online, games }) => make('li', {},
    make('a', { class: 'name', href: `/player/${encodeURIComponent(player.name)}` },
      make('i', { class: `presence ${online ? 'there' : ''}`, role: 'img', 'aria-label': text(online ? 'game_is_there' : 'game_is_away') }), playerName(player)),
    player.rating !== undefined && make('b', {}, String(player.rating)),
    games !== undefined && make('span', { class: 'hint' }, text('players_games', { count: games ?? 0 })))));
  find(`#${id}-none`).hidden = players.length > 0;
}

async function showLeaders() {
  /** @type {Leaderboard} */
  const { players } = await ask('GET', `/leaderboard?speed=${speed.value}&bots=${kind.value === 'bots'}`);
  fill('leaders', players);
}

async function showFollowed() {
  if (isAccount) fill('following', await ask('GET', '/account/following'));
}

async function showOnline() {
  if (isAccount) find('#online-none').textContent = text('players_online_no_others');
  fill('online', await ask('GET', '/players/online'));
}

search.addEventListener('submit', async (event) => {
  event.preventDefault();
  const none = find('#found-none');
  find('#found-section').hidden = false;
  try {
    const name = String(new FormData(search).get('name')).trim();
    fill('found', await ask('GET', `/players?name=${encodeURIComponent(name)}`));
    none.textContent = text('players_found_none');
  } catch (error) {
    fill('found', []);
    none.textContent = problemOf(error).code === 'invalid_field' ? text('players_too_short') : why(error);
  }
});
addEventListener('challenge', () => showChallenges().catch(() => null));
for (const choice of [speed, kind]) choice.addEventListener('change', () => showLeaders().catch(() => null));

await Promise.allSettled([showLeaders(), showFollowed(), showOnline(), isAccount && showChallenges()]);
find('.players').removeAttribute('aria-busy');

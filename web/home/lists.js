// The player's games in progress, and live games.
import { ask } from '../lib/api.js';
import { find, make } from '../lib/dom.js';
import { displayName } from '../lib/names.js';
import { text } from '../lib/text.js';
import { card, nameWithRating } from './game_card.js';
import { isWatchable, seenBy } from './games.js';

/** @import { GameList } from '../wire.d.ts' */

const MAX_LISTED_GAMES = 4;
/** Milliseconds between two updates of the live games, while they are visible. */
const REFRESH_MS = 20_000;

export async function initLists() {
  const me = document.documentElement.dataset['player'];
  await Promise.allSettled([me && showMine(me), showLive()]);
  // Only those with an account can challenge others.
  if (document.documentElement.dataset['kind'] === 'account') import('./bots.js').then(({ showBots }) => showBots()).catch(() => null);
  watcher.observe(find('#live'));
  setInterval(() => {
    if (!document.hidden && isLiveVisible) showLive().catch(() => null);
  }, REFRESH_MS);
}

/** @param {string} me */
async function showMine(me) {
  /** @type {GameList} */
  const { games } = await ask('GET', `/account/games/current?limit=${MAX_LISTED_GAMES + 1}`);
  const seen = games.map((game) => ({ game, ...seenBy(game, me) }));
  const words = { turn: 'home_mine_turn', wait: 'home_mine_wait', open: 'home_mine_open', self: 'home_self' };
  fill('mine', seen.slice(0, MAX_LISTED_GAMES).map(({ game, how, opponent, side }) => {
    const name = opponent && how !== 'self' ? nameWithRating(opponent) : '';
    const word = text(/** @type {import('../lib/text.js').Word} */ (words[how]));
    return card(game, side, name || word, name ? word : '');
  }));
  const first = seen[0];
  if (!first) return;
  const name = displayName(first.opponent?.name ?? '');
  const way = make('a', { href: `/game/${first.game.id}` }, `${text(`home_continue_${first.how}`, { name })} →`);
  find('#continue').replaceChildren(way);
}

async function showLive() {
  /** @type {GameList} */
  const { games } = await ask('GET', `/games/live?limit=${6 * MAX_LISTED_GAMES}`);
  const me = document.documentElement.dataset['player'] ?? '';
  const others = games.filter((game) => isWatchable(game, me, Date.now()));
  fill('live', others.slice(0, MAX_LISTED_GAMES).map((game) => card(game, 'white', nameWithRating(game.players.white), nameWithRating(game.players.black))));
}

/**
 * @param {'mine' | 'live'} list
 * @param {HTMLElement[]} cards
 */
function fill(list, cards) {
  find(`#${list}`).replaceChildren(...cards);
  find(`#${list}-section`).hidden = !cards.length;
}

/** Whether the live games are in view. */
let isLiveVisible = false;

const watcher = new IntersectionObserver((entries) => {
  isLiveVisible = entries.at(-1)?.isIntersecting ?? false;
}, { rootMargin: '200px' });

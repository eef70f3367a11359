// The page of the player's games in progress: all of them, the most urgent first.
import '../page_strings.js';
import { ask } from '../lib/api.js';
import { digits } from '../lib/clock.js';
import { find, make } from '../lib/dom.js';
import { text, why } from '../lib/text.js';
import { seenBy } from '../home/games.js';
import { card, nameWithRating } from '../home/game_card.js';
import { countOf, isShown } from './filter.js';

/** @import { GameList } from '../wire.d.ts' */
/** @import { Listed } from './filter.js' */

/** Milliseconds between two updates, while the page is visible. */
const REFRESH_MS = 20_000;

const form = /** @type {HTMLFormElement} */ (find('#filters'));
const list = find('#games');
/** @type {Listed[]} */
let games = [];

async function load() {
  const me = document.documentElement.dataset['player'];
  /** @type {GameList} */
  const answer = me ? await ask('GET', '/account/games/current') : { games: [] };
  games = answer.games.map((game) => ({ game, ...seenBy(game, me ?? '') }));
  show();
}

function show() {
  const values = Object.fromEntries(new FormData(form));
  const filter = { how: String(values['how'] ?? ''), speed: String(values['speed'] ?? '') };
  const shown = games.filter((it) => isShown(it, filter));
  const focused = document.activeElement?.getAttribute('href');
  list.replaceChildren(...shown.map(item));
  if (focused) /** @type {HTMLElement | null} */ (list.querySelector(`[href="${focused}"]`))?.focus();
  for (const shown of form.querySelectorAll('[data-count]')) {
    const how = shown.getAttribute('data-count') ?? '';
    const count = countOf(games, how);
    shown.textContent = String(count);
    // Kinds without games are not offered.
    /** @type {HTMLElement} */ (shown.parentElement).hidden = count === 0 && how !== filter.how;
  }
  form.hidden = games.length === 0;
  find('#none').hidden = shown.length > 0;
  find('#none p').textContent = text(games.length ? 'games_none_match' : 'games_none');
  find('#none a').hidden = games.length > 0;
  find('.games-page').removeAttribute('aria-busy');
}

/** The cards by what they show, so that boards are not loaded again. @type {Map<string, HTMLElement>} */
let cards = new Map();

/** @param {Listed} listed */
function item(listed) {
  const { game: { id, ply, time_left: left, speed }, how } = listed;
  const key = `${id} ${ply} ${how}`;
  const made = cards.get(key) ?? makeCard(listed);
  // Before both have moved it is the time until the game is aborted, which is much longer in games with days for a move.
  const time = speed === 'correspondence' && ply < 2 ? null : left ?? null;
  find('.left', made).textContent = time === null ? '' : text('games_left', { time: span(time) });
  cards.set(key, made);
  return made;
}

/** @param {Listed} listed */
function makeCard({ game, how, opponent, side }) {
  const name = opponent && how !== 'self' ? nameWithRating(opponent) : '';
  const word = text(`games_${how}`);
  const status = make('span', { class: `status ${how}` }, name ? word : '', make('span', { class: 'left numbers' }));
  return card(game, side, name || word, make('span', { class: 'about' }, status));
}

/** @param {number} millis */
const span = (millis) => digits(millis, { day: text('game_day'), hour: text('game_hour') });

function update() {
  if (!document.hidden) load().catch((error) => { find('#wrong').textContent = why(error); });
}

form.addEventListener('change', show);
form.addEventListener('submit', (event) => event.preventDefault());
document.addEventListener('visibilitychange', update);
setInterval(update, REFRESH_MS);
update();

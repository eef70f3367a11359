// The player's games in progress, and live games.
import { ask } from '../lib/api.js';
import { clockWords } from '../lib/clock_words.js';
import { find, make } from '../lib/dom.js';
import { displayName } from '../lib/names.js';
import { text } from '../lib/text.js';
import { byUrgency, isWatchable, seenBy } from './games.js';
import { miniBoard } from './mini_board.js';

/** @import { Color, GameList, GameSummary, GameView } from '../wire.d.ts' */

const MAX_LISTED_GAMES = 4;
/** Milliseconds between two updates of the live games, while they are visible. */
const REFRESH_MS = 20_000;

export async function initLists() {
  const me = document.documentElement.dataset['player'];
  await Promise.allSettled([me && showMine(me), showLive()]);
  setInterval(() => {
    if (!document.hidden && visible.has(find('#live'))) showLive().catch(() => null);
  }, REFRESH_MS);
}

/** @param {string} me */
async function showMine(me) {
  /** @type {GameList} */
  const { games } = await ask('GET', '/account/games?which=under_way&limit=12');
  const seen = games.map((game) => ({ game, ...seenBy(game, me) })).sort(byUrgency);
  const words = { turn: 'home_mine_turn', wait: 'home_mine_wait', open: 'home_mine_open', self: 'home_self' };
  fill('mine', seen.slice(0, MAX_LISTED_GAMES).map(({ game, how, opponent, side }) => {
    const name = opponent && how !== 'self' ? rated(opponent) : '';
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
  fill('live', others.slice(0, MAX_LISTED_GAMES).map((game) => card(game, 'white', rated(game.players.white), rated(game.players.black))));
}

/**
 * @param {'mine' | 'live'} list
 * @param {HTMLElement[]} cards
 */
function fill(list, cards) {
  const place = find(`#${list}`);
  place.replaceChildren(...cards);
  find(`#${list}-none`).hidden = cards.length > 0;
  watcher.observe(place);
  for (const it of cards) watcher.observe(it);
}

/** @param {import('../wire.d.ts').PlayerView | null} player */
const rated = (player) => (player ? [displayName(player.name), player.rating].filter(Boolean).join(' ') : text('home_nobody'));

/**
 * Creates a card with a small board and two lines. The board is drawn when the
 * card comes into view.
 * @param {GameSummary} game
 * @param {Color} side
 * @param {string} above
 * @param {string} below
 */
function card({ id, options }, side, above, below) {
  const clock = options.clock === '-' ? '' : clockWords(options.clock);
  const place = make('span', { class: 'mini-place' });
  const item = make('li', {}, make('a', { href: `/game/${id}` }, place,
    make('strong', {}, above), make('span', {}, [below, options.variant === 'saktris' && text('home_variant_saktris'), clock].filter(Boolean).join(' · '))));
  drawings.set(item, async () => {
    /** @type {GameView} */
    const view = await ask('GET', `/games/${id}`);
    const fen = view.play?.state.fen ?? options.start;
    if (fen) place.replaceChildren(miniBoard(fen, side));
  });
  return item;
}

/** @type {WeakMap<Element, () => Promise<void>>} */
const drawings = new WeakMap();
/** @type {WeakSet<Element>} */
const visible = new WeakSet();

const watcher = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) visible.add(target);
    else visible.delete(target);
    const drawIt = drawings.get(target);
    if (!isIntersecting || !drawIt) continue;
    drawings.delete(target);
    drawIt().catch(() => null);
  }
}, { rootMargin: '200px' });

// The list of a player's games, with filters and a button for more.
import { ask } from '../lib/api.js';
import { day } from '../lib/dates.js';
import { clockWords } from '../lib/clock_words.js';
import { find, make, say } from '../lib/dom.js';
import { playerName } from '../lib/names.js';
import { text, why } from '../lib/text.js';
import { opponentOf, outcomeOf, queryOf, sideOf } from './games.js';

/** @import { GameList, GameSummary } from '../wire.d.ts' */

const GAMES_PER_PAGE = 20;

/** @param {string} name */
export async function initGames(name) {
  const form = /** @type {HTMLFormElement} */ (find('#filters'));
  const list = find('#games');
  const more = find('#more');
  /** @type {string | null} */
  let next = null;
  // Only the answer to the latest request counts.
  let turn = 0;

  const load = async (/** @type {string | null} */ cursor) => {
    const mine = ++turn;
    const filter = /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(form)));
    const query = queryOf(filter, GAMES_PER_PAGE, cursor);
    const found = /** @type {GameList} */ (await ask('GET', `/players/${encodeURIComponent(name)}/games?${query}`));
    if (mine !== turn) return null;
    next = found.next ?? null;
    const lines = found.games.map((game) => line(game, name));
    if (!cursor) list.replaceChildren();
    list.append(...lines);
    more.hidden = !next;
    const none = find('#none');
    none.hidden = list.childElementCount > 0;
    const isFiltered = Object.values(filter).some(Boolean);
    none.textContent = text(isFiltered ? 'player_no_match' : 'player_no_games');
    return lines[0] ?? null;
  };

  form.addEventListener('change', () => load(null).catch(showError));
  // Enter in the field of the opponent is a change, too.
  form.addEventListener('submit', (event) => event.preventDefault());
  more.addEventListener('click', async () => {
    const first = await load(next).catch(showError);
    first?.querySelector('a')?.focus();
  });
  await load(null);
}

/** @param {unknown} error */
function showError(error) {
  say(why(error), 'urgent');
  const none = find('#none');
  none.hidden = false;
  none.textContent = why(error);
}

/**
 * @param {GameSummary} game
 * @param {string} name
 */
function line(game, name) {
  const outcome = outcomeOf(game, name);
  const side = sideOf(game, name);
  const opponent = opponentOf(game, name);
  const change = game.players[side]?.change;
  const who = opponent ? [playerName(opponent), opponent.rating].filter(Boolean).join(' ') : '–';
  // A game without a clock counts as correspondence; that it is unlimited says more.
  const notes = [game.options.clock !== '-' && text(`speed_${game.speed}`), clockWords(game.options.clock), game.options.rated && text('player_rated')].filter(Boolean);
  const count = Math.ceil(game.ply / 2);
  const moves = make('span', { class: 'moves' }, ` · ${count === 1 ? text('player_move') : text('player_moves', { count })}`);
  return make('li', {}, make('a', { href: `/game/${game.id}` },
    make('span', { class: `outcome ${outcome}` }, text(`player_game_${outcome}`)),
    make('span', { class: `side ${side}`, role: 'img', 'aria-label': text(`color_${side}`) }),
    make('span', { class: 'opponent' }, who),
    make('span', { class: 'change numbers' }, change ? (change > 0 ? `+${change}` : `−${-change}`) : ''),
    make('span', { class: 'notes' }, notes.join(' · '), moves, game.opening && make('span', { class: 'opening', lang: 'en' }, game.opening.name)),
    make('time', { datetime: new Date(game.created).toISOString() }, day(game.created)),
  ));
}

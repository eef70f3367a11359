// The profile page of an account.
import '../page_strings.js';
import { ask } from '../lib/api.js';
import { day } from '../lib/dates.js';
import { find, make } from '../lib/dom.js';
import { displayName, playerName } from '../lib/names.js';
import { text, why } from '../lib/text.js';
import { showGraph } from './draw_graph.js';
import { initGames } from './draw_games.js';
import { showNow } from './now.js';
import { initRelations } from './relations.js';

/** @import { Profile } from '../wire.d.ts' */

const requested = decodeURIComponent(location.pathname.split('/')[2] ?? '');
const page = find('.player');

try {
  /** @type {Profile} */
  const profile = await ask('GET', `/players/${encodeURIComponent(requested)}`);
  show(profile);
  const { name } = profile.player;
  const me = document.documentElement.dataset;
  const relations = me.kind === 'account' && me.player !== name ? initRelations(name) : null;
  await Promise.all([showGraph(name, profile.ratings), initGames(name), showNow(name), relations]);
} catch (error) {
  const isUnknown = /** @type {any} */ (error).problem?.status === 404;
  find('#name').textContent = displayName(requested) || text('player_title');
  find('.known').hidden = true;
  find('#unknown').hidden = false;
  if (!isUnknown) find('#unknown').textContent = why(error);
}
page.removeAttribute('aria-busy');

/** @param {Profile} profile */
function show({ player, created, ratings, won, drawn, lost }) {
  document.title = `${player.name} · Arbiter`;
  find('#name').textContent = playerName(player);
  find('#since').textContent = text('player_since', { when: day(created) });
  const me = document.documentElement.dataset;
  find('.mine').hidden = !(me.kind === 'account' && me.player === player.name);

  const rows = ratings.map(({ speed, rating, deviation, provisional, games }) => make('tr', {},
    make('th', { scope: 'row' }, text(`speed_${speed}`)),
    make('td', { class: 'rating' }, String(rating), provisional && make('abbr', { title: text('player_provisional') }, '?')),
    make('td', {}, `± ${2 * deviation}`),
    make('td', {}, String(games)),
  ));
  const heads = [text('player_speed'), text('player_rating'), text('player_margin'), text('player_games')];
  find('#ratings').replaceChildren(rows.length
    ? make('table', { class: 'numbers' },
      make('thead', {}, make('tr', {}, ...heads.map((it) => make('th', { scope: 'col' }, it)))),
      make('tbody', {}, ...rows))
    : make('p', { class: 'hint' }, text('player_unrated')));

  const all = won + drawn + lost;
  const parts = /** @type {const} */ ([['won', won], ['drawn', drawn], ['lost', lost]]);
  const bar = make('div', { class: 'bar', 'aria-hidden': 'true' });
  for (const [name, count] of parts) {
    const part = make('span', { class: name });
    part.style.flexGrow = String(count);
    if (count) bar.append(part);
  }
  const words = make('dl', { class: 'counts numbers' });
  for (const [name, count] of parts) words.append(make('div', {}, make('dt', {}, text(`player_${name}`)), make('dd', {}, String(count))));
  find('#tally').replaceChildren(...(all ? [words, bar] : [make('p', { class: 'hint' }, text('player_no_games'))]));
}

// A tournament for a projector: large type, and one part after the other.
import '../page_strings.js';
import '../tournament_strings.js';
import { ask } from '../lib/api.js';
import { find, make } from '../lib/dom.js';
import { socket } from '../lib/socket.js';
import { text, why } from '../lib/text.js';
import { drawRounds, roundName } from './bracket.js';
import { partsOf } from './bracket_part.js';
import { byNumber, decimal, nameOf, progress, resultWords } from './describe.js';
import { matchScore } from './draw.js';

/** @import { TournamentView } from '../wire.d.ts' */

/** Milliseconds for which a screen is shown. */
const SCREEN_MS = 10_000;
const id = location.pathname.split('/')[2] ?? '';
/** How high a match must be to be read from afar, and the names of the rounds above, in pixels. */
const MATCH_HEIGHT = 54;
const ROUND_HEIGHT = 44;
/** How much smaller the type of a bracket becomes for long names. Longer ones are cut off. */
const MIN_SCALE = .85;
/** The margin of the header and the padding at the bottom, in pixels. */
const BELOW_HEADER = 40;
const table = find('.wall table');
const bracket = find('#bracket');
const head = find('.wall thead');
const body = find('.wall tbody');
/** @type {TournamentView | null} */
let view = null;
let screen = 0;

/**
 * Returns the rows of the pairings and of the standings.
 * @param {TournamentView} view
 * @returns {{ heads: string[], rows: (string | number)[][] }[]}
 */
function tables(view) {
  const players = byNumber(view);
  const name = (/** @type {number} */ number) => nameOf(players.get(number));
  const parts = [];
  if (view.round && view.summary.state !== 'over') {
    parts.push({
      heads: [text('tournaments_board'), text('tournaments_white'), text('tournaments_result'), text('tournaments_black')],
      rows: view.round.boards.map((it) => [it.board, name(it.white), resultWords(it.result ?? undefined), name(it.black)]),
    });
  }
  if (view.standings.length) {
    parts.push({
      heads: [text('tournaments_place'), text('tournaments_player'), text('tournaments_points'), view.tie_breaks[1] ?? ''],
      rows: view.standings.map((it) => [it.rank, name(it.player), decimal(it.points), decimal(it.tie_breaks[1] ?? '')]),
    });
  } else if (!parts.length) {
    parts.push({ heads: ['', text('tournaments_player'), '', ''], rows: view.players.map((it, at) => [at + 1, nameOf(it), it.rating ?? '', '']) });
  }
  return parts;
}

/** Draws one screen: as much as fits. */
function draw() {
  if (!view) return;
  find('#name').textContent = view.summary.name;
  const message = view.messages.at(-1)?.text;
  const score = matchScore(view);
  find('#facts').replaceChildren(progress(view.summary), score ? ' · ' : '', score ? make('span', { translate: 'no' }, score) : '', message ? ' · ' : '', message ? make('span', { translate: 'no' }, message) : '');
  const [all, players] = [view.bracket ?? [], byNumber(view)];
  const matchCount = Math.floor((space() - ROUND_HEIGHT) / MATCH_HEIGHT);
  const brackets = partsOf(all, view.summary.round, Math.max(4, matchCount)).map((rounds) => () => {
    drawRounds(bracket, rounds.map(({ round, matches }) => ({ name: roundName(round, all.length), matches })), players);
    fit(rounds[0]?.matches.length ?? 1);
  });
  const size = Math.max(4, Math.floor((innerHeight - 190) / 64));
  const lists = tables(view).flatMap(({ heads, rows }) => {
    const count = Math.max(1, Math.ceil(rows.length / size));
    return Array.from({ length: count }, (_, at) => () => list(heads, rows.slice(at * size, (at + 1) * size)));
  });
  const screens = [...brackets, ...lists];
  const at = screen % screens.length;
  bracket.hidden = at >= brackets.length;
  table.hidden = !bracket.hidden;
  screens[at]?.();
}

/** Returns the height below the name and the facts, in pixels. */
const space = () => innerHeight - find('.wall header').getBoundingClientRect().bottom - scrollY - BELOW_HEADER;

/** Makes the matches of the first column fill the height, in type that fits them and their names. @param {number} count */
function fit(count) {
  const height = space();
  bracket.style.height = `${height}px`;
  bracket.style.fontSize = `min(.85em, ${(height - ROUND_HEIGHT) / count / 3.4}px)`;
  const shares = [...bracket.querySelectorAll('.side > span:first-child')].map((it) => it.clientWidth / it.scrollWidth);
  const size = parseFloat(getComputedStyle(bracket).fontSize);
  bracket.style.fontSize = `${size * Math.max(MIN_SCALE, Math.min(1, ...shares))}px`;
}

/**
 * @param {string[]} heads
 * @param {(string | number)[][]} rows
 */
function list(heads, rows) {
  head.replaceChildren(make('tr', {}, ...heads.map((it) => (it ? make('th', { scope: 'col' }, it) : make('td', {})))));
  body.replaceChildren(...rows.map((row) => make('tr', {}, ...row.map((it) => make('td', { translate: 'no' }, it)))));
}

socket.on('tournament', (update) => {
  if (update.summary.id !== id) return;
  view = update;
  draw();
});
socket.on('connection', (connection) => {
  if (connection === 'open') socket.send({ tournament: { tournament: id } });
});
addEventListener('resize', draw);
setInterval(() => {
  screen += 1;
  draw();
}, SCREEN_MS);
try {
  view = await ask('GET', `/tournaments/${id}`);
  draw();
  socket.send({ tournament: { tournament: id } });
} catch (error) {
  find('#wrong').textContent = why(error);
}
find('.wall').removeAttribute('aria-busy');

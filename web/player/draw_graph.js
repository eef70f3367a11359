// The rating graph, and the same numbers as a table.
import { ask } from '../lib/api.js';
import { draw, find, make } from '../lib/dom.js';
import { text } from '../lib/text.js';
import { graphOf } from './graph.js';

/** @import { RatingHistory, Speed, SpeedRating } from '../wire.d.ts' */

const HEIGHT = 200;
/** Space for the numbers beside the graph. */
const MARGIN_PX = 48;
/** How many of the last games the table lists. */
const MAX_TABLE_ROWS = 50;

/**
 * Shows the rating history of a chosen time control.
 * @param {string} name
 * @param {SpeedRating[]} ratings
 */
export async function showGraph(name, ratings) {
  const place = find('#graph');
  if (!ratings.length) return place.replaceChildren(make('p', { class: 'hint' }, text('player_graph_none')));
  const most = ratings.reduce((a, b) => (b.games > a.games ? b : a)).speed;
  const picture = make('div', { class: 'drawn' });
  const choices = make('fieldset', { class: 'choices' }, make('legend', { class: 'unseen' }, text('player_speed')));
  for (const { speed } of ratings) {
    const input = make('input', { type: 'radio', name: 'graph', value: speed, checked: speed === most });
    input.addEventListener('change', () => show(name, speed, picture));
    choices.append(make('label', { class: 'choice' }, input, text(`speed_${speed}`)));
  }
  place.replaceChildren(choices, picture);
  await show(name, most, picture);
}

/**
 * @param {string} name
 * @param {Speed} speed
 * @param {HTMLElement} place
 */
async function show(name, speed, place) {
  /** @type {RatingHistory} */
  const { points } = await ask('GET', `/players/${encodeURIComponent(name)}/ratings?speed=${speed}`);
  if (!points.length) return place.replaceChildren();
  drawGraph(points, speed, place);
  // Turning a phone changes the width.
  onresize = () => drawGraph(points, speed, place);
}

/**
 * @param {RatingHistory['points']} points
 * @param {Speed} speed
 * @param {HTMLElement} place
 */
function drawGraph(points, speed, place) {
  const isOpen = place.querySelector('details')?.open;
  const width = Math.max(240, place.clientWidth - MARGIN_PX);
  const graph = graphOf(points, width, HEIGHT);
  const { first, last, highest, lowest, games } = graph.summary;
  const label = text(games === 1 ? 'player_graph_first' : 'player_graph_words', { speed: text(`speed_${speed}`), first, last, highest, lowest, games });
  const svg = draw('svg', { viewBox: `-2 -12 ${width + MARGIN_PX} ${HEIGHT + 24}`, role: 'img', 'aria-label': label });
  for (const { y, rating } of graph.lines) {
    svg.append(draw('path', { class: 'rule', d: `M0 ${y}H${width}` }));
    const number = draw('text', { x: width + 8, y: y + 5 });
    number.textContent = String(rating);
    svg.append(number);
  }
  svg.append(draw('polyline', { points: graph.line }), draw('circle', { cx: graph.last.x, cy: graph.last.y, r: 4.5 }));

  const rows = points.map((point, index) => make('tr', {},
    make('td', {}, String(index + 1)),
    make('td', {}, make('a', { href: `/game/${point.game}` }, text('player_game'))),
    make('td', {}, String(point.rating)),
  )).slice(-MAX_TABLE_ROWS).reverse();
  const heads = ['#', text('player_game'), text('player_rating')];
  const table = make('details', { open: Boolean(isOpen) }, make('summary', {}, text('player_as_table')),
    make('table', { class: 'numbers' },
      make('thead', {}, make('tr', {}, ...heads.map((it) => make('th', { scope: 'col' }, it)))),
      make('tbody', {}, ...rows)));
  place.replaceChildren(svg, make('p', { class: 'hint' }, label), table);
}

// The evaluation graph of a game, with its bad moves.
import { draw } from '../lib/dom.js';
import { text } from '../lib/text.js';
import { sign } from './tree.js';

/** @import { graphOf } from './game_analysis.js' */
/** @import { Id } from './tree.js' */

const WIDTH = 1000;
const HEIGHT = 100;

/**
 * @param {SVGSVGElement} svg
 * @param {ReturnType<typeof graphOf>} points
 * @param {Id} current
 */
export function drawGraph(svg, points, current) {
  const known = points.flatMap((point, index) => point.share === null ? [] : [{ ...point, share: point.share, index }]);
  const x = (/** @type {number} */ index) => points.length < 2 ? 0 : Math.round(index / (points.length - 1) * WIDTH);
  const y = (/** @type {number} */ share) => Math.round((1 - share) * HEIGHT);
  /** @type {SVGElement[]} */
  const children = [];
  const [first, last] = [known[0], known.at(-1)];
  if (known.length > 1 && first && last) {
    const line = known.map(({ index, share }) => `${x(index)} ${y(share)}`);
    children.push(
      draw('rect', { class: 'ground', width: WIDTH, height: HEIGHT }),
      draw('path', { class: 'area', d: `M${x(first.index)} ${HEIGHT}L${line.join('L')}L${x(last.index)} ${HEIGHT}Z` }),
      draw('path', { class: 'pen', d: `M${line.join('L')}` }),
    );
  }
  children.push(draw('path', { class: 'middle', d: `M0 ${HEIGHT / 2}H${WIDTH}` }));
  for (const { index, share, nag } of known) {
    if (nag) children.push(draw('path', { class: `bad nag-${nag}`, d: `M${x(index)} ${y(share)}v.001` }));
  }
  const at = points.findIndex(({ id }) => id === current);
  if (at >= 0) children.push(draw('path', { class: 'here', d: `M${x(at)} 0V${HEIGHT}` }));
  svg.replaceChildren(...children);
  const bad = known.filter(({ nag }) => nag);
  const count = (/** @type {number} */ nag) => bad.filter((it) => it.nag === nag).length;
  svg.setAttribute('aria-label', known.length > 1
    ? text('analysis_graph_label', { known: known.length, doubtful: count(6), mistakes: count(2), blunders: count(4) })
    : text('analysis_graph_none'));
  svg.dataset['glyphs'] = bad.map(({ nag }) => sign(nag ?? 0)).join(' ');
}

/**
 * Returns the position of the line at a point of the graph.
 * @param {SVGSVGElement} svg
 * @param {MouseEvent} event
 * @param {number} count
 */
export function indexAt(svg, event, count) {
  const { left, width } = svg.getBoundingClientRect();
  return Math.round(Math.min(1, Math.max(0, (event.clientX - left) / width)) * (count - 1));
}

// Arrows and rings. The four kinds differ in line and head, not only in color.

/** @import { Color } from '../wire.d.ts' */
/** @import { Shape, Square } from './types.d.ts' */
import { draw } from '../lib/dom.js';
import { placeOf } from './squares.js';

/**
 * Redraws all shapes; a square is one unit wide.
 * @param {SVGSVGElement} layer
 * @param {Shape[]} shapes
 * @param {Color} orientation
 */
export function drawShapes(layer, shapes, orientation) {
  layer.replaceChildren(...shapes.map((shape) => drawShape(shape, orientation)));
}

/**
 * @param {Shape} shape
 * @param {Color} orientation
 */
function drawShape({ from, to, kind }, orientation) {
  const [x, y] = middle(from, orientation);
  if (!to || to === from) return draw('circle', { class: `mark ${kind}`, cx: x, cy: y, r: .44 });
  const [endX, endY] = middle(to, orientation);
  const length = Math.hypot(endX - x, endY - y);
  const [dx, dy] = [(endX - x) / length, (endY - y) / length];
  const head = .36;
  const tipX = endX - dx * .08;
  const tipY = endY - dy * .08;
  const [neckX, neckY] = [tipX - dx * head, tipY - dy * head];
  const point = (/** @type {number} */ along, /** @type {number} */ aside) =>
    `${round(neckX + dx * along - dy * aside)} ${round(neckY + dy * along + dx * aside)}`;
  const line = `M${round(x + dx * .3)} ${round(y + dy * .3)}L${point(.02, 0)}`;
  const tip = `M${point(0, .24)}L${point(head, 0)}L${point(0, -.24)}Z`;
  return draw('g', { class: `arrow ${kind}` },
    draw('path', { class: 'shaft', d: line }), draw('path', { class: 'head', d: tip }));
}

/**
 * @param {Square} square
 * @param {Color} orientation
 */
function middle(square, orientation) {
  const place = placeOf(square, orientation);
  return /** @type {const} */ ([place % 8 + .5, (place >> 3) + .5]);
}

const round = (/** @type {number} */ value) => Math.round(value * 1000) / 1000;

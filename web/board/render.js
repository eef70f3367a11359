// Draws a state: only what has changed, and only by class and `transform`, so
// that no layout is needed.

/** @import { Color } from '../wire.d.ts' */
/** @import { BoardState } from './state.js' */
/** @import { Piece, Square } from './types.d.ts' */
import { draw as drawing, make } from '../lib/dom.js';
import { squareName } from './names.js';
import { pieceImage, setPiece } from './piece.js';
import { drawShapes } from './shapes.js';
import { ends, fileOf, isSame, placeOf, rankOf, squareAt } from './squares.js';
import { pickupKind, marks, spots } from './state.js';

/** @typedef {{ image: SVGSVGElement, piece: Piece }} Placed */

/**
 * @typedef {object} Scene the elements of a board
 * @property {HTMLElement} surface the 64 squares and the layers on them
 * @property {HTMLElement} grid
 * @property {HTMLElement[]} cells by their place on the screen
 * @property {HTMLElement} layer
 * @property {SVGSVGElement} drawings
 * @property {Map<Square, Placed>} placed
 * @property {Placed[]} spare unused pictures, since a new one would load its file again
 * @property {Color | null} orientation as drawn
 * @property {unknown} shapes as drawn
 */

/**
 * @param {HTMLElement} host
 * @returns {Scene}
 */
export function build(host) {
  const eight = (/** @type {() => HTMLElement} */ one) => Array.from({ length: 8 }, one);
  const rows = eight(() =>
    make('div', { role: 'row' }, ...eight(() => make('div', { role: 'gridcell', tabindex: -1 }))));
  const grid = make('div', { class: 'squares', role: 'grid' }, ...rows);
  const layer = make('div', { class: 'pieces', 'aria-hidden': 'true' });
  const drawings = drawing('svg', { class: 'shapes', viewBox: '0 0 8 8', 'aria-hidden': 'true' });
  const surface = make('div', { class: 'surface' }, grid, layer, drawings);
  const labels = (/** @type {string} */ name) =>
    make('div', { class: name, 'aria-hidden': 'true' }, ...eight(() => make('span')));
  host.replaceChildren(labels('ranks'), labels('files'), surface);
  layer.addEventListener('transitionend', ({ target }) => {
    if (target instanceof Element) target.classList.remove('moving');
  });
  layer.addEventListener('animationend', ({ target }) => {
    if (!(target instanceof Element)) return;
    target.classList.remove('landing');
    for (const leaves of ['taken', 'cleared']) target.classList.replace(leaves, 'spare');
  });
  const cells = rows.flatMap((row) => /** @type {HTMLElement[]} */ ([...row.children]));
  return {
    surface, grid, cells, layer, drawings,
    placed: new Map(), spare: [], orientation: null, shapes: null,
  };
}

/**
 * @param {HTMLElement} host
 * @param {Scene} scene
 * @param {BoardState} state
 * @param {Square | null} held the square of a dragged piece, which is not moved
 */
export function draw(host, scene, state, held) {
  const isTurned = scene.orientation !== state.orientation;
  if (isTurned) turn(host, scene, state.orientation);
  const isStill = isTurned || state.still;
  const wasEmpty = scene.layer.childElementCount === 0;
  if (isStill) scene.layer.classList.add('still');
  place(scene, state, isTurned, held);
  if (isStill) {
    // The pieces must be in place before they are animated again. New ones are not animated.
    if (!wasEmpty) scene.layer.getBoundingClientRect();
    scene.layer.classList.remove('still');
  }
  paint(scene, state);
  const shapes = state.sketch ? [...state.shapes, state.sketch] : state.shapes;
  if (isTurned || shapes !== scene.shapes) drawShapes(scene.drawings, shapes, state.orientation);
  scene.shapes = shapes;
}

/**
 * Returns the position of a square as a transform.
 * @param {Square} square
 * @param {Color} orientation
 */
export function transformOf(square, orientation) {
  const at = placeOf(square, orientation);
  return `translate(${at % 8 * 100}%, ${(at >> 3) * 100}%)`;
}

/**
 * @param {HTMLElement} host
 * @param {Scene} scene
 * @param {Color} orientation
 */
function turn(host, scene, orientation) {
  scene.orientation = orientation;
  scene.cells.forEach((cell, at) => { cell.dataset['square'] = squareAt(at, orientation); });
  const [ranks, files] = host.children;
  [...ranks?.children ?? []].forEach((label, row) => {
    label.textContent = String(rankOf(squareAt(row * 8, orientation)) + 1);
  });
  [...files?.children ?? []].forEach((label, column) => {
    label.textContent = squareAt(column, orientation)[0] ?? '';
  });
}

/**
 * Puts every piece on its square. A piece that left a square and an equal one
 * that arrived on another are the same, and slide there.
 * @param {Scene} scene
 * @param {BoardState} state
 * @param {boolean} isTurned
 * @param {Square | null} held
 */
function place(scene, state, isTurned, held) {
  const { placed } = scene;
  const { shown } = state;
  const leaving = new Map([...placed].filter(([at, { piece }]) => !isSame(piece, shown.get(at))));
  const arriving = [...shown].filter(([at, piece]) => !isSame(piece, placed.get(at)?.piece));
  for (const square of leaving.keys()) placed.delete(square);
  if (arriving.length) for (const { image } of placed.values()) image.classList.remove('moving');
  const isSliding = arriving.length <= 2 && !scene.layer.matches('.still') && !isMotionOff();
  for (const [square, piece] of arriving) {
    const from = origin(leaving, square, piece, state);
    const found = from && leaving.get(from);
    if (from) leaving.delete(from);
    const image = found ? found.image : fresh(scene, piece);
    if (found && !isSame(found.piece, piece)) setPiece(image, piece);
    if (found) image.classList.add('moving');
    placed.set(square, { image, piece });
    image.style.transform = transformOf(square, state.orientation);
    if (isSliding && !found && isPut(state, square)) animated(image, 'landing');
  }
  const cleared = new Set(isSliding ? state.view.cleared : []);
  const [start = '', end = ''] = state.view.lastMove ?? [];
  for (const [square, gone] of leaving) {
    // A piece that moved and was cleared first goes to its target.
    const isMover = square === start && start !== end && cleared.has(end);
    if (isMover) gone.image.style.transform = transformOf(end, state.orientation);
    // A captured piece fades while the other one arrives.
    const isUnder = square === end && start !== end && cleared.has(end) && leaving.has(start);
    const isTaken = isSliding && (shown.has(square) || isUnder);
    const leaves = isMover ? 'moving cleared' : cleared.has(square) ? 'cleared' : 'spare';
    gone.image.setAttribute('class', `piece ${gone.piece.color}`);
    animated(gone.image, isTaken ? 'taken' : leaves);
    scene.spare.push(gone);
  }
  const isFar = new Set(state.premoves.map((premove) => premove.slice(2, 4)));
  for (const [square, { image }] of placed) {
    image.classList.toggle('ghost', isFar.has(square));
    if (square === held) continue;
    const transform = transformOf(square, state.orientation);
    if (isTurned || image.style.transform !== transform) image.style.transform = transform;
  }
}

/**
 * Returns a picture of a piece that was not on the board.
 * @param {Scene} scene
 * @param {Piece} piece
 */
function fresh(scene, piece) {
  const at = scene.spare.findIndex((spare) => isSame(spare.piece, piece));
  const [spare] = at < 0 ? [] : scene.spare.splice(at, 1);
  if (!spare) {
    const image = pieceImage(piece);
    scene.layer.append(image);
    return image;
  }
  spare.image.classList.remove('spare', 'taken', 'cleared', 'moving');
  return spare.image;
}

/**
 * Animates a piece where it is.
 * @param {SVGSVGElement} image
 * @param {string} how
 */
function animated(image, how) {
  image.style.setProperty('--at', image.style.transform);
  image.classList.add(...how.split(' '));
}

/**
 * Reports whether the piece on a square was placed by the last move.
 * @param {BoardState} state
 * @param {Square} square
 */
function isPut({ unconfirmed, view }, square) {
  const [from, to] = (unconfirmed ? ends(unconfirmed) : view.lastMove) ?? [];
  return from === to && to === square;
}

/** Reports whether animations are off. */
function isMotionOff() {
  const { motion } = document.documentElement.dataset;
  if (motion === 'none' || motion === 'full') return motion === 'none';
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/**
 * Returns the square from which a piece has come: by the last move, or the
 * nearest one that an equal piece has left.
 * @param {Map<Square, Placed>} leaving
 * @param {Square} square
 * @param {Piece} piece
 * @param {BoardState} state
 * @returns {Square | null}
 */
function origin(leaving, square, piece, state) {
  const moves = [state.unconfirmed, state.view.lastMove?.join('')];
  for (const move of moves) {
    const from = move?.slice(0, 2) ?? '';
    if (move?.slice(2, 4) === square && leaving.get(from)?.piece.color === piece.color) return from;
  }
  let best = null;
  let least = Infinity;
  for (const [from, other] of leaving) {
    const distance = (fileOf(from) - fileOf(square)) ** 2 + (rankOf(from) - rankOf(square)) ** 2;
    if (isSame(other.piece, piece) && distance < least) [best, least] = [from, distance];
  }
  return best;
}

/**
 * Sets colors, marks and names of the squares.
 * @param {Scene} scene
 * @param {BoardState} state
 */
function paint(scene, state) {
  const { view, selected } = state;
  const goals = new Set(selected ? marks(state, selected) : []);
  const places = new Set(spots(state));
  const planned = new Set(state.premoves.flatMap((premove) => [premove.slice(0, 2), premove.slice(2, 4)]));
  scene.cells.forEach((cell, at) => {
    const square = squareAt(at, state.orientation);
    const classes = [(at + (at >> 3)) % 2 ? 'dark' : 'light'];
    const add = (/** @type {string} */ name, /** @type {unknown} */ holds) => {
      if (holds) classes.push(name);
    };
    add('last', view.lastMove?.includes(square));
    add('check', view.check === square);
    add('selected', selected === square);
    add('cleared', view.cleared?.includes(square));
    add(state.shown.has(square) ? 'capture' : 'target', goals.has(square) || places.has(square));
    add('spot', places.has(square));
    add('planned', planned.has(square));
    add('touched', view.touched?.includes(square));
    add(state.pointed.kind, state.pointed.squares.includes(square));
    add('mine', state.hand || pickupKind(state, square));
    const name = classes.join(' ');
    if (cell.className !== name) cell.className = name;
    number(cell, state, square);
    if (view.place && places.has(square)) previewPlacement(cell, view.place.piece);
    const label = squareName(state, square, goals);
    if (cell.ariaLabel !== label) cell.ariaLabel = label;
    const isSelected = String(selected === square);
    if (cell.ariaSelected !== isSelected) cell.ariaSelected = isSelected;
  });
}

/**
 * Puts a picture of the waiting piece on a square where it may be placed; it is
 * shown when the pointer is over it.
 * @param {HTMLElement} cell
 * @param {Piece} piece
 */
function previewPlacement(cell, piece) {
  const name = `${piece.color}-${piece.role}`;
  if (cell.dataset['ghost'] === name) return;
  cell.dataset['ghost'] = name;
  const image = cell.querySelector('svg');
  if (image) setPiece(image, piece);
  else cell.append(pieceImage(piece));
}

/**
 * Shows which of several premoves leads to a square.
 * @param {HTMLElement} cell
 * @param {BoardState} state
 * @param {Square} square
 */
function number(cell, { premoves }, square) {
  const at = premoves.findLastIndex((premove) => premove.slice(2, 4) === square);
  const order = premoves.length > 1 && at >= 0 ? String(at + 1) : undefined;
  if (order === cell.dataset['plan']) return;
  if (order) cell.dataset['plan'] = order;
  else delete cell.dataset['plan'];
}

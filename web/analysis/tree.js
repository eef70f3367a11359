// A game with variations: a tree of moves with comments and glyphs. Neither the DOM
// nor the laws of chess are used here: each move comes from the server with the
// position after it.

/** @import { Shape } from '../board/types.d.ts' */
/** @import { AnalysisScore, Cleared, Color, OpeningView, PgnView, PlayedStep } from '../wire.d.ts' */

/** @typedef {number} Id 0 is the start */

/**
 * @typedef {object} Node
 * @property {Id} id
 * @property {Id | null} parent
 * @property {Id[]} children the main move first, then its variations
 * @property {string} uci empty at the start and for null moves
 * @property {string} san
 * @property {string} fen the position after it
 * @property {OpeningView | null} opening the name of the position
 * @property {Cleared | null} cleared what the move cleared (Saktris)
 * @property {string[]} before comments before the move
 * @property {string[]} comments after the move
 * @property {number[]} nags the numbers of its glyphs
 * @property {number | null} clock the mover's remaining time, in milliseconds
 * @property {number | null} took how long the player thought, in milliseconds
 * @property {Judged | null} eval the engine's score of the position
 * @property {Shape[]} shapes the arrows and marked squares
 */

/** @typedef {{ score: AnalysisScore, depth: number | null, best?: string }} Judged `best` is the best move in the position */

/**
 * @typedef {object} Tree
 * @property {Map<Id, Node>} nodes
 * @property {Id} next
 * @property {[name: string, value: string][]} tags
 * @property {string} result
 */

export const ROOT = 0;
export const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/**
 * Creates a tree without moves.
 * @param {string} [fen]
 * @returns {Tree}
 */
export function newTree(fen = START) {
  const root = { ...blank(fen), id: ROOT };
  return { nodes: new Map([[ROOT, root]]), next: 1, tags: [], result: '*' };
}

/**
 * Creates a tree from a game that the server has parsed.
 * @param {Pick<PgnView, 'nodes' | 'tags' | 'result'>} view
 * @returns {Tree}
 */
export function fromPgn(view) {
  const tree = newTree();
  tree.tags = view.tags.map(({ name, value }) => [name, value]);
  tree.result = view.result;
  view.nodes.forEach((it, id) => {
    const parent = it.parent ?? null;
    tree.nodes.set(id, {
      ...blank(it.fen), id, parent, uci: it.uci ?? '', san: it.san ?? '', opening: it.opening ?? null, cleared: it.cleared ?? null,
      before: it.before ?? [], comments: it.comments ?? [], nags: it.nags ?? [], clock: it.clock ?? null, took: it.took ?? null,
      eval: it.eval ? { score: it.eval, depth: null } : null,
      shapes: [...it.squares ?? [], ...it.arrows ?? []].map(shapeOf),
    });
    if (parent !== null) at(tree, parent).children.push(id);
  });
  tree.next = view.nodes.length;
  return tree;
}

/**
 * @param {string} fen
 * @returns {Node}
 */
const blank = (fen) => ({
  id: ROOT, parent: null, children: [], uci: '', san: '', fen, opening: null, cleared: null, before: [], comments: [], nags: [],
  clock: null, took: null, eval: null, shapes: [],
});

/** The kind of a shape for each color of PGN: green, red, blue and yellow. @type {Record<string, Shape['kind']>} */
const KINDS = { G: 'one', R: 'two', B: 'three', Y: 'four' };

/** Reads a square or an arrow of PGN: `Ga1`, `Re2e4`. @param {string} drawn @returns {Shape} */
function shapeOf(drawn) {
  const [kind, from, to] = [KINDS[drawn.charAt(0)] ?? 'one', drawn.slice(1, 3), drawn.slice(3, 5)];
  return to ? { from, to, kind } : { from, kind };
}

/** Writes a shape as PGN does. @param {Shape} shape */
export const drawnAs = ({ from, to = '', kind }) =>
  `${Object.keys(KINDS).find((letter) => KINDS[letter] === kind)}${from}${to === from ? '' : to}`;

/**
 * @param {Tree} tree
 * @param {Id} id
 * @returns {Node}
 */
export function at(tree, id) {
  const node = tree.nodes.get(id);
  if (!node) throw new Error(`the tree has no node ${id}`);
  return node;
}

/**
 * @param {Tree} tree
 * @param {Id} id
 */
export const has = (tree, id) => tree.nodes.has(id);

/**
 * Adds a move, unless it is there already.
 * @param {Tree} tree
 * @param {Id} id after which
 * @param {PlayedStep} step
 * @returns {Id} of the move
 */
export function add(tree, id, { uci, san, fen, opening, cleared }) {
  const parent = at(tree, id);
  const known = parent.children.find((child) => at(tree, child).uci === uci);
  if (known !== undefined) return known;
  const child = tree.next;
  tree.next += 1;
  tree.nodes.set(child, { ...blank(fen), id: child, parent: id, uci, san, opening: opening ?? null, cleared: cleared ?? null });
  parent.children.push(child);
  return child;
}

/**
 * Makes the innermost variation of a move the main line at its branch.
 * @param {Tree} tree
 * @param {Id} id
 */
export function promote(tree, id) {
  const first = variationOf(tree, id);
  if (first === null) return;
  const parent = at(tree, /** @type {Id} */ (at(tree, first).parent));
  parent.children = [first, ...parent.children.filter((child) => child !== first)];
}

/**
 * Deletes a move and everything after it.
 * @param {Tree} tree
 * @param {Id} id
 * @returns {Id} the move before it
 */
export function remove(tree, id) {
  const { parent } = at(tree, id);
  if (parent === null) return ROOT;
  const line = at(tree, parent);
  line.children = line.children.filter((child) => child !== id);
  const gone = [id];
  for (let next = gone.pop(); next !== undefined; next = gone.pop()) {
    gone.push(...at(tree, next).children);
    tree.nodes.delete(next);
  }
  return parent;
}

/**
 * Sets or removes the comment on a move.
 * @param {Tree} tree
 * @param {Id} id
 * @param {string} comment
 */
export function comment(tree, id, comment) {
  const said = comment.trim();
  at(tree, id).comments = said ? [said] : [];
}

/** The glyphs that rate a move, of which it has at most one. */
export const GLYPHS = /** @type {const} */ ({ 1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!' });

/** @type {Record<number, string>} */
const SIGNS = {
  ...GLYPHS, 7: '□', 10: '=', 13: '∞', 14: '⩲', 15: '⩱', 16: '±', 17: '∓', 18: '+−', 19: '−+',
  22: '⨀', 23: '⨀', 32: '⟳', 33: '⟳', 36: '↑', 37: '↑', 40: '→', 41: '→', 132: '⇆', 133: '⇆', 146: 'N',
};

/** Returns the sign of a glyph. @param {number} nag */
export const sign = (nag) => SIGNS[nag] ?? `$${nag}`;

/**
 * Adds or removes a glyph.
 * @param {Tree} tree
 * @param {Id} id
 * @param {number} nag
 */
export function toggleNag(tree, id, nag) {
  const node = at(tree, id);
  const has = node.nags.includes(nag);
  const others = node.nags.filter((it) => it !== nag && !(nag <= 6 && it <= 6));
  node.nags = has ? others : [nag, ...others];
}

/**
 * Returns the moves from the first to this one.
 * @param {Tree} tree
 * @param {Id} id
 * @returns {Id[]}
 */
export function path(tree, id) {
  const ids = [];
  for (let node = at(tree, id); node.parent !== null; node = at(tree, node.parent)) ids.push(node.id);
  return ids.reverse();
}

/**
 * Returns the continuation after a move, to the end of its line.
 * @param {Tree} tree
 * @param {Id} [id]
 * @returns {Id[]}
 */
export function lineAfter(tree, id = ROOT) {
  const ids = [];
  for (let next = at(tree, id).children[0]; next !== undefined; next = at(tree, next).children[0]) ids.push(next);
  return ids;
}

/**
 * Returns the first move of the innermost variation of a move.
 * @param {Tree} tree
 * @param {Id} id
 * @returns {Id | null}
 */
export function variationOf(tree, id) {
  for (let node = at(tree, id); node.parent !== null; node = at(tree, node.parent)) {
    if (at(tree, node.parent).children[0] !== node.id) return node.id;
  }
  return null;
}

/** @typedef {'back' | 'forward' | 'first' | 'last' | 'up' | 'down'} Direction */

/**
 * Returns where a step leads; `up` and `down` go to the previous and the next
 * variation.
 * @param {Tree} tree
 * @param {Id} id
 * @param {Direction} direction
 * @returns {Id}
 */
export function step(tree, id, direction) {
  const { parent, children } = at(tree, id);
  switch (direction) {
    case 'back': return parent ?? ROOT;
    case 'forward': return children[0] ?? id;
    case 'first': return ROOT;
    case 'last': return lineAfter(tree, id).at(-1) ?? id;
    default: {
      const siblings = parent === null ? [id] : at(tree, parent).children;
      const place = siblings.indexOf(id) + (direction === 'up' ? -1 : 1);
      return siblings[place] ?? id;
    }
  }
}

/**
 * Returns the side to move of a position.
 * @param {string} fen
 * @returns {Color}
 */
export const turnOf = (fen) => fen.split(' ')[1] === 'b' ? 'black' : 'white';

/**
 * Returns the number written before a move: `1.` or `1…`.
 * @param {Tree} tree
 * @param {Id} id
 */
export function number(tree, id) {
  const before = at(tree, at(tree, id).parent ?? ROOT).fen;
  return { number: Number(before.split(' ')[5]) || 1, isWhite: turnOf(before) === 'white' };
}

/**
 * Returns both clocks after a move, in milliseconds.
 * @param {Tree} tree
 * @param {Id} id
 * @returns {Record<Color, number | null>}
 */
export function clocks(tree, id) {
  const shown = /** @type {Record<Color, number | null>} */ ({ white: null, black: null });
  for (const it of path(tree, id)) {
    const { clock } = at(tree, it);
    if (clock !== null) shown[number(tree, it).isWhite ? 'white' : 'black'] = clock;
  }
  return shown;
}

/**
 * Returns how long a move took, in milliseconds, if the PGN tells: as the time spent, or as the difference of two
 * readings of the clock with the increment between them.
 * @param {Tree} tree
 * @param {Id} id
 */
export function tookAt(tree, id) {
  const { took, clock, parent } = at(tree, id);
  if (took !== null || clock === null || parent === null) return took;
  const { isWhite } = number(tree, id);
  const tags = new Map(tree.tags);
  const control = tags.get(isWhite ? 'WhiteTimeControl' : 'BlackTimeControl') ?? tags.get('TimeControl') ?? '';
  const [, main = '', increment = '0'] = /^(\d+)(?:\+(\d+))?$/.exec(control) ?? [];
  const before = clocks(tree, parent)[isWhite ? 'white' : 'black'] ?? Number(main) * 1000;
  return main ? Math.max(0, before + Number(increment) * 1000 - clock) : null;
}

/**
 * Returns the opening of the line up to a move: the last position that has a name. Lines from other starting positions have none.
 * @param {Tree} tree
 * @param {Id} id
 */
export function openingOf(tree, id) {
  if (at(tree, ROOT).fen !== START) return null;
  const named = path(tree, id).map((it) => at(tree, it).opening).filter((opening) => opening !== null);
  return named.at(-1) ?? null;
}

/**
 * A part of the written game.
 * @typedef {{ kind: 'move', node: Node, number: number | null, isWhite: boolean }
 *   | { kind: 'comment', text: string } | { kind: 'open', depth: number } | { kind: 'close', depth: number }} Part
 */

/**
 * Yields the game in writing order, with variations after the moves that they
 * replace.
 * @param {Tree} tree
 * @returns {Generator<Part>}
 */
export function* parts(tree) {
  for (const text of at(tree, ROOT).comments) yield { kind: 'comment', text };
  yield* line(tree, ROOT, 0);
}

/**
 * @param {Tree} tree
 * @param {Id} id of the move before
 * @param {number} depth
 * @param {boolean} [isNumbered] whether the next move needs its number
 * @returns {Generator<Part>}
 */
function* line(tree, id, depth, isNumbered = true) {
  for (let from = id; ;) {
    const [next, ...others] = at(tree, from).children;
    if (next === undefined) return;
    yield* move(tree, next, isNumbered);
    isNumbered = at(tree, next).comments.length > 0 || others.length > 0;
    for (const other of others) {
      yield { kind: 'open', depth: depth + 1 };
      yield* move(tree, other, true);
      yield* line(tree, other, depth + 1, at(tree, other).comments.length > 0);
      yield { kind: 'close', depth: depth + 1 };
    }
    from = next;
  }
}

/**
 * @param {Tree} tree
 * @param {Id} id
 * @param {boolean} isNumbered
 * @returns {Generator<Part>}
 */
function* move(tree, id, isNumbered) {
  const node = at(tree, id);
  const { number: count, isWhite } = number(tree, id);
  for (const text of node.before) yield { kind: 'comment', text };
  const shown = isWhite || isNumbered || node.before.length ? count : null;
  yield { kind: 'move', node, number: shown, isWhite };
  for (const text of node.comments) yield { kind: 'comment', text };
}

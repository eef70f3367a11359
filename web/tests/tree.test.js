import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ROOT, add, at, clocks, comment, fromPgn, lineAfter, newTree, number, openingOf, parts, path, promote, remove, sign, step, toggleNag, tookAt, variationOf,
} from '../analysis/tree.js';
import { writePgn } from '../analysis/write_pgn.js';

/** @import { Id, Tree } from '../analysis/tree.js' */

/**
 * Plays moves in SAN. The FEN after each contains only the side to move and the counters.
 * @param {Tree} tree
 * @param {Id} from
 * @param {string} moves
 */
function play(tree, from, moves) {
  let id = from;
  for (const san of moves.split(' ')) {
    const [, turn, , , , count] = at(tree, id).fen.split(' ');
    const fen = turn === 'w' ? `x b - - 0 ${count}` : `x w - - 0 ${Number(count) + 1}`;
    id = add(tree, id, { uci: san, san, fen });
  }
  return id;
}

/** 1. e4 e5 (1... c5 2. Nf3 (2. Nc3) d6) 2. Nf3 Nc6 */
function sample() {
  const tree = newTree();
  const e4 = play(tree, ROOT, 'e4');
  const e5 = play(tree, e4, 'e5');
  const nc6 = play(tree, e5, 'Nf3 Nc6');
  const c5 = play(tree, e4, 'c5');
  const d6 = play(tree, c5, 'Nf3 d6');
  const nc3 = play(tree, c5, 'Nc3');
  return { tree, e4, e5, nc6, c5, d6, nc3 };
}

/** @param {Tree} tree */
const moves = (tree) => writePgn(tree).split('\n\n')[1]?.trim().replaceAll('\n', ' ');
/** @param {Tree} tree @param {Id[]} ids */
const names = (tree, ids) => ids.map((id) => at(tree, id).san).join(' ');

test('moves become lines and variations', () => {
  const { tree, d6, nc3 } = sample();
  assert.equal(moves(tree), '1. e4 e5 (1... c5 2. Nf3 (2. Nc3) 2... d6) 2. Nf3 Nc6 *');
  assert.equal(names(tree, path(tree, d6)), 'e4 c5 Nf3 d6');
  assert.equal(names(tree, lineAfter(tree)), 'e4 e5 Nf3 Nc6');
  assert.equal(at(tree, /** @type {Id} */ (variationOf(tree, d6))).san, 'c5');
  assert.equal(variationOf(tree, nc3), nc3);
});

test('a move that exists is not added twice', () => {
  const { tree, e4, e5 } = sample();
  const count = tree.nodes.size;
  assert.equal(play(tree, ROOT, 'e4 e5'), e5);
  assert.equal(tree.nodes.size, count);
  assert.equal(at(tree, e4).children.length, 2);
});

test('a variation becomes the main line', () => {
  const { tree, d6, nc3 } = sample();
  promote(tree, d6);
  assert.equal(moves(tree), '1. e4 c5 (1... e5 2. Nf3 Nc6) 2. Nf3 (2. Nc3) 2... d6 *');
  promote(tree, nc3);
  assert.equal(moves(tree), '1. e4 c5 (1... e5 2. Nf3 Nc6) 2. Nc3 (2. Nf3 d6) *');
  promote(tree, nc3);
  assert.equal(names(tree, lineAfter(tree)), 'e4 c5 Nc3');
});

test('deleting a move deletes what follows it', () => {
  const { tree, e4, c5, d6 } = sample();
  assert.equal(remove(tree, c5), e4);
  assert.equal(moves(tree), '1. e4 e5 2. Nf3 Nc6 *');
  assert.throws(() => at(tree, d6));
  assert.equal(remove(tree, e4), ROOT);
  assert.equal(tree.nodes.size, 1);
  assert.equal(remove(tree, ROOT), ROOT);
});

test('steps go along a line and between variations', () => {
  const { tree, e4, e5, c5, nc6, d6 } = sample();
  assert.equal(step(tree, ROOT, 'forward'), e4);
  assert.equal(step(tree, e4, 'forward'), e5);
  assert.equal(step(tree, c5, 'back'), e4);
  assert.equal(step(tree, ROOT, 'back'), ROOT);
  assert.equal(step(tree, e5, 'down'), c5);
  assert.equal(step(tree, c5, 'down'), c5);
  assert.equal(step(tree, c5, 'up'), e5);
  assert.equal(step(tree, e4, 'last'), nc6);
  assert.equal(step(tree, c5, 'last'), d6);
  assert.equal(step(tree, nc6, 'forward'), nc6);
  assert.equal(step(tree, d6, 'first'), ROOT);
  assert.equal(step(tree, ROOT, 'up'), ROOT);
});

test('comments and glyphs follow their moves', () => {
  const { tree, e4, e5 } = sample();
  comment(tree, e4, '  best {by} test ');
  toggleNag(tree, e4, 1);
  toggleNag(tree, e4, 5);
  toggleNag(tree, e4, 14);
  comment(tree, ROOT, 'A game.');
  toggleNag(tree, e5, 2);
  toggleNag(tree, e5, 2);
  at(tree, e5).clock = 3_605_040;
  at(tree, e5).eval = { score: { cp: -35 }, depth: 12 };
  assert.equal(
    moves(tree),
    '{A game.} 1. e4 $14 $5 {best {by) test} 1... e5 {[%eval -0.35,12] [%clk 1:00:05.04]} ' +
    '(1... c5 2. Nf3 (2. Nc3) 2... d6) 2. Nf3 Nc6 *',
  );
  comment(tree, e4, ' ');
  assert.deepEqual(at(tree, e4).comments, []);
  assert.equal(sign(6), '?!');
  assert.equal(sign(200), '$200');
});

test('how long a move took is read, or follows from the clocks', () => {
  const { tree, e4, e5, c5 } = sample();
  assert.equal(tookAt(tree, e4), null);
  at(tree, e4).took = 1500;
  assert.equal(tookAt(tree, e4), 1500);
  at(tree, e5).clock = 299_000;
  assert.equal(tookAt(tree, e5), null);
  tree.tags = [['TimeControl', '300+3']];
  assert.equal(tookAt(tree, e5), 4000);
  tree.tags.push(['BlackTimeControl', '300']);
  assert.equal(tookAt(tree, e5), 1000);
  at(tree, c5).clock = 999_000;
  assert.equal(tookAt(tree, c5), 0);
  assert.equal(tookAt(tree, ROOT), null);
});

test('both clocks are known after each move, if the PGN has them', () => {
  const { tree, e4, e5, d6, c5 } = sample();
  at(tree, e4).clock = 300_000;
  at(tree, e5).clock = 290_000;
  at(tree, c5).clock = 280_000;
  assert.deepEqual(clocks(tree, ROOT), { white: null, black: null });
  assert.deepEqual(clocks(tree, e4), { white: 300_000, black: null });
  assert.deepEqual(clocks(tree, e5), { white: 300_000, black: 290_000 });
  assert.deepEqual(clocks(tree, d6), { white: 300_000, black: 280_000 });
});

test('a custom start is written as a tag, and lines are short', () => {
  const tree = newTree('4k3/8/8/8/8/8/8/4K2R b K - 4 30');
  tree.tags = [['White', 'A "B" \\ C'], ['FEN', 'something else'], ['Annotator', 'me']];
  tree.result = '1/2-1/2';
  const last = play(tree, ROOT, 'Kd7 O-O');
  comment(tree, last, 'word '.repeat(40));
  const text = writePgn(tree);
  assert.match(text, /^\[Event "\?"\]\n\[Site "\?"\]\n\[Date "\?\?\?\?\.\?\?\.\?\?"\]/);
  assert.match(text, /\[White "A \\"B\\" \\\\ C"\]/);
  assert.match(text, /\[SetUp "1"\]\n\[FEN "4k3\/8\/8\/8\/8\/8\/8\/4K2R b K - 4 30"\]/);
  assert.match(text, /30\.\.\. Kd7 31\. O-O/);
  assert.ok(text.endsWith('1/2-1/2\n'));
  for (const line of text.split('\n')) assert.ok(line.length <= 80, line);
  assert.deepEqual(number(tree, last), { number: 31, isWhite: true });
});

test('a game parsed by the server becomes the same tree', () => {
  const node = (/** @type {number | null} */ parent, /** @type {string} */ san, more = {}) =>
    ({ ...parent !== null && { parent, san, uci: san }, fen: 'x w - - 0 1', ...more });
  const tree = fromPgn({
    tags: [{ name: 'White', value: 'Anna' }],
    result: '1-0',
    nodes: [node(null, ''), node(0, 'e4', { clock: 5000, nags: [1] }), node(1, 'e5'), node(1, 'c5', { before: ['or'] }), node(2, 'Nf3')],
  });
  assert.equal(names(tree, lineAfter(tree)), 'e4 e5 Nf3');
  assert.equal(at(tree, 1).clock, 5000);
  assert.deepEqual(at(tree, 1).children, [2, 3]);
  const kinds = [...parts(tree)].map((part) => part.kind === 'move' ? part.node.san : part.kind);
  assert.deepEqual(kinds, ['e4', 'e5', 'open', 'comment', 'c5', 'close', 'Nf3']);
  assert.equal(add(tree, 4, { uci: 'b8c6', san: 'Nc6', fen: 'x w - - 0 2' }), 5);
});

test('a line has the opening of its last named position, and PGN says so', () => {
  const sicilian = { eco: 'B20', name: 'Sicilian Defense' };
  const bowdler = { eco: 'B20', name: 'Sicilian Defense: Bowdler Attack' };
  const tree = newTree();
  const e4 = play(tree, ROOT, 'e4');
  const c5 = add(tree, e4, { uci: 'c7c5', san: 'c5', fen: 'x w - - 0 2', opening: sicilian });
  const a3 = play(tree, c5, 'a3');
  assert.equal(openingOf(tree, e4), null);
  assert.equal(openingOf(tree, a3), sicilian);
  assert.match(writePgn(tree), /\[ECO "B20"\]\n\[Opening "Sicilian Defense"\]\n\n/);
  const bc4 = add(tree, c5, { uci: 'f1c4', san: 'Bc4', fen: 'x b - - 0 2', opening: bowdler });
  assert.equal(openingOf(tree, bc4), bowdler);
  promote(tree, bc4);
  assert.match(writePgn(tree), /\[Opening "Sicilian Defense"\]\n\[Variation "Bowdler Attack"\]\n/);
  // What the game says about itself stays.
  tree.tags = [['ECO', 'B99']];
  assert.match(writePgn(tree), /\[ECO "B99"\]\n\n/);
  const odd = newTree('4k3/8/8/8/8/8/8/4K2R b K - 4 30');
  assert.equal(openingOf(odd, add(odd, ROOT, { uci: 'e8d7', san: 'Kd7', fen: 'x w - - 0 2', opening: sicilian })), null);
});

test('a clear is kept with its move, whether parsed or played', () => {
  const cleared = { run: ['e3', 'e4', 'e5'], pieces: [{ square: 'e3', piece: 'P' }, { square: 'e4', piece: 'P' }, { square: 'e5', piece: 'p' }] };
  const start = '8/8/8/4p3/4P3/8/8/4P3[N/p] w - - 0 6';
  const step = { uci: 'e1e3', san: 'e3', fen: '8/8/8/8/8/8/8/8[N/p] b - - 0 6', cleared };
  const read = fromPgn({ tags: [], result: '*', nodes: [{ fen: start }, { parent: 0, ...step }] });
  assert.deepEqual(at(read, 1).cleared, cleared);
  assert.equal(at(read, ROOT).cleared, null);
  const played = newTree(start);
  const id = add(played, ROOT, step);
  assert.deepEqual(at(played, id).cleared, cleared);
  const placed = add(played, id, { uci: 'P@a8', san: 'P@a8', fen: 'p7/8/8/8/8/8/8/8[N/] w - - 0 7' });
  assert.equal(at(played, placed).cleared, null);
});

test('marked squares and arrows are read from PGN and written again', () => {
  const tree = fromPgn({
    tags: [], result: '*',
    nodes: [
      { fen: 'x w - - 0 1', squares: ['Ba1'] },
      { parent: 0, san: 'e4', uci: 'e2e4', fen: 'x b - - 0 1', squares: ['Ge4', 'Rd5'], arrows: ['Ye2e4'], comments: ['center'] },
    ],
  });
  assert.deepEqual(at(tree, 1).shapes, [
    { from: 'e4', kind: 'one' }, { from: 'd5', kind: 'two' }, { from: 'e2', to: 'e4', kind: 'four' },
  ]);
  assert.equal(moves(tree), '{[%csl Ba1]} 1. e4 {[%csl Ge4,Rd5] [%cal Ye2e4]} {center} *');
});

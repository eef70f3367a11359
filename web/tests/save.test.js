import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pictureOf } from '../analysis/save.js';
import { ROOT, START, add, newTree } from '../analysis/tree.js';

test('a picture shows the position with its last move, an animation the line through it', () => {
  const tree = newTree();
  const e4 = add(tree, ROOT, { uci: 'e2e4', san: 'e4', fen: 'one' });
  const e5 = add(tree, e4, { uci: 'e7e5', san: 'e5', fen: 'two' });
  add(tree, e5, { uci: 'g1f3', san: 'Nf3', fen: 'three' });
  const c5 = add(tree, e4, { uci: 'c7c5', san: 'c5', fen: 'other' });
  /** @type {'black'} */
  const side = 'black';
  assert.deepEqual(pictureOf({ tree, current: ROOT, side }, 'png'), { fen: START, side, form: 'png' });
  assert.deepEqual(pictureOf({ tree, current: e5, side }, 'svg'), { fen: 'one', moves: 'e7e5', side, form: 'svg' });
  assert.deepEqual(pictureOf({ tree, current: e4, side }, 'gif'), { fen: START, moves: 'e2e4 e7e5 g1f3', side, form: 'gif' });
  assert.deepEqual(pictureOf({ tree, current: c5, side }, 'gif'), { fen: START, moves: 'e2e4 c7c5', side, form: 'gif' });
});

test('a null move has no squares, and ends an animation', () => {
  const tree = newTree();
  const e4 = add(tree, ROOT, { uci: 'e2e4', san: 'e4', fen: 'one' });
  const pass = add(tree, e4, { uci: '', san: '--', fen: 'two' });
  assert.deepEqual(pictureOf({ tree, current: pass, side: 'white' }, 'png'), { fen: 'two', side: 'white', form: 'png' });
  assert.equal(pictureOf({ tree, current: pass, side: 'white' }, 'gif').moves, 'e2e4');
});

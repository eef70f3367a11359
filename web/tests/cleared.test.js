// What a move of Saktris has cleared, found in positions.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clearedBy } from '../analysis/cleared.js';
import { ROOT, add, newTree } from '../analysis/tree.js';

/**
 * @param {string} before
 * @param {string} uci
 * @param {string} after
 */
function cleared(before, uci, after) {
  const tree = newTree(before);
  return clearedBy(tree, add(tree, ROOT, { uci, san: '', fen: after }));
}

test('three of a kind leave, and the piece beyond them', () => {
  const found = cleared('4n3/8/8/4p3/4P3/8/8/4P3[/] w - - 0 6', 'e1e3', '8/8/8/8/8/8/8/8[/] b - - 0 6');
  assert.deepEqual([found?.run, found?.beyond], [['e3', 'e4', 'e5'], 'e8']);
  assert.deepEqual(found?.pieces.map(({ square, piece }) => square + piece), ['e3P', 'e4P', 'e5p', 'e8n']);
});

test('the piece beyond may stand before them', () => {
  const found = cleared('8/8/8/r2nN3/8/6N1/8/8[/] w - - 0 6', 'g3f5', '8/8/8/8/8/8/8/8[/] b - - 0 6');
  assert.deepEqual([found?.run, found?.beyond], [['d5', 'e5', 'f5'], 'a5']);
});

test('of four of a kind the last one went with the others', () => {
  const found = cleared('8/8/8/1nn1n3/8/4n3/8/8[/] b - - 0 6', 'e3d5', '8/8/8/8/8/8/8/8[/] w - - 0 6');
  assert.deepEqual([found?.run, found?.beyond], [['b5', 'c5', 'd5'], 'e5']);
});

test('where rows of pawns leave, nothing goes with them', () => {
  const found = cleared('8/8/8/8/PPP5/8/8/8[P*/] w - - 0 6 clear=rows', 'P@a1', '8/8/8/8/8/8/8/P7[/] b - - 0 6 clear=rows');
  assert.deepEqual([found?.run, found?.beyond], [['a4', 'b4', 'c4'], null]);
});

test('most moves clear nothing', () => {
  assert.equal(cleared('8/8/8/8/8/8/8/4P3[/] w - - 0 6', 'e1e3', '8/8/8/8/8/4P3/8/8[/] b - - 0 6'), null);
  assert.equal(clearedBy(newTree(), ROOT), null);
});

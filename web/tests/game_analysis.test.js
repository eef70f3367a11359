import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../page_strings.js';
import { inWords, summaryOf } from '../analysis/draw_summary.js';
import { tally } from '../analysis/game_analysis.js';
import { ROOT, add, at, newTree } from '../analysis/tree.js';

/** @import { AnalysisScore } from '../wire.d.ts' */

/**
 * Returns a game of moves that are evaluated like this, the start first.
 * @param {(AnalysisScore | null)[]} scores
 */
function evaluated(...scores) {
  const tree = newTree();
  let id = ROOT;
  scores.forEach((score, index) => {
    if (index) id = add(tree, id, { uci: `move${index}`, san: 'e4', fen: `x ${index % 2 ? 'b' : 'w'} - - 0 1` });
    at(tree, id).eval = score && { score, depth: 12 };
  });
  return tree;
}

test('each side is judged by its own moves', () => {
  const counted = tally(evaluated({ cp: 20 }, { cp: 20 }, { cp: 90 }, { cp: 80 }, { mate: 2 }));
  assert.equal(counted?.white?.inaccuracies, 0);
  assert.ok((counted?.white?.accuracy ?? 0) > 97);
  assert.deepEqual([counted?.black?.inaccuracies, counted?.black?.mistakes, counted?.black?.blunders], [1, 0, 1]);
});

test('the best move loses nothing, however the evaluation changes', () => {
  const tree = evaluated({ cp: 300 }, { cp: 0 });
  assert.equal(tally(tree)?.white?.blunders, 1);
  const start = at(tree, ROOT).eval;
  if (start) start.best = 'move1';
  assert.equal(tally(tree)?.white?.accuracy, 100);
  assert.equal(tally(tree)?.black, null);
});

test('there is no summary until every position is evaluated', () => {
  assert.equal(tally(evaluated({ cp: 0 })), null);
  assert.equal(tally(evaluated({ cp: 0 }, null)), null);
  assert.equal(tally(evaluated({ cp: 0 }, { cp: 0 }, null)), null);
});

test('the summary is in words', () => {
  const none = { accuracy: 99.6, inaccuracies: 0, mistakes: 0, blunders: 0 };
  assert.equal(inWords(none), '100% accuracy, no mistakes');
  const some = { accuracy: 71.2, inaccuracies: 2, mistakes: 1, blunders: 0 };
  assert.equal(inWords(some), '71% accuracy, 2 inaccuracies, 1 mistake');
  const sides = summaryOf(new Map([['White', 'Anna'], ['Black', '?']]), { white: none, black: some });
  assert.deepEqual(sides.map(({ name }) => name), ['Anna', 'Black']);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accuracy, ended, expectation, judge, lossOf, written } from '../analysis/judge.js';

test('an equal position is half a point, and a larger lead is more', () => {
  assert.equal(expectation({ cp: 0 }), .5);
  assert.ok(expectation({ cp: 100 }) > .6 && expectation({ cp: 100 }) < .8);
  assert.ok(Math.abs(expectation({ cp: 250 }) + expectation({ cp: -250 }) - 1) < 1e-9);
  assert.equal(expectation({ mate: 3 }), 1);
  assert.equal(expectation({ mate: -1 }), 0);
  assert.ok(expectation({ cp: 10_000 }) <= 1);
});

test('a move is judged by what it lost for its player', () => {
  /** @type {(...moved: Parameters<typeof lossOf>) => number | null} */
  const judged = (...moved) => judge(lossOf(...moved));
  assert.equal(judged({ cp: 20 }, { cp: 15 }, 'white'), null);
  assert.equal(judged({ cp: 20 }, { cp: -50 }, 'white'), 6);
  assert.equal(judged({ cp: 20 }, { cp: -110 }, 'white'), 2);
  assert.equal(judged({ cp: 20 }, { mate: -2 }, 'white'), 4);
  assert.equal(judged({ cp: 20 }, { mate: -2 }, 'black'), null);
  assert.equal(judged({ cp: -20 }, { cp: 400 }, 'black'), 4);
  // A move in a lost position is not judged a mistake.
  assert.equal(judged({ cp: -900 }, { mate: -1 }, 'white'), null);
});

test('the limits are those of the command line', () => {
  assert.deepEqual([4.9, 5, 9.9, 10, 14.9, 15, 100].map(judge), [null, 6, 6, 2, 2, 4, 4]);
  assert.deepEqual([0, 10, 20, 30, 100].map((loss) => Math.round(accuracy(loss))), [100, 67, 45, 30, 2]);
});

test('scores are written as in books', () => {
  assert.equal(written({ cp: 35 }), '+0.35');
  assert.equal(written({ cp: -120 }), '−1.20');
  assert.equal(written({ cp: 0 }), '0.00');
  assert.equal(written({ mate: 3 }), '#3');
  assert.equal(written({ mate: -3 }), '#−3');
  assert.deepEqual(ended('0-1'), { mate: -1 });
  assert.deepEqual(ended(null), { cp: 0 });
});

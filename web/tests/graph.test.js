import assert from 'node:assert/strict';
import { test } from 'node:test';
import { graphOf } from '../player/graph.js';

const points = (/** @type {number[]} */ ...ratings) => ratings.map((rating, at) => ({ game: 'x', at, rating }));

test('a rating that rises goes up, from the left edge to the right', () => {
  const graph = graphOf(points(1500, 1600), 100, 60);
  assert.equal(graph.line, '0,55 100,5');
  assert.deepEqual(graph.last, { x: 100, y: 5 });
  assert.deepEqual(graph.summary, { first: 1500, last: 1600, highest: 1600, lowest: 1500, games: 2 });
});

test('a single game is a point in the middle', () => {
  const graph = graphOf(points(1500), 100, 60);
  assert.equal(graph.line, '50,30');
});

test('small changes look small: fifty points fill the height', () => {
  const graph = graphOf(points(1500, 1510), 100, 50);
  assert.equal(graph.line, '0,30 100,20');
});

test('there are two to six grid lines at round ratings inside the drawing', () => {
  for (const [low, high] of [[1500, 1500], [1490, 1530], [900, 2100], [1, 3999]]) {
    const { lines } = graphOf(points(/** @type {number} */ (low), /** @type {number} */ (high)), 100, 60);
    assert.ok(lines.length >= 2 && lines.length <= 6, `${low} to ${high}: ${lines.length}`);
    for (const { y, rating } of lines) {
      assert.ok(y >= 0 && y <= 60);
      assert.equal(Math.abs(rating % 5), 0);
    }
  }
});

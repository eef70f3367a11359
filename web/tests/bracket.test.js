// The words of a knockout's bracket.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pointWords, resultFromAbove } from '../tournaments/bracket.js';

/** @param {string} result @param {number} white */
const seen = (result, white) => resultFromAbove({ white, result }, { players: [1, 2] });

test('points are written as players write them', () => {
  assert.deepEqual(['0.0', '0.5', '1.0', '1.5', '10.0', '10.5'].map(pointWords), ['0', '½', '1', '1½', '10', '10½']);
});

test('the result of a game has the upper player first', () => {
  assert.deepEqual(['1-0', '0-1', '1/2', '+-', '--'].map((it) => seen(it, 1)), ['1–0', '0–1', '½–½', '+ –', '– –']);
  assert.deepEqual(['1-0', '0-1', '1/2', '+-', '--'].map((it) => seen(it, 2)), ['0–1', '1–0', '½–½', '– +', '– –']);
  assert.equal(resultFromAbove({ white: 2 }, { players: [1, 2] }), '');
});

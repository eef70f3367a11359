import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partsOf } from '../tournaments/bracket_part.js';

/** Returns the numbers of the matches of each round. @param {number} first how many the first round has */
const bracket = (first) => {
  const rounds = [];
  for (let count = first; count >= 1; count /= 2) rounds.push(Array.from({ length: count }, (_, at) => at + 1));
  return rounds;
};

/** @param {number} first @param {number} current @param {number} most */
const shown = (first, current, most) => partsOf(bracket(first), current, most)
  .map((screen) => screen.map(({ round, matches }) => `${round}: ${matches[0]}–${matches.at(-1)}`).join(', '));

test('a bracket that fits is shown as a whole', () => {
  assert.deepEqual(shown(1, 1, 8), ['1: 1–1']);
  assert.deepEqual(shown(4, 3, 8), ['1: 1–4, 2: 1–2, 3: 1–1']);
  assert.deepEqual(shown(8, 1, 8), ['1: 1–8, 2: 1–4, 3: 1–2, 4: 1–1']);
});

test('of a long bracket the round in progress is shown, with the rounds that follow', () => {
  assert.deepEqual(shown(16, 1, 8), ['1: 1–8, 2: 1–4, 3: 1–2, 4: 1–1', '1: 9–16, 2: 5–8, 3: 3–4, 4: 2–2']);
  assert.deepEqual(shown(16, 2, 8), ['2: 1–8, 3: 1–4, 4: 1–2, 5: 1–1']);
  assert.deepEqual(shown(64, 5, 8), ['4: 1–8, 5: 1–4, 6: 1–2, 7: 1–1']);
  assert.equal(shown(64, 1, 8).length, 8);
});

test('a number of matches that is no power of two is rounded down', () => {
  assert.deepEqual(shown(8, 1, 7), ['1: 1–4, 2: 1–2, 3: 1–1', '1: 5–8, 2: 3–4, 3: 2–2']);
  assert.deepEqual(shown(2, 1, 0), ['1: 1–1', '1: 2–2']);
  assert.deepEqual(partsOf([], 1, 8), []);
});

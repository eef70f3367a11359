import assert from 'node:assert/strict';
import { test } from 'node:test';
import { opponentOf, outcomeOf, queryOf } from '../player/games.js';

/** @import { GameSummary } from '../wire.d.ts' */

/**
 * @param {string | null} result
 * @param {string} white
 * @param {string} black
 * @returns {GameSummary}
 */
const game = (result, white = 'ada', black = 'bob') => ({
  id: 'x', stage: 'over', created: 0, speed: 'blitz', ply: 40, result,
  options: { variant: 'standard', clock: '5+3', draws: 'claim', conduct: 'casual', take_backs: 'allowed', rated: true },
  players: { white: { name: white, kind: 'account' }, black: { name: black, kind: 'account' } },
});

test('the outcome depends on the player’s side', () => {
  assert.equal(outcomeOf(game('1-0'), 'Ada'), 'won');
  assert.equal(outcomeOf(game('1-0'), 'bob'), 'lost');
  assert.equal(outcomeOf(game('0-1'), 'bob'), 'won');
  assert.equal(outcomeOf(game('1/2-1/2'), 'bob'), 'drawn');
  assert.equal(outcomeOf(game('*'), 'bob'), 'none');
  assert.equal(opponentOf(game('*'), 'bob')?.name, 'ada');
});

test('only the filters that are set are asked for', () => {
  assert.equal(queryOf({ result: '', speed: '', opponent: ' ' }, 20, null), 'limit=20');
  assert.equal(queryOf({ result: 'won', opponent: ' Ada L ' }, 20, '5-x'), 'limit=20&result=won&opponent=Ada+L&cursor=5-x');
});

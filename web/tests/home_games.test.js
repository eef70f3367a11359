import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countOf, isShown } from '../games/filter.js';
import { FIRST_MOVES, isWatchable, legalOf, seenBy, turnOf } from '../home/games.js';

/** @import { GameSummary, Stage } from '../wire.d.ts' */

/**
 * @param {string | null} white
 * @param {string | null} black
 * @param {number} ply
 * @param {{ stage?: Stage }} [more]
 * @returns {GameSummary}
 */
const game = (white, black, ply, { stage = 'playing' } = {}) => ({
  id: 'x', stage, created: 0, speed: 'blitz', ply, ...(stage === 'playing' && { turn: ply % 2 ? 'black' : 'white' }),
  options: {
    variant: 'standard', clock: '5+3', draws: 'claim', conduct: 'casual', take_backs: 'allowed', rated: false,
  },
  players: { white: white ? { name: white, kind: 'guest' } : null, black: black ? { name: black, kind: 'guest' } : null },
});

test('the starting position has twenty moves', () => {
  assert.equal(Object.values(FIRST_MOVES).flat().length, 20);
  assert.deepEqual(FIRST_MOVES['e2'], ['e3', 'e4']);
});

test('a game is seen from the side of its player', () => {
  assert.equal(seenBy(game('me', 'you', 0), 'me').how, 'turn');
  assert.equal(seenBy(game('me', 'you', 1), 'me').how, 'wait');
  assert.equal(seenBy(game('you', 'me', 1), 'me').how, 'turn');
  assert.equal(seenBy(game('you', 'me', 1), 'me').opponent?.name, 'you');
  assert.equal(seenBy(game('you', 'me', 1), 'me').side, 'black');
});

test('a game may have no opponent yet, or the player on both sides', () => {
  assert.deepEqual(seenBy(game(null, 'me', 0, { stage: 'waiting' }), 'me'), { how: 'open', opponent: null, side: 'black' });
  assert.equal(seenBy(game('me', 'me', 3), 'me').how, 'self');
});

test('games are filtered by whose turn it is and by speed', () => {
  const games = [game(null, 'me', 0, { stage: 'waiting' }), game('me', 'me', 2), game('me', 'you', 1), game('me', 'you', 2)]
    .map((it) => ({ game: it, ...seenBy(it, 'me') }));
  assert.deepEqual(['', 'turn', 'wait', 'self', 'open'].map((how) => countOf(games, how)), [4, 1, 1, 1, 1]);
  assert.equal(games.filter((it) => isShown(it, { how: '', speed: 'blitz' })).length, 4);
  assert.equal(games.filter((it) => isShown(it, { how: 'turn', speed: 'rapid' })).length, 0);
});

test('a promotion is one target', () => {
  const moves = ['a7a8q', 'a7a8n', 'e1f1', 'e1d1'].map((uci) => ({ uci, san: '' }));
  assert.deepEqual(legalOf(moves), { a7: ['a8'], e1: ['f1', 'd1'] });
  assert.equal(turnOf('8/8/8/8/8/8/8/8 b - - 0 1'), 'black');
});

test('only recent games of others are listed as live', () => {
  assert.ok(isWatchable(game('a', 'b', 2), 'me', 1000));
  assert.ok(!isWatchable(game('a', 'b', 1), 'me', 1000));
  assert.ok(!isWatchable(game('a', 'me', 9), 'me', 1000));
  assert.ok(!isWatchable(game('a', 'b', 9), 'me', 25 * 60 * 60 * 1000));
});

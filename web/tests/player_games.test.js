import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gather, opponentOf, outcomeOf, passes } from '../player/games.js';

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
const any = { result: '', speed: '', kind: '' };

test('the outcome depends on the player’s side', () => {
  assert.equal(outcomeOf(game('1-0'), 'Ada'), 'won');
  assert.equal(outcomeOf(game('1-0'), 'bob'), 'lost');
  assert.equal(outcomeOf(game('0-1'), 'bob'), 'won');
  assert.equal(outcomeOf(game('1/2-1/2'), 'bob'), 'drawn');
  assert.equal(outcomeOf(game('*'), 'bob'), 'none');
  assert.equal(opponentOf(game('*'), 'bob')?.name, 'ada');
});

test('a filter matches what it names, and an empty one everything', () => {
  assert.ok(passes(game('1-0'), 'ada', any));
  assert.ok(passes(game('1-0'), 'ada', { result: 'won', speed: 'blitz', kind: 'rated' }));
  assert.ok(!passes(game('1-0'), 'ada', { ...any, result: 'lost' }));
  assert.ok(!passes(game('1-0'), 'ada', { ...any, speed: 'rapid' }));
  assert.ok(!passes(game('1-0'), 'ada', { ...any, kind: 'casual' }));
});

test('pages are read until there are enough games', async () => {
  /** @type {(string | null)[]} */
  const asked = [];
  const pages = [['1-0', '0-1'], ['0-1', '1-0'], ['1-0', '1-0'], ['1-0']];
  const read = async (/** @type {string | null} */ cursor) => {
    asked.push(cursor);
    const at = Number(cursor ?? 0);
    return { games: (pages[at] ?? []).map((it) => game(it)), next: at + 1 < pages.length ? String(at + 1) : null };
  };
  const isWon = (/** @type {GameSummary} */ it) => outcomeOf(it, 'ada') === 'won';
  const first = await gather(read, null, isWon, 2);
  assert.equal(first.games.length, 2);
  assert.equal(first.next, '2');
  const second = await gather(read, first.next, isWon, 9);
  assert.equal(second.games.length, 3);
  assert.equal(second.next, null);
  assert.deepEqual(asked, [null, '1', '2', '3']);
});

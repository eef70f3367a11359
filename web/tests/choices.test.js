import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULTS, newGame, restore, seekOf } from '../home/choices.js';

/** @param {Partial<import('../home/choices.js').Choices>} some */
const chosen = (some) => ({ ...DEFAULTS, ...some });

test('the defaults make a casual game', () => {
  assert.deepEqual(newGame(chosen({}), 'friend'), {
    options: { variant: 'standard', clock: '10+5', draws: 'claim', conduct: 'casual', take_backs: 'allowed', rated: false },
    opponent: 'friend',
  });
});

test('by default there is no clock against the computer or in pass and play', () => {
  assert.equal(newGame(chosen({}), 'computer').options.clock, '-');
  assert.equal(newGame(chosen({}), 'self').options.clock, '-');
  assert.equal(newGame(chosen({ friendClock: '3+2' }), 'computer').options.clock, '-');
  assert.equal(newGame(chosen({ clock: '3+2' }), 'computer').options.clock, '3+2');
});

test('a friend plays with the clock and color of their card, or the custom clock', () => {
  const some = chosen({ friendClock: '3 days', friendColor: 'black', color: 'white' });
  assert.equal(newGame(some, 'friend').options.clock, '3 days');
  assert.equal(newGame(some, 'friend').color, 'black');
  assert.equal(newGame(some, 'computer').color, 'white');
  assert.equal(newGame({ ...some, clock: '7+2', friendClock: 'other' }, 'friend').options.clock, '7+2');
});

test('a custom clock goes to the server as typed', () => {
  assert.equal(newGame(chosen({ clock: 'own', ownClock: ' 7 plus 2 ' }), 'friend').options.clock, '7 plus 2');
});

test('every choice of the form is in the request', () => {
  const some = chosen({
    level: 8, color: 'black', clock: '1 hourglass', variant: 'chess960', draws: 'automatic', formal: true, takeBacks: false,
    start: '8/8/8/4k3/8/8/4K2R/8 w - - 0 1',
  });
  assert.deepEqual(newGame(some, 'computer'), {
    options: {
      variant: 'chess960', clock: '1 hourglass', draws: 'automatic', conduct: 'formal', take_backs: 'forbidden', rated: false,
      start: '8/8/8/4k3/8/8/4K2R/8 w - - 0 1',
    },
    opponent: { computer: { level: 8 } },
    color: 'black',
  });
});

test('Saktris has its options and no starting position', () => {
  const some = chosen({ variant: 'saktris', every: '2', order: 'pick', clearing: 'rows', preview: '3', start: '8/8' });
  const { options } = newGame(some, 'friend');
  assert.deepEqual(options.saktris, { order: 'pick', every: 2, clearing: 'rows', preview: 3 });
  assert.equal(options.start, undefined);
  assert.equal(newGame(chosen({ every: '2' }), 'friend').options.saktris, undefined);
  assert.deepEqual(seekOf(chosen({ variant: 'saktris' }), '3+2').options, {
    clock: '3+2', rated: false, variant: 'saktris', saktris: { order: 'same', every: 1, clearing: 'triplets', preview: 1 },
  });
});

test('only a game with another person is rated', () => {
  assert.equal(newGame(chosen({ rated: true }), 'friend').options.rated, true);
  assert.equal(newGame(chosen({ rated: true }), 'computer').options.rated, false);
  assert.equal(newGame(chosen({ rated: true }), 'self').options.rated, false);
});

test('pass and play ignores the color', () => {
  assert.equal(newGame(chosen({ color: 'white', friendColor: 'white' }), 'self').color, undefined);
});

test('quick pairing asks only for clock, variant and rating', () => {
  assert.deepEqual(seekOf(chosen({ formal: true, start: 'x' }), '3+2'), { options: { clock: '3+2', rated: false } });
  assert.deepEqual(seekOf(chosen({ color: 'white', rated: true }), '5+3'), { options: { clock: '5+3', rated: true } });
  assert.deepEqual(seekOf(chosen({ variant: 'chess960' }), '5+3'), { options: { clock: '5+3', rated: false, variant: 'chess960' } });
});

test('stored choices are restored, except invalid ones', () => {
  const kept = restore(JSON.stringify(chosen({ level: 7, formal: true, start: '8/8' })));
  assert.equal(kept.level, 7);
  assert.equal(kept.formal, true);
  assert.equal(kept.start, '');
  for (const broken of [null, '', 'x', 'null', '[]', '{"level":"7"}', '{"level":11}', '{"level":2.5}', '{"takeBacks":1}']) {
    assert.deepEqual(restore(broken), DEFAULTS, String(broken));
  }
});

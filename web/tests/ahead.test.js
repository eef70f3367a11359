// What is due on the next turn of Saktris, for whoever plans it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ahead } from '../game/ahead.js';
import { sideOf } from '../lib/arrivals.js';

/** @import { Color } from '../wire.d.ts' */

/**
 * What White, or another side, will have to do.
 * @param {string} fen
 * @param {string} [actions]
 * @param {{ color?: Color, every?: number }} [more]
 */
function due(fen, actions = '', { color = 'white', every = 1 } = {}) {
  const found = ahead(fen, color, coming(fen, every), actions.split(' ').filter(Boolean));
  const [letter = '?'] = found.side.next;
  return [found.isDue ? letter : '-', found.mustPlace ? 'must' : 'may', found.squares(letter).join(' ')].join(' | ');
}

/** @param {string} fen */
const coming = (fen, every = 1) =>
  ({ white: sideOf(fen, 'white'), black: sideOf(fen, 'black'), every, picks: fen.includes('order=pick') });

const ALL = 'a1 b1 c1 d1 e1 f1 g1 h1';

test('with a piece for every move, a placing follows a move and a move a placing', () => {
  const moved = '8/8/8/8/8/4P3/8/8[NPB/npb] b - - 0 2 moves=1/0,placed=1/1';
  assert.equal(due(moved), `n | must | ${ALL}`);
  assert.equal(due(moved, 'N@g1'), '- | may | a1 b1 c1 d1 e1 f1 h1');
  assert.equal(due(moved, 'N@g1 g1f3'), `p | must | ${ALL}`);
  const placed = '8/8/8/8/8/8/8/4P3[NPB/npb] b - - 0 1 placed=1/0';
  assert.equal(due(placed).slice(0, 7), '- | may');
  assert.equal(due(placed, 'e1e3').slice(0, 8), 'n | must');
});

test('with more moves between pieces, it is due after so many', () => {
  const fen = '8/8/8/8/8/8/8/4P3[NPB/npb] b - - 0 1 every=2,placed=1/1';
  assert.match(due(fen, '', { every: 2 }), /^- \| may/);
  assert.match(due(fen, 'e1e2', { every: 2 }), /^- \| may/);
  assert.match(due(fen, 'e1e2 e2e3', { every: 2 }), /^n \| must/);
});

test('without a word for it, sixteen less those to come are placed', () => {
  const fen = '8/8/8/8/8/8/8/4P3[PPPPPPPBRQKNBNR/ppppppppbrqknbnr] b - - 0 1';
  assert.match(due(fen), /^- \| may/);
  assert.match(due(fen, 'e1e3'), /^p \| must/);
});

test('Black has a back rank and counts of its own', () => {
  const fen = '4p3/8/8/8/8/8/8/8[NPB/npb] w - - 0 2 moves=0/1,placed=1/1';
  assert.equal(due(fen, '', { color: 'black' }), 'n | must | a8 b8 c8 d8 f8 g8 h8');
});

test('what has waited since the turn before may be placed, and others may move', () => {
  const fen = '8/8/8/8/8/8/8/RNBQ1BNR[P*B/npb] b - - 0 9 moves=20/20,placed=14/14';
  assert.equal(due(fen), 'p | may | e1');
  // It was due long ago: after it the next one is due at once.
  assert.match(due(fen, 'P@e1'), /^b \| may \| $/);
});

test('on a full back rank a new piece cannot be placed, and others move', () => {
  const fen = '8/8/8/8/8/8/8/RNBQKBNR[PP/npb] b - - 0 9 moves=20/20,placed=8/8';
  assert.equal(due(fen), 'p | may | ');
});

test('a square where the opponent stands may be empty by then', () => {
  const fen = '8/8/8/8/8/8/8/q2P4[NP/np] b - - 0 9 moves=9/9,placed=1/1';
  assert.match(due(fen), /must \| a1 b1 c1 e1/);
});

test('who has nothing to move gets the next piece early', () => {
  const fen = '8/8/8/8/8/8/8/q7[NP/np] b - - 0 9 every=5,moves=4/4,placed=2/2';
  assert.match(due(fen, '', { every: 5 }), /^n \| must/);
});

test('who chooses has the pool without what is planned, and a pass counts for nothing', () => {
  const fen = '8/8/8/8/8/4P3/8/8[KNNP/kp] b - - 0 2 moves=1/0,placed=1/1,order=pick';
  assert.deepEqual(ahead(fen, 'white', coming(fen), ['N@g1']).side, { waits: false, next: ['k', 'n', 'p'], left: 3, moves: 1 });
  assert.match(due(fen, 'N@g1 0000'), /^- \| may/);
  assert.match(due('8/8/8/8/8/4P3/8/8[/kp] b - - 0 2 moves=1/0,placed=1/1'), /^- \| may/);
});

test('a bishop is not planned on the color of another, wherever that one stands', () => {
  const fen = (/** @type {string} */ board) => `${board}[BP/bp] b - - 0 9 moves=9/9,placed=1/1`;
  assert.equal(due(fen('8/8/8/8/8/8/8/2B5')), 'b | must | b1 d1 f1 h1');
  assert.equal(due(fen('7B/8/8/8/8/8/8/8')), 'b | must | b1 d1 f1 h1');
  assert.equal(due(fen('8/8/8/8/8/4B3/8/2b2b2')), 'b | must | b1 d1 f1 h1', 'those of the opponent do not matter');
  // What is planned before it counts as done.
  assert.equal(due('8/8/8/8/8/8/8/4P3[BBP/bp] b - - 0 9 moves=1/1,placed=1/1', 'B@c1 e1e2'), 'b | must | b1 d1 f1 h1');
});

test('a bishop without a square of its color waits, and others move', () => {
  assert.equal(due('8/8/8/8/8/8/8/1RBQ1R1R[BP/bp] b - - 0 9 moves=9/9,placed=6/6'), 'b | may | ');
  assert.match(due('8/8/8/8/8/8/8/1RBQ1R1R[NP/bp] b - - 0 9 moves=9/9,placed=6/6'), /^n \| must/);
});

test('who chooses is offered what has a square', () => {
  const letters = (/** @type {string} */ board) => {
    const fen = `${board}[BNN/bp] b - - 0 9 moves=9/9,placed=6/6,order=pick`;
    return ahead(fen, 'white', coming(fen), []).letters.join(' ');
  };
  assert.equal(letters('8/8/8/8/8/8/8/1RBQ1R1R'), 'n');
  assert.equal(letters('8/8/8/8/8/8/8/1RBQ1R2'), 'b n');
  assert.equal(letters('8/8/8/8/8/8/8/RNBQKBNR'), '');
});

test('of what nobody knows it is known that it is placed', () => {
  const fen = '8/8/8/8/8/8/8/4P3[?/bp] b - - 0 9 moves=9/9,placed=1/1';
  assert.match(due(fen), /^\? \| must/);
  assert.deepEqual(ahead(fen, 'white', coming(fen), []).letters, []);
});

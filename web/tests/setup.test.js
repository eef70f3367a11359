import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EMPTY, START, carry, counted, place, read, removeImpossibleRights, setCastlingRight, swapColors, write } from '../editor/setup.js';

test('a setup is written as it was read', () => {
  for (const fen of [START, EMPTY, 'r3k2r/p6p/8/3pP3/8/8/8/R3K1R1 b GQkq d6 17 40', '8/8/8/8/8/8/8/7k w - - 0 1']) {
    assert.equal(write(read(fen)), fen);
  }
  assert.equal(write(read('8/8/8/8/8/8/8/K7 w - -')), '8/8/8/8/8/8/8/K7 w - - 0 1');
});

test('the board of a Saktris position is read', () => {
  assert.equal(write(read('8/8/8/8/8/8/8/4K3[N*P/pp] b - - 0 7 moves=1/0')), '8/8/8/8/8/8/8/4K3 b - - 0 7');
});

test('pieces are placed, moved and removed', () => {
  let setup = read(EMPTY);
  setup = place(setup, 'e4', { role: 'queen', color: 'white' });
  setup = place(setup, 'a8', { role: 'king', color: 'black' });
  setup = carry(setup, 'e4', 'h1');
  assert.equal(write(setup), 'k7/8/8/8/8/8/8/7Q w - - 0 1');
  assert.equal(write(carry(setup, 'a8', 'h1')), '8/8/8/8/8/8/8/7k w - - 0 1');
  assert.equal(write(carry(setup, 'h1', null)), 'k7/8/8/8/8/8/8/8 w - - 0 1');
  assert.equal(write(carry(setup, 'c3', 'h1')), 'k7/8/8/8/8/8/8/8 w - - 0 1');
});

test('swapping colors swaps rights and squares too', () => {
  const fen = 'r3k3/p7/8/3pP3/8/8/8/4K2R w Kq d6 3 9';
  const swapped = '4k2r/8/8/8/3Pp3/8/P7/R3K3 b Qk d3 3 9';
  assert.equal(write(swapColors(read(fen))), swapped);
  assert.equal(write(swapColors(swapColors(read(fen)))), fen);
});

test('castling rights are written in the order of FEN', () => {
  let setup = read('r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1');
  setup = setCastlingRight(setCastlingRight(setCastlingRight(setup, 'q', true), 'Q', true), 'K', true);
  assert.equal(setup.castling, 'KQq');
  assert.equal(setCastlingRight(setup, 'K', true).castling, 'KQq');
  assert.equal(setCastlingRight(setup, 'Q', false).castling, 'Kq');
});

test('rights that the pieces do not allow are removed', () => {
  const setup = { ...read(START), enPassant: 'e6' };
  const choice = (/** @type {string} */ letter) =>
    ({ letter, rook: 'h1', color: /** @type {const} */ ('white'), san: 'O-O', is_standard: true, is_chosen: true });
  const corrected = removeImpossibleRights(setup, { castling: [choice('K'), choice('q')], en_passant: ['d6'] });
  assert.equal(corrected.castling, 'Kq');
  assert.equal(corrected.enPassant, '');
  assert.equal(removeImpossibleRights(setup, { castling: [], en_passant: ['e6'] }).enPassant, 'e6');
});

test('counters stay within their limits', () => {
  assert.equal(counted('12', 0), 12);
  assert.equal(counted('-3', 1), 1);
  assert.equal(counted('123456', 0), 9999);
  assert.equal(counted('x', 1), 1);
  assert.equal(counted('2.9', 0), 2);
});

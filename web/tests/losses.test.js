// Captured and cleared pieces in Saktris.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { losses } from '../game/losses.js';
import { newGame } from '../game/state.js';

/** @import { Cleared } from '../wire.d.ts' */

/**
 * A game of these moves: each `SAN uci FEN`.
 * @param {string} start
 * @param {[san: string, uci: string, fen: string, cleared?: Cleared][]} moves
 */
function game(start, moves) {
  return {
    ...newGame('g', 'w'), start,
    moves: moves.map(([san, uci, fen, cleared]) => ({ san, uci, fen, took: 0, left: null, cleared: cleared ?? null })),
  };
}

const START = '8/8/8/3q4/4P3/8/8/8[N/n] w - - 0 5';

test('arrivals are not losses, and captures count for the capturing side', () => {
  const it = game(START, [
    ['exd5', 'e4d5', '8/8/8/3P4/8/8/8/8[N/n*] b - - 0 5'],
    ['N@b8', 'N@b8', '1n6/8/8/3P4/8/8/8/8[N*/] w - - 0 6'],
    ['N@g1', 'N@g1', '1n6/8/8/3P4/8/8/8/6N1[/] b - - 0 6'],
  ]);
  assert.deepEqual(losses(it, 0), { white: [], black: [], cleared: { white: [], black: [] }, lead: 0 });
  assert.deepEqual(losses(it, 3), { white: ['queen'], black: [], cleared: { white: [], black: [] }, lead: 9 });
});

test('cleared pieces are listed separately, the most valuable first', () => {
  const cleared = {
    run: ['c5', 'd5', 'e5'], beyond: 'h5',
    pieces: [{ square: 'c5', piece: 'n' }, { square: 'd5', piece: 'N' }, { square: 'e5', piece: 'N' }, { square: 'h5', piece: 'r' }],
  };
  const it = game('8/8/8/2nNp2r/8/5N2/8/8[/] w - - 0 9', [['Nxe5', 'f3e5', '8/8/8/8/8/8/8/8[/] b - - 0 9', cleared]]);
  assert.deepEqual(losses(it, 1), {
    white: ['pawn'], black: [], cleared: { white: ['rook', 'knight'], black: ['knight', 'knight'] }, lead: 1 + 5 + 3 - 6,
  });
});

test('an en passant capture and a promotion are counted', () => {
  const it = game('8/6P1/8/8/4pP2/8/8/8[/] b - f3 0 9', [
    ['exf3', 'e4f3', '8/6P1/8/8/8/5p2/8/8[/] w - - 0 10'],
    ['g8=Q', 'g7g8q', '6Q1/8/8/8/8/5p2/8/8[/] b - - 0 10'],
  ]);
  assert.deepEqual(losses(it, 2), { white: [], black: ['pawn'], cleared: { white: [], black: [] }, lead: -1 + 8 });
});

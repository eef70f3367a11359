import assert from 'node:assert/strict';
import { test } from 'node:test';
import { happenings, kingToMove, legalOf, movesOf, squareOf, viewOf } from '../laws/trial.js';

/** @import { Replay } from '../wire.d.ts' */

/** @type {Replay} */
const nothing = {
  fen: '4k3/8/8/8/8/8/8/4K2R w K - 0 1', status: 'active', reason: null, result: null,
  claims: [], history: [], san: [], refusal: null,
};
/** @type {Replay['history'][number]} */
const castled = {
  from: { row: 7, col: 4 }, to: { row: 7, col: 6 }, piece: 'king', color: 'white',
  captured: null, promotion: null, castling: 'kingside', enPassant: false,
};

test('row 0 is the eighth rank', () => {
  assert.equal(squareOf({ row: 0, col: 0 }), 'a8');
  assert.equal(squareOf({ row: 7, col: 4 }), 'e1');
});

test('the king of the side to move is found', () => {
  assert.equal(kingToMove('8/2k5/8/8/8/8/5K2/8 w - - 0 1'), 'f2');
  assert.equal(kingToMove('8/2k5/8/8/8/8/5K2/8 b - - 0 1'), 'c7');
});

test('a promotion is one target', () => {
  const moves = [{ uci: 'a7a8q', san: '' }, { uci: 'a7a8n', san: '' }, { uci: 'a7b8q', san: '' }];
  const legal = legalOf({ fen: '', turn: 'white', status: 'active', moves });
  assert.deepEqual(legal, { a7: ['a8', 'b8'] });
});

test('a king in check is marked, and the last move', () => {
  const fen = '4k3/8/8/8/8/8/8/4KR2 b - - 0 1';
  const view = viewOf({ ...nothing, fen, status: 'check', history: [castled] }, null);
  assert.equal(view.check, 'e8');
  assert.deepEqual(view.lastMove, ['e1', 'g1']);
});

test('a goal can be a move, what is special about it, or how the game stands', () => {
  const replay = { ...nothing, san: ['O-O'], history: [castled], claims: ['threefold'] };
  assert.deepEqual(happenings(replay), ['O-O', 'active', 'threefold', 'castling']);
  assert.deepEqual(happenings(nothing), []);
});

test('what is played in a script is told from what else is done', () => {
  assert.deepEqual(movesOf('e4 e5; white offers; white Nf3; black Nc6; black accepts'), ['e4', 'e5', 'Nf3', 'Nc6']);
  assert.deepEqual(movesOf('wait 60'), []);
  assert.deepEqual(movesOf('Nf3 Nf6; white claims threefold with Ng1'), ['Nf3', 'Nf6']);
  assert.deepEqual(movesOf(''), []);
});

test('a refusal is all that has happened', () => {
  const refusal = {
    move: 'e1g1', ply: 1, legal: false, kind: 'illegal_move', code: 'castling_done',
    article: null, squares: [], message: '',
  };
  assert.deepEqual(happenings({ ...nothing, san: ['O-O'], history: [castled], refusal }), ['castling_done']);
});

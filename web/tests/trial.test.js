import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resultsOf, hasPiecesToCome, movesOf, placedNext, viewOf } from '../laws/trial.js';

/** @import { BoardView, Replay } from '../wire.d.ts' */

/** @type {Replay} */
const nothing = {
  fen: '4k3/8/8/8/8/8/8/4K2R w K - 0 1', status: 'active', reason: null, result: null,
  claims: [], history: [], san: [], refusal: null,
};
/** @type {BoardView} */
const seen = {
  fen: nothing.fen, turn: 'white', status: 'active', reason: null, result: null, claims: [],
  check: null, legal: { e1: ['e2'] }, moves: [], refusal: null,
};
/** @type {Replay['history'][number]} */
const castled = {
  from: { row: 7, col: 4 }, to: { row: 7, col: 6 }, piece: 'king', color: 'white',
  captured: null, promotion: null, castling: 'kingside', enPassant: false,
};
const step = { uci: 'e1g1', san: 'O-O', fen: '' };

test('a king in check is marked, and the last move', () => {
  const view = viewOf({ ...seen, check: 'e8', moves: [step] }, '');
  assert.equal(view.check, 'e8');
  assert.deepEqual(view.lastMove, ['e1', 'g1']);
  assert.deepEqual(view.legal, { e1: ['e2'] });
  assert.equal(view.place, null);
});

test('a goal can be a move, its kind, or the state after it', () => {
  const replay = { ...nothing, history: [castled], claims: ['threefold'] };
  assert.deepEqual(resultsOf(replay, { ...seen, moves: [step] }), ['O-O', 'active', 'threefold', 'castling']);
  assert.deepEqual(resultsOf(nothing, seen), []);
});

test('placing, clearing and passing can be goals', () => {
  const record = { ...castled, castling: null };
  const after = (/** @type {Partial<BoardView['moves'][number]>} */ last) =>
    resultsOf({ ...nothing, history: [record] }, { ...seen, moves: [{ ...step, ...last }] });
  assert.deepEqual(after({ uci: 'N@g1', san: 'N@g1' }), ['N@g1', 'active', 'placement']);
  assert.deepEqual(after({ uci: '0000', san: '--' }), ['--', 'active', 'pass']);
  const cleared = { run: ['b5', 'c5', 'd5'], beyond: 'h5', pieces: [{ square: 'b5', piece: 'N' }, { square: 'h5', piece: 'r' }] };
  assert.deepEqual(after({ uci: 'c3b5', san: 'Nb5', cleared }), ['Nb5', 'active', 'clear']);
  assert.deepEqual(viewOf({ ...seen, moves: [{ ...step, cleared }] }, '').cleared, ['b5', 'h5']);
});

test('the waiting piece is placed next, or the chosen one', () => {
  const side = { waits: true, next: ['k', 'q', 'n'], left: 3, moves: null };
  /** @type {BoardView} */
  const pick = {
    ...seen, places: { q: ['a1', 'd1'], n: ['b1'] },
    saktris: { white: side, black: side, every: 1, clearing: 'triplets', picks: true },
  };
  assert.equal(placedNext(pick, ''), 'q', 'the first that has a square');
  assert.equal(placedNext(pick, 'n'), 'n');
  assert.equal(placedNext(pick, 'r'), 'q', 'what is chosen and cannot be placed is not');
  assert.equal(placedNext(seen, 'n'), '');
  assert.deepEqual(viewOf(pick, 'n').place, { piece: { role: 'knight', color: 'white' }, squares: ['b1'] });
});

test('there are trays as long as pieces are to come', () => {
  assert.ok(hasPiecesToCome('8/8/8/8/8/8/8/8[P*N/pn] w - - 0 1'));
  assert.ok(hasPiecesToCome('8/8/8/8/8/8/8/8[/pn] w - - 0 1'));
  assert.ok(!hasPiecesToCome('4k3/8/8/8/8/8/8/4K3[/] w - - 0 1'));
  assert.ok(!hasPiecesToCome(nothing.fen));
});

test('the moves of a script are told apart from its other actions', () => {
  assert.deepEqual(movesOf('e4 e5; white offers; white Nf3; black Nc6; black accepts'), ['e4', 'e5', 'Nf3', 'Nc6']);
  assert.deepEqual(movesOf('wait 60'), []);
  assert.deepEqual(movesOf('Nf3 Nf6; white claims threefold with Ng1'), ['Nf3', 'Nf6']);
  assert.deepEqual(movesOf(''), []);
});

test('a refused move has only its refusal as a result', () => {
  const refusal = {
    move: 'e1g1', ply: 1, legal: false, kind: 'illegal_move', code: 'castling_done',
    article: null, squares: [], message: '',
    cause: { code: /** @type {const} */ ('not_a_move'), variant: /** @type {const} */ ('standard') },
  };
  assert.deepEqual(resultsOf({ ...nothing, history: [castled], refusal }, seen), ['castling_done']);
});

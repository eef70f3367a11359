import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { after, difference, isAmong, king, material, sanOf } from '../game/position.js';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const placement = (/** @type {string} */ fen) => fen.split(' ')[0];

test('a sent move is shown before it is answered', () => {
  assert.equal(placement(after(START, 'e2e4')), 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR');
  assert.equal(placement(after('8/8/8/3p4/4P3/8/8/8 w', 'e4d5')), '8/8/8/3P4/8/8/8/8');
  assert.equal(after(START, 'e4e5'), START);
});

test('castling is shown on both sides, and onto the rook', () => {
  const fen = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1';
  assert.equal(placement(after(fen, 'e1g1')), 'r3k2r/8/8/8/8/8/8/R4RK1');
  assert.equal(placement(after(fen, 'e1h1')), 'r3k2r/8/8/8/8/8/8/R4RK1');
  assert.equal(placement(after(fen, 'e1c1')), 'r3k2r/8/8/8/8/8/8/2KR3R');
  assert.equal(placement(after(fen, 'e8c8')), '2kr3r/8/8/8/8/8/8/R3K2R');
  // In Chess960 the king may start on the square where its rook ends up.
  assert.equal(placement(after('8/8/8/8/8/8/8/5KR1 w', 'f1g1')), '8/8/8/8/8/8/8/5RK1');
});

test('en passant and promotion are shown', () => {
  assert.equal(placement(after('8/8/8/3pP3/8/8/8/8 w - d6 0 1', 'e5d6')), '8/8/3P4/8/8/8/8/8');
  assert.equal(placement(after('8/P7/8/8/8/8/7p/8 w', 'a7a8n')), 'N7/8/8/8/8/8/7p/8');
  assert.equal(placement(after('8/P7/8/8/8/8/7p/8 b', 'h2h1q')), '8/P7/8/8/8/8/8/7q');
});

test('the king is found', () => {
  assert.equal(king(START, 'white'), 'e1');
  assert.equal(king(START, 'black'), 'e8');
  assert.equal(king('8/8/8/8/8/8/8/8 w', 'black'), null);
});

test('captured pieces and the lead are counted', () => {
  assert.deepEqual(material(START, START), { white: [], black: [], lead: 0 });
  const fen = 'rnb1kbnr/pppp1ppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1';
  assert.deepEqual(material(START, fen), { white: ['queen', 'pawn'], black: ['knight'], lead: 7 });
});

test('what both sides have captured is left out', () => {
  const taken = { white: /** @type {const} */ (['queen', 'pawn', 'pawn']), black: /** @type {const} */ (['knight', 'pawn']), lead: 7 };
  assert.deepEqual(difference({ ...taken, white: [...taken.white], black: [...taken.black] }), { white: ['queen', 'pawn'], black: ['knight'], lead: 7 });
});

test('a promoted pawn was not captured', () => {
  const fen = 'rnbqkbnr/1ppppppp/8/8/8/8/1PPPPPPP/QNBQKBNR w - - 0 1';
  assert.deepEqual(material(START, fen), { white: ['pawn'], black: ['rook'], lead: 9 - 5 - 1 + 1 });
});

test('castling may be made onto the rook', () => {
  const fen = '8/8/8/8/8/8/8/1RK4R w KQ - 0 1';
  const legal = { c1: ['c2', 'g1', 'c1'] };
  assert.ok(isAmong(legal, fen, 'c1c2'));
  assert.ok(isAmong(legal, fen, 'c1h1'));
  assert.ok(isAmong(legal, fen, 'c1b1'));
  assert.ok(!isAmong(legal, fen, 'c1d1'));
  assert.ok(!isAmong({ c1: ['c2'] }, fen, 'c1h1'));
});

test('a move that waits for confirmation is written in standard notation', () => {
  assert.equal(sanOf(START, {}, 'd2d4'), 'd4');
  assert.equal(sanOf(START, {}, 'g1f3'), 'Nf3');
  const fen = 'r3k2r/P6P/8/3p4/4P3/8/8/R3K2R w KQkq - 0 1';
  assert.equal(sanOf(fen, {}, 'e4d5'), 'exd5');
  assert.equal(sanOf(fen, {}, 'h7h8q'), 'h8=Q');
  assert.equal(sanOf(fen, {}, 'e1g1'), 'O-O');
  assert.equal(sanOf(fen, {}, 'e1a1'), 'O-O-O');
  assert.equal(sanOf(fen, { a1: ['c1', 'a7'], h1: ['f1'] }, 'h1f1'), 'Rf1');
  const rooks = 'R6R/8/8/8/8/8/8/R2n3k w - - 0 1';
  assert.equal(sanOf(rooks, { a8: ['d8'], h8: ['d8'] }, 'a8d8'), 'Rad8');
  assert.equal(sanOf(rooks, { a8: ['a4'], a1: ['a4'] }, 'a1a4'), 'R1a4');
  assert.equal(sanOf(rooks, { a1: ['d1'] }, 'a1d1'), 'Rxd1');
  assert.equal(sanOf(START, {}, 'n@g4'), 'N@g4');
});

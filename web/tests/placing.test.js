// Pieces that wait beside the board and are put on it, without a document.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as act from '../board/acts.js';
import { play } from '../board/picture.js';
import { ends, readPlacement } from '../board/squares.js';
import { newState, show, spots } from '../board/state.js';

/** @import { Happening, Piece, View } from '../board/types.d.ts' */

/** @type {Piece} */
const KNIGHT = { role: 'knight', color: 'white' };
/** @type {View} */
const WAITS = {
  fen: '8/8/8/8/8/8/8/4R3[N*P/pp] w - - 0 3', movable: 'white', legal: {},
  place: { piece: KNIGHT, squares: ['b1', 'g1'] },
};

/** @param {Partial<View>} [view] */
function board(view = {}) {
  const state = newState();
  show(state, { ...WAITS, ...view });
  return state;
}

/** @param {Happening[]} happenings */
const told = (happenings) => happenings.map(({ name, detail }) =>
  name === 'move' ? `${detail.isLegal ? 'played' : 'refused'} ${detail.uci}` : name).join(', ');

test('what is to come stands in brackets, and not on the board', () => {
  assert.deepEqual([...readPlacement(WAITS.fen)], [['e1', { role: 'rook', color: 'white' }]]);
  assert.equal(readPlacement('8/8/8/8/8/8/8/8[PN?/p??] w - - 0 1').size, 0);
});

test('a press on a lit square puts the waiting piece there when it is let go', () => {
  const state = board();
  assert.deepEqual(spots(state), ['b1', 'g1']);
  assert.equal(told(act.press(state, 'g1')), '');
  assert.equal(told(act.release(state, 'g1')), 'played N@g1');
  assert.deepEqual(state.shown.get('g1'), KNIGHT);
  assert.deepEqual(spots(state), [], 'it is put once');
});

test('who slides to another square means that one, and who lets go elsewhere none', () => {
  const state = board();
  act.press(state, 'g1');
  assert.equal(told(act.release(state, 'b1')), 'played N@b1');
  const other = board();
  act.press(other, 'g1');
  assert.equal(told(act.release(other, null)), '');
  act.press(other, 'g1');
  act.cancel(other);
  assert.equal(told(act.release(other, 'g1')), '');
});

test('a square where it may not be is tried, so that somebody can say why', () => {
  const state = board();
  act.press(state, 'd4');
  assert.equal(told(act.release(state, 'd4')), 'refused N@d4');
  assert.equal(state.shown.has('d4'), false);
});

test('a piece of the board may be picked up, and a lit square still gets the waiting one', () => {
  const state = board();
  act.press(state, 'e1');
  act.release(state, 'e1');
  assert.equal(state.selected, 'e1');
  act.press(state, 'b1');
  assert.equal(told(act.release(state, 'b1')), 'played N@b1');
});

test('what is dragged from the tray is put, and any other piece is only dropped', () => {
  const state = board();
  assert.equal(told(act.drop(state, KNIGHT, 'b1')), 'played N@b1');
  assert.equal(told(act.drop(board(), { role: 'queen', color: 'white' }, 'b1')), 'drop');
  assert.equal(told(act.drop(board({ place: null }), KNIGHT, 'b1')), 'drop');
});

test('without a waiting piece a press means what it meant', () => {
  const state = board({ place: null });
  assert.equal(told(act.press(state, 'g1')), 'press');
});

test('a move that was put has one square, and a pass has none', () => {
  assert.deepEqual(ends('e2e4'), ['e2', 'e4']);
  assert.deepEqual(ends('N@g1'), ['g1', 'g1']);
  assert.equal(ends('0000'), null);
  const pieces = readPlacement(WAITS.fen);
  assert.deepEqual(play(pieces, 'P@a8', 'black').get('a8'), { role: 'pawn', color: 'black' });
  assert.deepEqual(play(pieces, '0000'), pieces);
});

// Placing pieces that wait beside the board, without the DOM.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as gestures from '../board/gestures.js';
import { play } from '../board/play_move.js';
import { ends, readPlacement } from '../board/squares.js';
import { newState, pickupKind, show, spots } from '../board/state.js';

/** @import { BoardEvent, Piece, View } from '../board/types.d.ts' */

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

/** @param {BoardEvent[]} events */
const told = (events) => events.map(({ name, detail }) =>
  name === 'move' ? `${detail.isLegal ? 'played' : 'refused'} ${detail.uci}` : name).join(', ');

test('pieces to come are not on the board', () => {
  assert.deepEqual([...readPlacement(WAITS.fen)], [['e1', { role: 'rook', color: 'white' }]]);
  assert.equal(readPlacement('8/8/8/8/8/8/8/8[PN?/p??] w - - 0 1').size, 0);
});

test('a press on a highlighted square places the waiting piece when released', () => {
  const state = board();
  assert.deepEqual(spots(state), ['b1', 'g1']);
  assert.equal(told(gestures.press(state, 'g1')), '');
  assert.equal(told(gestures.release(state, 'g1')), 'played N@g1');
  assert.deepEqual(state.shown.get('g1'), KNIGHT);
  assert.deepEqual(spots(state), [], 'it is put once');
});

test('the square of the release counts, and none outside the board', () => {
  const state = board();
  gestures.press(state, 'g1');
  assert.equal(told(gestures.release(state, 'b1')), 'played N@b1');
  const other = board();
  gestures.press(other, 'g1');
  assert.equal(told(gestures.release(other, null)), '');
  gestures.press(other, 'g1');
  gestures.cancel(other);
  assert.equal(told(gestures.release(other, 'g1')), '');
});

test('an illegal square is reported, so that it can be explained', () => {
  const state = board();
  gestures.press(state, 'd4');
  assert.equal(told(gestures.release(state, 'd4')), 'refused N@d4');
  assert.equal(state.shown.has('d4'), false);
});

test('with a piece selected, a highlighted square still gets the waiting piece', () => {
  const state = board();
  gestures.press(state, 'e1');
  gestures.release(state, 'e1');
  assert.equal(state.selected, 'e1');
  gestures.press(state, 'b1');
  assert.equal(told(gestures.release(state, 'b1')), 'played N@b1');
});

test('the waiting piece is placed by dragging, and any other is only dropped', () => {
  const state = board();
  assert.equal(told(gestures.drop(state, KNIGHT, 'b1')), 'played N@b1');
  assert.equal(told(gestures.drop(board(), { role: 'queen', color: 'white' }, 'b1')), 'drop');
  assert.equal(told(gestures.drop(board({ place: null }), KNIGHT, 'b1')), 'drop');
});

test('without a waiting piece a press is a press', () => {
  const state = board({ place: null });
  assert.equal(told(gestures.press(state, 'g1')), 'press');
});

test('a placement has one square, and a pass has none', () => {
  assert.deepEqual(ends('e2e4'), ['e2', 'e4']);
  assert.deepEqual(ends('N@g1'), ['g1', 'g1']);
  assert.equal(ends('0000'), null);
  const pieces = readPlacement(WAITS.fen);
  assert.deepEqual(play(pieces, 'P@a8', 'black').get('a8'), { role: 'pawn', color: 'black' });
  assert.deepEqual(play(pieces, '0000'), pieces);
});

/** Black is to move, and White plans to place the knight. @type {Partial<View>} */
const AHEAD = { fen: '8/8/8/8/8/8/8/4R3[NP/pp] b - - 0 3', movable: null, legal: null, premovable: 'white', mustPlace: true };

test('a placement can be planned and is shown', () => {
  const state = board(AHEAD);
  gestures.press(state, 'g1');
  assert.equal(told(gestures.release(state, 'g1')), 'premoves');
  assert.deepEqual(state.premoves, ['N@g1']);
  assert.deepEqual(state.shown.get('g1'), KNIGHT);
  assert.equal(told(gestures.drop(board(AHEAD), KNIGHT, 'b1')), 'premoves');
  assert.equal(told(gestures.drop(board(AHEAD), KNIGHT, 'd4')), 'press', 'an impossible plan is not explained');
});

test('no piece can premove if one must be placed', () => {
  const state = board({ ...AHEAD, place: null });
  assert.equal(pickupKind(state, 'e1'), null);
  assert.equal(pickupKind(board({ ...AHEAD, place: null, mustPlace: false }), 'e1'), 'premove');
});

test('a planned placement is dropped like any premove', () => {
  const state = board(AHEAD);
  gestures.drop(state, KNIGHT, 'g1');
  show(state, { ...WAITS, ...AHEAD, place: null });
  assert.deepEqual(state.shown.get('g1'), KNIGHT, 'it is still to be seen');
  assert.equal(told(gestures.press(state, 'd5')), 'premoves, press');
  assert.deepEqual([state.premoves, state.shown.has('g1')], [[], false]);
});

test('a planned placement is played if that piece waits and may be placed there', () => {
  const planned = () => {
    const state = board(AHEAD);
    gestures.drop(state, KNIGHT, 'g1');
    return state;
  };
  const state = planned();
  show(state, WAITS);
  assert.equal(told(gestures.playPremove(state)), 'premoves, played N@g1');
  assert.deepEqual([state.premoves, state.unconfirmed], [[], 'N@g1']);
  for (const view of [
    { ...WAITS, place: { piece: KNIGHT, squares: ['b1'] } },
    { ...WAITS, place: { piece: { ...KNIGHT, role: /** @type {const} */ ('pawn') }, squares: ['g1'] } },
    { ...WAITS, place: null },
  ]) {
    const other = planned();
    show(other, view);
    assert.equal(told(gestures.playPremove(other)), 'premoves');
    assert.deepEqual([other.premoves, other.unconfirmed], [[], null]);
  }
});

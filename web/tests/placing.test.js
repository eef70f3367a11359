// Pieces that wait beside the board and are put on it, without a document.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as act from '../board/acts.js';
import { play } from '../board/picture.js';
import { reach } from '../board/reach.js';
import { ends, readPlacement } from '../board/squares.js';
import { grip, newState, show, spots, targets } from '../board/state.js';

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

/** Black thinks, and White has taken the knight to plan it. @type {Partial<View>} */
const AHEAD = { fen: '8/8/8/8/8/8/8/4R3[NP/pp] b - - 0 3', movable: null, legal: null, premovable: 'white', mustPlace: true };

test('while the other one thinks, what is next is planned and shown', () => {
  const state = board(AHEAD);
  act.press(state, 'g1');
  assert.equal(told(act.release(state, 'g1')), 'premoves');
  assert.deepEqual(state.plans, ['N@g1']);
  assert.deepEqual(state.shown.get('g1'), KNIGHT);
  assert.equal(told(act.drop(board(AHEAD), KNIGHT, 'b1')), 'premoves');
  assert.equal(told(act.drop(board(AHEAD), KNIGHT, 'd4')), 'press', 'nobody has to explain a plan');
});

test('no other piece is planned where one has to be placed', () => {
  const state = board({ ...AHEAD, place: null });
  assert.equal(grip(state, 'e1'), null);
  assert.equal(grip(board({ ...AHEAD, place: null, mustPlace: false }), 'e1'), 'plan');
});

test('a planned placing is forgotten like any plan', () => {
  const state = board(AHEAD);
  act.drop(state, KNIGHT, 'g1');
  show(state, { ...WAITS, ...AHEAD, place: null });
  assert.deepEqual(state.shown.get('g1'), KNIGHT, 'it is still to be seen');
  assert.equal(told(act.press(state, 'd5')), 'premoves, press');
  assert.deepEqual([state.plans, state.shown.has('g1')], [[], false]);
});

test('when it is one’s turn, it is placed if it is what waits, and may be there', () => {
  const planned = () => {
    const state = board(AHEAD);
    act.drop(state, KNIGHT, 'g1');
    return state;
  };
  const state = planned();
  show(state, WAITS);
  assert.equal(told(act.playPlan(state)), 'premoves, played N@g1');
  assert.deepEqual([state.plans, state.wish], [[], 'N@g1']);
  for (const view of [
    { ...WAITS, place: { piece: KNIGHT, squares: ['b1'] } },
    { ...WAITS, place: { piece: { ...KNIGHT, role: /** @type {const} */ ('pawn') }, squares: ['g1'] } },
    { ...WAITS, place: null },
  ]) {
    const other = planned();
    show(other, view);
    assert.equal(told(act.playPlan(other)), 'premoves');
    assert.deepEqual([other.plans, other.wish], [[], null]);
  }
});

test('pawns of Saktris are planned two squares from the back rank alone', () => {
  const pieces = readPlacement('8/8/8/8/8/8/4P3/4P3');
  assert.deepEqual(reach(pieces, 'e1', 0).filter((square) => square[0] === 'e'), ['e2', 'e3']);
  assert.deepEqual(reach(pieces, 'e2', 0).filter((square) => square[0] === 'e'), ['e3']);
  const state = board({ ...AHEAD, fen: '8/8/8/8/8/8/8/4P3[NP/pp] b - - 0 3', place: null, mustPlace: false });
  assert.ok(targets(state, 'e1').includes('e3'));
});

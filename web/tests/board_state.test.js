import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPlacement, placeOf, squareAt } from '../board/squares.js';
import * as act from '../board/state.js';

/** @import { View } from '../board/types.d.ts' */

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/** @param {Partial<View>} view */
function board(view) {
  const state = act.newState();
  act.show(state, { fen: START, ...view });
  return state;
}

test('a FEN puts its pieces on their squares', () => {
  const pieces = readPlacement(START);
  assert.equal(pieces.size, 32);
  assert.deepEqual(pieces.get('e1'), { role: 'king', color: 'white' });
  assert.deepEqual(pieces.get('d8'), { role: 'queen', color: 'black' });
  assert.equal(pieces.get('e4'), undefined);
});

test('places and squares are two names of the same', () => {
  assert.equal(squareAt(0, 'white'), 'a8');
  assert.equal(squareAt(0, 'black'), 'h1');
  for (let place = 0; place < 64; place += 1) {
    assert.equal(placeOf(squareAt(place, 'black'), 'black'), place);
  }
});

test('two presses make a move', () => {
  const state = board({ movable: 'white', legal: { e2: ['e3', 'e4'] } });
  assert.deepEqual(act.press(state, 'e2'), [{ name: 'touch', detail: { square: 'e2' } }]);
  act.release(state);
  const [move] = act.press(state, 'e4');
  assert.deepEqual(move, {
    name: 'move', detail: { uci: 'e2e4', from: 'e2', to: 'e4', promotion: null, isLegal: true },
  });
  assert.equal(state.shown.get('e4')?.role, 'pawn');
  assert.equal(state.shown.has('e2'), false);
});

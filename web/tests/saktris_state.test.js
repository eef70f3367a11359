// A game of Saktris as the page knows it: what the board shows of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fenAt, newGame, placing, receive, viewForBoard } from '../game/state.js';

/** @import { Cleared, GameView, SaktrisSide, GameState } from '../wire.d.ts' */

/** @type {Cleared} */
const KNIGHTS = {
  run: ['c5', 'd5', 'e5'], beyond: 'h5',
  pieces: [
    { square: 'c5', piece: 'n' }, { square: 'd5', piece: 'N' }, { square: 'e5', piece: 'N' }, { square: 'h5', piece: 'r' },
  ],
};

/** @param {Partial<SaktrisSide>} side @returns {SaktrisSide} */
const side = (side) => ({ waits: false, next: ['p'], left: 16, moves: 1, ...side });

/**
 * Returns a game seen by White, who is to move.
 * @param {Partial<GameState>} state
 */
function game(state) {
  const game = newGame('g1', 'w');
  const fen = '8/8/8/8/8/8/8/8[N*??/n??] w - - 0 1';
  /** @type {GameState} */
  const stands = {
    seq: 1, ply: 0, fen, turn: 'white', status: 'active', legal: {},
    saktris: { every: 1, clearing: 'triplets', picks: false, white: side({}), black: side({}) }, ...state,
  };
  const view = /** @type {GameView} */ (/** @type {unknown} */ ({
    id: 'g1', stage: 'playing', options: { variant: 'saktris', clock: '-' }, you: ['white'],
    players: { white: { name: 'a' }, black: { name: 'b' } }, play: { start: fen, moves: [], history: [], state: stands },
  }));
  receive(game, { game: view }, 0);
  return game;
}

test('the board gets the waiting piece and its squares', () => {
  const due = game({ places: { n: ['b1', 'g1'] } });
  assert.deepEqual(viewForBoard(due, { premoves: true }).place, { piece: { role: 'knight', color: 'white' }, squares: ['b1', 'g1'] });
  assert.equal(viewForBoard(game({}), { premoves: true }).place, undefined);
  const sent = viewForBoard(due, { premoves: true, held: 'N@g1' });
  assert.match(sent.fen, /6N1 /, 'a sent move is shown before it is answered');
  assert.deepEqual(sent.lastMove, ['g1', 'g1']);
  assert.doesNotMatch(viewForBoard(due, { premoves: true, held: 'N@a1' }).fen, /N.*\[/, 'one that cannot be is not');
});

test('a player who may choose places a pawn until another piece is chosen', () => {
  const it = game({ places: { k: ['e1'], n: ['b1'], p: ['a1'] } });
  assert.equal(placing(it)?.letter, 'p');
  assert.equal(placing(it, 'n')?.letter, 'n');
  assert.equal(placing(it, 'q')?.letter, 'p', 'what is gone cannot be chosen');
  assert.equal(placing(game({}), 'n'), null);
});

test('the pieces a move cleared are kept with it and shown on the board', () => {
  const it = game({ places: {} });
  const state = /** @type {GameState} */ ({ ...it.state, seq: 2, ply: 1, turn: 'black', fen: '8/8/8/8/8/8/8/8[N?/n?] b - - 0 1' });
  const event = /** @type {const} */ ({ seq: 2, at: 0, event: 'played', uci: 'f3e5', san: 'Nxe5', took: 0, left: null, cleared: KNIGHTS });
  receive(it, { update: { game: 'g1', events: [event], state } }, 0);
  const shown = viewForBoard(it, { premoves: true });
  assert.deepEqual(shown.cleared, ['c5', 'd5', 'e5', 'h5']);
  assert.deepEqual(shown.lastMove, ['f3', 'e5']);
  assert.equal(fenAt(it, 1), state.fen);
});

test('a pass marks no square', () => {
  const it = game({});
  const state = /** @type {GameState} */ ({ ...it.state, seq: 2, ply: 1, turn: 'black' });
  receive(it, { update: { game: 'g1', events: [{ seq: 2, at: 0, event: 'played', uci: '0000', san: '--', took: 0, left: null }], state } }, 0);
  assert.equal(viewForBoard(it, { premoves: true }).lastMove, null);
});

test('the board gets what can be planned during the opponent’s turn', () => {
  const it = game({ turn: 'black', fen: '8/8/8/8/8/8/8/8[N??/n??] b - - 0 1' });
  const place = { piece: { role: /** @type {const} */ ('knight'), color: /** @type {const} */ ('white') }, squares: ['g1'] };
  const plan = { place, mustPlace: true };
  assert.deepEqual(viewForBoard(it, { premoves: true, plan }).place, place);
  assert.equal(viewForBoard(it, { premoves: true, plan }).mustPlace, true);
  assert.equal(viewForBoard(it, { premoves: false, plan }).place, undefined, 'unless premoves are off');
  const due = game({ places: { n: ['b1'] } });
  assert.deepEqual(viewForBoard(due, { premoves: true, plan: { place: null, mustPlace: false } }).place?.squares, ['b1']);
});

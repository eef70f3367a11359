// Sentences about arrivals and clears in Saktris.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clearWords, moreWord, sideOf, trayText, trayOf, waiting } from '../lib/arrivals.js';
import german from '../strings/de.js';
import { textIn } from './words.js';

/** @import { Cleared, SaktrisSide } from '../wire.d.ts' */

const de = textIn(german);

/** @type {Cleared} */
const KNIGHTS = {
  run: ['c5', 'd5', 'e5'], beyond: 'h5',
  pieces: [
    { square: 'c5', piece: 'n' }, { square: 'd5', piece: 'N' }, { square: 'e5', piece: 'N' }, { square: 'h5', piece: 'r' },
  ],
};

/** @param {Partial<SaktrisSide>} side @returns {SaktrisSide} */
const side = (side) => ({ waits: false, next: ['p'], left: 16, moves: 1, ...side });

test('a clear is described in a sentence', () => {
  assert.equal(clearWords(KNIGHTS), 'Three knights on the fifth rank are cleared; so is the rook on h5.');
  assert.equal(clearWords(KNIGHTS, de), 'Drei Springer auf der fünften Reihe werden abgeräumt; der Turm auf h5 ebenso.');
  const pawns = ['a3', 'a4', 'a5'].map((square) => ({ square, piece: 'p' }));
  assert.equal(clearWords({ run: ['a3', 'a4', 'a5'], pieces: pawns }), 'Three pawns on the a-file are cleared.');
  const rows = ['b4', 'c4', 'd4', 'b6', 'c6', 'd6'];
  const many = rows.map((square) => ({ square, piece: 'P' }));
  assert.equal(clearWords({ run: rows, pieces: many }), 'Six pawns are cleared.');
  assert.equal(clearWords({ run: rows.slice(0, 4), beyond: null, pieces: many }, de), 'Vier Bauern werden abgeräumt.');
});

test('a tray says which piece waits and when the next one arrives', () => {
  const at = (/** @type {Partial<SaktrisSide>} */ it, isFree = false) => trayOf(side(it), isFree);
  assert.equal(trayText(at({ waits: true, next: ['n'], moves: null }), true), 'Place your knight');
  assert.equal(trayText(at({ waits: true, next: ['q'], moves: null }), true, de), 'Dame einsetzen');
  assert.equal(trayText(at({ waits: true, next: ['n'], moves: null }), false), 'A knight is waiting');
  assert.equal(trayText(at({ moves: 0 }), true), 'Next turn');
  assert.equal(trayText(at({ moves: 1 }), true), 'In 1 move');
  assert.equal(trayText(at({ moves: 3 }), false, de), 'In 3 Zügen');
  assert.equal(trayText(at({ next: [], left: 0, moves: null }), true), 'All pieces placed');
  assert.equal(trayText(at({ waits: true, next: ['k', 'p'], moves: null }, true), true), 'Place any piece');
  assert.equal(waiting('q', de), 'Eine Dame wartet');
  const stuck = (/** @type {boolean} */ isFree) => ({ ...at({ waits: true, next: ['k'], moves: null }, isFree), isStuck: true });
  assert.equal(trayText(stuck(false), true), 'The king cannot be placed');
  assert.equal(trayText(stuck(false), true, de), 'Der König kann nicht eingesetzt werden');
  assert.equal(trayText(stuck(true), true), 'No piece can be placed');
});

test('a tray shows at most four pieces and counts the others', () => {
  const at = (/** @type {string} */ next, /** @type {number} */ left) =>
    trayOf(side({ next: [...next], left }), false);
  const hidden = at('np', 14);
  assert.deepEqual([hidden.first, hidden.queue.map(({ letter }) => letter), hidden.more], ['n', ['p'], 12]);
  assert.equal(moreWord(hidden), 'hidden');
  const open = at('npbrqk', 6);
  assert.deepEqual([open.queue.length, open.more, moreWord(open)], [3, 2, 'more']);
  assert.equal(moreWord(at('n', 1)), '');
});

test('a player who may choose sees each kind once', () => {
  const tray = trayOf(side({ next: [...'krrppp'], left: 6, waits: true }), true);
  assert.deepEqual(tray.queue, [{ letter: 'k', count: 1 }, { letter: 'r', count: 2 }, { letter: 'p', count: 3 }]);
  assert.deepEqual([tray.first, tray.more], ['', 0]);
});

test('the pieces to come are read from a FEN', () => {
  const fen = '8/8/8/8/8/8/8/8[NP??/p*n???] b - - 0 1 moves=1/0';
  assert.deepEqual(sideOf(fen, 'white'), { waits: false, next: ['n', 'p'], left: 4, moves: null });
  assert.deepEqual(sideOf(fen, 'black'), { waits: true, next: ['p', 'n'], left: 5, moves: null });
  assert.deepEqual(sideOf('8/8/8/8/8/8/8/8[*KQ/kq] w - - 0 1', 'white'), { waits: true, next: ['k', 'q'], left: 2, moves: null });
  assert.deepEqual(sideOf('8/8/8/8/8/8/8/8 w - - 0 1', 'white').left, 0);
});

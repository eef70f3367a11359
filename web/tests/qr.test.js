import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { correction, qr } from '../lib/qr.js';

test('the error correction codewords match the example in ISO/IEC 18004, annex I', () => {
  const data = [0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11];
  assert.deepEqual(correction(data, 10), [0xa5, 0x24, 0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55]);
});

test('a longer link needs a larger code', () => {
  assert.equal(qr('hello').length, 21);
  assert.equal(qr('https://chess.example/game/4Hq0ZkT9aB').length, 29);
  assert.equal(qr('x'.repeat(213)).length, 57);
  assert.throws(() => qr('x'.repeat(300)), RangeError);
});

for (const words of ['hello', 'https://chess.example/game/4Hq0ZkT9aB', 'x'.repeat(100), 'ä'.repeat(60), 'y'.repeat(200)]) {
  test(`${words.slice(0, 20)} is read back from its code`, () => assert.equal(read(qr(words)), words));
}

test('a large code has version information', () => {
  const rows = qr('y'.repeat(200));
  const bits = Array.from({ length: 18 }, (_, bit) => Number(rows[Math.floor(bit / 3)]?.[rows.length - 11 + bit % 3]) << bit);
  assert.equal(bits.reduce((all, bit) => all | bit, 0), 0x0a4d3);
});

const MASKS = [
  (/** @type {number} */ i, /** @type {number} */ j) => (i + j) % 2,
  (/** @type {number} */ i) => i % 2,
  (/** @type {number} */ _, /** @type {number} */ j) => j % 3,
  (/** @type {number} */ i, /** @type {number} */ j) => (i + j) % 3,
  (/** @type {number} */ i, /** @type {number} */ j) => (Math.floor(i / 2) + Math.floor(j / 3)) % 2,
  (/** @type {number} */ i, /** @type {number} */ j) => i * j % 2 + i * j % 3,
  (/** @type {number} */ i, /** @type {number} */ j) => (i * j % 2 + i * j % 3) % 2,
  (/** @type {number} */ i, /** @type {number} */ j) => ((i + j) % 2 + i * j % 3) % 2,
];
/** Data codewords of each block with error correction M. */
const BLOCKS = [
  [16], [28], [44], [32, 32], [43, 43], [27, 27, 27, 27], [31, 31, 31, 31], [38, 38, 39, 39],
  [36, 36, 36, 37, 37], [43, 43, 43, 43, 44],
];

/** Decodes a QR code from its modules. @param {boolean[][]} rows */
function read(rows) {
  const size = rows.length;
  const version = (size - 17) / 4;
  const dark = (/** @type {number} */ row, /** @type {number} */ column) => Number(rows[row]?.[column]);
  // The format beside the upper left finder, from its highest bit.
  const places = [[8, 0], [8, 1], [8, 2], [8, 3], [8, 4], [8, 5], [8, 7], [8, 8], [7, 8], [5, 8], [4, 8], [3, 8], [2, 8], [1, 8], [0, 8]];
  const written = places.reduce((bits, [row, column]) => bits << 1 | dark(row ?? 0, column ?? 0), 0);
  const format = written ^ 0b101010000010010;
  assert.equal(format >> 13, 0b00, 'error correction M');
  const mask = MASKS[format >> 10 & 7];
  const isFunction = (/** @type {number} */ row, /** @type {number} */ column) => {
    if (row === 6 || column === 6) return true;
    if (row < 9 && (column < 9 || column >= size - 8)) return true;
    if (row >= size - 8 && column < 9) return true;
    if (version >= 7 && ((row < 6 && column >= size - 11) || (column < 6 && row >= size - 11))) return true;
    const step = version < 2 ? 0 : version < 7 ? size - 13 : (size - 13) / 2;
    const middles = step ? Array.from({ length: version < 7 ? 2 : 3 }, (_, index) => 6 + index * step) : [];
    return middles.some((y) => middles.some((x) => {
      const isFinder = (y === 6 && x === 6) || (y === 6 && x === size - 7) || (y === size - 7 && x === 6);
      return !isFinder && Math.abs(row - y) <= 2 && Math.abs(column - x) <= 2;
    }));
  };
  let bits = '';
  let isUp = true;
  for (let column = size - 1; column > 0; column -= 2) {
    if (column === 6) column -= 1;
    for (let step = 0; step < size; step += 1) {
      const row = isUp ? size - 1 - step : step;
      for (const j of [column, column - 1]) {
        if (!isFunction(row, j)) bits += dark(row, j) ^ Number(mask?.(row, j) === 0);
      }
    }
    isUp = !isUp;
  }
  const codewords = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  const sizes = BLOCKS[version - 1] ?? [];
  /** @type {number[][]} */
  const blocks = sizes.map(() => []);
  let next = 0;
  for (let index = 0; index < Math.max(...sizes); index += 1) {
    sizes.forEach((length, block) => {
      if (index < length) blocks[block]?.push(codewords[next++] ?? 0);
    });
  }
  const data = blocks.flat().map((byte) => byte.toString(2).padStart(8, '0')).join('');
  assert.equal(data.slice(0, 4), '0100', 'bytes');
  const width = version < 10 ? 8 : 16;
  const length = Number.parseInt(data.slice(4, 4 + width), 2);
  const bytes = (data.slice(4 + width, 4 + width + 8 * length).match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  return new TextDecoder().decode(new Uint8Array(bytes));
}

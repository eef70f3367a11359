// QR codes (ISO/IEC 18004) for links: byte mode, error correction level M,
// versions 1 to 10. The result is rows of modules, true where they are dark.

/** For each version: error correction codewords per block, and the data codewords of the blocks. */
const BLOCKS = /** @type {[number, number[]][]} */ ([
  [10, [16]], [16, [28]], [26, [44]], [18, [32, 32]], [24, [43, 43]], [16, [27, 27, 27, 27]],
  [18, [31, 31, 31, 31]], [22, [38, 38, 39, 39]], [22, [36, 36, 36, 37, 37]], [26, [43, 43, 43, 43, 44]],
]);
/** For each version: the centers of the alignment patterns. */
const ALIGNED = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];

/** @type {((x: number, y: number) => boolean)[]} */
const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => ((y >> 1) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => (x * y) % 2 + (x * y) % 3 === 0,
  (x, y) => ((x * y) % 2 + (x * y) % 3) % 2 === 0,
  (x, y) => ((x + y) % 2 + (x * y) % 3) % 2 === 0,
];

// Powers of 2 in the field GF(256), and their logarithms.
const POWERS = new Uint8Array(510);
const LOGARITHMS = new Uint8Array(256);
for (let power = 0, value = 1; power < 255; power += 1) {
  POWERS[power] = POWERS[power + 255] = value;
  LOGARITHMS[value] = power;
  value = (value << 1) ^ (value & 0x80 ? 0x11d : 0);
}

/** @param {number} one @param {number} other */
const times = (one, other) => (one && other ? at(POWERS, at(LOGARITHMS, one) + at(LOGARITHMS, other)) : 0);

/**
 * Returns the Reed-Solomon error correction codewords.
 * @param {number[]} data
 * @param {number} count
 */
export function correction(data, count) {
  let generator = [1];
  for (let root = 0; root < count; root += 1) {
    const factor = at(POWERS, root);
    generator = [...generator, 0].map((term, index) => term ^ times(index ? at(generator, index - 1) : 0, factor));
  }
  const rest = [...data, ...Array.from({ length: count }, () => 0)];
  for (let index = 0; index < data.length; index += 1) {
    const lead = at(rest, index);
    generator.forEach((term, offset) => { rest[index + offset] = at(rest, index + offset) ^ times(term, lead); });
  }
  return rest.slice(data.length);
}

/**
 * @param {string} words at most 213 bytes
 * @returns {boolean[][]}
 */
export function qr(words) {
  const bytes = [...new TextEncoder().encode(words)];
  const holds = (/** @type {number} */ index) => sum(BLOCKS[index]?.[1] ?? []) - (index < 9 ? 2 : 3);
  const version = BLOCKS.findIndex((_, index) => holds(index) >= bytes.length) + 1;
  if (!version) throw new RangeError('too long for a QR code of version 10');
  const codewords = interleaved(bytes, version);
  const candidates = MASKS.map((_, mask) => drawn(version, codewords, mask));
  return candidates.reduce((best, it) => (penalty(it) < penalty(best) ? it : best));
}

/** @param {number[]} bytes @param {number} version */
function interleaved(bytes, version) {
  const [count, blocks] = BLOCKS[version - 1] ?? [0, []];
  const length = bytes.length.toString(2).padStart(version < 10 ? 8 : 16, '0');
  const bits = `0100${length}${bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('')}0000`;
  const data = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  for (let filler = 0xec; data.length < sum(blocks); filler ^= 0xec ^ 0x11) data.push(filler);
  let start = 0;
  const parts = blocks.map((size) => data.slice(start, start += size));
  const errors = parts.map((part) => correction(part, count));
  const interleave = (/** @type {number[][]} */ rows) => {
    const length = Math.max(...rows.map((row) => row.length));
    return Array.from({ length }, (_, index) => rows.flatMap((row) => row[index] ?? [])).flat();
  };
  return [...interleave(parts), ...interleave(errors)];
}

/**
 * @param {number} version
 * @param {number[]} codewords
 * @param {number} mask
 */
function drawn(version, codewords, mask) {
  const size = 17 + 4 * version;
  /** @type {(boolean | undefined)[][]} */
  const rows = Array.from({ length: size }, () => Array.from({ length: size }));
  /** @param {number} x @param {number} y @param {boolean} isDark */
  const set = (x, y, isDark) => {
    const row = rows[y];
    if (row && x >= 0 && x < size) row[x] = isDark;
  };
  for (let index = 0; index < size; index += 1) {
    set(6, index, index % 2 === 0);
    set(index, 6, index % 2 === 0);
  }
  for (const [x, y] of /** @type {const} */ ([[3, 3], [size - 4, 3], [3, size - 4]])) square(set, x, y, [0, 1, 3], 4);
  const middles = ALIGNED[version - 1] ?? [];
  const last = middles.length - 1;
  middles.forEach((x, column) => middles.forEach((y, row) => {
    const isCorner = (column === 0 && row === 0) || (column === 0 && row === last) || (column === last && row === 0);
    if (!isCorner) square(set, x, y, [0, 2], 2);
  }));
  describe(set, size, version, mask);
  // Up and down in pairs of columns, from the right, skipping column 6.
  const bits = codewords.map((byte) => byte.toString(2).padStart(8, '0')).join('');
  let next = 0;
  for (let right = size - 1, up = true; right > 0; right -= right === 8 ? 3 : 2, up = !up) {
    for (let step = 0; step < size; step += 1) {
      const y = up ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (rows[y]?.[x] !== undefined) continue;
        set(x, y, (bits[next] === '1') !== Boolean(MASKS[mask]?.(x, y)));
        next += 1;
      }
    }
  }
  return /** @type {boolean[][]} */ (rows);
}

/**
 * Draws concentric squares, dark at these distances from the center.
 * @param {(x: number, y: number, isDark: boolean) => void} set
 * @param {number} x
 * @param {number} y
 * @param {number[]} dark
 * @param {number} reach
 */
function square(set, x, y, dark, reach) {
  for (let dy = -reach; dy <= reach; dy += 1) {
    for (let dx = -reach; dx <= reach; dx += 1) set(x + dx, y + dy, dark.includes(Math.max(Math.abs(dx), Math.abs(dy))));
  }
}

/**
 * Writes the format information, and from version 7 on the version.
 * @param {(x: number, y: number, isDark: boolean) => void} set
 * @param {number} size
 * @param {number} version
 * @param {number} mask
 */
function describe(set, size, version, mask) {
  const format = (mask << 10 | remainder(mask, 10, 0x537)) ^ 0x5412;
  for (let bit = 0; bit < 15; bit += 1) {
    const isDark = (format >> bit & 1) === 1;
    set(8, bit < 6 ? bit : bit < 8 ? bit + 1 : size - 15 + bit, isDark);
    set(bit < 8 ? size - 1 - bit : bit === 8 ? 7 : 14 - bit, 8, isDark);
  }
  set(8, size - 8, true);
  if (version < 7) return;
  const words = version << 12 | remainder(version, 12, 0x1f25);
  for (let bit = 0; bit < 18; bit += 1) {
    const [near, far] = [Math.floor(bit / 3), size - 11 + bit % 3];
    set(far, near, (words >> bit & 1) === 1);
    set(near, far, (words >> bit & 1) === 1);
  }
}

/**
 * Returns the remainder of a polynomial division over GF(2).
 * @param {number} value
 * @param {number} degree
 * @param {number} divisor
 */
function remainder(value, degree, divisor) {
  let rest = value;
  for (let step = 0; step < degree; step += 1) rest = rest << 1 ^ (rest >> degree - 1 & 1) * divisor;
  return rest;
}

/** Returns the penalty score by which masks are compared. @param {boolean[][]} rows */
function penalty(rows) {
  const columns = rows.map((_, x) => rows.map((row) => row[x] ?? false));
  let points = 0;
  for (const run of [...rows, ...columns]) {
    const text = run.map(Number).join('');
    for (const same of text.match(/0{5,}|1{5,}/g) ?? []) points += same.length - 2;
    for (let from = text.indexOf('1011101'); from >= 0; from = text.indexOf('1011101', from + 1)) {
      if (/0{4}$/.test(text.slice(0, from)) || /^0{4}/.test(text.slice(from + 7))) points += 40;
    }
  }
  for (let y = 1; y < rows.length; y += 1) {
    for (let x = 1; x < rows.length; x += 1) {
      const here = rows[y]?.[x];
      if (here === rows[y - 1]?.[x] && here === rows[y]?.[x - 1] && here === rows[y - 1]?.[x - 1]) points += 3;
    }
  }
  const dark = rows.flat().filter(Boolean).length / rows.length ** 2;
  return points + Math.floor(Math.abs(dark - 0.5) * 20) * 10;
}

/** @param {ArrayLike<number>} list @param {number} index */
const at = (list, index) => /** @type {number} */ (list[index]);

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((total, it) => total + it, 0);

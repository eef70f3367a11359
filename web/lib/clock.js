// What the clocks show between two messages of the server. The caller passes
// the elapsed time: no real clock is read here.

/** @import { ClockView, Color, SideClock } from '../wire.d.ts' */

/**
 * The parts of a time control that the server's clock readings do not have.
 * @typedef {object} Rule
 * @property {number} main the initial time, in milliseconds
 * @property {{ time: number, moves: number | null } | null} overtime what follows the main time:
 *   periods of byo-yomi, or a number of moves in each
 * @property {boolean} isHourglass whether the time that one side uses is added to the other's
 * @property {boolean} isSlow whether a move may take hours or days
 */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Below this many milliseconds, tenths of a second are shown. */
const SHOW_TENTHS_BELOW = 10 * SECOND;

/**
 * The time control of one side.
 * @param {string} control such as `5+3`, `10+5x30`, `3 days`, or `5+3 / 1+0` with another one for Black
 * @param {'white' | 'black'} [color]
 * @returns {Rule}
 */
export function rule(control, color = 'white') {
  const [white = '', black = white] = control.split(' / ');
  const notation = color === 'white' ? white : black;
  const days = notation.match(/^(\d+) days?$/);
  const main = notation.match(/^(?:\d+\/)?([\d:.]+)/)?.[1] ?? '0';
  const over = notation.match(/^[\d:.]+\+(\d+)([x/])([\d:.]+)$/);
  const isSlow = Boolean(days) || notation.endsWith('/move');
  return {
    main: days ? Number(days[1]) * DAY : span(main, MINUTE),
    overtime: over && {
      time: span(over[3] ?? '0', over[2] === 'x' ? SECOND : MINUTE),
      moves: over[2] === 'x' ? null : Number(over[1]),
    },
    isHourglass: notation.endsWith('hourglass'),
    isSlow,
  };
}

/**
 * Reads `5` of a unit, `m:ss`, or `h:mm:ss`.
 * @param {string} written
 * @param {number} unit
 */
function span(written, unit) {
  if (!written.includes(':')) return Number(written) * unit;
  return written.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) * SECOND;
}

/**
 * Returns what a side's clock shows some time after the server's reading.
 * @param {ClockView} clock
 * @param {Color} color
 * @param {number} passed in milliseconds
 * @param {Rule} rule
 * @returns {SideClock}
 */
export function faceAfter(clock, color, passed, rule) {
  const face = clock[color];
  const { running } = clock;
  if (!running || passed <= 0) return face;
  if (running !== color) {
    const gained = rule.isHourglass ? Math.min(passed, clock[running].time) : 0;
    return { ...face, time: face.time + gained };
  }
  const waited = Math.min(face.delay ?? 0, passed);
  return inOvertime({ ...face, delay: (face.delay ?? 0) - waited, time: face.time - (passed - waited) }, rule);
}

/**
 * Takes time used beyond a period from the following ones.
 * @param {SideClock} face
 * @param {Rule} rule
 * @returns {SideClock}
 */
function inOvertime(face, { overtime }) {
  const next = { ...face };
  while (overtime && next.time <= 0) {
    const isMain = !next.stage;
    if (!isMain && (next.periods ?? 0) <= 1) break;
    if (!isMain) next.periods = (next.periods ?? 0) - 1;
    if (isMain && overtime.moves !== null) next.moves = overtime.moves;
    next.stage = 1;
    next.time += overtime.time;
  }
  next.time = Math.max(0, next.time);
  return next;
}

/**
 * Formats a time: `1:02:03`, `5:03`, `9.4`, and days as `2d 04h`.
 * @param {number} time
 * @param {{ day: string, hour: string }} [units] the reader's abbreviations
 */
export function digits(time, units = { day: 'd', hour: 'h' }) {
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  if (time >= 2 * DAY) {
    return `${Math.floor(time / DAY)}${units.day} ${two(Math.floor(time % DAY / HOUR))}${units.hour}`;
  }
  const seconds = two(Math.floor(time % MINUTE / SECOND));
  const minutes = Math.floor(time % HOUR / MINUTE);
  if (time >= HOUR) return `${Math.floor(time / HOUR)}:${two(minutes)}:${seconds}`;
  if (time < SHOW_TENTHS_BELOW) return `${Math.floor(time / SECOND)}.${Math.floor(time % SECOND / 100)}`;
  return `${minutes}:${seconds}`;
}

/**
 * Formats how long a move took: `4.2 s`, `12 s`, and from a minute on as on a clock.
 * @param {number} time
 * @param {string} language decides between a decimal point and a comma
 * @param {{ day: string, hour: string }} [units]
 */
export function spent(time, language, units) {
  if (time >= MINUTE) return digits(time, units);
  if (time >= SHOW_TENTHS_BELOW) return `${Math.floor(time / SECOND)} s`;
  const seconds = Math.floor(time / 100) / 10;
  return `${seconds.toLocaleString(language, { minimumFractionDigits: 1 })} s`;
}

/**
 * Returns after how many milliseconds the digits of a running clock change.
 * @param {SideClock} face
 */
export function untilChange(face) {
  const { time, delay = 0 } = face;
  const step = time >= 2 * DAY ? MINUTE : time > SHOW_TENTHS_BELOW ? SECOND : 100;
  return delay + (time > 0 ? time % step + 1 : SECOND);
}

/**
 * Reports whether a player is low on time.
 * @param {number} time
 * @param {Rule} rule
 */
export function isLow(time, { main, isSlow, overtime }) {
  const eighth = (main || overtime?.time || 0) / 8;
  return time < (isSlow ? eighth : Math.min(Math.max(eighth, SHOW_TENTHS_BELOW), 30 * SECOND));
}

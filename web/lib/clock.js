// What two clocks show between two messages of the server. No time is asked
// for here: who calls says how much has passed.

/** @import { ClockView, Color, SideClock } from '../wire.d.ts' */

/**
 * What the notation of a clock says that its faces do not.
 * @typedef {object} Rule
 * @property {number} main the time with which the game begins, in milliseconds
 * @property {{ time: number, moves: number | null } | null} overtime what follows the main time:
 *   periods of byo-yomi, or so many moves in each
 * @property {boolean} isHourglass what one side uses the other gains
 * @property {boolean} isSlow a move has days, or hours
 */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Under this, tenths are shown. */
const TENTHS = 10 * SECOND;

/**
 * @param {string} notation such as `5+3`, `10+5x30`, `3 days`
 * @returns {Rule}
 */
export function rule(notation) {
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
 * `5` of a unit, `m:ss`, or `h:mm:ss`.
 * @param {string} written
 * @param {number} unit
 */
function span(written, unit) {
  if (!written.includes(':')) return Number(written) * unit;
  return written.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) * SECOND;
}

/**
 * What a side's clock shows when so much has passed since the server said it.
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
 * What was used beyond the time of a period is taken from the next.
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
 * A time in digits: `1:02:03`, `5:03`, `9.4`, and days as `2d 04h`.
 * @param {number} time
 * @param {{ day: string, hour: string }} [units] as the reader abbreviates them
 */
export function digits(time, units = { day: 'd', hour: 'h' }) {
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  if (time >= 2 * DAY) {
    return `${Math.floor(time / DAY)}${units.day} ${two(Math.floor(time % DAY / HOUR))}${units.hour}`;
  }
  const seconds = two(Math.floor(time % MINUTE / SECOND));
  const minutes = Math.floor(time % HOUR / MINUTE);
  if (time >= HOUR) return `${Math.floor(time / HOUR)}:${two(minutes)}:${seconds}`;
  if (time < TENTHS) return `${Math.floor(time / SECOND)}.${Math.floor(time % SECOND / 100)}`;
  return `${minutes}:${seconds}`;
}

/**
 * After how many milliseconds the digits of a running clock change.
 * @param {SideClock} face
 */
export function untilChange(face) {
  const { time, delay = 0 } = face;
  const step = time >= 2 * DAY ? MINUTE : time > TENTHS ? SECOND : 100;
  return delay + (time > 0 ? time % step + 1 : SECOND);
}

/**
 * Whether so little is left that one should hurry.
 * @param {number} time
 * @param {Rule} rule
 */
export function isLow(time, { main, isSlow, overtime }) {
  const eighth = (main || overtime?.time || 0) / 8;
  return time < (isSlow ? eighth : Math.min(Math.max(eighth, TENTHS), 30 * SECOND));
}

// A model of a chess clock for the handbook's chapter on clocks, checked by a
// test against its text. Games are timed by the server, never by this.

/**
 * @typedef {object} Rule
 * @property {'plain' | 'delay' | 'bronstein' | 'byo_yomi' | 'hourglass' | 'move'} kind
 * @property {number} time in milliseconds
 * @property {number} bonus the increment, the delay or the length of a period, in milliseconds
 * @property {number} periods
 */

/**
 * @typedef {object} Clock
 * @property {Rule} rule
 * @property {[number, number]} left the time of White and Black, in milliseconds
 * @property {[number, number]} periods
 * @property {0 | 1} turn the side whose clock runs
 * @property {number} spent the time used on this turn, in milliseconds
 */

/**
 * Parses a time control: `5+3`, `3d2`, `3b2`, `10+5x30`, `1 hourglass`, `3 days`.
 * @param {string} text
 * @returns {Rule | null} null for what this model does not support
 */
export function rule(text) {
  const found = /^([\d:.]+)(?: (hourglass|days)|([+db])(?:(\d+)x)?(\d+))?$/.exec(text);
  if (!found) return null;
  const [, time = '', word, sign = '+', periods, bonus = '0'] = found;
  if (word === 'days') return { kind: 'move', time: Number(time) * 86_400_000, bonus: 0, periods: 0 };
  const kind = word === 'hourglass' ? 'hourglass' : periods ? 'byo_yomi' : KINDS[sign] ?? 'plain';
  return { kind, time: span(time), bonus: Number(bonus) * 1000, periods: Number(periods ?? 0) };
}

/** @type {Record<string, Rule['kind']>} */
const KINDS = { '+': 'plain', d: 'delay', b: 'bronstein' };

/** Parses minutes, or minutes and seconds. @param {string} text */
function span(text) {
  const [minutes = '0', seconds = '0'] = text.split(':');
  return (Number(minutes) * 60 + Number(seconds)) * 1000;
}

/** Returns both clocks set, with White to move. @param {Rule} rule @returns {Clock} */
export const set = (rule) => ({
  rule, left: [rule.time, rule.time], periods: [rule.periods, rule.periods], turn: 0, spent: 0,
});

/** Lets time pass. @param {Clock} clock @param {number} time @returns {Clock} */
export const pass = (clock, time) => ({ ...clock, spent: clock.spent + time });

/** Ends the turn of the side to move. @param {Clock} clock @returns {Clock} */
export function press(clock) {
  const { rule, turn, spent } = clock;
  const faces = [face(clock, 0), face(clock, 1)];
  /** @type {[number, number]} */
  const left = [clock.left[0], clock.left[1]];
  /** @type {[number, number]} */
  const periods = [faces[0]?.periods ?? 0, faces[1]?.periods ?? 0];
  const shown = faces[turn]?.time ?? 0;
  switch (rule.kind) {
    case 'plain': left[turn] = shown + rule.bonus; break;
    case 'delay': left[turn] = shown; break;
    case 'bronstein': left[turn] = shown + Math.min(spent, rule.bonus); break;
    case 'byo_yomi': left[turn] = Math.max(0, left[turn] - spent); break;
    case 'hourglass': left[0] = faces[0]?.time ?? 0; left[1] = faces[1]?.time ?? 0; break;
    case 'move': break;
  }
  return { rule, left, periods, turn: turn === 0 ? 1 : 0, spent: 0 };
}

/**
 * Returns what one side's clock shows.
 * @param {Clock} clock
 * @param {0 | 1} side
 * @returns {{ time: number, delay: number, periods: number, isDown: boolean }}
 */
export function face(clock, side) {
  const { rule } = clock;
  const left = clock.left[side];
  const spent = side === clock.turn ? clock.spent : 0;
  const delay = rule.kind === 'delay' && side === clock.turn ? Math.max(0, rule.bonus - spent) : 0;
  let periods = clock.periods[side];
  let time = left - spent;
  if (rule.kind === 'delay') time = left - Math.max(0, spent - rule.bonus);
  if (rule.kind === 'hourglass' && side !== clock.turn) time = left + clock.spent;
  if (rule.kind === 'byo_yomi' && time <= 0) {
    const used = Math.min(Math.floor(-time / rule.bonus), periods);
    periods -= used;
    time = periods > 0 ? rule.bonus - (-time - used * rule.bonus) : 0;
  }
  return { time: Math.max(0, time), delay, periods, isDown: time <= 0 };
}

/** Formats a time: `4:53`, or with tenths below ten seconds. @param {number} time */
export function shown(time) {
  const seconds = Math.floor(time / 1000);
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  const minutes = Math.floor(seconds / 60) % 60;
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)}:${two(minutes)}:${two(seconds % 60)}`;
  if (seconds >= 10) return `${minutes}:${two(seconds % 60)}`;
  return `${seconds}.${Math.floor(time / 100) % 10}`;
}

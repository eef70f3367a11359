import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { digits, faceAfter, isLow, rule, spent, untilChange } from '../lib/clock.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

test('the notation gives what the readings do not', () => {
  assert.equal(rule('5+3').main, 5 * MINUTE);
  assert.equal(rule('0:30+0').main, 30 * SECOND);
  assert.equal(rule('3d2').main, 3 * MINUTE);
  assert.equal(rule('40/90:00+30, 30:00+30').main, 90 * MINUTE);
  assert.equal(rule('40/90:00+30, 30:00+30').overtime, null);
  assert.deepEqual(rule('10+5x30').overtime, { time: 30 * SECOND, moves: null });
  assert.deepEqual(rule('10+25/5:00').overtime, { time: 5 * MINUTE, moves: 25 });
  assert.equal(rule('3 days').main, 72 * HOUR);
  assert.ok(rule('12:00:00/move').isSlow);
  assert.ok(rule('1 hourglass').isHourglass);
  assert.equal(rule('-').main, 0);
});

test('only the running clock counts down', () => {
  /** @type {import('../wire.d.ts').ClockView} */
  const clock = { white: { time: 60_000 }, black: { time: 50_000 }, running: 'black' };
  assert.equal(faceAfter(clock, 'white', 7000, rule('1+0')).time, 60_000);
  assert.equal(faceAfter(clock, 'black', 7000, rule('1+0')).time, 43_000);
  assert.equal(faceAfter(clock, 'black', 70_000, rule('1+0')).time, 0);
  assert.equal(faceAfter({ ...clock, running: null }, 'black', 7000, rule('1+0')).time, 50_000);
});

test('the delay is used first', () => {
  /** @type {import('../wire.d.ts').ClockView} */
  const clock = { white: { time: 60_000, delay: 2000 }, black: { time: 50_000 }, running: 'white' };
  assert.deepEqual(faceAfter(clock, 'white', 1500, rule('1d2')), { time: 60_000, delay: 500 });
  assert.deepEqual(faceAfter(clock, 'white', 3500, rule('1d2')), { time: 58_500, delay: 0 });
});

test('the main time is followed by byo-yomi, period by period', () => {
  const yomi = rule('10+3x30');
  /** @type {import('../wire.d.ts').ClockView} */
  const clock = { white: { time: 5000, periods: 3 }, black: { time: 5000, periods: 3 }, running: 'white' };
  const at = (/** @type {number} */ passed) => faceAfter(clock, 'white', passed, yomi);
  assert.equal(at(4999).time, 1);
  assert.equal(at(4999).periods, 3);
  assert.equal(at(6000).time, 29_000);
  assert.equal(at(6000).periods, 3);
  assert.equal(at(36_000).time, 29_000);
  assert.equal(at(36_000).periods, 2);
  assert.equal(at(66_000).periods, 1);
  assert.equal(at(96_000).time, 0);
  assert.equal(at(96_000).periods, 1);
});

test('the main time is followed by Canadian overtime', () => {
  const overtime = rule('10+25/5:00');
  /** @type {import('../wire.d.ts').ClockView} */
  const clock = { white: { time: 1000 }, black: { time: 5000 }, running: 'white' };
  const face = faceAfter(clock, 'white', 2000, overtime);
  assert.equal(face.time, 5 * MINUTE - SECOND);
  assert.equal(face.moves, 25);
  assert.equal(faceAfter(clock, 'white', 6 * MINUTE, overtime).time, 0);
});

test('an hourglass adds to one clock what the other uses', () => {
  /** @type {import('../wire.d.ts').ClockView} */
  const clock = { white: { time: 60_000 }, black: { time: 10_000 }, running: 'black' };
  assert.equal(faceAfter(clock, 'white', 4000, rule('1 hourglass')).time, 64_000);
  assert.equal(faceAfter(clock, 'white', 40_000, rule('1 hourglass')).time, 70_000);
});

test('a time has hours, minutes, seconds, and tenths when it is short', () => {
  assert.equal(digits(0), '0.0');
  assert.equal(digits(9_950), '9.9');
  assert.equal(digits(10_000), '0:10');
  assert.equal(digits(303_999), '5:03');
  assert.equal(digits(HOUR + 2 * MINUTE + 3 * SECOND), '1:02:03');
  assert.equal(digits(30 * HOUR), '30:00:00');
  assert.equal(digits(52 * HOUR), '2d 04h');
  assert.equal(digits(52 * HOUR, { day: ' T', hour: ' Std' }), '2 T 04 Std');
});

test('the digits change exactly when predicted', () => {
  for (const time of [303_999, 300_000, 10_001, 10_000, 9_999, 9_901, 100, 60_000, 3 * 24 * HOUR]) {
    const wait = untilChange({ time });
    assert.ok(wait > 0 && wait <= MINUTE, `${time}: ${wait}`);
    assert.notEqual(digits(Math.max(0, time - wait)), digits(time), String(time));
    // They do not change earlier, except in the last seconds, where it does not matter.
    if (time > 10_100 && wait > 2) assert.equal(digits(time - wait + 2), digits(time), String(time));
  }
  assert.equal(untilChange({ time: 20_500, delay: 1000 }), 1501);
  assert.ok(untilChange({ time: 0 }) >= 100);
});

test('low time depends on the time control', () => {
  assert.ok(!isLow(31_000, rule('5+0')));
  assert.ok(isLow(29_000, rule('5+0')));
  assert.ok(!isLow(11_000, rule('1+0')));
  assert.ok(isLow(9_000, rule('1+0')));
  assert.ok(isLow(8 * HOUR, rule('3 days')));
});

test('what a move took is written with its unit', () => {
  const written = [0, 940, 9_999, 10_000, 59_999, 60_000, 65 * MINUTE, 50 * HOUR].map((time) => spent(time, 'en'));
  assert.deepEqual(written, ['0.0 s', '0.9 s', '9.9 s', '10 s', '59 s', '1:00', '1:05:00', '2d 02h']);
  assert.equal(spent(940, 'de'), '0,9 s');
});

test('with time odds each side has its own rule', () => {
  assert.equal(rule('5+3 / 1+0').main, 300_000);
  assert.equal(rule('5+3 / 1+0', 'black').main, 60_000);
  assert.equal(rule('5+3', 'black').main, 300_000);
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { face, pass, press, rule, set, shown } from '../laws/clock_model.js';

const page = readFileSync(new URL('../laws/en/clocks.html', import.meta.url), 'utf8');

/** @param {string} claim @param {string} name */
const value = (claim, name) => new RegExp(`${name}="([^"]*)"`).exec(claim)?.[1];

test('the demonstration clock does what the handbook says', () => {
  let count = 0;
  for (const [claim] of page.matchAll(/<law-claim control=[^>]*>/g)) {
    const known = rule(value(claim, 'control') ?? '');
    const says = value(claim, 'shows');
    if (!known || !says) continue;
    let clock = set(known);
    for (const seconds of value(claim, 'uses')?.split(' ') ?? []) clock = press(pass(clock, Number(seconds) * 1000));
    clock = pass(clock, Number(value(claim, 'waits') ?? 0) * 1000);
    assert.equal(`${shown(face(clock, 0).time)} ${shown(face(clock, 1).time)}`, says, claim);
    const down = ['white', 'black'][[0, 1].findIndex((side) => face(clock, side === 0 ? 0 : 1).isDown)];
    assert.equal(down, value(claim, 'flag'), claim);
    count += 1;
  }
  assert.ok(count >= 9, `only ${count} claims were found`);
});

test('a used byo-yomi period is lost', () => {
  const known = rule('0:10+2x30');
  assert.ok(known);
  const clock = pass(set(known), 45_000);
  assert.deepEqual(face(clock, 0), { time: 25_000, delay: 0, periods: 1, isDown: false });
  assert.equal(face(press(clock), 0).time, 30_000);
  assert.equal(face(pass(clock, 25_000), 0).isDown, true);
});

test('a delay is shown while it lasts', () => {
  const known = rule('1d3');
  assert.ok(known);
  assert.equal(face(pass(set(known), 1000), 0).delay, 2000);
  assert.equal(face(pass(set(known), 5000), 0).time, 58_000);
});

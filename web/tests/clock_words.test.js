import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockWords } from '../lib/clock_words.js';
import de from '../strings/de.js';
import { textIn } from './words.js';

const german = textIn(de);

test('time controls with words are translated', () => {
  const told = { '-': 'Unbegrenzt', '1 day': '1 Tag', '3 days': '3 Tage', '1 hourglass': 'Sanduhr, 1 min', '12:00:00/move': '12:00:00 pro Zug' };
  for (const [notation, words] of Object.entries(told)) assert.equal(clockWords(notation, german), words);
});

test('minutes and seconds are named', () => {
  const told = { '5+3': '5 min + 3 s', '1+0': '1 min', '0.5+1': '0.5 min + 1 s', '3d2': '3 min + 2 s Verzögerung', '15b10': '15 min + 10 s Bronstein' };
  for (const [notation, words] of Object.entries(told)) assert.equal(clockWords(notation, german), words);
});

test('time odds name both sides', () => {
  assert.equal(clockWords('5+3 / 1+0', german), 'Weiß 5 min + 3 s, Schwarz 1 min');
});

test('all other time controls stay as they are', () => {
  for (const notation of ['40/90:00+30, 30:00+30', '10+5x30', '10+25/5:00', '1:30+5']) {
    assert.equal(clockWords(notation, german), notation);
  }
});

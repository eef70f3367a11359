import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockWords } from '../lib/clock_words.js';
import de from '../strings/de.js';
import { textIn } from './words.js';

const german = textIn(de);

test('time controls with words are translated', () => {
  const told = { '-': 'Unbegrenzt', '1 day': '1 Tag', '3 days': '3 Tage', '1 hourglass': 'Sanduhr, 1 min', '12:00:00/move': '12 h pro Zug', '0:30/move': '30 s pro Zug' };
  for (const [notation, words] of Object.entries(told)) assert.equal(clockWords(notation, german), words);
});

test('minutes and seconds are named', () => {
  const told = { '5+3': '5 min + 3 s', '1+0': '1 min', '0.5+1': '0.5 min + 1 s', '3d2': '3 min + 2 s Verzögerung', '15b10': '15 min + 10 s Bronstein' };
  for (const [notation, words] of Object.entries(told)) assert.equal(clockWords(notation, german), words);
});

test('time odds name both sides', () => {
  assert.equal(clockWords('5+3 / 1+0', german), 'Weiß 5 min + 3 s, Schwarz 1 min');
});

test('periods and overtime are named', () => {
  const told = {
    '40/90:00+30, 30:00+30': '40 Züge in 90 min + 30 s, dann 30 min + 30 s',
    '40/120:00, 20/60:00, 30:00': '40 Züge in 120 min, dann 20 Züge in 60 min, dann 30 min',
    '10+5x30': 'Byo-yomi, 10 min + 5 × 30 s',
    '10+25/5:00': '10 min, dann 25 Züge in 5 min',
    '1:30+5': '1:30 min + 5 s',
    5: '5 min',
  };
  for (const [notation, words] of Object.entries(told)) assert.equal(clockWords(notation, german), words);
});

test('what is not a time control stays as it is', () => {
  for (const notation of ['', 'x', '5+', '40/']) assert.equal(clockWords(notation, german), notation);
});

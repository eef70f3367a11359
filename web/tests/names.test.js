// Generated names in the reader's language.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortName, displayName } from '../lib/names.js';
import english from '../strings/en.js';
import german from '../strings/de.js';
import { textIn } from './words.js';

test('generated names are translated', () => {
  for (const [name, other] of [
    ['Computer level 10', 'Computer Stufe 10'], ['Guest 4711', 'Gast 4711'], ['Deleted player', 'Gelöschtes Konto'],
  ]) {
    assert.equal(displayName(name ?? '', textIn(german)), other);
    assert.equal(displayName(name ?? '', textIn(english)), name);
  }
});

test('names of accounts are not changed', () => {
  for (const name of ['ada', 'Level-3', 'Carlsen, Magnus', 'Computer', 'Guest', 'My Computer level 3', '?', '']) {
    assert.equal(displayName(name, textIn(german)), name);
    assert.equal(shortName(name, textIn(german)), name);
  }
});

test('the short name of the computer is its level', () => {
  assert.equal(shortName('Computer level 10', textIn(english)), 'Level 10');
  assert.equal(shortName('Computer level 10', textIn(german)), 'Stufe 10');
  assert.equal(shortName('Guest 4711', textIn(german)), 'Gast 4711');
});

// Generated names in the reader's language.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortName, displayName } from '../lib/names.js';
import english from '../strings/en.js';
import german from '../strings/de.js';

/** @param {typeof english} language */
const words = (language) => /** @type {typeof import('../lib/text.js').text} */ ((word, values = {}) =>
  language[word].replace(/\{(\w+)\}/g, (_, name) => String(values[name])));

test('generated names are translated', () => {
  for (const [name, other] of [
    ['Computer level 10', 'Computer Stufe 10'], ['Guest 4711', 'Gast 4711'], ['Deleted player', 'Gelöschtes Konto'],
  ]) {
    assert.equal(displayName(name ?? '', words(german)), other);
    assert.equal(displayName(name ?? '', words(english)), name);
  }
});

test('names of accounts are not changed', () => {
  for (const name of ['ada', 'Level-3', 'Carlsen, Magnus', 'Computer', 'Guest', 'My Computer level 3', '?', '']) {
    assert.equal(displayName(name, words(german)), name);
    assert.equal(shortName(name, words(german)), name);
  }
});

test('the short name of the computer is its level', () => {
  assert.equal(shortName('Computer level 10', words(english)), 'Level 10');
  assert.equal(shortName('Computer level 10', words(german)), 'Stufe 10');
  assert.equal(shortName('Guest 4711', words(german)), 'Gast 4711');
});

// What is wrong with the text of a game, in the reader's language.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { wordAt } from '../analysis/problem_words.js';
import german from '../strings/pages_de.js';

test('the word of a problem is found by its line and byte', () => {
  const pgn = '[White "Zoë"]\r\n\n1. e4 {schön} e5 2. Ke3 (2. Q) *';
  assert.equal(wordAt(pgn, { line: 3, column: 1 }), '1.');
  assert.equal(wordAt(pgn, { line: 3, column: 22 }), 'Ke3');
  assert.equal(wordAt(pgn, { line: 3, column: 30 }), 'Q');
  assert.equal(wordAt(pgn, { line: 3, column: 31 }), ')');
  assert.equal(wordAt(pgn, { line: 9, column: 1 }), '');
});

test('every problem has a sentence', () => {
  const source = readFileSync(new URL('../../crates/pgn/src/problem.rs', import.meta.url), 'utf8');
  const [, codes = ''] = /impl ProblemKind \{[\s\S]*?pub fn code\(([\s\S]*?)\n    \}\n/.exec(source) ?? [];
  const found = [...codes.matchAll(/=> "(\w+)"/g)].map(([, code]) => code);
  assert.ok(found.length > 15, String(found.length));
  assert.deepEqual(found.filter((code) => !(`analysis_pgn_${code}` in german)), []);
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { refusalText } from '../lib/refusal.js';
import * as en from '../strings/refusals_en.js';
import * as de from '../strings/refusals_de.js';

/** @import { RefusalDetails } from '../wire.d.ts' */

/** @type {{ sentence: string, cause: RefusalDetails }[]} refusals of every code, written by the tests of crates/wire */
const refusals = JSON.parse(readFileSync(new URL('../../crates/wire/tests/fixtures/refusals.json', import.meta.url), 'utf8'));

const GERMAN = { pawn: 'Bauer', knight: 'Springer', bishop: 'Läufer', rook: 'Turm', queen: 'Dame', king: 'König' };

/** All pieces and squares in the parts of a cause. @param {any} parts @returns {{ roles: string[], squares: string[] }} */
function named(parts) {
  if (typeof parts === 'string') return { roles: [], squares: /^[a-h][1-8]$/.test(parts) ? [parts] : [] };
  if (typeof parts !== 'object' || parts === null) return { roles: [], squares: [] };
  const inside = Object.values(parts).map(named);
  const roles = inside.flatMap((it) => it.roles);
  if (parts.role && parts.square) roles.push(parts.role);
  return { roles, squares: inside.flatMap((it) => it.squares) };
}

test('every code has a template in each language', () => {
  const codes = new Set(refusals.map(({ cause }) => cause.code));
  for (const { templates } of [en, de]) {
    assert.deepEqual(new Set(Object.keys(templates)), codes);
  }
});

test('the English templates say the same as the libraries', () => {
  for (const { sentence, cause } of refusals) assert.equal(refusalText(cause, en), sentence);
});

test('the German templates name every piece and every square, and leave no hole', () => {
  for (const { cause } of refusals) {
    const words = refusalText(cause, de);
    const { roles, squares } = named(cause);
    for (const square of squares) assert.ok(words.includes(square), `${square} in: ${words}`);
    for (const role of roles) {
      const noun = GERMAN[/** @type {keyof typeof GERMAN} */ (role)];
      assert.ok(words.includes(noun) || words.includes(noun.replace('Turm', 'Türme')), `${noun} in: ${words}`);
    }
    assert.doesNotMatch(words, /undefined|null|NaN|\[object|\$\{|[{}]|  |\.\./, words);
    assert.match(words, /^[A-ZÄÖÜa-h0-9„].*\.$/, words);
  }
});

test('German articles and endings follow the case', () => {
  const piece = (/** @type {any} */ role, /** @type {string} */ square) => ({ role, color: /** @type {const} */ ('black'), square });
  assert.equal(
    refusalText({ code: 'castling_through_attack', attempt: 'O-O', square: 'f1', pieces: [piece('rook', 'f8')] }, de),
    'O-O ist nicht erlaubt: Der König müsste über f1 ziehen, das der Turm auf f8 angreift. Durch ein Schach hindurch wird nicht rochiert.',
  );
  assert.equal(
    refusalText({ code: 'in_check', attempt: 'a2-a3', king: 'e1', piece: piece('pawn', 'd2'), can_move_king: true, can_capture: true, can_block: false }, de),
    'a2-a3 ist nicht erlaubt: Der König auf e1 steht im Schach durch den Bauern auf d2. Um das Schach zu beenden, zieh den König oder schlage den Bauern.',
  );
  assert.equal(
    refusalText({ code: 'pinned', attempt: 'Qe2-d2', piece: piece('queen', 'e2'), king: 'e1', by: piece('queen', 'e8') }, de, (san) => san.replace('Q', 'D')),
    'De2-d2 ist nicht erlaubt: Die Dame auf e2 ist gefesselt. Ohne sie auf dieser Linie würde die Dame auf e8 den König auf e1 angreifen.',
  );
});

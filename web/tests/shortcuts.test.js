import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const read = (/** @type {string} */ path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

test('the list names only keys that the board handles', () => {
  const [, listed = ''] = /BOARD_KEYS = \[\n([^;]*)\];/.exec(read('shortcuts/shortcuts.js')) ?? [];
  const board = read('board/keys.js');
  const keys = [...listed.matchAll(/keys: \[([^\]]*)\]/g)].flatMap(([, keys = '']) => keys.replaceAll("'", '').split(', '));
  assert.ok(keys.length > 6);
  // Letters and digits are squares.
  for (const key of keys.filter((it) => !/^[a1]$/.test(it))) assert.match(board, new RegExp(`^ +${key}: `, 'm'), key);
});

test('every shortcut has a name in the list', () => {
  const names = /const NAMES = \{([^;]*)\};/.exec(read('shortcuts/shortcuts.js'))?.[1] ?? '';
  for (const path of ['game/keys.js', 'analysis/keys.js', 'shortcuts/shortcuts.js']) {
    for (const [, name] of read(path).matchAll(/keys: \[[^\]]*\], name: '(\w+)'/g)) assert.match(names, new RegExp(`\\b${name}: 'shortcuts_${name}'`), path);
  }
});

// The strings are in several files, so that a first game does not load those of other pages.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import words from '../strings/en.js';
import more from '../strings/pages_en.js';
import documents from '../strings/documents_en.js';

const ROOT = new URL('..', import.meta.url);
/** The pages that load every string; their keys begin with the name of the page. */
const PAGES = ['admin', 'analysis', 'editor', 'games', 'laws', 'notices', 'player', 'players', 'settings', 'shortcuts', 'sign_in', 'tournaments'];

test('no string is in two files', () => {
  assert.deepEqual(Object.keys(more).filter((key) => key in words), []);
  assert.deepEqual(Object.keys(documents).filter((key) => key in words || key in more), []);
});

test('no module uses a string that only documents contain', () => {
  for (const folder of [...PAGES, 'board', 'game', 'home', 'lib']) {
    for (const name of readdirSync(new URL(`${folder}/`, ROOT)).filter((it) => it.endsWith('.js'))) {
      const source = readFileSync(new URL(`${folder}/${name}`, ROOT), 'utf8');
      assert.deepEqual(Object.keys(documents).filter((key) => source.includes(`'${key}'`)), [], `${folder}/${name}`);
    }
  }
});

test('the second file has the strings of the other pages, and only those', () => {
  const isOfPage = (/** @type {string} */ key) => PAGES.some((page) => key.startsWith(`${page}_`));
  const isProblem = (/** @type {string} */ key) => key.startsWith('problem_');
  assert.deepEqual(Object.keys(more).filter((key) => !isOfPage(key) && !isProblem(key)), []);
  assert.deepEqual(Object.keys(words).filter(isOfPage), []);
});

test('what home and game load uses no string of the second file', () => {
  for (const folder of ['board', 'game', 'home', 'lib']) {
    for (const name of readdirSync(new URL(`${folder}/`, ROOT))) {
      const source = readFileSync(new URL(`${folder}/${name}`, ROOT), 'utf8');
      const used = Object.keys(more).filter((key) => source.includes(`'${key}'`));
      assert.deepEqual(used, [], `${folder}/${name}`);
    }
  }
});

test('every other page adds its strings before anything else runs', () => {
  for (const page of PAGES) {
    const source = readFileSync(new URL(`${page}/${page}.js`, ROOT), 'utf8');
    assert.equal(/^import .*$/m.exec(source)?.[0], "import '../page_strings.js';", page);
  }
});

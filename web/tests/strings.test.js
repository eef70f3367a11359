// The strings are in several files, so that a first game does not load those of other pages.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import words from '../strings/en.js';
import pages from '../strings/pages_en.js';
import account from '../strings/account_en.js';
import tournaments from '../strings/tournaments_en.js';
import documents from '../strings/documents_en.js';
import german from '../strings/de.js';
import germanPages from '../strings/pages_de.js';
import { problems } from '../strings/refusals_de.js';

const ROOT = new URL('..', import.meta.url);
/** The pages that load more than a first game does; their keys begin with the name of the page. */
const PAGES = ['admin', 'analysis', 'editor', 'games', 'laws', 'notices', 'player', 'players', 'settings', 'shortcuts', 'sign_in', 'tournaments'];
/** Files for some of these pages only, and the modules that import them. */
const AREAS = [
  { strings: account, module: 'account_strings.js', pages: ['admin', 'settings', 'sign_in'] },
  { strings: tournaments, module: 'tournament_strings.js', pages: ['tournaments'] },
];
/** What modules of several areas use. */
const SHARED = ['settings_confirm'];
const more = { ...pages, ...account, ...tournaments };

test('no string is in two files', () => {
  const files = [words, pages, account, tournaments].map((it) => Object.keys(it));
  assert.equal(new Set(files.flat()).size, files.flat().length);
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

test('the other files have the strings of the other pages, and only those', () => {
  const isOfPage = (/** @type {string} */ key) => PAGES.some((page) => key.startsWith(`${page}_`));
  const isProblem = (/** @type {string} */ key) => key.startsWith('problem_');
  assert.deepEqual(Object.keys(more).filter((key) => !isOfPage(key) && !isProblem(key)), []);
  assert.deepEqual(Object.keys(words).filter(isOfPage), []);
});

test('each area has the strings of its pages, and only those', () => {
  for (const { strings, pages: names } of AREAS) {
    const isOfArea = (/** @type {string} */ key) => names.some((page) => key.startsWith(`${page}_`)) && !SHARED.includes(key);
    assert.deepEqual(Object.keys(strings).filter((key) => !isOfArea(key)), []);
    assert.deepEqual(Object.keys(pages).filter(isOfArea), []);
  }
});

test('no module uses a string of an area that its page does not load', () => {
  for (const folder of PAGES) {
    const others = AREAS.filter(({ pages: names }) => !names.includes(folder)).flatMap(({ strings }) => Object.keys(strings));
    for (const name of readdirSync(new URL(`${folder}/`, ROOT)).filter((it) => it.endsWith('.js'))) {
      const source = readFileSync(new URL(`${folder}/${name}`, ROOT), 'utf8');
      assert.deepEqual(others.filter((key) => source.includes(`'${key}'`)), [], `${folder}/${name}`);
    }
  }
});

test('what home and game load uses no string of the other files', () => {
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
    const area = AREAS.find(({ pages: names }) => names.includes(page));
    const first = ['page_strings.js', area?.module].filter(Boolean).map((it) => `import '../${it}';`);
    assert.deepEqual(source.match(/^import .*$/gm)?.slice(0, first.length), first, page);
  }
});

/** Codes that only programs see. */
const FOR_PROGRAMS = [
  'bad_command_id', 'body_timeout', 'cross_site', 'id_reused', 'invalid_body', 'invalid_cursor', 'invalid_grant',
  'invalid_query', 'json_needed', 'method_not_allowed', 'missing_scope', 'no_evaluation', 'no_such_level', 'not_a_square',
  'not_found', 'not_json', 'not_supported', 'not_text', 'not_your_side', 'text_needed', 'unreadable', 'upgrade_needed', 'wrong_account',
];
/** Codes that mean little without the words of the server. */
const ONLY_IN_THE_SERVERS_WORDS = ['backup_failed', 'invalid_field', 'tournament_rules'];

test('every reason for a refusal has a German sentence', () => {
  const page = readFileSync(new URL('../docs/errors.md', ROOT), 'utf8');
  const codes = [...page.matchAll(/^\| `(\w+)` \| \d/gm)].map(([, code]) => String(code));
  assert.ok(codes.length > 100, String(codes.length));
  const sentences = { ...german, ...germanPages };
  const excepted = [...FOR_PROGRAMS, ...ONLY_IN_THE_SERVERS_WORDS];
  const isMissing = (/** @type {string} */ code) => !(`problem_${code}` in sentences) && !(code in problems) && !excepted.includes(code);
  assert.deepEqual(codes.filter(isMissing), []);
  assert.deepEqual(excepted.filter((code) => !codes.includes(code)), []);
});

test('the strings are JSON, which the server reads', () => {
  for (const area of ['', 'pages_', 'account_', 'tournaments_', 'documents_']) {
    for (const language of ['en', 'de']) {
      const source = readFileSync(new URL(`strings/${area}${language}.js`, ROOT), 'utf8');
      const module = source.slice(source.indexOf('export default'));
      assert.ok(JSON.parse(module.slice(module.indexOf('{'), module.lastIndexOf('}') + 1)), area + language);
    }
  }
});

import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { readable, spoken, written } from '../lib/notation.js';
import german from '../strings/de.js';
import { textIn } from './words.js';

const de = textIn(german);

test('a move is written with the reader’s letters', () => {
  assert.equal(written('Nxe5+', { notation: 'english' }, de), 'Nxe5+');
  assert.equal(written('Nxe5+', { notation: 'letters' }, de), 'Sxe5+');
  assert.equal(written('bxa8=Q#', { notation: 'letters' }, de), 'bxa8=D#');
  assert.equal(written('O-O-O', { notation: 'letters' }, de), 'O-O-O');
});

test('a placed piece is written and spoken, pawns too', () => {
  assert.equal(written('N@g1', { notation: 'figurines' }), '♞\uFE0E@g1');
  assert.equal(written('P@e1', { notation: 'figurines' }), '♟\uFE0E@e1');
  assert.equal(written('P@e1', { notation: 'letters' }, de), 'B@e1');
  assert.equal(spoken('Q@d1+'), 'queen placed on d1, check');
  assert.equal(spoken('P@e8', de), 'Bauer auf e8 eingesetzt');
  assert.equal(spoken('--'), 'pass');
});

test('a figurine is text and not an emoji', () => {
  assert.equal(written('Nxe5+', { notation: 'figurines' }), '♞\uFE0Exe5+');
  assert.equal(written('b8=Q', { notation: 'figurines' }), 'b8=♛\uFE0E');
  assert.equal(written('bxc3', { notation: 'figurines' }), 'bxc3');
});

test('a move is spoken in words', () => {
  for (const [san, words] of [
    ['e4', 'e4'],
    ['exd5', 'e takes d5'],
    ['Nxe5+', 'knight takes e5, check'],
    ['Nbd7', 'knight b d7'],
    ['R1e2', 'rook 1 e2'],
    ['Qh4xe1#', 'queen h4 takes e1, checkmate'],
    ['O-O', 'castles kingside'],
    ['O-O-O+', 'castles queenside, check'],
    ['bxa8=N#', 'b takes a8, promotes to knight, checkmate'],
  ]) assert.equal(spoken(san ?? ''), words);
  assert.equal(spoken('Nxe5+', de), 'Springer schlägt e5, Schach');
  assert.equal(spoken('exd8=Q#', de), 'e schlägt d8, Umwandlung in Dame, matt');
});

test('a move typed in another language is rewritten for the server', () => {
  for (const [written, english] of [
    ['Sxe5', 'Nxe5'], ['Dh4#', 'Qh4#'], ['exd8=D+', 'exd8=Q+'], ['e8D', 'e8Q'], ['Lb5', 'Bb5'], ['Td1', 'Rd1'],
    ['e4', 'e4'], ['O-O', 'O-O'], ['g1f3', 'g1f3'], ['Nf3', 'Nf3'], ['Kxe2', 'Kxe2'], ['♞\uFE0Exe5', 'Nxe5'],
    [' ♘f3 ', 'Nf3'], ['♚e2', 'Ke2'], ['bxc3', 'bxc3'],
    ['S@g1', 'N@g1'], ['s@g1', 'N@g1'], ['N@g1', 'N@g1'], ['B@e1', 'P@e1'], ['L@f1', 'B@f1'],
    ['♝\uFE0E@f1', 'B@f1'], ['♟@e1', 'P@e1'],
  ]) assert.equal(readable(written ?? '', de), english);
  assert.equal(readable('Nf3'), 'Nf3');
  assert.equal(readable('0-0'), '0-0');
});

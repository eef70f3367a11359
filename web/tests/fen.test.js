import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeFen } from '../lib/fen.js';

test('the placement of the pieces alone is a position with White to move', () => {
  assert.equal(completeFen(' 4k3/8/8/8/8/8/8/4K2R\n'), '4k3/8/8/8/8/8/8/4K2R w - - 0 1');
  const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR';
  assert.equal(completeFen(start), `${start} w KQkq - 0 1`);
});

test('any other text stays as it is', () => {
  for (const text of ['', '8/8', '4k3/8/8/8/8/8/8/4K2R b K - 3 9', '1. e4', '8/8/8/8/8/8/8/8[PN/pn] w']) {
    assert.equal(completeFen(text), text);
  }
});

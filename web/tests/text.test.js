import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentence, why } from '../lib/text.js';

test('a message of the server becomes a sentence', () => {
  assert.equal(sentence('it is not your turn'), 'It is not your turn.');
  assert.equal(sentence('a pawn goes forward.'), 'A pawn goes forward.');
  assert.equal(sentence('exactly one king'), 'Exactly one king.');
  assert.equal(sentence('unexpected text in a time control (byte 0)'), 'Unexpected text in a time control.');
  assert.equal(sentence('the board is wrong (byte 3; digits count empty squares)'), 'The board is wrong (digits count empty squares).');
  assert.equal(sentence('h is a file'), 'H is a file.');
});

test('a move or a square at the start of a sentence stays lowercase', () => {
  for (const words of ['e3-e4 is not allowed: a pawn waits.', 'e4 is empty.', 'exd5 e.p. is not allowed.', 'exd is not clear.', 'N@g1 is not allowed.']) {
    assert.equal(sentence(words), words);
  }
});

test('a refusal with a time to wait says how long', () => {
  const problem = { code: 'too_many_requests', title: 'Too many requests.', status: 429 };
  assert.equal(why({ problem, retryAfter: 125 }), 'Too many requests. Try again in 2:05.');
  assert.equal(why({ problem }), 'Too many requests. Please wait a moment.');
});

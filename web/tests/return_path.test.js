import assert from 'node:assert/strict';
import { test } from 'node:test';
import { invitationIn, returnPath } from '../sign_in/return_path.js';

const back = (/** @type {string} */ to) => returnPath(`?to=${encodeURIComponent(to)}`, 'https://chess.example');

test('signing in leads back to the previous page', () => {
  assert.equal(back('/game/4Hq0ZkT9aB'), '/game/4Hq0ZkT9aB');
  assert.equal(back('/?start=8/8 w'), '/?start=8/8%20w');
  assert.equal(returnPath('', 'https://chess.example'), '/');
});

test('signing in never leads to another site or back to itself', () => {
  for (const to of ['//evil.example/x', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '/\t/evil.example', '/sign-in', '', '/sign-in?to=/']) {
    assert.equal(back(to), '/', to);
  }
});

test('an invitation is read from the link, or from the page to return to', () => {
  const secret = `arb_${'0a'.repeat(32)}`;
  assert.equal(invitationIn({ hash: `#${secret}`, search: '' }), secret);
  assert.equal(invitationIn({ hash: '', search: `?to=${encodeURIComponent(`/admin#${secret}`)}` }), secret);
  assert.equal(invitationIn({ hash: '#top', search: '?to=/settings' }), null);
});

// What programs ask players for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { denial, readRequest } from '../sign_in/program_request.js';

const ASKED = 'response_type=code&code_challenge_method=S256&client_id=a.example&redirect_uri=https%3A%2F%2Fa.example%2Fback&code_challenge=xyz';

test('a request is read as OAuth writes it', () => {
  assert.deepEqual(readRequest(`?${ASKED}&scope=board:play%20challenge:write&state=s`), {
    client_id: 'a.example', redirect_uri: 'https://a.example/back', code_challenge: 'xyz', scope: 'board:play challenge:write', state: 's',
  });
  assert.equal(readRequest(`?${ASKED}`)?.scope, '');
  for (const part of ASKED.split('&')) assert.equal(readRequest(`?${ASKED.replace(part, '')}`), null, part);
  assert.equal(readRequest(`?${ASKED.replace('S256', 'plain')}`), null);
});

test('a browser goes back only where it cannot run anything here', () => {
  const to = (/** @type {string} */ address) => denial({ client_id: 'a', redirect_uri: address, code_challenge: '', scope: '', state: 's' });
  assert.equal(to('https://a.example/back?x=1'), 'https://a.example/back?x=1&error=access_denied&state=s');
  assert.equal(to('http://localhost:9/'), 'http://localhost:9/?error=access_denied&state=s');
  for (const address of ['javascript:alert(1)', 'http://a.example/', 'data:text/html,x', 'nothing']) assert.equal(to(address), '/', address);
});

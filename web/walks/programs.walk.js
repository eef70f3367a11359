// Programs that were written for lichess: their tokens, what they ask for, and bots as opponents.
import assert from 'node:assert/strict';
import { axe, reads, see, walk } from './harness.js';

/** @import { WalkContext } from './windows.js' */

const PASSWORD = 'correct horse';

/** @param {WalkContext} context @param {string} word */
async function player({ openEmpty, api }, word) {
  const name = `${word}${Math.random().toString(36).slice(2, 9)}`;
  const page = await openEmpty();
  await api('/accounts', { name, password: PASSWORD }, page);
  return { page, name };
}

/**
 * Creates an account of a bot and connects it until the walk ends.
 * @param {WalkContext['server']} server
 */
async function connectBot(server) {
  const name = `bot${Math.random().toString(36).slice(2, 9)}`;
  /** @param {string} path @param {unknown} body @param {string} [token] */
  const post = async (path, body, token) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    const answer = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return answer.json();
  };
  const { token: session } = await post('/v1/accounts', { name, password: PASSWORD });
  const { token } = await post('/v1/account/tokens', { label: 'bot', scopes: ['bot:play', 'challenge:write'] }, session);
  await post('/api/bot/account/upgrade', {}, token);
  const stop = new AbortController();
  const events = await fetch(`${server.url}/api/stream/event`, { headers: { authorization: `Bearer ${token}` }, signal: stop.signal });
  const body = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (events.body);
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  const nextEvent = async () => {
    for (;;) {
      const [line, ...lines] = rest.split('\n');
      if (lines.length) {
        rest = lines.join('\n');
        if (line) return JSON.parse(line);
        continue;
      }
      const { value } = await reader.read();
      rest += decoder.decode(value, { stream: true });
    }
  };
  return { name, nextEvent, accept: (/** @type {string} */ id) => post(`/api/challenge/${id}/accept`, {}, token), close: () => stop.abort() };
}

walk('a bot is in the lobby, is challenged, and is marked as a bot', async (context) => {
  const anna = await player(context, 'anna');
  const bot = await connectBot(context.server);
  try {
    await anna.page.goto('/');
    await see(anna.page, '#bots-section');
    await anna.page.locator('[name=friendClock][value="5+3"]').locator('..').click();
    await axe(anna.page);
    await anna.page.getByRole('button', { name: `BOT ${bot.name} 5 min + 3 s` }).click();
    const { challenge } = await bot.nextEvent();
    assert.equal(challenge.challenger.name, anna.name);
    await bot.accept(challenge.id);
    await anna.page.getByRole('link', { name: 'Go to the game' }).click();
    await anna.page.waitForURL(`**/game/${challenge.id}`);
    await see(anna.page, `BOT ${bot.name}`);
    await anna.page.locator(`.far .called a[href="/player/${bot.name}"]`).waitFor();
    await anna.page.goto(`/player/${bot.name}`);
    await see(anna.page, `BOT ${bot.name}`);
  } finally {
    bot.close();
  }
});

walk('a program asks for a token, and for permission to act for a player', async (context) => {
  const { page, name } = await player(context, 'anna');
  await page.goto('/account/oauth/token/create?scopes[]=board:play&scopes[]=challenge:write&description=my+board');
  await page.waitForURL('**/settings?**#tokens');
  await page.getByRole('button', { name: 'Create token' }).click();
  await see(page, 'Your new token');
  await reads(page.locator('#tokens .entries'), /my board\s+Play games \(board:play\), Send and answer challenges \(challenge:write\)/);
  await axe(page);

  const back = new URL('/laws', page.url()).href;
  const asked = new URLSearchParams({
    response_type: 'code', client_id: 'board.example', redirect_uri: back, code_challenge_method: 'S256',
    code_challenge: 'a'.repeat(43), scope: 'board:play', state: 'xyz',
  });
  await page.goto(`/oauth?${asked}`);
  await see(page, `board.example asks to act for you, ${name}:`);
  await see(page, 'Play games (board:play)');
  await axe(page);
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL('**/laws?**');
  const sent = new URL(page.url()).searchParams;
  assert.match(sent.get('code') ?? '', /^arb_/);
  assert.equal(sent.get('state'), 'xyz');
  await page.goto(`/oauth?${asked}`);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.waitForURL('**/laws?error=access_denied&state=xyz');
  await page.goto('/oauth?client_id=board.example');
  await see(page, 'The program that sent you here made an invalid request.');
});

// Signing in with an OpenID Connect provider, in a browser. `cargo xtask test oidc` runs it:
//   node provider.js PYTHON PROVIDER
// The provider is a program that prints its address.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { axe } from './axe.js';
import { launch } from './browser.js';
import { Server } from './server.js';

/** @import { Page } from 'playwright-core' */

const [python = 'python3', program = ''] = process.argv.slice(2);
const listen = `127.0.0.1:${await freePort()}`;
const provider = spawn(python, [program, `http://${listen}/sign-in/provider`], {
  stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
});
const [issuer] = await once(provider.stdout, 'data');
process.env['ARBITER_OIDC_CLIENT_SECRET'] = 'client secret: +ü';
const server = await Server.start([
  '--public', `http://${listen}`, '--oidc-issuer', String(issuer).trim(), '--oidc-client-id', 'chess club',
  '--oidc-label', 'Chess Club',
], listen);
const browser = await launch();
try {
  await walk();
  console.log('people signed in with an OpenID Connect provider in a browser');
} finally {
  await browser.close();
  await server.end();
  provider.stdin.end();
}

async function walk() {
  // The first sign-in makes an account, and leads back.
  const page = await open('/sign-in?to=/editor');
  await axe(page, 'the sign-in page');
  await signIn(page);
  await page.waitForURL((url) => url.pathname === '/editor');
  assert.equal(await page.locator('html').getAttribute('data-player'), 'Ann');

  // Without a password the link cannot be removed, ...
  await page.goto(`${server.url}/settings`);
  for (const section of ['password', 'provider']) await page.locator(`#${section} summary`).click();
  await unlink(page);
  await page.getByText('Set a password first').waitFor();
  assert.equal(await page.locator('#old').isVisible(), false);
  await axe(page, 'the settings of an account without a password');

  // ... and with one it can, and be made again.
  await page.locator('#new').fill('correct horse');
  await page.locator('#password form button').click();
  await page.locator('#password .done:not(:empty)').waitFor();
  await page.locator('#old:visible').waitFor();
  await unlink(page);
  await page.locator('#provider-link').click();
  await page.waitForURL((url) => url.pathname === '/settings' && url.hash === '#account');
  await page.locator('#provider summary').click();
  await unlink(page);
  await page.locator('#provider-link:visible').waitFor();

  // Now the name is taken by an account that the provider does not know.
  const other = await open('/sign-in');
  await signIn(other);
  const name = other.locator('#choose-name');
  await name.waitFor();
  assert.equal(await name.inputValue(), 'Ann2');
  await axe(other, 'the page that asks for a name');
  await name.fill('Ann');
  await other.getByRole('button', { name: 'Sign up' }).click();
  await other.locator('#choose-name-wrong:not(:empty)').waitFor();
  await name.fill('Bea');
  await other.getByRole('button', { name: 'Sign up' }).click();
  await other.waitForURL((url) => url.pathname === '/');
  assert.equal(await other.locator('html').getAttribute('data-player'), 'Bea');

  // The claim of another site is neither believed nor shown.
  const refused = await open('/sign-in/provider?error=access_denied&error_description=Call+us');
  await refused.getByText('did not sign you in').waitFor();
  assert.equal(await refused.getByText('Call us').count(), 0);
}

/** @param {string} path */
async function open(path) {
  const context = await browser.newContext({ locale: 'en', reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(server.url + path);
  return page;
}

/** @param {Page} page */
async function signIn(page) {
  await page.getByRole('button', { name: 'Sign in with Chess Club' }).click();
}

/** @param {Page} page */
async function unlink(page) {
  await page.locator('#provider-unlink').click();
  await page.locator('#provider-unlink').click();
}

/**
 * Returns a port that nobody listens on. It is below those that a system gives out by itself, so that
 * nobody gets it before the server is started.
 * @returns {Promise<number>}
 */
async function freePort() {
  for (;;) {
    const port = randomInt(10_000, 30_000);
    const trial = createServer().listen(port, '127.0.0.1');
    try {
      await once(trial, 'listening');
    } catch {
      continue;
    }
    trial.close();
    await once(trial, 'close');
    return port;
  }
}

// WebKitGTK, controlled with WebDriver (https://w3c.github.io/webdriver), on a
// display of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ErrorProxy } from './error_proxy.js';

/** @import { RemoteBrowser } from './remote_page.js' */
/** @import { Readable } from 'node:stream' */

/**
 * Starts WebKitGTK's small browser; `WEBKIT_DRIVER` and `XVFB` name other programs.
 * @param {string} url of the server
 * @returns {Promise<RemoteBrowser>}
 */
export async function launchWebKit(url) {
  const home = await mkdtemp(join(tmpdir(), 'arbiter-webkit-'));
  const screen = spawn(process.env.XVFB ?? 'Xvfb', ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'pipe', 'ignore'] });
  const display = await firstLine(screen.stdout);
  const port = await freePort();
  const driver = spawn(process.env.WEBKIT_DRIVER ?? 'WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env, DISPLAY: `:${display}`, GDK_BACKEND: 'x11', HOME: home, XDG_RUNTIME_DIR: home,
      LC_ALL: 'C.UTF-8', LANGUAGE: 'en', NO_AT_BRIDGE: '1', GTK_A11Y: 'none',
    },
  });
  const ended = Promise.all([once(driver, 'exit'), once(screen, 'exit')]);

  /** @param {'GET' | 'POST' | 'DELETE'} method @param {string} path @param {object} [body] */
  const ask = async (method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body ? JSON.stringify(body) : null });
    const { value } = /** @type {any} */ (await response.json());
    if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  while (!await ask('GET', '/status').then(() => true, () => false)) {
    if (driver.exitCode !== null) {
      screen.kill();
      throw new Error('WebKitWebDriver has exited instead of starting');
    }
    await new Promise((resolve) => { setTimeout(resolve, 50); });
  }
  const { sessionId } = await ask('POST', '/session', { capabilities: {} });
  const session = `/session/${sessionId}`;
  await ask('POST', `${session}/window/rect`, { x: 0, y: 0, width: 1280, height: 900 });
  const proxy = new ErrorProxy(url);
  const root = await proxy.start();

  return {
    name: 'WebKit',
    root,
    go: (url) => ask('POST', `${session}/url`, { url }),
    call: async (source, args) => JSON.parse(await ask('POST', `${session}/execute/sync`, {
      script: `return JSON.stringify((${source})(...JSON.parse(arguments[0])) ?? null)`,
      args: [JSON.stringify(args)],
    })),
    point: (actions) => ask('POST', `${session}/actions`, { actions: [{ type: 'pointer', id: 'mouse', actions }] }),
    screenshot: async () => Buffer.from(await ask('GET', `${session}/screenshot`), 'base64'),
    errors: proxy.errors,
    close: async () => {
      await ask('DELETE', session).catch(() => {});
      driver.kill();
      screen.kill();
      await ended;
      proxy.close();
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** @param {Readable} output */
async function firstLine(output) {
  for await (const line of createInterface({ input: output })) return line;
  throw new Error('the display ends instead of starting');
}

/** Returns a port on which nobody listens. @returns {Promise<number>} */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}

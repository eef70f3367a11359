// Firefox, controlled with WebDriver BiDi (https://w3c.github.io/webdriver-bidi).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import WebSocket from 'ws';

/** @import { RemoteBrowser } from './remote_page.js' */

/** The settings that differ from those of a new profile. */
const PREFERENCES = 'user_pref("intl.accept_languages", "en");\nuser_pref("ui.prefersReducedMotion", 1);\n';

/** Statuses of refused actions, which are answers and not errors. */
const REFUSALS = [400, 409, 422];

/** One connection, on which commands are numbered and events arrive. */
class BidiConnection {
  #socket;
  #last = 0;
  /** @type {Map<number, { resolve: (result: any) => void, reject: (error: Error) => void }>} */
  #waiting = new Map();

  /** @type {(method: string, params: any) => void} */
  onEvent = () => {};

  /** @param {WebSocket} socket */
  constructor(socket) {
    this.#socket = socket;
    socket.on('message', (frame) => this.#take(JSON.parse(String(frame))));
    socket.on('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('Firefox has ended'));
    });
  }

  /** @param {string} url */
  static async open(url) {
    const socket = new WebSocket(url);
    await once(socket, 'open');
    return new BidiConnection(socket);
  }

  /** @param {string} method @param {object} params @returns {Promise<any>} */
  send(method, params) {
    const id = this.#last += 1;
    this.#socket.send(JSON.stringify({ id, method, params }));
    return new Promise((resolve, reject) => { this.#waiting.set(id, { resolve, reject }); });
  }

  /** @param {any} message */
  #take(message) {
    const { type, id } = message;
    if (type === 'event') return this.onEvent(message.method, message.params);
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (type === 'success') waiting?.resolve(message.result);
    else waiting?.reject(new Error(`${message.error}: ${message.message}`));
  }
}

/**
 * Starts Firefox; `FIREFOX` names another one.
 * @param {string} url of the server
 * @returns {Promise<RemoteBrowser>}
 */
export async function launchFirefox(url) {
  const profile = await mkdtemp(join(tmpdir(), 'arbiter-firefox-'));
  await writeFile(join(profile, 'user.js'), PREFERENCES);
  const program = process.env.FIREFOX ?? 'firefox-esr';
  const child = spawn(program, ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: profile } });
  const ended = once(child, 'exit');
  const connection = await BidiConnection.open(`${await address(child.stderr)}/session`);
  await connection.send('session.new', { capabilities: {} });
  const { contexts } = await connection.send('browsingContext.getTree', {});
  const context = contexts[0].context;
  await connection.send('browsingContext.setViewport', { context, viewport: { width: 1280, height: 800 } });
  /** @type {string[]} */
  const errors = [];
  connection.onEvent = (method, params) => {
    const error = errorOf(method, params);
    if (error) errors.push(error);
  };
  await connection.send('session.subscribe', { events: ['log.entryAdded', 'network.responseCompleted', 'network.fetchError'] });

  return {
    name: 'Firefox',
    root: url,
    go: async (url) => {
      await connection.send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    call: async (source, args) => {
      const { exceptionDetails, result } = await connection.send('script.callFunction', {
        functionDeclaration: `(args) => JSON.stringify((${source})(...JSON.parse(args)) ?? null)`,
        arguments: [{ type: 'string', value: JSON.stringify(args) }],
        target: { context },
        awaitPromise: false,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return JSON.parse(result.value);
    },
    point: async (actions) => {
      await connection.send('input.performActions', { context, actions: [{ type: 'pointer', id: 'mouse', actions }] });
    },
    screenshot: async () => Buffer.from((await connection.send('browsingContext.captureScreenshot', { context })).data, 'base64'),
    errors,
    close: async () => {
      await connection.send('browser.close', {}).catch(() => child.kill());
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/**
 * Returns what an event says that went wrong, if anything.
 * @param {string} method
 * @param {any} params
 */
function errorOf(method, params) {
  if (method === 'log.entryAdded') {
    return params.level === 'error' ? `${params.type}: ${params.text}` : null;
  }
  const { url, method: verb } = params.request;
  if (method === 'network.fetchError') {
    // A request is cancelled when its page is left.
    return params.errorText === 'NS_BINDING_ABORTED' ? null : `${verb} ${url} fails: ${params.errorText}`;
  }
  const { status } = params.response;
  return status < 400 || REFUSALS.includes(status) ? null : `${verb} ${url} is answered with ${status}`;
}

/**
 * Reads what Firefox prints until it says where it listens.
 * @param {import('node:stream').Readable} output
 */
async function address(output) {
  for await (const line of createInterface({ input: output })) {
    const found = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1];
    if (found) {
      // Nobody reads the rest, and Firefox must not wait for that.
      output.resume();
      return found;
    }
  }
  throw new Error('Firefox ends instead of listening');
}

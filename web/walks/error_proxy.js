// A proxy in front of the server that adds a script to every document. The script
// reports what goes wrong there, for browsers that do not say so themselves.
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { connect } from 'node:net';

/** @import { IncomingMessage, ServerResponse } from 'node:http' */

const SCRIPT = '/walk_errors.js';
const REPORTS = '/walk_errors';

/** Runs in the browser before the scripts of the page. @param {string} to the path of reports */
function reportErrors(to) {
  const report = (/** @type {string} */ text) => navigator.sendBeacon(to, text);
  const stack = (/** @type {any} */ error) => `${error}\n${error?.stack ?? ''}`;
  addEventListener('error', (event) => {
    const { target } = event;
    if (target instanceof Element) report(`${target.outerHTML.slice(0, 200)} cannot be loaded`);
    else report(`an error: ${stack(event.error ?? event.message)}`);
  }, true);
  addEventListener('unhandledrejection', ({ reason }) => report(`a rejected promise: ${stack(reason)}`));
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    report(`the content security policy (${violatedDirective}) forbids ${blockedURI}`));
  const { error } = console;
  console.error = (...words) => {
    report(`in the console: ${words.join(' ')}`);
    error(...words);
  };
}

export class ErrorProxy {
  #server;
  #target;
  /** What went wrong so far. @type {string[]} */
  errors = [];

  /** @param {string} target the address of the server */
  constructor(target) {
    this.#target = new URL(target);
    this.#server = createServer((asked, answer) => this.#pass(asked, answer));
    this.#server.on('upgrade', (asked, socket, head) => {
      const up = connect(Number(this.#target.port), this.#target.hostname);
      const lines = [`${asked.method} ${asked.url} HTTP/1.1`];
      for (let at = 0; at < asked.rawHeaders.length; at += 2) lines.push(`${asked.rawHeaders[at]}: ${asked.rawHeaders[at + 1]}`);
      up.write(`${lines.join('\r\n')}\r\n\r\n`);
      up.write(head);
      up.pipe(socket).pipe(up);
      for (const [one, other] of [[up, socket], [socket, up]]) one?.on('error', () => other?.destroy());
    });
  }

  /** Starts, and returns the address of the proxy. */
  async start() {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const { port } = /** @type {import('node:net').AddressInfo} */ (this.#server.address());
    return `http://127.0.0.1:${port}`;
  }

  close() {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** @param {IncomingMessage} asked @param {ServerResponse} answer */
  async #pass(asked, answer) {
    if (asked.url === SCRIPT) {
      answer.setHeader('content-type', 'text/javascript');
      return answer.end(`(${reportErrors})('${REPORTS}')`);
    }
    if (asked.url === REPORTS) {
      this.errors.push(String(Buffer.concat(await asked.toArray())));
      return answer.end();
    }
    const headers = { ...asked.headers, 'accept-encoding': 'identity' };
    const { hostname, port } = this.#target;
    const passed = request({ hostname, port, path: asked.url, method: asked.method, headers }, async (response) => {
      const isDocument = response.headers['content-type']?.startsWith('text/html');
      const { 'content-length': _, ...kept } = response.headers;
      answer.writeHead(response.statusCode ?? 500, isDocument ? kept : response.headers);
      if (!isDocument) return response.pipe(answer);
      const text = String(Buffer.concat(await response.toArray()));
      return answer.end(text.replace('<head>', `<head><script src="${SCRIPT}"></script>`));
    });
    passed.on('error', () => answer.destroy());
    return asked.pipe(passed);
  }
}

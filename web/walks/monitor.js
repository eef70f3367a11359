// Monitors a browser for errors during a walk.

/** @import { BrowserContext, Request } from 'playwright-core' */
/** @import { Server } from './server.js' */

/** Statuses of refused actions, which are answers and not errors. */
const REFUSALS = [400, 409, 422];
/** Chromium's errors for a server that does not answer. */
const SERVER_DOWN = /ERR_(CONNECTION|EMPTY_RESPONSE|SOCKET|INCOMPLETE|NETWORK)|WebSocket connection to/;

export class Monitor {
  /** @type {string[]} */
  #errors = [];
  #kills;

  /** @param {Server} server */
  constructor(server) {
    this.server = server;
    this.#kills = server.kills;
  }

  /**
   * Monitors every page of a context.
   * @param {BrowserContext} context
   * @param {number[]} refusals statuses that are expected, in addition to the usual ones
   */
  watch(context, refusals) {
    const allowed = [...REFUSALS, ...refusals];
    context.on('weberror', (error) => this.#note(`an error: ${error.error().stack ?? error.error()}`));
    context.on('console', (message) => {
      if (message.type() !== 'error') return;
      const text = message.text();
      const status = Number(/the server responded with a status of (\d+)/.exec(text)?.[1]);
      // It is reported below, with more detail.
      if (status) return;
      if (SERVER_DOWN.test(text) && this.#wasKilled()) return;
      this.#note(`in the console: ${text} (${message.location().url})`);
    });
    context.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(this.server.url) && !/^(data|blob|about):/.test(url)) {
        this.#note(`a request to another site: ${url}`);
      }
    });
    context.on('response', (response) => {
      const status = response.status();
      if (status < 400 || allowed.includes(status)) return;
      this.#note(`${response.request().method()} ${response.url()} is answered with ${status}`);
    });
    context.on('requestfailed', (request) => {
      if (this.#wasKilled() || isExpected(request)) return;
      this.#note(`${request.method()} ${request.url()} fails: ${request.failure()?.errorText}`);
    });
  }

  /** Fails if there was any error. */
  check() {
    if (this.#errors.length > 0) throw new Error(this.#list());
  }

  /**
   * Returns the error of a walk, extended by the errors that came before it.
   * @param {unknown} error
   */
  explain(error) {
    if (this.#errors.length === 0 || !(error instanceof Error)) return error;
    if (error.message !== this.#list()) error.message += `\n${this.#list()}`;
    return error;
  }

  #list() {
    return ['The browser reports:', ...this.#errors].join('\n  ');
  }

  /** @param {string} error */
  #note(error) {
    if (this.#errors.length < 20) this.#errors.push(error);
  }

  /** Reports whether requests may fail, because the server was killed. */
  #wasKilled() {
    return this.server.kills > this.#kills;
  }
}

/**
 * Reports whether a request was cancelled, as when a page is left, or forbidden, as when
 * scripts are switched off: what the policy of a page forbids is in the console, too.
 * @param {Request} request
 */
function isExpected(request) {
  return ['net::ERR_ABORTED', 'csp'].includes(request.failure()?.errorText ?? '');
}

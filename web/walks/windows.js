// The browser windows of one walk.
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { Monitor } from './monitor.js';

/** @import { Browser, BrowserContext, Page } from 'playwright-core' */
/** @import { Server } from './server.js' */

/**
 * How a page is opened.
 * @typedef {object} OpenOptions
 * @property {boolean} [phone] 390 by 844, with a finger
 * @property {{ width: number, height: number }} [size]
 * @property {boolean} [dark] the system is dark
 * @property {boolean} [forcedColors] the system has a contrast theme, as Windows does
 * @property {boolean} [noScript] scripts are switched off
 * @property {'en' | 'de'} [language]
 * @property {boolean} [reducedMotion] no motion is the default: a walk does not wait for it
 * @property {Record<string, string>} [look] the cookie of settings, such as `{ theme: 'contrast' }`
 * @property {Page} [beside] a page of the same person, in another tab
 * @property {number[]} [refusals] statuses that this walk expects, in addition to 400, 409 and 422
 */

/**
 * What a walk gets.
 * @typedef {object} WalkContext
 * @property {(path: string, way?: OpenOptions) => Promise<Page>} open a page of a new person
 * @property {(way?: OpenOptions) => Promise<Page>} openEmpty the same, with nothing in it yet: for a
 *   person who acts over the API before they see anything
 * @property {Server} server
 * @property {(path: string, body?: unknown, who?: Page | string) => Promise<any>} api asks `/v1` +
 *   path: with a body it is a POST, else a GET; as the person of a page, or with a token
 */

/** How long a walk waits for something that should be visible at once, in milliseconds. */
export const VISIBLE_TIMEOUT_MS = 20_000;
const SCREENSHOTS = new URL('../../target/walks/', import.meta.url);

export class Visit {
  /** @type {BrowserContext[]} */
  contexts = [];

  /**
   * @param {Server} server
   * @param {Browser} browser
   */
  constructor(server, browser) {
    this.server = server;
    this.browser = browser;
    this.monitor = new Monitor(server);
  }

  /** @returns {WalkContext} */
  get walkContext() {
    return {
      open: (path, way) => this.open(path, way),
      openEmpty: (way) => this.openEmpty(way),
      server: this.server,
      api: (path, body, who) => ask(this.server, path, body, who),
    };
  }

  /**
   * @param {string} path
   * @param {OpenOptions} [way]
   */
  async open(path, way = {}) {
    const page = await this.openEmpty(way);
    await page.goto(path);
    return page;
  }

  /** @param {OpenOptions} [way] */
  async openEmpty(way = {}) {
    const context = way.beside?.context() ?? await this.enter(way);
    const page = await context.newPage();
    page.setDefaultTimeout(VISIBLE_TIMEOUT_MS);
    return page;
  }

  /** @param {OpenOptions} way */
  async enter(way) {
    const size = way.size ?? (way.phone ? { width: 390, height: 844 } : { width: 1280, height: 800 });
    const context = await this.browser.newContext({
      baseURL: this.server.url,
      viewport: size,
      hasTouch: way.phone ?? false,
      isMobile: way.phone ?? false,
      deviceScaleFactor: way.phone ? 2 : 1,
      colorScheme: way.dark ? 'dark' : 'light',
      forcedColors: way.forcedColors ? 'active' : 'none',
      javaScriptEnabled: !way.noScript,
      reducedMotion: way.reducedMotion === false ? 'no-preference' : 'reduce',
      locale: way.language ?? 'en',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    this.contexts.push(context);
    if (way.look) {
      const value = Object.entries(way.look).map(([name, it]) => `${name}=${it}`).join('&');
      await context.addCookies([{ name: 'look', value, url: this.server.url }]);
    }
    // Without scripts, what they would load is reported as failed.
    if (!way.noScript) this.monitor.watch(context, way.refusals ?? []);
    return context;
  }

  /** @param {string} sentence */
  async saveScreenshots(sentence) {
    await mkdir(SCREENSHOTS, { recursive: true });
    const pages = this.contexts.flatMap((context) => context.pages());
    for (const [at, page] of pages.entries()) {
      const name = `${sentence.replace(/[^\p{L}\d]+/gu, '-').slice(0, 80)}-${at + 1}.png`;
      const path = new URL(encodeURIComponent(name), SCREENSHOTS).pathname;
      await page.screenshot({ path, timeout: 5000 }).then(
        () => console.error(`screenshot of ${page.url()}: ${path}`),
        (error) => console.error(`no screenshot of ${page.url()}: ${error}`),
      );
    }
  }

  async close() {
    for (const context of this.contexts) await context.close();
  }
}

/**
 * @param {Server} server
 * @param {string} path
 * @param {unknown} body
 * @param {Page | string | undefined} who
 */
async function ask(server, path, body, who) {
  const method = body === undefined ? 'GET' : 'POST';
  const content = body === undefined ? undefined : JSON.stringify(body);
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  const url = `${server.url}/v1${path}`;
  if (who && typeof who !== 'string') {
    const response = await who.request.fetch(url, { method, headers, data: content });
    const text = await response.text();
    assert.ok(response.ok(), `${path}: ${response.status()} ${text}`);
    return JSON.parse(text);
  }
  const token = who ? { authorization: `Bearer ${who}` } : null;
  const response = await fetch(url, { method, headers: { ...headers, ...token }, body: content ?? null });
  const text = await response.text();
  assert.ok(response.ok, `${path}: ${response.status} ${text}`);
  return text ? JSON.parse(text) : null;
}

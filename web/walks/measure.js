// Measurements of a page.
import { get } from 'node:http';
import { point } from './gestures.js';

/** @import { CDPSession, Page } from 'playwright-core' */

/** What a page has loaded, by kind, in transferred bytes. */
const KINDS = /** @type {const} */ (['document', 'style', 'script', 'picture', 'other']);
/** @typedef {Record<typeof KINDS[number] | 'all', number>} Weight */

/** The size of two pages that are visited one after the other, and of each of their files. */
export class PageSizes {
  /** @type {Map<string, number>} */
  #files = new Map();

  /**
   * Adds the files that a page has loaded. A file shared with another page counts once.
   * @param {Page} page
   * @returns {Promise<Weight>} the weight of this page alone
   */
  async add(page) {
    const urls = await page.evaluate(() => [...new Set([
      location.href.split('#')[0] ?? '',
      ...performance.getEntriesByType('resource').map((it) => it.name.split('#')[0] ?? ''),
    ])]);
    /** @type {Weight} */
    const weight = { document: 0, style: 0, script: 0, picture: 0, other: 0, all: 0 };
    for (const url of urls.filter((it) => !it.includes('/v1/') && it.startsWith('http'))) {
      const cookies = await page.context().cookies(url);
      const bytes = await bodySize(url, cookies.map(({ name, value }) => `${name}=${value}`).join('; '));
      this.#files.set(url, bytes);
      weight[kind(url)] += bytes;
      weight.all += bytes;
    }
    return weight;
  }

  get all() {
    return [...this.#files.values()].reduce((sum, bytes) => sum + bytes, 0);
  }

  /** The largest files first. */
  get files() {
    return [...this.#files].sort(([, a], [, b]) => b - a)
      .map(([url, bytes]) => ({ path: new URL(url).pathname.replace(/^\/a\/\w+\/\w+\//, ''), bytes }));
  }
}

/** @param {string} url */
function kind(url) {
  const ending = /\.(\w+)$/.exec(new URL(url).pathname)?.[1] ?? '';
  const kinds = /** @type {Record<string, keyof Weight>} */ (
    { '': 'document', css: 'style', js: 'script', svg: 'picture', png: 'picture' });
  return kinds[ending] ?? 'other';
}

/**
 * Returns the size of a response body as it is sent, in bytes.
 * @param {string} url
 * @param {string} cookie
 * @returns {Promise<number>}
 */
function bodySize(url, cookie) {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br', accept: 'text/html', cookie } }, (response) => {
      let bytes = 0;
      response.on('data', (part) => { bytes += part.length; });
      response.on('end', () => resolve(bytes));
    }).on('error', reject);
  });
}

/**
 * Returns the layout shifts since the page loaded that no input caused.
 * @param {Page} page
 * @returns {Promise<{ value: number, what: string[] }>}
 */
export function shifted(page) {
  return page.evaluate(async () => {
    const frame = () => new Promise((resolve) => { requestAnimationFrame(resolve); });
    await document.fonts.ready;
    for (let count = 0; count < 3; count += 1) await frame();
    /** @type {any[]} */
    const entries = [];
    const observer = new PerformanceObserver((list) => entries.push(...list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    await frame();
    await frame();
    entries.push(...observer.takeRecords());
    observer.disconnect();
    const own = entries.filter((it) => !it.hadRecentInput);
    const name = (/** @type {any} */ source) => {
      const node = source.node instanceof Element ? source.node : source.node?.parentElement;
      const { previousRect: from, currentRect: to } = source;
      return `${node?.tagName ?? 'something'}.${node?.className ?? ''} from ${from.x},${from.y} ${from.width}x${from.height} to ${to.x},${to.y} ${to.width}x${to.height}`;
    };
    return {
      value: own.reduce((sum, it) => sum + it.value, 0),
      what: own.flatMap((it) => it.sources.map(name)),
    };
  });
}

/**
 * Returns the largest contentful paint, in milliseconds after the click.
 * @param {Page} page
 * @returns {Promise<{ time: number, what: string }>}
 */
export function largestPaint(page) {
  return page.evaluate(() => new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const last = /** @type {any} */ (list.getEntries().at(-1));
      if (last) resolve({ time: last.startTime, what: last.element?.tagName ?? '' });
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  }));
}

/**
 * Measures a first game on a line with a long round trip, in milliseconds after the
 * navigation to the home page: until a piece can be picked up there, and until
 * the page of the game shows the first move, which the server has stored.
 * @param {Page} page a new one
 * @param {string} url of the server
 * @param {number} roundTripMs
 * @returns {Promise<{ playable: number, played: number }>}
 */
export async function firstPlay(page, url, roundTripMs) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false, latency: roundTripMs, downloadThroughput: -1, uploadThroughput: -1,
  });
  const start = performance.now();
  const elapsed = () => performance.now() - start;
  await page.goto(url, { waitUntil: 'commit' });
  const { x, y } = await point(page, 'e2');
  const selected = page.locator('chess-board [data-square=e2].selected');
  // The board is drawn before it takes clicks.
  do {
    await page.mouse.click(x, y);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  } while (await selected.count() === 0);
  const playable = elapsed();
  const to = await point(page, 'e4');
  await page.mouse.click(to.x, to.y);
  await page.waitForURL('**/game/*', { waitUntil: 'commit' });
  await page.locator('.moves button.ply').first().waitFor();
  return { playable, played: elapsed() };
}

/**
 * Returns how much memory a page uses after garbage collection.
 * @param {CDPSession} session
 */
export async function memoryUse(session) {
  await session.send('Performance.enable');
  // Weakly held objects are collected by the second run.
  for (let count = 0; count < 2; count += 1) await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const value = (/** @type {string} */ name) => metrics.find((it) => it.name === name)?.value ?? 0;
  return { bytes: value('JSHeapUsedSize'), nodes: value('Nodes'), listeners: value('JSEventListeners') };
}

/**
 * Returns the moves of a long game from `LONG_START`: rooks move back and forth, and
 * a pawn moves often enough to avoid draws by repetition and by the move count.
 * @param {number} moves of each side
 */
export function longGame(moves) {
  const white = ['a1b1', 'b1c1', 'c1d1', 'd1a1'];
  const black = ['h8g8', 'g8f8', 'f8h8'];
  const pawns = ['h2h3', 'h3h4', 'g2g3', 'g3g4', 'f2f3', 'e2e3', 'e3e4', 'd2d3'];
  /** @type {string[]} */
  const game = [];
  for (let at = 0, rook = 0; at < moves; at += 1) {
    const pawn = at % 40 === 39 ? pawns.shift() : undefined;
    game.push(pawn ?? white[rook++ % white.length] ?? '', black[at % black.length] ?? '');
  }
  return game;
}

export const LONG_START = '4k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K3 w - - 0 1';

// The test harness of the walks: a real server, a real browser, and a monitor
// for everything that goes wrong in it.
//
//   walk('a guest plays e4', async ({ open }) => {
//     const page = await open('/');
//     await move(page, 'e2e4');
//     await see(page, 'e5');
//   });
//
// A walk waits for what a person would see, and never for a time. It fails on
// an error in the console, on a request that fails or goes to another site, and
// on a violation of the content security policy.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { launch } from './browser.js';
import { Server } from './server.js';
import { VISIBLE_TIMEOUT_MS, Visit } from './windows.js';

/** @import { Browser, Locator, Page } from 'playwright-core' */
/** @import { WalkContext } from './windows.js' */

export { axe } from './axe.js';
export { drag, move, point, promote, tap } from './gestures.js';
export { play, startGame, startGameByLink } from './page_states.js';

/** @type {Server | null} */
let server = null;
/** @type {Browser | null} */
let browser = null;

after(async () => {
  await browser?.close();
  await server?.end();
});

/**
 * Defines a walk; its name is a sentence.
 * @param {string} sentence
 * @param {(context: WalkContext) => Promise<void>} steps
 */
export function walk(sentence, steps) {
  test(sentence, { timeout: 120_000 }, async () => {
    server ??= await Server.start();
    if (!server.isUp) await server.start();
    browser ??= await launch();
    const visit = new Visit(server, browser);
    try {
      await steps(visit.walkContext);
      visit.monitor.check();
    } catch (error) {
      await visit.saveScreenshots(sentence);
      throw visit.monitor.explain(error);
    } finally {
      await visit.close();
    }
  });
}

/**
 * Waits until this text, or an element, is visible: a selector is what
 * begins with one of `.#[:`.
 * @param {Page} page
 * @param {string | RegExp} what
 */
export async function see(page, what) {
  const isSelector = typeof what === 'string' && /^[.#[:]/.test(what);
  const found = isSelector ? page.locator(what) : page.getByText(what);
  await found.filter({ visible: true }).first().waitFor();
}

/**
 * Repeats a check until it passes. Parts of a page are drawn again at any time: what is
 * read once may be the state before.
 * @template T
 * @param {() => Promise<T>} check throws as long as it fails
 */
export async function eventually(check) {
  const end = performance.now() + VISIBLE_TIMEOUT_MS;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await new Promise((resolve) => { setTimeout(resolve, 50); });
  }
}

/**
 * Waits until the text of an element, or of several joined by spaces, matches.
 * @param {Locator} found
 * @param {RegExp} wanted
 */
export async function reads(found, wanted) {
  await eventually(async () => assert.match((await found.allInnerTexts()).join(' '), wanted));
}

/**
 * Waits until there are this many elements.
 * @param {Locator} found
 * @param {number} count
 */
export async function counts(found, count) {
  await eventually(async () => assert.equal(await found.count(), count, String(found)));
}

/**
 * Waits until it is the turn of this page's player, after this many moves of
 * both sides.
 * @param {Page} page
 * @param {number} moves
 */
export async function yourTurn(page, moves) {
  if (moves > 0) await page.locator('.moves button.ply').nth(moves - 1).waitFor();
  await page.locator('.near.moves-now').waitFor();
}

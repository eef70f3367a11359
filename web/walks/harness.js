// What a walk stands on: a real server, a real browser, and an eye on
// everything that goes wrong in it.
//
//   walk('a guest plays e4', async ({ open }) => {
//     const page = await open('/');
//     await move(page, 'e2e4');
//     await see(page, 'e5');
//   });
//
// A walk waits for what a person would see and never for a time. An error in
// the console, a request that fails or goes elsewhere, and whatever the
// policy of the page forbids, fail it.
import { after, test } from 'node:test';
import { launch } from './browser.js';
import { Server } from './server.js';
import { Visit } from './visit.js';

/** @import { Browser, Page } from 'playwright-core' */
/** @import { Ground } from './visit.js' */

export { axe } from './axe.js';
export { drag, move, point, promote, tap } from './hands.js';
export { meet, play, two } from './places.js';

/** @type {Server | null} */
let server = null;
/** @type {Browser | null} */
let browser = null;

after(async () => {
  await browser?.close();
  await server?.end();
});

/**
 * A walk through the page: its name is a sentence.
 * @param {string} sentence
 * @param {(ground: Ground) => Promise<void>} steps
 */
export function walk(sentence, steps) {
  test(sentence, { timeout: 120_000 }, async () => {
    server ??= await Server.start();
    if (!server.isUp) await server.start();
    browser ??= await launch();
    const visit = new Visit(server, browser);
    try {
      await steps(visit.ground);
      visit.watch.check();
    } catch (error) {
      await visit.photograph(sentence);
      throw visit.watch.explain(error);
    } finally {
      await visit.close();
    }
  });
}

/**
 * Waits until somebody can see this text, or an element: a selector is what
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
 * Waits until it is the turn of whoever sits before this page, after so many
 * moves of both.
 * @param {Page} page
 * @param {number} moves
 */
export async function yourTurn(page, moves) {
  if (moves > 0) await page.locator('.moves button.ply').nth(moves - 1).waitFor();
  await page.locator('.near.moves-now').waitFor();
}

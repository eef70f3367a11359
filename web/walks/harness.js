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
/** @import { Ground, Way } from './visit.js' */

export { axe } from './axe.js';
export { drag, move, point, promote, tap } from './hands.js';

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
 * Two people who play a game: it is made over the interface, and each looks
 * at it in a browser.
 * @param {Ground} ground
 * @param {object} [options] as in `POST /v1/games`
 * @param {{ white?: Way, black?: Way }} [ways]
 */
export async function two({ open, api }, options = {}, ways = {}) {
  const white = await open('/', ways.white);
  const black = await open('/', ways.black);
  const game = await api('/games', { options, color: 'white' }, white);
  await api(`/games/${game.id}/join`, {}, black);
  for (const page of [white, black]) await page.goto(new URL(`/game/${game.id}`, page.url()).href);
  return { white, black, id: /** @type {string} */ (game.id) };
}

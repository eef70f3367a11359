// The core of the page in Firefox and WebKit: home, a game against the computer,
// the analysis board and the handbook. `BROWSERS=webkit` chooses one of them.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { launchFirefox } from './firefox.js';
import { RemotePage } from './remote_page.js';
import { Server } from './server.js';
import { launchWebKit } from './webkit.js';

/** @import { RemoteBrowser } from './remote_page.js' */

const SCREENSHOTS = new URL('../../target/walks/', import.meta.url);
const BROWSERS = { firefox: launchFirefox, webkit: launchWebKit };
const chosen = process.env.BROWSERS?.split(',') ?? Object.keys(BROWSERS);

/** @type {Server} */
let server;
before(async () => { server = await Server.start(); });
after(() => server.end());

for (const [name, launch] of Object.entries(BROWSERS).filter(([name]) => chosen.includes(name))) {
  describe(name, () => {
    /** @type {RemoteBrowser} */
    let browser;
    before(async () => { browser = await launch(server.url); });
    after(() => browser?.close());

    /** @param {string} sentence @param {(page: RemotePage) => Promise<void>} steps */
    const walk = (sentence, steps) => test(`${sentence} in ${name}`, { timeout: 60_000 }, async () => {
      const { errors } = browser;
      errors.length = 0;
      try {
        await steps(new RemotePage(browser));
        assert.deepEqual(errors, [], 'the browser reports errors');
      } catch (error) {
        await mkdir(SCREENSHOTS, { recursive: true });
        const path = new URL(`${name}-${sentence.replaceAll(' ', '-')}.png`, SCREENSHOTS);
        await writeFile(path, await browser.screenshot());
        console.error(`screenshot of ${name}: ${path.pathname}; it reports: ${errors.join('\n')}`);
        throw error;
      }
    });

    walk('the first move on the home page starts a game, which continues', async (page) => {
      await page.open('/');
      await page.move('e2e4');
      await page.arrive('/game/');
      await page.read('.moves', 'e4');
      for (const [move, plies] of /** @type {const} */ ([['a2a3', 2], ['h2h3', 4]])) {
        await page.until(`${plies} moves`, (plies) => document.querySelectorAll('.moves button.ply').length === plies, plies);
        await page.see('.near.moves-now');
        await page.drag(move);
      }
      await page.read('.moves', 'h3');
      await page.until('the pawn on h3', () => document.querySelector('[data-square=h3]')?.getAttribute('aria-label')?.includes('pawn'));
    });

    walk('the home page shows the game that is being played', async (page) => {
      await page.open('/');
      await page.see('#continue a');
      await page.see('#mine .mini');
    });

    walk('a refused move is explained in analysis, and the engine evaluates', async (page) => {
      await page.open('/analysis');
      await page.drag('e2e4');
      await page.read('#moves', 'e4');
      await page.read('#opening', 'King');
      await page.drag('e7e4');
      await page.see('chess-board .refusal');
      await page.read('#notice', 'not allowed');
      await page.until('a line of the engine', () => document.querySelector('#found li')?.textContent?.trim());
    });

    walk('words of the handbook can be pressed, and look like it', async (page) => {
      await page.open('/laws/castling');
      const claim = '#check law-claim[role=button]';
      await page.see(claim);
      const cue = await page.evaluate((selector) => {
        const style = getComputedStyle(/** @type {Element} */ (document.querySelector(selector)));
        return { line: style.textDecorationLine, style: style.textDecorationStyle, cursor: style.cursor };
      }, claim);
      assert.deepEqual(cue, { line: 'underline', style: 'dotted', cursor: 'pointer' });
      await page.press(claim);
      await page.read('#check .said', 'the king would cross f1');
      await page.drag('e1c1', '#check chess-board');
      await page.read('#check .said', 'O-O-O. Black to move.');
    });
  });
}

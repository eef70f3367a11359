// What must hold on every page.
import assert from 'node:assert/strict';
import { shiftsWhileLoading } from './arrive.js';
import { untranslated, words } from './german.js';
import { axe, walk } from './harness.js';
import { shifted } from './measure.js';
import { PAGE_STATES } from './page_states.js';

/** @import { Page } from 'playwright-core' */

/**
 * Loads a page again, and its scripts only after the document was drawn, as over a slow
 * connection: what shifts when they run is detected.
 * @param {Page} page
 */
async function reloadSlowly(page) {
  /** @type {(value?: unknown) => void} */
  let release = () => {};
  const drawn = new Promise((resolve) => { release = resolve; });
  await page.route('**/*.js', async (route) => {
    await drawn;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await page.waitForFunction(() => document.readyState === 'interactive');
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  });
  release();
  await page.waitForLoadState();
  await page.unroute('**/*.js');
}

for (const { name, go } of PAGE_STATES) {
  walk(`${name} is accessible in every theme, its headings have one weight, nothing shifts, and German has no English text`, async (context) => {
    const page = await go(context, { language: 'en' });
    const texts = await words(page);
    const weights = await page.evaluate(() => [...document.querySelectorAll('h1, h2, h3, h4')].map((it) => getComputedStyle(it).fontWeight));
    assert.deepEqual(weights.filter((it) => it !== '600'), [], `the weight of headings on ${name}`);
    for (const theme of ['light', 'dark', 'contrast']) {
      await page.evaluate((theme) => { document.documentElement.dataset['theme'] = theme; }, theme);
      // Themes differ only in their colors.
      await axe(page, `${name} in ${theme}`, theme === 'light' ? [] : ['color-contrast']);
    }
    assert.deepEqual(await shiftsWhileLoading(page), [], `while ${name} arrives`);
    await reloadSlowly(page);
    if (name.startsWith('game-')) await page.locator('.line[data-connection=open]').waitFor();
    const { value, what } = await shifted(page);
    // The score is usually given in thousandths: this rounds to 0.000.
    assert.ok(value < 0.0005, `on ${name} shift by ${value}: ${what.join(', ')}`);
    const german = await go(context, { language: 'de' });
    assert.equal(await german.locator('html').getAttribute('lang'), 'de');
    assert.deepEqual(await untranslated(german, texts), [], 'these are the same in English');
  });
}

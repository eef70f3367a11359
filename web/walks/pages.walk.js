// What must hold on every page.
import assert from 'node:assert/strict';
import { shiftsWhileLoading } from './arrive.js';
import { untranslated, words } from './german.js';
import { axe, walk } from './harness.js';
import { shifted } from './measure.js';
import { PAGE_STATES } from './page_states.js';

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
    // On a slow machine, shifts after the first paint are easier to detect.
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.reload();
    if (name.startsWith('game-')) await page.locator('.line[data-connection=open]').waitFor();
    const { value, what } = await shifted(page);
    // The score is usually given in thousandths: this rounds to 0.000.
    assert.ok(value < 0.0005, `on ${name} shift by ${value}: ${what.join(', ')}`);
    // This page stays open beside the next one.
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    const german = await go(context, { language: 'de' });
    assert.equal(await german.locator('html').getAttribute('lang'), 'de');
    assert.deepEqual(await untranslated(german, texts), [], 'these are the same in English');
  });
}

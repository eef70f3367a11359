// What holds on every page.
import assert from 'node:assert/strict';
import { axe, walk } from './harness.js';
import { shifted } from './measure.js';
import { PLACES } from './places.js';

for (const { name, go } of PLACES) {
  walk(`axe finds nothing on ${name} in any theme, and nothing shifts`, async (ground) => {
    const page = await go(ground, {});
    for (const theme of ['light', 'dark', 'contrast']) {
      await page.evaluate((theme) => { document.documentElement.dataset['theme'] = theme; }, theme);
      // Only colors are others in another theme.
      await axe(page, `${name} in ${theme}`, theme === 'light' ? [] : ['color-contrast']);
    }
    await page.reload();
    const { value, what } = await shifted(page);
    assert.equal(value, 0, `on ${name} shift ${what.join(', ')}`);
  });
}

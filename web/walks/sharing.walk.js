// Sharing: pictures of positions and games, what messengers see of a link, and installing the page.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { axe, play, see, walk } from './harness.js';

/** @import { Page } from 'playwright-core' */

/** The first bytes of each kind of file. */
const BEGINNINGS = { png: '\x89PNG', svg: '<svg', gif: 'GIF89a' };

/**
 * Presses something that saves a picture, and returns its size and name.
 * @param {Page} page
 * @param {'png' | 'svg' | 'gif'} form
 * @param {() => Promise<void>} press
 */
async function saved(page, form, press) {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  const file = await readFile(await download.path());
  assert.ok(file.toString('latin1').startsWith(BEGINNINGS[form]), `${form}: ${file.subarray(0, 20)}`);
  assert.ok(download.suggestedFilename().endsWith(`.${form}`));
  return file;
}

walk('a game can be saved as a picture and as an animation', async (context) => {
  const { white } = await play(context, 'e2e4 e7e5');
  await white.locator('.moves button.ply').nth(1).waitFor();
  const pressed = (/** @type {string} */ name) => async () => {
    await white.getByRole('button', { name: 'More' }).click();
    await white.getByRole('link', { name }).click();
  };
  await white.getByRole('button', { name: 'More' }).click();
  await see(white, 'Save picture');
  await axe(white, 'the menu of a game');
  await white.keyboard.press('Escape');
  await saved(white, 'png', pressed('Save picture PNG'));
  const svg = await saved(white, 'svg', pressed('Save picture SVG'));
  assert.match(svg.toString(), /Last move e7-e5/);
  // The picture shows the position that is viewed.
  await white.keyboard.press('ArrowLeft');
  const before = await saved(white, 'svg', pressed('Save picture SVG'));
  assert.match(before.toString(), /Last move e2-e4/);
  await saved(white, 'gif', pressed('Save animation GIF'));
});

walk('an analysis can be saved as a picture and as an animation', async ({ open }) => {
  const page = await open('/analysis');
  await page.locator('#text').fill('[White "Anna"]\n[Black "Ben"]\n\n1. e4 e5 2. Nf3 (2. f4) Nc6 *');
  await page.locator('#load button').click();
  await see(page, 'Anna');
  await page.keyboard.press('ArrowRight');
  const press = (/** @type {string} */ name) => () => page.getByRole('button', { name }).click();
  await saved(page, 'png', press('Save picture (PNG)'));
  assert.match((await saved(page, 'svg', press('Save picture (SVG)'))).toString(), /Last move e2-e4/);
  await saved(page, 'gif', press('Save animation (GIF)'));
});

walk('a link says what it leads to, and the page can be installed', async (context) => {
  const { white, id } = await play(context, 'e2e4 c7c5');
  const shared = (/** @type {string} */ name) => white.locator(`meta[property="og:${name}"]`).getAttribute('content');
  await white.reload();
  assert.match(await shared('description') ?? '', /Sicilian Defense · 1 move$/);
  const picture = await shared('image');
  assert.equal(picture, new URL(`/v1/games/${id}/picture.png`, white.url()).href);
  const width = await white.evaluate(async (url) => {
    const image = new Image();
    image.src = url;
    await image.decode();
    return image.naturalWidth;
  }, picture ?? '');
  assert.equal(width, 800);
  const href = await white.locator('link[rel=manifest]').getAttribute('href');
  const icons = await white.evaluate(async (url) => {
    const manifest = await (await fetch(url)).json();
    return Promise.all(manifest.icons.map(async (/** @type {{ src: string }} */ icon) => {
      const answer = await fetch(new URL(icon.src, new URL(url, location.href)));
      return `${answer.status} ${answer.headers.get('content-type')}`;
    }));
  }, href ?? '');
  assert.deepEqual(icons, ['200 image/svg+xml', '200 image/png', '200 image/png', '200 image/png']);
});

// Pictures of every page in every state: five widths, and a phone on its side where
// there is a board, in four themes. Two sheets of each state have the pictures that are worth a
// look, and what a program can see is printed: overflowing, cut off, too small to press.
//   cargo xtask screenshots [NAME…] [de]
import { mkdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { launch } from './browser.js';
import { faults } from './faults.js';
import { PAGE_STATES } from './page_states.js';
import { PICTURE_STATES } from './picture_states.js';
import { Server } from './server.js';
import { Visit } from './windows.js';

/** @import { Browser, Page } from 'playwright-core' */
/** @import { OpenOptions } from './windows.js' */

const FOLDER = new URL('../../target/screenshots/', import.meta.url);
const TOUCH = [{ width: 320, height: 568 }, { width: 390, height: 844 }, { width: 768, height: 1024 }];
const LANDSCAPE = { width: 844, height: 390 };
const MOUSE = [{ width: 1366, height: 768 }, { width: 1920, height: 1080 }];
/** Longer pages are cut off, in pixels. */
const MAX_HEIGHT = 3000;
/**
 * What is on the two sheets of a state: width of the window, theme, width on the sheet. Themes differ only
 * in their colors, so that each has one narrow and one wide picture there.
 * @type {Record<string, [number, string, number][]>}
 */
const SHEETS = {
  narrow: [[320, 'light', 256], [390, 'light', 312], [390, 'dark', 312], [390, 'contrast', 312], [390, 'forced', 312]],
  wide: [
    [1366, 'light', 766], [1920, 'light', 766], [768, 'light', 410], [844, 'light', 348], [1366, 'dark', 766],
    [1366, 'contrast', 766], [1366, 'forced', 766],
  ],
};

/** What the system asks for, and the theme of the settings. */
const THEMES = /** @type {const} */ ({
  light: { look: 'light', media: { colorScheme: 'light', forcedColors: 'none' } },
  dark: { look: 'dark', media: { colorScheme: 'dark', forcedColors: 'none' } },
  contrast: { look: 'contrast', media: { colorScheme: 'light', forcedColors: 'none' } },
  forced: { look: '', media: { colorScheme: 'dark', forcedColors: 'active' } },
});

const names = process.argv.slice(2).filter((it) => it !== 'de');
const language = process.argv.includes('de') ? 'de' : 'en';
const states = [...PAGE_STATES, ...PICTURE_STATES].filter(({ name }) => names.length === 0 || names.some((it) => name.startsWith(it)));
await mkdir(FOLDER, { recursive: true });
const server = await Server.start();
const browser = await launch();
for (const { name, go } of states) {
  const isBoard = /^(game-|home|analysis|editor)/.test(name);
  /** @type {{ way: OpenOptions, sizes: { width: number, height: number }[] }[]} */
  const devices = [
    { way: { phone: true }, sizes: [...TOUCH, ...(isBoard ? [LANDSCAPE] : [])] },
    { way: {}, sizes: MOUSE },
  ];
  for (const { way, sizes } of devices) {
    const visit = new Visit(server, browser);
    await go(visit.walkContext, { ...way, language, size: sizes[1] ?? sizes[0] ?? LANDSCAPE })
      .then((page) => takeScreenshots(page, name, sizes))
      .catch((error) => {
        console.log(`no pictures of ${name}: ${error}`);
        process.exitCode = 1;
      });
    await visit.close();
  }
  for (const sheet of Object.keys(SHEETS)) await paste(browser, name, sheet);
  console.log(name);
}
await browser.close();
await server.end();
console.log(`in ${fileURLToPath(FOLDER)}`);

/** @param {string} name */
function file(name) {
  return fileURLToPath(new URL(`${name}${language === 'de' ? '-de' : ''}.png`, FOLDER));
}

/**
 * Takes the pictures of a page in these sizes.
 * @param {Page} page
 * @param {string} name
 * @param {{ width: number, height: number }[]} sizes
 */
async function takeScreenshots(page, name, sizes) {
  for (const [theme, { look, media }] of Object.entries(THEMES)) {
    await page.emulateMedia(media);
    await page.evaluate((look) => { document.documentElement.dataset['theme'] = look; }, look);
    for (const size of sizes) {
      await page.setViewportSize(size);
      if (theme === 'light') {
        for (const fault of await page.evaluate(faults)) console.log(`  ${name} at ${size.width}: ${fault}`);
      }
      const height = Math.min(MAX_HEIGHT, await page.evaluate(() => document.documentElement.scrollHeight));
      await page.screenshot({ path: file(`${name}-${size.width}-${theme}`), fullPage: true, clip: { x: 0, y: 0, width: size.width, height } });
    }
  }
}

/**
 * Puts pictures of a state onto one sheet.
 * @param {Browser} browser
 * @param {string} name
 * @param {string} sheet
 */
async function paste(browser, name, sheet) {
  const page = await browser.newPage({ viewport: { width: 1568, height: 800 } });
  const pictures = [];
  for (const [width, theme, shown] of SHEETS[sheet] ?? []) {
    const bytes = await readFile(file(`${name}-${width}-${theme}`)).catch(() => null);
    if (bytes) pictures.push(`<p style="width:${shown}px"><img width="${shown}" src="data:image/png;base64,${bytes.toString('base64')}"></p>`);
  }
  await page.setContent(`<style>body{margin:4px;background:#888;display:flex;flex-wrap:wrap;gap:6px;align-items:start}p{margin:0;overflow:hidden}
    .wide p{max-height:640px}.narrow p{max-height:1550px}img{display:block}</style>${pictures.join('')}`);
  await page.evaluate((sheet) => { document.body.className = sheet; }, sheet);
  await page.screenshot({ path: file(`sheet-${name}-${sheet}`), fullPage: true });
  await page.close();
}

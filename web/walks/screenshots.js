// Screenshots of every page in every theme, on a desktop and on a phone.
//   cargo xtask screenshots [NAME…]
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { launch } from './browser.js';
import { PAGE_STATES } from './page_states.js';
import { Server } from './server.js';
import { Visit } from './windows.js';

/** @import { OpenOptions } from './windows.js' */

const FOLDER = new URL('../../target/screenshots/', import.meta.url);
const THEMES = ['light', 'dark', 'contrast'];
/** @type {Record<string, OpenOptions>} */
const SIZES = {
  desktop: { size: { width: 1280, height: 800 } },
  phone: { phone: true },
};
/** Sizes that need another layout of the board. @type {Record<string, OpenOptions>} */
const MORE_SIZES = {
  tablet: { size: { width: 820, height: 1180 } },
  landscape: { phone: true, size: { width: 844, height: 390 } },
};

const names = process.argv.slice(2);
const places = PAGE_STATES.filter(({ name }) => names.length === 0 || names.some((it) => name.startsWith(it)));
await mkdir(FOLDER, { recursive: true });
const server = await Server.start();
const browser = await launch();
for (const { name, go } of places) {
  const isBoard = /^(game|home|analysis|editor)/.test(name);
  const sizes = Object.entries({ ...SIZES, ...(isBoard ? MORE_SIZES : {}) });
  for (const [size, way] of sizes) {
    for (const theme of size in SIZES ? THEMES : ['light']) {
      const visit = new Visit(server, browser);
      const path = fileURLToPath(new URL(`${name}-${size}-${theme}.png`, FOLDER));
      await go(visit.ground, { ...way, look: { theme } }).then((page) => page.screenshot({ path })).catch((error) => {
        console.log(`no picture ${path}: ${error}`);
        process.exitCode = 1;
      });
      await visit.close();
    }
  }
  console.log(name);
}
await browser.close();
await server.end();
console.log(`in ${fileURLToPath(FOLDER)}`);

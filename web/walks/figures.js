// Measures the page: size, loading time, smoothness of dragging, memory.
//   cargo xtask page [NAME…]
// A name is that of a page in `page_states.js`, such as `editor`, or one of `GAMES`.
import { launch } from './browser.js';
import { point } from './gestures.js';
import { LONG_START, PageSizes, firstPlay, largestPaint, longGame, memoryUse, shifted } from './measure.js';
import { PAGE_STATES, play, startGame } from './page_states.js';
import { Server } from './server.js';
import { Visit } from './windows.js';

/** @import { Page } from 'playwright-core' */

/** A slow line: a satellite, or a mobile network far from the server. */
const ROUND_TRIP_MS = 400;

/** What is measured in games rather than on one page. */
const GAMES = ['first-play', 'frames', 'memory'];

const names = process.argv.slice(2);
const known = [...PAGE_STATES.map(({ name }) => name), ...GAMES];
const unknown = names.find((name) => !known.includes(name));
if (unknown !== undefined) {
  console.error(`error: there is nothing to measure named ${unknown}; there are: ${known.join(', ')}`);
  process.exit(2);
}
const isWanted = (/** @type {string} */ name) => names.length === 0 || names.includes(name);
const pages = PAGE_STATES.filter(({ name }) => isWanted(name));

const server = await Server.start();
const browser = await launch();

/** Whether everything was measured. A page that fails to load does not affect the others. */
let isWell = true;

/**
 * @param {string} name
 * @param {(visit: Visit) => Promise<void>} steps
 */
async function visit(name, steps) {
  const visit = new Visit(server, browser);
  await steps(visit).catch((error) => {
    isWell = false;
    console.log(`  ${name}: ${error}`);
  });
  await visit.close();
}

const kilo = (/** @type {number} */ bytes) => (bytes / 1000).toFixed(1).padStart(6);
const median = (/** @type {number[]} */ values) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;

if (pages.length > 0 || isWanted('first-play')) console.log('Weight, compressed with brotli, in KB (1000 bytes):');
if (pages.length > 0) await printWeights();
if (isWanted('first-play')) await printFirstGameWeight();
if (pages.length > 0) await paint();
if (isWanted('first-play')) await playFirst();
if (isWanted('frames')) await dragPieces();
if (isWanted('memory')) await playLong();
await browser.close();
await server.end();
process.exitCode = isWell ? 0 : 1;

/** Prints how much each page weighs. */
async function printWeights() {
  console.log('                         page  style script pieces    all');
  for (const { name, go } of pages) {
    await visit(name, async ({ walkContext }) => {
      const { document, style, script, picture, all } = await new PageSizes().add(await go(walkContext, {}));
      console.log(`  ${name.padEnd(22)} ${[document, style, script, picture, all].map(kilo).join(' ')}`);
    });
  }
}

/** Prints how much the pages of a first game weigh. */
async function printFirstGameWeight() {
  await visit('first play', async ({ walkContext }) => {
    const sizes = new PageSizes();
    const { white } = await play(walkContext, 'e2e4');
    await sizes.add(white);
    await white.goto(server.url);
    await white.locator('chess-board [data-square=e4]').waitFor();
    await sizes.add(white);
    console.log(`  first play: home and game together ${kilo(sizes.all)} (at most 75)`);
    for (const { path, bytes } of sizes.files.slice(0, 12)) console.log(`    ${kilo(bytes)} ${path}`);
  });
}

/** Prints when each page shows its largest element, and what shifts. */
async function paint() {
  console.log('\nLargest paint on loopback, with a processor four times slower, median of 5, and what shifts:');
  for (const { name, go } of pages) {
    /** @type {number[]} */
    const times = [];
    let shift = 0;
    let what = '';
    /** @type {Set<string>} */
    const movers = new Set();
    for (let run = 0; run < 5; run += 1) {
      await visit(name, async (visit) => {
        const page = await go(visit.walkContext, {});
        const url = page.url();
        const fresh = await page.context().newPage();
        const session = await page.context().newCDPSession(fresh);
        await session.send('Network.enable');
        await session.send('Network.setCacheDisabled', { cacheDisabled: true });
        await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
        await fresh.goto(url);
        await fresh.locator('h1').first().waitFor({ state: 'attached' });
        // The largest element may come with an answer of the server.
        await fresh.waitForLoadState('networkidle');
        const paint = await largestPaint(fresh);
        times.push(paint.time);
        what = paint.what;
        const shifts = await shifted(fresh);
        shift = Math.max(shift, shifts.value);
        for (const mover of shifts.what) movers.add(mover);
      });
    }
    const all = times.map((it) => it.toFixed(0)).join(' ');
    console.log(`  ${name.padEnd(22)} ${median(times).toFixed(0).padStart(5)} ms (${what}; ${all}), shift ${shift.toFixed(4)}`);
    for (const mover of movers) console.log(`    ${mover}`);
  }
}

/** Prints when a first game can be played on a slow line. */
async function playFirst() {
  console.log(`\nA first game with a round trip of ${ROUND_TRIP_MS} ms, median of 5 (a piece can be moved after at most 2.5 s):`);
  /** @type {Awaited<ReturnType<typeof firstPlay>>[]} */
  const plays = [];
  for (let run = 0; run < 5; run += 1) {
    await visit('first play', async (visit) => {
      const context = await visit.enter({});
      plays.push(await firstPlay(await context.newPage(), server.url, ROUND_TRIP_MS));
    });
  }
  const seconds = (/** @type {number} */ ms) => `${(ms / 1000).toFixed(2)} s`;
  console.log(`  a piece can be moved after ${seconds(median(plays.map((it) => it.playable)))}, and the move is stored and shown after `
    + seconds(median(plays.map((it) => it.played))));
}

/** Prints how smoothly a piece is dragged. */
async function dragPieces() {
  console.log('\nFrames while a piece is dragged and a clock shows tenths of a second:');
  await visit('frames', async ({ walkContext }) => {
    const { white } = await play(walkContext, 'e2e4 e7e5', { options: { clock: '0:09+0' }, white: { reducedMotion: false } });
    await white.locator('.near.moves-now').waitFor();
    await frames(white, 'plain');
    const session = await white.context().newCDPSession(white);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await frames(white, 'with a processor four times slower');
  });
}

/** Prints how much memory a page uses during a long game. */
async function playLong() {
  console.log('\nMemory of a page during a game of 200 moves:');
  await visit('memory', async ({ walkContext }) => {
    const { white, black, id } = await startGame(walkContext, { clock: '-', start: LONG_START });
    const session = await white.context().newCDPSession(white);
    const moves = longGame(200);
    for (const [at, move] of moves.entries()) {
      const command = { id: `walk-${at}`, do: { play: { move } } };
      await walkContext.api(`/games/${id}/actions`, command, at % 2 ? black : white);
      if (at % 100 === 99 || at === 9) {
        await white.locator('.moves button.ply').nth(at).waitFor();
        const { bytes, nodes, listeners } = await memoryUse(session);
        console.log(`  after ${String((at + 1) / 2).padStart(3)} moves: ${kilo(bytes)} KB of heap, ${nodes} nodes, ${listeners} listeners`);
      }
    }
  });
}

/**
 * @param {Page} page
 * @param {string} words
 */
async function frames(page, words) {
  const from = await point(page, 'd2');
  const to = await point(page, 'd7');
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.evaluate(() => {
    /** @type {number[]} */
    const stamps = [];
    const note = (/** @type {number} */ stamp) => {
      stamps.push(stamp);
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
    Object.assign(window, { stamps });
  });
  for (let round = 0; round < 4; round += 1) {
    await page.mouse.move(to.x, to.y, { steps: 40 });
    await page.mouse.move(from.x, from.y, { steps: 40 });
  }
  const stamps = await page.evaluate(() => /** @type {any} */ (window).stamps.splice(0));
  await page.mouse.up();
  const gaps = stamps.slice(1).map((/** @type {number} */ stamp, /** @type {number} */ at) => stamp - stamps[at]);
  const late = gaps.filter((/** @type {number} */ gap) => gap > 17.5).length;
  const worst = Math.max(...gaps);
  console.log(`  ${words}: ${gaps.length} frames, ${(100 * late / gaps.length).toFixed(1)} % over 17.5 ms, the longest ${worst.toFixed(1)} ms`);
}

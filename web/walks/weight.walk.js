// The size and the memory of the page: figures that are the same on every
// machine. The others are printed by `cargo xtask page`.
import assert from 'node:assert/strict';
import { move, play, startGame, walk } from './harness.js';
import { LONG_START, PageSizes, longGame, memoryUse } from './measure.js';

/** The maximum size of a first game: home and game together, in bytes. */
const MAX_FIRST_GAME_BYTES = 75_000;
/** On a line with a long delay each request counts: the document and what it loads before a move can be made. */
const MAX_HOME_REQUESTS = 8;
/** What one move of each side may add: a row, its number, two buttons with their labels. */
const MAX_BYTES_PER_MOVE = 4000;
const MAX_NODES_PER_MOVE = 16;

walk('a first game weighs less than 75 KB', async (context) => {
  const { server } = context;
  const sizes = new PageSizes();
  const { white } = await play(context, 'e2e4');
  await sizes.add(white);
  await white.goto(server.url);
  await white.locator('chess-board [data-square=e4]').waitFor();
  await sizes.add(white);
  // A page that is served from a folder is neither stripped nor compressed.
  if (!process.env.ARBITER_PAGE) assert.ok(sizes.all <= MAX_FIRST_GAME_BYTES, `${sizes.all} bytes`);
});

walk('the home page needs few requests', async ({ open }) => {
  const page = await open('/');
  await page.locator('chess-board [data-square=e4]').waitFor();
  await page.waitForLoadState('networkidle');
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map((it) => new URL(it.name).pathname));
  if (!process.env.ARBITER_PAGE) assert.ok(loaded.length + 1 <= MAX_HOME_REQUESTS, loaded.join('\n'));
});

walk('the page of the first game is loaded while the game is created', async ({ open }) => {
  const page = await open('/');
  /** @type {string[]} */
  const asked = [];
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await move(page, 'e2e4');
  await page.waitForURL('**/game/*');
  await page.locator('.moves button.ply').first().waitFor();
  // One request creates the game with its first move.
  assert.ok(!asked.some((it) => it.endsWith('/actions')), asked.join('\n'));
  const loaded = await page.evaluate(() => /** @type {PerformanceResourceTiming[]} */ (performance.getEntriesByType('resource'))
    .filter((it) => it.transferSize > 0).map((it) => new URL(it.name).pathname).filter((path) => path.startsWith('/a/')));
  if (!process.env.ARBITER_PAGE) assert.deepEqual(loaded, []);
});

walk('a game of 200 moves leaks nothing', async (context) => {
  const { white, black, id } = await startGame(context, { clock: '-', start: LONG_START });
  const session = await white.context().newCDPSession(white);
  /** @type {Awaited<ReturnType<typeof memoryUse>>[]} */
  const stages = [];
  for (const [at, move] of longGame(200).entries()) {
    const command = { id: `walk-${at}`, do: { play: { move } } };
    await context.api(`/games/${id}/actions`, command, at % 2 ? black : white);
    if (at !== 199 && at !== 399) continue;
    await white.locator('.moves button.ply').nth(at).waitFor();
    stages.push(await memoryUse(session));
  }
  const [half, whole] = stages;
  assert.ok(half && whole);
  const grown = { bytes: (whole.bytes - half.bytes) / 100, nodes: (whole.nodes - half.nodes) / 100 };
  assert.ok(grown.bytes < MAX_BYTES_PER_MOVE, `${grown.bytes} bytes a move`);
  assert.ok(grown.nodes < MAX_NODES_PER_MOVE, `${grown.nodes} nodes a move`);
  // A few listeners may come and go with the state of the game, but not one per move.
  assert.ok(whole.listeners < half.listeners + 10, `${half.listeners} listeners, then ${whole.listeners}`);
});

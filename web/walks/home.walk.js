// From the home page to a game.
import assert from 'node:assert/strict';
import { axe, move, see, walk } from './harness.js';
import { shifted } from './measure.js';

/** @import { Page } from 'playwright-core' */

/**
 * Returns the id of the game that a page has gone to.
 * @param {Page} page
 */
async function gameOf(page) {
  await page.waitForURL('**/game/*');
  return page.url().split('/game/')[1] ?? '';
}

/**
 * Opens the options.
 * @param {Page} page
 */
const options = (page) => page.locator('#options > summary').click();

walk('a move on the home page starts a game against the computer', async ({ open, api }) => {
  const page = await open('/');
  // Before any script: the board is drawn in the document itself.
  const html = await (await page.request.get(page.url())).text();
  assert.equal(html.split('#white-pawn').length - 1, 8);
  await page.locator('#level').fill('2');
  await see(page, 'Beginner');
  await move(page, 'e2e4');
  const id = await gameOf(page);
  const game = await api(`/games/${id}`, undefined, page);
  assert.deepEqual(game.you, ['white']);
  assert.equal(game.players.black.name, 'Computer level 2');
  assert.equal(game.play.moves[0].uci, 'e2e4');
  assert.equal(game.options.clock, '-');

  // The game can be continued, and the level is remembered.
  await page.goto('/');
  await see(page, '#continue a');
  await see(page, '#mine .mini');
  assert.equal(await page.locator('#level').inputValue(), '2');
});

walk('nothing on the home page moves when its texts are completed or another level is chosen', async ({ open }) => {
  for (const width of [320, 1366]) {
    const page = await open('/', { size: { width, height: 844 } });
    await page.locator('#level-number:not(:empty)').waitFor();
    const { value, what } = await shifted(page);
    assert.equal(value, 0, `at ${width} pixels: ${what.join(', ')}`);
    const top = () => page.locator('#level').evaluate((it) => it.getBoundingClientRect().top);
    const before = await top();
    for (const level of ['1', '3', '10']) {
      await page.locator('#level').fill(level);
      await see(page, `Level ${level} ·`);
      assert.equal(await top(), before, `at ${width} pixels with level ${level}`);
    }
  }
});

walk('two players who choose the same time control are paired', async ({ open, api }) => {
  const [one, two] = [await open('/'), await open('/', { phone: true })];
  const find = (/** @type {Page} */ page) => page.getByRole('button', { name: 'Find an opponent' }).click();
  const tile = (/** @type {Page} */ page) => page.getByRole('radio', { name: '3 min + 2 s' }).check();
  await find(one);
  await see(one, 'Looking for an opponent (5 min + 3 s)…');
  await one.getByRole('button', { name: 'Cancel' }).click();
  await see(one, 'Search cancelled.');
  // An empty list is not shown.
  await two.locator('#seeks-section').waitFor({ state: 'hidden' });
  await find(one);
  await tile(one);
  await see(one, 'Looking for an opponent (3 min + 2 s)…');
  // The other player sees the challenge in the list.
  await see(two, '#seeks button');
  await tile(two);
  await find(two);
  const id = await gameOf(one);
  assert.equal(await gameOf(two), id);
  const game = await api(`/games/${id}`, undefined, one);
  assert.equal(game.options.clock, '3+2');
  assert.equal(game.stage, 'playing');
});

walk('an open challenge is accepted, and a friend is challenged with one press', async ({ open, api }) => {
  const [one, two] = [await open('/'), await open('/')];
  await one.getByRole('button', { name: 'Find an opponent' }).click();
  await two.locator('#seeks button').click();
  assert.equal(await gameOf(two), await gameOf(one));
  const three = await open('/');
  await three.getByRole('button', { name: 'Challenge a friend' }).click();
  const game = await api(`/games/${await gameOf(three)}`, undefined, three);
  assert.equal(game.stage, 'waiting');
  assert.equal(game.options.clock, '10+5');
  const four = await open('/');
  await four.getByRole('radio', { name: '3 days' }).check();
  await four.locator('#friend-color').getByRole('radio', { name: 'Black' }).check();
  await four.getByRole('button', { name: 'Challenge a friend' }).click();
  const slow = await api(`/games/${await gameOf(four)}`, undefined, four);
  assert.equal(slow.options.clock, '3 days');
  assert.deepEqual(slow.you, ['black']);
});

walk('every option of the form reaches the game, and errors are explained', async ({ open, api }) => {
  const page = await open('/');
  await options(page);
  await page.locator('#clock').selectOption('own');
  await page.locator('#own-clock').fill('5 plus 3');
  await page.getByRole('button', { name: 'Pass and play' }).click();
  await see(page, 'unexpected text in a time control');
  await see(page, '#own-clock[aria-invalid=true]');
  await page.locator('#own-clock').fill('10+5x30');
  await page.getByRole('radio', { name: 'Chess960' }).check();
  await see(page, 'The starting position is random');
  await page.getByText('Automatic draw').click();
  await page.getByRole('switch', { name: 'Touch-move' }).click();
  await page.getByRole('switch', { name: 'Takebacks' }).click();
  await page.getByRole('button', { name: 'Pass and play' }).click();
  const game = await api(`/games/${await gameOf(page)}`, undefined, page);
  assert.deepEqual(game.options, {
    variant: 'chess960', clock: '10+5x30', draws: 'automatic', conduct: 'formal', take_backs: 'forbidden', rated: false,
  });
  assert.deepEqual(game.you, ['white', 'black']);
});

walk('a custom position is on the board with its legal moves', async ({ open, api }) => {
  const fen = '8/P6k/8/8/8/8/8/K7 w - - 0 1';
  const page = await open(`/?start=${encodeURIComponent(fen)}`);
  await see(page, '#start');
  assert.equal(await page.locator('#start').inputValue(), fen);
  // The king cannot move that far, and the server says so.
  await page.locator('[data-square=a1]').click();
  await page.locator('[data-square=a3]').click();
  await see(page, /king/i);
  await move(page, 'a1b1');
  const game = await api(`/games/${await gameOf(page)}`, undefined, page);
  assert.equal(game.play.start, fen);

  const broken = await open('/?start=8/8', { language: 'de' });
  await see(broken, 'In der FEN stimmt das Brett nicht');
  await see(broken, '#start[aria-invalid=true]');
});

walk('a player with Black waits for the computer’s move', async ({ open, api }) => {
  const page = await open('/', { language: 'de' });
  await page.locator('#color').getByRole('radio', { name: 'Schwarz' }).check();
  await see(page, 'Der Computer spielt mit Weiß und beginnt');
  await page.getByRole('button', { name: 'Partie beginnen' }).click();
  const game = await api(`/games/${await gameOf(page)}`, undefined, page);
  assert.deepEqual(game.you, ['black']);
});

walk('the board stays where it is when a move on the home page starts a game', async ({ open }) => {
  const sizes = [[320, 568], [390, 844], [768, 1024], [844, 390], [1366, 768], [1920, 1080]];
  for (const [width = 0, height = 0] of sizes) {
    const page = await open('/', { size: { width, height } });
    const board = page.locator('chess-board');
    await page.locator('[data-square=e2]').waitFor();
    const before = await board.boundingBox();
    await move(page, 'e2e4');
    await gameOf(page);
    await page.locator('.near.moves-now').waitFor();
    assert.deepEqual(await board.boundingBox(), before, `at ${width} by ${height}`);
    await see(page, 'Your turn');
    assert.equal(await page.locator('.chat').isVisible(), false);
    // Board and panel are in the middle, as far as there is a panel beside it.
    if (width < height) continue;
    const [left, right] = [before?.x ?? 0, await page.locator('.near').boundingBox()];
    assert.ok(right && Math.abs(left - (width - right.x - right.width)) <= 16, `at ${width} by ${height}`);
  }
});

walk('the home page is accessible in every theme', async ({ open }) => {
  for (const way of [{}, { dark: true, phone: true, language: /** @type {const} */ ('de') }, { look: { theme: 'contrast' } }]) {
    const page = await open('/', way);
    await see(page, '[data-square=e2]');
    await options(page);
    await axe(page);
  }
});

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { axe, drag, move, point, see, tap, walk } from './harness.js';

const CHAPTERS = readdirSync(new URL('../laws/en/', import.meta.url))
  .map((name) => name.replace('.html', ''))
  .filter((name) => name !== 'index');

walk('the handbook explains a refused move, and a goal is reached', async ({ open }) => {
  const page = await open('/laws');
  await page.getByRole('link', { name: 'Castling' }).click();
  await see(page, 'Two squares toward the rook');
  const board = page.locator('#check law-board');
  const said = board.locator('.said');

  await move(page, 'e1g1', '#check chess-board');
  await see(page, 'the king would cross f1, which the rook on f8 attacks');
  await see(page, 'FIDE 3.8.2.2');
  // Screen readers get the same text.
  await page.locator('#alerted').getByText('the king would cross f1').waitFor({ state: 'attached' });

  await drag(page, 'e1c1', '#check chess-board');
  await said.getByText('✓ O-O-O. Black to move.').waitFor();
  await board.getByRole('button', { name: 'Back' }).click();
  await said.getByText('White to move.').waitFor();

  await board.getByRole('button', { name: 'Show me' }).click();
  await said.getByText('✓ O-O-O.').waitFor();
  await board.getByRole('button', { name: 'Start again' }).click();
  await said.getByText('White to move.').waitFor();
});

walk('a draw is claimed in the handbook after threefold repetition', async ({ open }) => {
  const page = await open('/laws/draws');
  const board = page.locator('#threefold law-board');
  await board.getByRole('button', { name: 'Claim draw' }).click();
  await board.getByText('There is nothing to claim yet.').waitFor();
  await move(page, 'f6g8', '#threefold chess-board');
  await board.getByText('Threefold repetition: a draw can be claimed.').waitFor();
  await board.getByRole('button', { name: 'Claim draw' }).click();
  await board.getByText('½–½ · threefold repetition').waitFor();
});

walk('claims of the handbook are shown on its boards, by keyboard too', async ({ open }) => {
  const page = await open('/laws/castling', { language: 'de' });
  const claim = page.locator('#moved law-claim').first();
  await claim.focus();
  await page.keyboard.press('Enter');
  await see(page, 'Der Turm auf h1 hat');
  // A move by keyboard alone.
  const from = page.locator('#how [data-square="e1"]');
  await from.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.locator('#how .said').getByText('✓ O-O. Schwarz ist am Zug.').waitFor();
});

walk('touch-move applies on its page, and the demonstration game is aborted', async ({ open, api }) => {
  const page = await open('/laws/touch-move');
  const said = page.locator('#own .said');
  await move(page, 'g1g1', '#own chess-board');
  await said.getByText('You touched the piece on g1').waitFor();
  await move(page, 'e2e4', '#own chess-board');
  await see(page, 'you touched the knight on g1, which can move, so you must move it');
  await move(page, 'g1f3', '#own chess-board');

  const straight = page.locator('#adjust law-touch');
  await straight.getByRole('button', { name: 'I adjust' }).click();
  await page.locator('#adjust [data-square="g1"]').click();
  await straight.locator('.said').getByText('does not count as touched').waitFor();
  await move(page, 'e2e4', '#adjust chess-board');

  await page.locator('#own').getByRole('button', { name: 'Start again' }).click();
  await page.goto('/laws');
  await page.waitForFunction(async () => {
    const answer = await fetch('/v1/account/games?which=under_way');
    return (await answer.json()).games.length === 0;
  });
  const { games } = await api('/account/games', undefined, page);
  assert.deepEqual(games.map((/** @type {{ reason: string }} */ game) => game.reason), ['aborted', 'aborted']);
});

walk('a clock runs out on the page about clocks', async ({ open }) => {
  const page = await open('/laws/clocks', { phone: true });
  await page.getByLabel('Type of clock').selectOption('0:30+3x30');
  const [white, black] = [page.locator('law-clock .face').first(), page.locator('law-clock .face').last()];
  // The walk says how time passes; it is ten times as fast there.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await black.tap();
  await white.getByText('Periods: 3').waitFor();
  await page.clock.runFor(7_000);
  await white.getByText('Periods: 2').waitFor();
  await white.tap();
  await white.getByText('0:30').waitFor();
  await page.clock.resume();
  await tap(page, 'e3c2', '#flag chess-board');
  await see(page, 'Checkmate. Black wins.');
});

walk('pieces are placed, refused and cleared on the page about Saktris', async ({ open }) => {
  const page = await open('/laws/saktris');
  const said = (/** @type {string} */ section) => page.locator(`#${section} .said`);
  const tray = (/** @type {string} */ section) => page.locator(`#${section} .tray`).last();
  const press = async (/** @type {string} */ square, /** @type {string} */ board) => {
    const { x, y } = await point(page, square, board);
    await page.mouse.click(x, y);
  };

  // A press on a highlighted square places the waiting piece, any other is explained.
  await tray('start').getByText('A pawn is waiting').waitFor();
  await page.locator('#start .spot').first().waitFor();
  await press('d4', '#start chess-board');
  await said('start').getByText('a piece is placed on its own back rank').waitFor();
  await press('e1', '#start chess-board');
  await said('start').getByText('@e1. Black must place a piece.').waitFor();

  // A player who must place a piece cannot move.
  await move(page, 'e1e3', '#turn chess-board');
  await said('turn').getByText('Black to move.').waitFor();
  await move(page, 'e8e6', '#turn chess-board');
  await said('turn').getByText('White must place a piece.').waitFor();
  await move(page, 'e3e4', '#turn chess-board');
  await said('turn').getByText('✓ e3-e4 is not allowed: the waiting pawn must be placed first').waitFor();

  // From the tray it can be tried on any square.
  const board = '#where chess-board';
  await page.locator('#where .spot').first().waitFor();
  for (const [square, words] of [['a1', 'the rook on a1 is in the way'], ['g1', '@g1. Black must place']]) {
    const { x, y } = await point(page, square ?? '', board);
    const knight = await tray('where').getByRole('button', { name: 'white knight' }).boundingBox();
    assert.ok(knight);
    await page.mouse.move(knight.x + knight.width / 2, knight.y + knight.height / 2);
    await page.mouse.down();
    await page.mouse.move(x, y, { steps: 4 });
    await page.mouse.up();
    await said('where').getByText(words ?? '').waitFor();
  }

  await move(page, 'c3b5', '#three chess-board');
  await said('three').getByText('Three knights on the fifth rank are cleared; so is the rook on h5.').waitFor();
  await page.locator('#said').getByText('so is the rook on h5').waitFor({ state: 'attached' });
  await page.locator('#king').getByRole('button', { name: 'Show me' }).click();
  await said('king').getByText('Black’s king was cleared off the board. White wins.').waitFor();

  // By keyboard alone: chosen from the tray, then the letter of a file.
  await page.locator('#pick').scrollIntoViewIfNeeded();
  await tray('pick').getByRole('button', { name: 'white queen' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('d');
  await page.keyboard.press('Enter');
  await said('pick').getByText('@d1. Black must place a piece.').waitFor();
  await page.locator('#passing').getByRole('button', { name: 'Pass', exact: true }).click();
  await said('passing').getByText('✓ Pass. Stalemate: a draw.').waitFor();
});

for (const half of [0, 1]) walk(`the handbook is accessible, ${half ? 'second' : 'first'} half`, async ({ open }) => {
  for (const [at, chapter] of CHAPTERS.entries()) {
    if (at % 2 !== half) continue;
    const theme = ['light', 'dark', 'contrast'][at % 3] ?? 'light';
    const page = await open(`/laws/${chapter}`, { look: { theme }, language: at % 2 ? 'de' : 'en', phone: at % 4 === 0 });
    await page.getByRole('heading', { level: 1 }).waitFor();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - Math.min(innerWidth, screen.width));
    assert.ok(overflow <= 0, `${chapter} is ${overflow} too wide`);
    await axe(page, `${chapter} in ${theme}`);
    await page.close();
  }
});

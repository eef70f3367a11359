import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { axe, drag, move, see, tap, walk } from './harness.js';

const CHAPTERS = readdirSync(new URL('../laws/en/', import.meta.url))
  .map((name) => name.replace('.html', ''))
  .filter((name) => name !== 'index');

walk('a refused move is explained in the handbook, and a goal is reached', async ({ open }) => {
  const page = await open('/laws');
  await page.getByRole('link', { name: 'Castling' }).click();
  await see(page, 'Two squares toward the rook');
  const board = page.locator('#check law-board');
  const said = board.locator('.said');

  await move(page, 'e1g1', '#check chess-board');
  await see(page, 'the king would cross f1, which the rook on f8 attacks');
  await see(page, 'FIDE 3.8.2.2');
  // What is listened to says the same.
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

walk('a draw is claimed in the handbook once the position is there for the third time', async ({ open }) => {
  const page = await open('/laws/draws');
  const board = page.locator('#threefold law-board');
  await board.getByRole('button', { name: 'Claim the draw' }).click();
  await board.getByText('There is nothing to claim yet.').waitFor();
  await move(page, 'f6g8', '#threefold chess-board');
  await board.getByText('The third time: a draw can be claimed.').waitFor();
  await board.getByRole('button', { name: 'Claim the draw' }).click();
  await board.getByText('½–½ · threefold repetition').waitFor();
});

walk('the words of the handbook are shown on its boards, also by keyboard', async ({ open }) => {
  const page = await open('/laws/castling', { language: 'de' });
  const claim = page.locator('#moved law-claim').first();
  await claim.focus();
  await page.keyboard.press('Enter');
  await see(page, 'Dieser Turm hat schon gezogen');
  // A move by keyboard alone.
  const from = page.locator('#how [data-square="e1"]');
  await from.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.locator('#how .said').getByText('✓ O-O. Schwarz ist am Zug.').waitFor();
});

walk('a touched piece binds on the page about touch-move, and the game is called off', async ({ open, api }) => {
  const page = await open('/laws/touch-move');
  const said = page.locator('#own .said');
  await move(page, 'g1g1', '#own chess-board');
  await said.getByText('The piece on g1 is touched').waitFor();
  await move(page, 'e2e4', '#own chess-board');
  await see(page, 'the knight on g1 was touched and can move, so it must be moved');
  await move(page, 'g1f3', '#own chess-board');

  const straight = page.locator('#adjust law-touch');
  await straight.getByRole('button', { name: 'I adjust' }).click();
  await page.locator('#adjust [data-square="g1"]').click();
  await straight.locator('.said').getByText('does not bind you').waitFor();
  await move(page, 'e2e4', '#adjust chess-board');

  await page.locator('#own').getByRole('button', { name: 'Start again' }).click();
  await page.goto(new URL('/laws', page.url()).href);
  await page.waitForFunction(async () => {
    const answer = await fetch('/v1/account/games?which=under_way');
    return (await answer.json()).games.length === 0;
  });
  const { games } = await api('/account/games', undefined, page);
  assert.deepEqual(games.map((/** @type {{ reason: string }} */ game) => game.reason), ['aborted', 'aborted']);
});

walk('a clock runs out on the page about clocks', async ({ open }) => {
  const page = await open('/laws/clocks', { phone: true });
  await page.getByLabel('Kind of clock').selectOption('0:30+3x30');
  const [white, black] = [page.locator('law-clock .face').first(), page.locator('law-clock .face').last()];
  await black.tap();
  await white.getByText('3 periods').waitFor();
  await white.getByText('2 periods').waitFor();
  await white.tap();
  await white.getByText('0:30').waitFor();
  await tap(page, 'e3c2', '#flag chess-board');
  await see(page, 'Checkmate. Black wins.');
});

walk('everybody can use the handbook', async ({ open }) => {
  for (const [at, chapter] of CHAPTERS.entries()) {
    const theme = ['light', 'dark', 'contrast'][at % 3] ?? 'light';
    const page = await open(`/laws/${chapter}`, { look: { theme }, language: at % 2 ? 'de' : 'en', phone: at % 4 === 0 });
    await page.getByRole('heading', { level: 1 }).waitFor();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(overflow <= 0, `${chapter} is ${overflow} too wide`);
    await axe(page, `${chapter} in ${theme}`);
    await page.close();
  }
});

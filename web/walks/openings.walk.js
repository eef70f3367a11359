// The names of openings: in a game, in lists, on the analysis board and in PGN.
import assert from 'node:assert/strict';
import { axe, reads, see, startGame, walk } from './harness.js';

/** @import { Page } from 'playwright-core' */

/** Plays moves in turn by typing them. @param {Page} white @param {Page} black @param {string} moves */
async function typeAll(white, black, moves) {
  for (const [index, san] of moves.split(' ').entries()) {
    const page = index % 2 ? black : white;
    await page.locator('.near.moves-now').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type(san);
    await page.keyboard.press('Enter');
  }
}

/** @param {Page} page @param {string} name */
const isCalled = (page, name) => page.locator('.opening', { hasText: new RegExp(`^${name}$`) }).waitFor();

walk('a game says which opening it is, however it came about', async (context) => {
  const { white, black } = await startGame(context, { clock: '5+3' });
  await typeAll(white, black, 'Nf3 c5');
  await isCalled(white, 'Zukertort Opening: Sicilian Invitation');
  await typeAll(white, black, 'e4 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6');
  for (const page of [white, black]) await isCalled(page, 'Sicilian Defense: Najdorf Variation');
  await axe(white, 'a game with an opening');
  // Moves without a name of their own change nothing, and after a reload the name is there at once.
  await typeAll(white, black, 'Rb1');
  await white.reload();
  await isCalled(white, 'Sicilian Defense: Najdorf Variation');
  await white.locator('.opening[title="B90 Sicilian Defense: Najdorf Variation"]').waitFor();
  const id = new URL(white.url()).pathname.split('/').at(-1);
  const pgn = await white.evaluate(async (game) => (await fetch(`/v1/games/${game}/pgn`)).text(), id);
  assert.match(pgn, /\[ECO "B90"\]\n\[Opening "Sicilian Defense"\]\n\[Variation "Najdorf Variation"\]/);
  // The player's list of games shows it, too.
  await white.goto('/games');
  await isCalled(white, 'Sicilian Defense: Najdorf Variation');
  await axe(white, 'games with openings');
});

walk('the analysis board names the opening of each line', async ({ open }) => {
  const page = await open('/analysis');
  const name = (/** @type {string} */ words) => page.locator('#opening', { hasText: words }).waitFor();
  await page.locator('#text').fill('1. e4 e5 (1... c5 2. Bc4 a6) 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 h6 *');
  await page.locator('#load button').click();
  await see(page, '4.');
  await page.keyboard.press('End');
  await name('C70 Ruy Lopez: Morphy Defense');
  await axe(page, 'an analysis with an opening');
  await page.keyboard.press('Home');
  await reads(page.locator('#opening'), /^$/);
  await page.keyboard.press('ArrowRight');
  await name("B00 King's Pawn Game");
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await name('B20 Sicilian Defense');
  await page.keyboard.press('End');
  await name('B20 Sicilian Defense: Bowdler Attack');
});

// During and after a game: move times, hints, shortcuts, and the analysis that starts by itself.
import assert from 'node:assert/strict';
import { axe, counts, eventually, play, reads, see, startGame, walk, yourTurn } from './harness.js';

/** @import { Page } from 'playwright-core' */
/** @import { WalkContext } from './windows.js' */

/**
 * Opens a new game against the computer.
 * @param {WalkContext} context
 * @param {object} [options]
 * @param {import('./windows.js').OpenOptions} [way]
 */
async function againstComputer({ openEmpty, api }, options = {}, way = {}) {
  const page = await openEmpty(way);
  const { id } = await api('/games', { options: { clock: '-', ...options }, color: 'white', opponent: { computer: { level: 1 } } }, page);
  await page.goto(`/game/${id}`);
  await yourTurn(page, 0);
  return { page, id: /** @type {string} */ (id) };
}

/** Returns what the list shows after a move, as a person sees it. @param {Page} page @param {number} index */
const shownTime = (page, index) => page.evaluate((index) => {
  const ply = document.querySelectorAll('.moves button.ply')[index];
  if (!ply) return 'no move';
  const { content, display } = getComputedStyle(ply, '::after');
  return display === 'none' ? '' : content.replace(' / ""', '');
}, index);

/** Waits until the list shows this after a move. @param {Page} page @param {number} index @param {RegExp} wanted */
const showsTime = (page, index, wanted) => eventually(async () => assert.match(await shownTime(page, index), wanted));

walk('the list says how long each move took, where there is room', async (context) => {
  const { white, black } = await play(context, 'e2e4 e7e5 g1f3');
  await black.locator('.moves button.ply').nth(2).waitFor();
  for (const page of [white, black]) await showsTime(page, 2, /^"\d+\.\d s"$/);
  // A reload shows the same.
  const before = await shownTime(white, 1);
  await white.reload();
  await white.locator('.moves button.ply').nth(2).waitFor();
  await eventually(async () => assert.equal(await shownTime(white, 1), before));
  await axe(white, 'a game with move times');
  await white.getByRole('button', { name: 'More' }).click();
  await white.getByRole('button', { name: 'Move times' }).click();
  await showsTime(white, 1, /^$/);
  // The strip of a phone has no room for them.
  await black.setViewportSize({ width: 390, height: 844 });
  await showsTime(black, 1, /^$/);
});

walk('a hint is an arrow and a sentence until a move is played', async (context) => {
  const { page } = await againstComputer(context);
  await page.getByRole('button', { name: 'Hint' }).click();
  await see(page, /^Hint: e4$/);
  await page.locator('chess-board .hint').first().waitFor();
  await axe(page, 'a hint');
  // By key, too. A book move comes at once, and the arrow is not drawn twice.
  await page.keyboard.press('i');
  await see(page, /^Hint: e4$/);
  await page.keyboard.press('/');
  await page.keyboard.type('e4');
  await page.keyboard.press('Enter');
  await page.locator('chess-board .hint').first().waitFor({ state: 'detached' });
  await yourTurn(page, 2);
  await page.locator('[data-action=hint]:enabled').click();
  await page.locator('chess-board .hint').first().waitFor();
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Confirm resignation' }).click();
  await page.locator('chess-board .hint').first().waitFor({ state: 'detached' });
  await counts(page.locator('.notice', { hasText: 'Hint' }), 0);
});

walk('there are no hints in games between people', async (context) => {
  const { white } = await startGame(context, { clock: '5+3' });
  await white.getByRole('button', { name: 'Resign' }).or(white.getByRole('button', { name: 'Abort' })).waitFor();
  assert.equal(await white.getByRole('button', { name: 'Hint' }).count(), 0);
  await white.keyboard.press('i');
  await white.keyboard.press('?');
  await see(white, 'Keyboard shortcuts');
  assert.equal(await white.getByRole('dialog').getByText('Suggest a move').count(), 0);
});

walk('a question mark lists the keys', async (context) => {
  const { page } = await againstComputer(context);
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await dialog.getByText('Suggest a move').waitFor();
  await axe(page, 'the shortcuts of a game');
  // Keys do nothing behind it.
  await page.keyboard.press('x');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await page.evaluate(() => /** @type {any} */ (document.querySelector('chess-board')).orientation), 'white');
  // Players who use a mouse find it in the menu.
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });

  const phone = await context.open('/analysis', { phone: true, dark: true, language: 'de' });
  await phone.keyboard.press('?');
  await phone.getByRole('dialog').getByText('Engine ein oder aus').waitFor();
  await axe(phone, 'the shortcuts of the analysis board');
  await phone.keyboard.press('Escape');
  await phone.getByRole('dialog').waitFor({ state: 'detached' });
  await phone.keyboard.press('l');
  await phone.locator('#engine:not(:checked)').waitFor();
});

walk('the analysis of a finished game starts by itself, at the last move', async (context) => {
  const { black, id } = await play(context, 'f2f3 e7e5 g2g4 d8h4');
  await black.getByRole('link', { name: 'Analyze' }).click();
  await black.waitForURL('**/analysis**');
  await reads(black.locator('#moves [aria-current]'), /h4#/);
  // The bar says so at once.
  await reads(black.locator('#bar b'), /^#$/);
  // The board is turned as it was in the game.
  await black.waitForFunction(() => /** @type {any} */ (document.querySelector('chess-board')).orientation === 'black');
  await black.locator('#summary p', { hasText: /accuracy/ }).nth(1).waitFor({ timeout: 90_000 });
  await reads(black.locator('#summary p').first(), /^Guest \d+ \d+% accuracy,.* 1 blunder$/);
  await reads(black.locator('#summary p').nth(1), /^Guest \d+ \d+% accuracy, no mistakes$/);
  await axe(black, 'the summary of a game');
  // A reload loses nothing and starts nothing.
  await black.reload();
  await black.locator('#summary p', { hasText: /accuracy/ }).nth(1).waitFor();
  await black.getByRole('button', { name: 'Analyze the whole game' }).waitFor();
  // A spectator decides.
  const spectator = await context.open(`/analysis?game=${id}`);
  await spectator.locator('#moves [aria-current]', { hasText: 'h4#' }).waitFor();
  assert.equal(await spectator.locator('#summary').isHidden(), true);
});

walk('a hidden tab analyzes nothing until it is shown', async (context) => {
  const { white, id } = await play(context, 'f2f3 e7e5 g2g4 d8h4');
  await white.addInitScript(() => {
    let isHidden = true;
    Object.defineProperty(document, 'hidden', { get: () => isHidden });
    addEventListener('shown', () => {
      isHidden = false;
      document.dispatchEvent(new Event('visibilitychange'));
    });
  });
  await white.goto(`/analysis?game=${id}`);
  await white.locator('#moves [aria-current]', { hasText: 'h4#' }).waitFor();
  assert.equal(await white.locator('#summary').isHidden(), true);
  await white.evaluate(() => dispatchEvent(new Event('shown')));
  await white.locator('#summary p', { hasText: /accuracy/ }).nth(1).waitFor({ timeout: 90_000 });
});

walk('the analysis board says how long a move took', async ({ open }) => {
  const page = await open('/analysis');
  await page.locator('#text').fill('[White "Anna"]\n[Black "Ben"]\n[TimeControl "300+3"]\n\n1. e4 {[%clk 0:04:59]} e5 {[%emt 0:00:12]} *');
  await page.locator('#load button').click();
  await page.locator('#moves button').nth(1).waitFor();
  await page.keyboard.press('ArrowRight');
  await see(page, /Anna\s+4:59\s+\(4\.0 s\)/);
  await page.keyboard.press('ArrowRight');
  await see(page, /Ben\s+\(12 s\)/);
});

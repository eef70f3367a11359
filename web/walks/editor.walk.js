// The board editor: positions are set up, checked by the server, and played or
// analyzed.
import assert from 'node:assert/strict';
import { axe, drag, point, see, walk } from './harness.js';

/** @import { Page } from 'playwright-core' */

/** @param {Page} page */
const fen = (page) => page.locator('#fen').inputValue();

/**
 * Waits for this FEN.
 * @param {Page} page
 * @param {string} wanted
 */
const isFen = (page, wanted) => page.waitForFunction((it) => {
  const field = /** @type {HTMLInputElement} */ (document.querySelector('#fen'));
  const settled = document.querySelector('#play')?.hasAttribute('aria-disabled');
  return settled && field.value === it;
}, wanted);

/**
 * Selects a piece of the tray, and presses squares.
 * @param {Page} page
 * @param {string} piece
 * @param {string[]} squares
 */
async function put(page, piece, ...squares) {
  const box = await page.locator(`label:has([value=${piece}])`).boundingBox();
  if (!box) throw new Error(`there is no ${piece}`);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  for (const square of squares) {
    const { x, y } = await point(page, square);
    await page.mouse.click(x, y);
  }
}

walk('a position is set up by mouse, and its errors are explained', async ({ open }) => {
  const page = await open('/editor');
  await see(page, 'This position can be played.');
  await axe(page);
  await page.getByRole('button', { name: 'Clear' }).click();
  await see(page, 'White has no king.');
  await see(page, 'Black has no king.');
  await page.locator('#play:not([href])').waitFor();
  await put(page, 'white-king', 'e1', 'e3');
  await see(page, /White has more than one king/);
  await page.locator('chess-board .refusal').first().waitFor();
  // The right button removes a piece.
  const { x, y } = await point(page, 'e3');
  await page.mouse.click(x, y, { button: 'right' });
  await put(page, 'black-king', 'e8');
  await see(page, 'Draw.');
  // A piece is dragged from the tray, and then to another square.
  const rook = await page.locator('label:has([value=white-rook])').boundingBox();
  const corner = await point(page, 'h2');
  await page.mouse.move((rook?.x ?? 0) + 20, (rook?.y ?? 0) + 20);
  await page.mouse.down();
  await page.mouse.move(corner.x - 40, corner.y - 40, { steps: 4 });
  await page.mouse.move(corner.x, corner.y, { steps: 4 });
  await page.mouse.up();
  await isFen(page, '4k3/8/8/8/8/8/7R/4K3 w - - 0 1');
  await drag(page, 'h2h1');
  await isFen(page, '4k3/8/8/8/8/8/8/4K2R w - - 0 1');
  // Only now castling is possible.
  await page.locator('#rights [value=K]').check();
  await isFen(page, '4k3/8/8/8/8/8/8/4K2R w K - 0 1');
  await page.locator('#rights [value=Q]:disabled').waitFor();
  await drag(page, 'h1g1');
  await see(page, 'rook g1');
  await page.getByRole('button', { name: 'Swap colors' }).click();
  await isFen(page, '4k1r1/8/8/8/8/8/8/4K3 b k - 0 1');
  await page.getByRole('button', { name: 'Undo' }).click();
  await isFen(page, '4k3/8/8/8/8/8/8/4K1R1 w K - 0 1');
  assert.match(page.url(), /editor\?fen=4k3/);
  await page.locator('#play').click();
  await page.waitForURL(/\?start=4k3/);
  const german = await open('/editor?fen=8/8/8/8/8/8/8/4K3', { language: 'de', size: { width: 320, height: 568 } });
  await see(german, 'Schwarz hat keinen König.');
  assert.equal(await german.evaluate(() => document.documentElement.scrollWidth), 320);
});

walk('a FEN is read with its doubts, and an error is located in it', async ({ open }) => {
  const page = await open('/editor?fen=4k3%2F8%2F8%2F3pP3%2F8%2F8%2F8%2F4K3%20w%20K%20d6%200%201', { dark: true, phone: true });
  await see(page, 'This position can be played, but it cannot arise in a game.');
  await see(page, /castling|castle/i);
  await page.waitForFunction(() => /** @type {HTMLSelectElement} */ (document.querySelector('#en-passant')).value === 'd6');
  await axe(page);
  await page.locator('#fen').fill('4k3/8/8/8/8/8/8/4K3 x');
  await page.locator('#fen-wrong:not(:empty)').waitFor();
  await page.locator('#fen').fill('4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1');
  await see(page, 'This position can be played.');
  await page.locator('#en-passant').selectOption('d6');
  await page.locator('#halfmoves').fill('0');
  await isFen(page, '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1');
  await page.getByText('Black to move').click();
  await isFen(page, '4k3/8/8/3pP3/8/8/8/4K3 b - - 0 1');
  await page.getByRole('link', { name: 'Analyze' }).click();
  await page.waitForURL(/analysis\?fen=/);
});

walk('a position is set up by keyboard alone', async ({ open }) => {
  const page = await open('/editor', { look: { theme: 'contrast' } });
  await see(page, 'This position can be played.');
  await axe(page);
  await page.getByRole('button', { name: 'Clear' }).focus();
  await page.keyboard.press('Enter');
  await see(page, 'White has no king.');
  await page.getByRole('radio', { name: 'Move pieces', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('radio', { name: 'white king', checked: true }).waitFor();
  await page.getByRole('gridcell', { name: /^e2/ }).focus();
  await page.keyboard.press('Enter');
  await isFen(page, '8/8/8/8/8/8/4K3/8 w - - 0 1');
  await page.keyboard.press('Delete');
  await isFen(page, '8/8/8/8/8/8/8/8 w - - 0 1');
  assert.match(await fen(page), /^8/);
});

// Moves pieces as people do: with a mouse or a finger.

/** @import { Page } from 'playwright-core' */

/** @type {Record<string, string>} */
const ROLES = { q: 'queen', r: 'rook', b: 'bishop', n: 'knight' };

/**
 * Returns the center of a square in the window.
 * @param {Page} page
 * @param {string} square
 * @param {string} [board] which board, if there are several
 */
export async function point(page, square, board = 'chess-board') {
  const cell = page.locator(`${board} [data-square="${square}"]`).first();
  await cell.waitFor({ state: 'attached' });
  await cell.scrollIntoViewIfNeeded();
  const box = await cell.boundingBox();
  if (!box) throw new Error(`the square ${square} is not to be seen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * Plays a move by two clicks, once the piece is there: `move(page, 'e7e8q')`.
 * @param {Page} page
 * @param {string} uci
 * @param {string} [board]
 */
export async function move(page, uci, board) {
  for (const square of squares(uci)) {
    const { x, y } = await point(page, square, board);
    await page.mouse.click(x, y);
  }
  await promote(page, uci);
}

/**
 * Plays a move by dragging.
 * @param {Page} page
 * @param {string} uci
 * @param {string} [board]
 */
export async function drag(page, uci, board) {
  const [from, to] = squares(uci);
  const start = await point(page, from, board);
  const end = await point(page, to, board);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 });
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.mouse.up();
  await promote(page, uci);
}

/**
 * Plays a move by touch, on a page that was opened as a phone.
 * @param {Page} page
 * @param {string} uci
 * @param {string} [board]
 */
export async function tap(page, uci, board) {
  for (const square of squares(uci)) {
    const { x, y } = await point(page, square, board);
    await page.touchscreen.tap(x, y);
  }
  await promote(page, uci);
}

/**
 * Chooses the promotion, if the move has one.
 * @param {Page} page
 * @param {string} uci
 */
export async function promote(page, uci) {
  const role = ROLES[uci[4] ?? ''];
  if (role) await page.locator(`chess-board [data-promotion="${role}"]`).click();
}

/**
 * @param {string} uci
 * @returns {[string, string]}
 */
function squares(uci) {
  return [uci.slice(0, 2), uci.slice(2, 4)];
}

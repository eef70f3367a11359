// The analysis board: moves, variations, the engine, import and export.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { axe, counts, move, reads, see, walk } from './harness.js';

/** @import { Page } from 'playwright-core' */

const PGN = `[Event "Walk"]
[White "Anna"]
[Black "Ben"]
[Result "1-0"]

1. e4 {[%clk 0:04:59] best by test} e5 2. Bc4 (2. Nf3 Nc6 (2... d6) 3. Bb5) Nc6 3. Qh5 Nf6?? 4. Qxf7# 1-0

[Event "Broken"]
[White "Clara"]
[Black "Dora"]

1. d4 d5 2. Ke3 Nf6 *
`;

/**
 * Waits until the move list reads like this.
 * @param {Page} page
 * @param {string} wanted
 */
async function areMoves(page, wanted) {
  const read = () => page.evaluate(() => {
    const copy = /** @type {HTMLElement} */ (document.querySelector('#moves')?.cloneNode(true));
    for (const unseen of copy.querySelectorAll('.unseen')) unseen.remove();
    for (const deep of copy.querySelectorAll('.deep')) deep.replaceChildren(`(${deep.textContent?.trim()})`);
    return (copy.textContent ?? '').replace(/\uFE0E/g, '').replace(/\s+/g, ' ').trim();
  });
  const until = Date.now() + 10_000;
  let found = await read();
  while (found !== wanted && Date.now() < until) {
    await page.evaluate(() => new Promise(requestAnimationFrame));
    found = await read();
  }
  assert.equal(found, wanted);
}

/**
 * Pastes a text somewhere on the page.
 * @param {Page} page
 * @param {string} pasted
 */
async function paste(page, pasted) {
  await page.evaluate((copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', copied);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }, pasted);
}

walk('moves become lines and variations, and are exported as PGN', async ({ open }) => {
  const page = await open('/analysis');
  await move(page, 'e2e4');
  await areMoves(page, '1.e4');
  await move(page, 'e7e5');
  await areMoves(page, '1.e4 e5');
  await page.keyboard.press('ArrowLeft');
  await move(page, 'c7c5');
  await areMoves(page, '1.e4 e5 1…c5');
  await move(page, 'g1f3');
  await areMoves(page, '1.e4 e5 1…c5 2.♞f3');
  // An illegal move is explained, with its squares.
  await move(page, 'd7d4');
  await see(page, /a pawn advances one square, or two/i);
  await page.locator('chess-board .refusal').first().waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('button', { name: 'Interesting move' }).click();
  await page.locator('#comment').fill('Sicilian');
  await areMoves(page, '1.e4 e5 1…c5!? Sicilian 2.♞f3');
  await page.locator('#comment').blur();
  await page.getByRole('button', { name: 'Make main line' }).click();
  await areMoves(page, '1.e4 c5!? Sicilian 1…e5 2.♞f3');
  await page.getByRole('button', { name: 'Copy PGN' }).click();
  await see(page, 'PGN copied.');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(copied, /1\. e4 c5 \$5 \{Sicilian\} \(1\.\.\. e5\) 2\. Nf3 \*/);
  await page.keyboard.press('ArrowDown');
  await page.getByRole('button', { name: 'Delete from here' }).click();
  await areMoves(page, '1.e4 c5!? Sicilian 2.♞f3');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download PGN' }).click(),
  ]);
  const written = await readFile(await download.path(), 'utf8');
  assert.match(written, /1\. e4 c5 \$5 \{Sicilian\} 2\. Nf3 \*\n$/);
  await axe(page);
});

walk('a move made before the legal moves are known is played', async ({ open }) => {
  const page = await open('/analysis');
  // No legal moves arrive before the move is made.
  let answer = () => {};
  const answered = new Promise((resolve) => { answer = () => resolve(null); });
  await page.route('**/rules/look', async (route) => {
    await answered;
    await route.continue();
  });
  await paste(page, '1. e4 e5');
  await areMoves(page, '1.e4 e5');
  await page.keyboard.press('End');
  const why = page.waitForResponse('**/rules/why');
  await move(page, 'g1f3');
  await why;
  answer();
  await areMoves(page, '1.e4 e5 2.♞f3');
});

walk('a pasted PGN is read, and its errors are shown', async ({ open }) => {
  const page = await open('/analysis', { dark: true });
  await page.locator('#text').fill(PGN);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await areMoves(page, '1.e4 best by test 1…e5 2.♝c4 2.♞f3 ♞c6 (2…d6) 3.♝b5 2…♞c6 3.♛h5 ♞f6?? 4.♛xf7#');
  await see(page, '#players:has-text("Anna")');
  await page.keyboard.press('End');
  await see(page, 'The game is over in this position.');
  await page.locator('chess-board .check').waitFor();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await reads(page.locator('#moves [aria-current]'), /^♞\uFE0Ef3/);
  await page.locator('#which').selectOption('2');
  await areMoves(page, '1.d4 d5');
  // Beside the moves, which end there, and in the list.
  await page.locator('#notice', { hasText: /Line 12, column 13:/ }).waitFor();
  await page.locator('#problems', { hasText: /Line 12, column 13:/ }).waitFor();
  await see(page, /a king moves one square/);
  await axe(page);
  // A FEN can be pasted anywhere on the page.
  await paste(page, '4k3/8/8/8/8/8/8/4K2R w K - 0 1');
  // Until it is there, e1 has the king of the previous game, which may not castle.
  await areMoves(page, 'Make a move, or load a game below.');
  await move(page, 'e1g1');
  await areMoves(page, '1.O-O');
});

walk('problems of a pasted game are named in German', async ({ open }) => {
  const page = await open('/analysis', { language: 'de', phone: true });
  await page.locator('#text').fill('1. e4 {schön} e5 2. Ke3 Nc6 *');
  await page.locator('#load [type=submit]').click();
  await see(page, /Zeile 1, Spalte 22: „Ke3“ ist in dieser Stellung nicht erlaubt\./);
});

walk('the engine shows its lines, and their moves can be played', async ({ open }) => {
  const mate = encodeURIComponent('6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1');
  const page = await open(`/analysis?fen=${mate}`, { phone: true });
  await see(page, /^#1$/);
  await see(page, /depth \d+/);
  await page.locator('#bar[aria-valuetext="White mates in 1"]').waitFor();
  await page.locator('#found button').first().click();
  await areMoves(page, '1.♜a8#');
  await see(page, 'The game is over in this position.');
  await page.locator('#engine').uncheck();
  await page.getByRole('button', { name: 'Previous move' }).click();
  await counts(page.locator('#found li'), 0);
  await axe(page);
});

walk('the analysis of the whole game finds its mistakes', async ({ open }) => {
  const pgn = encodeURIComponent('1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#');
  const page = await open(`/analysis?pgn=${pgn}`, { look: { theme: 'contrast' } });
  await page.locator('#engine').uncheck();
  await areMoves(page, '1.e4 e5 2.♝c4 ♞c6 3.♛h5 ♞f6 4.♛xf7#');
  await page.getByRole('button', { name: 'Analyze the whole game' }).click();
  await page.locator('#moves button', { hasText: '??' }).waitFor({ timeout: 90_000 });
  await see(page, /Black .*1 blunder/);
  await reads(page.locator('#moves button', { hasText: '??' }), /f6.*\?\?/s);
  await counts(page.locator('#graph .bad.nag-4'), 1);
  const box = await page.locator('#graph').boundingBox();
  await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) - 2, (box?.y ?? 0) + 40);
  await reads(page.locator('#moves [aria-current]'), /xf7#/);
  await axe(page);
});

walk('a game of this server is shown with its clocks, without the engine while it is in progress', async ({ open, api }) => {
  const [white, black] = [await open('/'), await open('/')];
  const { id } = await api('/games', { options: { clock: '5+0' }, color: 'white' }, white);
  await api(`/games/${id}/join`, {}, black);
  const act = (/** @type {Page} */ who, /** @type {unknown} */ action) =>
    api(`/games/${id}/actions`, { id: String(Math.random()), do: action }, who);
  await act(white, { play: { move: 'e2e4' } });
  await white.goto(`/analysis?game=${id}`);
  await see(white, 'The engine is off while the game is in progress.');
  await white.locator('#engine:disabled').waitFor();
  await act(black, { play: { move: 'e7e5' } });
  await act(white, 'resign');
  await black.goto(`/analysis?game=${id}`);
  await areMoves(black, '1.e4 e5 Black wins: resignation');
  await see(black, /\b[45]:\d\d\b/);
  await see(black, '0-1');
  await see(black, /depth \d+/);
  // A reload loses nothing.
  await move(black, 'g1f3');
  await areMoves(black, '1.e4 e5 Black wins: resignation 2.♞f3');
  await black.reload();
  await areMoves(black, '1.e4 e5 Black wins: resignation 2.♞f3');
  await reads(black.locator('#moves [aria-current]'), /f3/);
  // Players and result are in the reader's language.
  const german = await open(`/analysis?game=${id}`, { language: 'de' });
  await areMoves(german, '1.e4 e5 Schwarz gewinnt: Aufgabe');
  await german.locator('#players').getByText(/^Gast \d+/).nth(1).waitFor();
});

// The page of a game: moves, offers, claims, chat, and everything else.
import assert from 'node:assert/strict';
import { axe, counts, drag, eventually, move, reads, see, startGame, tap, walk } from './harness.js';

/** @import { Page } from 'playwright-core' */

/** @param {Page} page @param {string} square */
const squareOf = (page, square) => page.locator(`[data-square=${square}]`);

/** Waits until a piece is on a square. @param {Page} page @param {string} square @param {string} piece */
const stands = (page, square, piece) => page.locator(`[data-square=${square}][aria-label*="${piece}"]`).waitFor();

/** @param {Page} page @param {string} san as spoken in the list */
const listed = (page, san) => page.getByRole('button', { name: san, exact: true }).first().waitFor();

/** @param {Page} page @param {string} words */
async function type(page, words) {
  await page.keyboard.press('/');
  await page.keyboard.type(words);
  await page.keyboard.press('Enter');
}

/** Plays moves in turn by typing them. @param {Page} white @param {Page} black @param {string} moves */
async function typeAll(white, black, moves) {
  for (const [index, san] of moves.split(' ').entries()) {
    const page = index % 2 ? black : white;
    await page.locator('.near.moves-now').waitFor();
    await type(page, san);
  }
}

walk('a refused move is explained, with its squares highlighted', async (context) => {
  const { white, black } = await startGame(context, { clock: '5+3' }, { black: { language: 'de' } });
  await drag(white, 'e2e5');
  await see(white, /e2-e5 is not allowed/i);
  await see(white, 'Article 3.7');
  await white.locator('[data-square=e5].refusal').waitFor();
  await reads(white.locator('#alerted'), /not allowed/i);
  await stands(white, 'e2', 'white pawn');
  await axe(white, 'a game with a refusal');
  // The same player's turn, and a typed move that cannot be read.
  await type(white, 'Qz9');
  await see(white, /no square z9/);
  await type(white, 'e4');
  await listed(black, 'e4');
  await white.locator('.refusal').waitFor({ state: 'detached' });
  await white.locator('[data-key=refusal]').waitFor({ state: 'detached' });
  // A German reader gets it in German, in writing and spoken.
  await drag(black, 'd7d4');
  await see(black, /Der Bauer auf d7 kann nicht nach d4/);
  await reads(black.locator('#alerted'), /Ein Bauer/);
});

walk('castling on both sides, en passant, and a promotion to a knight', async (context) => {
  const { white, black } = await startGame(context, { clock: '5+3' });
  await typeAll(white, black, 'e4 d5 e5 f5');
  await move(white, 'e5f6');
  await listed(white, 'e takes f6');
  await stands(white, 'f5', 'empty');
  await typeAll(black, white, 'Nc6 Nf3 Bf5 Be2 Qd7');
  await drag(white, 'e1g1');
  await listed(black, 'castles kingside');
  await move(black, 'e8c8');
  await listed(white, 'castles queenside');
  await stands(white, 'd8', 'black rook');
  await typeAll(white, black, 'fxg7 h6');
  await move(white, 'g7h8n');
  await listed(white, 'g takes h8, promotes to knight');
  await stands(black, 'h8', 'white knight');
});

walk('draw offers, takebacks and extra time are requested and answered', async (context) => {
  const { white, black } = await startGame(context, { clock: '5+3' });
  await typeAll(white, black, 'e4 e5 Nf3');
  await white.getByRole('button', { name: 'Draw' }).click();
  await see(white, 'You offered a draw.');
  await see(black, /offers a draw/);
  await black.getByRole('button', { name: 'Decline' }).click();
  await see(white, 'Draw offer declined.');
  await white.getByRole('button', { name: 'Takeback' }).click();
  await see(black, /requests a takeback/);
  await axe(black, 'a game with a question');
  await black.getByRole('button', { name: 'Accept' }).click();
  await white.locator('.near.moves-now').waitFor();
  await counts(white.locator('.moves .ply'), 2);
  await white.getByRole('button', { name: 'More' }).click();
  await white.getByRole('button', { name: 'Give 15 seconds' }).click();
  await see(black, 'Black received 15 extra seconds.');
  await type(white, 'd4');
  await listed(black, 'd4');
  await black.getByRole('button', { name: 'Draw' }).click();
  await white.getByRole('button', { name: 'Accept' }).click();
  await see(black, 'by agreement');
  await see(white, '½–½');
});

walk('a draw is claimed with the next move', async (context) => {
  const { white, black } = await startGame(context, { clock: '5+3' });
  await typeAll(white, black, 'Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1');
  await black.locator('.near.moves-now').waitFor();
  await black.getByRole('button', { name: 'More' }).click();
  await black.getByRole('button', { name: 'Claim threefold repetition with my next move' }).click();
  await see(black, /the move you intend to play/);
  await move(black, 'f6g8');
  await see(black, 'threefold repetition');
  await see(white, 'threefold repetition');
  await counts(black.locator('.moves .ply'), 7);
});

walk('resigning takes two presses, and both players can have a rematch', async (context) => {
  const { white, black, id } = await startGame(context, { clock: '5+3' });
  await typeAll(white, black, 'e4 e5');
  const resign = white.locator('[data-action=resign]');
  // Any other action cancels the first press, and is carried out.
  for (const other of [
    () => white.locator('[data-action=keep_playing]').click(),
    () => white.locator('[data-action=chat]').click(),
    () => white.locator('chess-board').click({ position: { x: 5, y: 5 } }),
    () => white.keyboard.press('Escape'),
  ]) {
    await resign.click();
    await resign.filter({ hasText: 'Confirm resignation' }).waitFor();
    await other();
    await resign.filter({ hasNotText: 'Confirm resignation' }).waitFor();
  }
  await white.locator('[data-action=chat][aria-pressed=true]').waitFor();
  await resign.click();
  await see(white, 'Confirm resignation');
  await resign.click();
  await see(white, 'You lost');
  await see(black, 'You won');
  await see(black, 'resignation');
  assert.equal(await black.locator('dialog').count(), 0);
  // The result is beside the board.
  await black.waitForFunction(() => {
    const [outcome, board] = ['.outcome', 'chess-board'].map((it) => document.querySelector(it)?.getBoundingClientRect());
    return outcome && board && outcome.left >= board.right;
  });
  await white.getByRole('button', { name: 'Rematch' }).click();
  await see(black, /wants a rematch/);
  await black.getByRole('button', { name: 'Accept rematch' }).click();
  await white.waitForURL((url) => url.pathname.startsWith('/game/') && !url.pathname.endsWith(id));
  await black.waitForURL(white.url());
  await white.locator('.far.moves-now').waitFor();
});

walk('earlier moves are viewed by keys, wheel and click while the game continues', async (context) => {
  const { white, black } = await startGame(context, { clock: '5+3' });
  await typeAll(white, black, 'e4 e5 Nf3');
  await listed(white, 'knight f3');
  await white.keyboard.press('ArrowLeft');
  await white.locator('[aria-current]', { hasText: 'e5' }).waitFor();
  await white.keyboard.press('Home');
  await stands(white, 'e2', 'white pawn');
  await type(black, 'Nc6');
  await listed(white, 'knight c6');
  // The viewed position stays.
  await stands(white, 'e2', 'white pawn');
  await white.keyboard.press('End');
  await white.locator('[aria-current]', { hasText: 'knight c6' }).waitFor();
  await white.locator('chess-board').hover();
  await white.mouse.wheel(0, -100);
  await white.locator('[aria-current]', { hasText: 'knight f3' }).waitFor();
  await white.getByRole('button', { name: 'e4', exact: true }).click();
  await white.locator('[aria-current]', { hasText: 'e4' }).waitFor();
  await white.getByRole('button', { name: 'Current position' }).click();
  await white.locator('[aria-current]', { hasText: 'knight c6' }).waitFor();
});

walk('a premove shows where it can go, and is played when its turn comes', async (context) => {
  const { white, black } = await startGame(context, { clock: '5+3' });
  await type(white, 'e4');
  await listed(black, 'e4');
  await squareOf(white, 'g1').click();
  // The server says what a knight can reach.
  await white.locator('[data-square=f3].target').waitFor();
  await counts(white.locator('chess-board .target'), 3);
  await squareOf(white, 'f3').click();
  // A rook does not move diagonally: this premove is dropped.
  await move(white, 'a1c3');
  await white.locator('[data-square=c3].planned').waitFor({ state: 'detached' });
  await type(black, 'e5');
  await listed(black, 'knight f3');
});

walk('with move confirmation a move takes two presses, and can be cancelled', async (context) => {
  const { white, black } = await startGame(context, { clock: '5+3' });
  await white.evaluate(() => localStorage.setItem('habits', '{"confirmMoves":true}'));
  await white.reload();
  await white.locator('.near.moves-now').waitFor();
  await move(white, 'd2d4');
  await white.getByRole('button', { name: 'Cancel' }).click();
  await move(white, 'e2e4');
  await see(white, 'Play e4?');
  await stands(white, 'e4', 'white pawn');
  await white.keyboard.press('Enter');
  await listed(black, 'e4');
  await counts(black.locator('.moves .ply'), 1);
});

walk('a game is played to mate by keyboard only', async (context) => {
  const { white, black } = await startGame(context, { clock: '5+3' });
  /** @param {Page} page @param {string} from @param {string} to */
  const go = async (page, from, to) => {
    await page.locator('.near.moves-now').waitFor();
    await page.locator('chess-board [tabindex="0"]').focus();
    for (const square of [from, to]) {
      await page.keyboard.press(square.charAt(0));
      await page.keyboard.press(square.charAt(1));
      await page.keyboard.press('Enter');
    }
  };
  await go(white, 'f2', 'f3');
  await go(black, 'e7', 'e5');
  await go(white, 'g2', 'g4');
  await go(black, 'd8', 'h4');
  await see(white, 'You lost');
  await see(black, 'checkmate');
  await reads(white.locator('#said'), /Black: queen h4, checkmate/);
  await reads(white.locator('#alerted'), /You lost: checkmate/);
});

walk('on a phone everything is visible, and nothing is cut off', async (context) => {
  const { white, black } = await startGame(context, { clock: '5+3' }, { white: { phone: true } });
  await tap(white, 'e2e4');
  await listed(black, 'e4');
  await type(black, 'e5');
  await listed(white, 'e5');
  await white.waitForFunction(() => {
    const boxes = ['.far', 'chess-board', '.near', '.moves', '.actions'].map((it) => document.querySelector(it)?.getBoundingClientRect());
    return boxes.every((box) => box && box.left >= 0 && box.right <= innerWidth && box.bottom <= innerHeight)
      && document.documentElement.scrollWidth <= innerWidth;
  });
  await axe(white, 'a game on a phone');
  await white.getByRole('button', { name: 'More' }).click();
  await white.getByRole('button', { name: 'Type a move' }).click();
  await white.keyboard.type('Nf3');
  await white.keyboard.press('Enter');
  await listed(black, 'knight f3');
});

walk('a spectator sees the game without actions; players can chat', async (context) => {
  const { white, black, id } = await startGame(context, { clock: '5+3' });
  const spectator = await context.open(`/game/${id}`, { dark: true });
  await type(white, 'e4');
  await listed(spectator, 'e4');
  await see(white, '1 spectator');
  assert.equal(await spectator.locator('[data-action=resign]').count(), 0);
  await move(spectator, 'e7e5');
  await white.getByRole('button', { name: 'Chat' }).click();
  await white.getByLabel('Chat message').fill('Good luck!');
  await white.keyboard.press('Enter');
  await black.getByRole('button', { name: /Chat \(1\)/ }).click();
  await see(black, 'Good luck!');
  assert.equal(await spectator.getByText('Good luck!').count(), 0);
  await axe(spectator, 'a game that is watched');
});

walk('pass and play: the board flips, requests are accepted, touch-move applies', async ({ openEmpty, api }) => {
  const page = await openEmpty();
  const options = { clock: '-', conduct: 'formal' };
  const { id } = await api('/games', { options, opponent: 'self' }, page);
  await page.goto(`/game/${id}`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Flip the board after each move' }).click();
  await squareOf(page, 'g1').click();
  await page.locator('[data-square=g1].touched').waitFor();
  await move(page, 'e2e4');
  await see(page, /touched/);
  await type(page, 'Nf3');
  await listed(page, 'knight f3');
  await page.locator('chess-board .files span').first().getByText('h').waitFor();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Adjust a piece (j’adoube)' }).click();
  await squareOf(page, 'd7').click();
  await type(page, 'e5');
  await listed(page, 'e5');
  await eventually(async () => assert.ok(await page.getByRole('button', { name: 'Takeback' }).isDisabled(), 'a formal game has no takebacks'));

  const casual = await api('/games', { options: { clock: '-' }, opponent: 'self' }, page);
  await page.goto(`/game/${casual.id}`);
  await type(page, 'e4');
  await listed(page, 'e4');
  await type(page, 'e5');
  await listed(page, 'e5');
  await page.getByRole('button', { name: 'Takeback' }).click();
  await page.getByRole('button', { name: 'e5', exact: true }).waitFor({ state: 'detached' });
});

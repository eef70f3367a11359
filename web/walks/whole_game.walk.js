// Whole games, from the first click to the result.
import assert from 'node:assert/strict';
import { drag, move, reads, see, startGame, startGameByLink, tap, walk, yourTurn } from './harness.js';

/** @import { Page } from 'playwright-core' */

/** Castling on both sides, en passant, a promotion to a knight, mate. */
const GAME = [
  'e2e4', 'd7d5', 'e4e5', 'f7f5', 'e5f6', 'b8c6', 'f6g7', 'c8f5', 'g7h8n', 'd8d6', 'g1f3', 'e8c8',
  'f1e2', 'g8f6', 'e1g1', 'f6g4', 'f3g5', 'd6h2',
];
const END = '2kr1b1N/ppp1p2p/2n5/3p1bN1/6n1/8/PPPPBPPq/RNBQ1RK1 w - - 0 10';

walk('two players play by link to mate, with a spectator', async (context) => {
  const white = await context.open('/');
  const { black, spectator, id } = await startGameByLink(context, white);

  for (const [at, uci] of GAME.entries()) {
    const page = at % 2 ? black : white;
    await yourTurn(page, at);
    // One player clicks, the other drags.
    await (at % 2 ? drag : move)(page, uci);
  }
  for (const page of [white, black, spectator]) {
    await see(page, page === white ? 'You lost' : page === black ? 'You won' : 'Black wins');
    await see(page, 'checkmate');
    await reads(page.locator('.moves'), /1.*e4.*d5.*2.*e5.*f5.*exf6.*O-O-O.*O-O.*h2#/s);
  }
  const { stage, players, play } = await context.api(`/games/${id}`);
  assert.equal(stage, 'over');
  assert.equal(play.state.fen, END);
  assert.equal(play.state.result, '0-1');
  assert.ok(players.white && players.black);
});

walk('the server is killed during a game, and both players continue without reloading', async (context) => {
  const { server } = context;
  const { white, black, id } = await startGame(context, { clock: '10+5' });
  const marked = () => { Object.assign(window, { isSame: true }); };
  await Promise.all([white.evaluate(marked), black.evaluate(marked)]);
  await move(white, 'e2e4');
  await yourTurn(black, 1);
  await move(black, 'e7e5');
  await yourTurn(white, 2);

  await server.kill();
  for (const page of [white, black]) await see(page, /Reconnecting/);
  // A move made meanwhile is kept.
  await move(white, 'g1f3');
  await see(white, /Your move will be sent/);
  await server.start();

  await yourTurn(black, 3);
  await move(black, 'b8c6');
  await yourTurn(white, 4);
  await server.kill();
  await server.start();
  await move(white, 'f1b5');
  await yourTurn(black, 5);
  for (const page of [white, black]) {
    await see(page, 'Connected');
    assert.ok(await page.evaluate(() => /** @type {any} */ (window).isSame), 'nothing was loaded again');
  }
  const { play } = await context.api(`/games/${id}`);
  const moves = play.moves.map((/** @type {{ san: string }} */ it) => it.san);
  assert.deepEqual(moves, ['e4', 'e5', 'Nf3', 'Nc6', 'Bb5']);
});

walk('the database fails during a game, and both players continue without reloading', async (context) => {
  const { white, black, id } = await startGame(context, { clock: '10+5' });
  const marked = () => { Object.assign(window, { isSame: true }); };
  await Promise.all([white.evaluate(marked), black.evaluate(marked)]);
  await move(white, 'e2e4');
  await yourTurn(black, 1);

  const database = await context.server.lockDatabase();
  await move(black, 'e7e5');
  await database.isNoticed();
  const { play: before } = await context.api(`/games/${id}`);
  assert.equal(before.moves.length, 1, 'nothing is announced that is not stored');
  await database.unlock();

  await yourTurn(white, 2);
  await move(white, 'g1f3');
  await yourTurn(black, 3);
  for (const page of [white, black]) {
    assert.ok(await page.evaluate(() => /** @type {any} */ (window).isSame), 'nothing was loaded again');
  }
});

walk('a move on the home page leads to a game against the computer', async ({ open, api }) => {
  const page = await open('/');
  await drag(page, 'e2e4');
  await page.waitForURL(/\/game\//);
  // The computer answers.
  await yourTurn(page, 2);
  await move(page, 'd2d4');
  await yourTurn(page, 4);
  const { play, players } = await api(`/games/${page.url().split('/').at(-1)}`);
  assert.equal(play.moves.length, 4);
  assert.equal(players.black.kind, 'computer');
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Confirm resignation' }).click();
  await see(page, 'You lost');
});

walk('a game is played on two phones', async (context) => {
  const phone = { phone: true };
  const { white, black } = await startGame(context, { clock: '3+2' }, { white: phone, black: phone });
  for (const [at, uci] of ['f2f3', 'e7e5', 'g2g4', 'd8h4'].entries()) {
    const page = at % 2 ? black : white;
    await yourTurn(page, at);
    await tap(page, uci);
  }
  for (const page of [white, black]) {
    await see(page, page === black ? 'You won' : 'You lost');
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.equal(width, 390, 'nothing stands out at the side');
  }
});

walk('a game is played with the keyboard alone', async ({ open }) => {
  const white = await open('/');
  await go(white, (it) => it.matches('[name=friendColor][value=""]'));
  await white.keyboard.press('ArrowLeft');
  await go(white, (it) => it.textContent === 'Challenge a friend');
  await white.keyboard.press('Enter');
  await white.waitForURL(/\/game\//);
  const black = await open(new URL(white.url()).pathname);
  await black.locator('.join').waitFor();
  await go(black, (it) => it.matches('.join'));
  await black.keyboard.press('Enter');

  for (const [at, uci] of ['f2f3', 'e7e5', 'g2g4', 'd8h4'].entries()) {
    const page = at % 2 ? black : white;
    await yourTurn(page, at);
    await go(page, (it) => it.matches('chess-board *'));
    // Typing a square moves there; Enter picks the piece up and puts it down.
    for (const square of [uci.slice(0, 2), uci.slice(2)]) {
      await page.keyboard.type(square);
      await page.keyboard.press('Enter');
    }
  }
  for (const page of [white, black]) {
    await see(page, page === black ? 'You won' : 'You lost');
    // The result is announced.
    await reads(page.locator('#said, #alerted'), /mate/i);
  }
});

/**
 * Presses Tab until the wanted element has the focus.
 * @param {Page} page
 * @param {(element: Element) => boolean} isWanted
 */
async function go(page, isWanted) {
  for (let steps = 0; steps < 100; steps += 1) {
    const focused = await page.evaluateHandle(() => document.activeElement ?? document.body);
    if (await focused.evaluate(isWanted)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab does not lead to ${isWanted}`);
}

// Saktris: pieces arrive, are placed and cleared.
import assert from 'node:assert/strict';
import { axe, counts, drag, eventually, move, play, point, reads, see, startGame, startGameByLink, tap, walk, yourTurn } from './harness.js';
import { CLEAR, FIXED } from './page_states.js';

/** @import { Page } from 'playwright-core' */

/** Each player chooses what arrives. The third pawn on the e-file clears the king. */
const GAME = ['P@e1', 'P@e8', 'e1e3', 'e8e6', 'P@e1', 'K@e8', 'e3e4', 'e6e5', 'P@a1', 'P@h8', 'e1e3'];

/** After that clear, a knight captures a pawn. */
const TAKES = 'd8d6 P@c1 P@a8 g1f3 d6d5 B@f1 B@c8 c1c2 d5d4 P@h1 P@h8 f3d4';

/** White's king waits, every square of the back rank is attacked, and no piece can move. */
const STUCK = '4k3/8/8/4p3/4P3/8/8/r7[K*/] w - - 0 30';

walk('two players play Saktris by link until a king is cleared', async (context) => {
  const white = await context.open('/');
  await white.locator('#options summary').click();
  await white.locator('#saktris').waitFor({ state: 'hidden' });
  await white.getByRole('radio', { name: 'Saktris' }).check();
  await see(white, /arrive one by one/);
  await white.getByLabel('Arrival order').selectOption('pick');
  // A chosen order hides nothing.
  await white.locator('#preview').waitFor({ state: 'hidden' });
  const { black, spectator, id } = await startGameByLink(context, white);
  // A player who has joined is not a spectator any more.
  await black.locator('.chat li', { hasText: 'No messages yet.' }).waitFor({ state: 'attached' });

  for (const [at, uci] of GAME.entries()) {
    const page = at % 2 ? black : white;
    await yourTurn(page, at);
    if (uci[1] !== '@') await (at % 2 ? drag : move)(page, uci);
    else await (at % 2 ? carry : put)(page, uci);
  }
  for (const [page, words] of /** @type {const} */ ([[white, 'You won'], [black, 'You lost'], [spectator, 'White wins']])) {
    await see(page, words);
    await see(page, 'a king was cleared off the board');
    await see(page, '.moves .cleared');
  }
  await reads(black.locator('#said, #alerted'), /Three pawns on the e-file are cleared; so is the king on e8\./);
  const { play } = await context.api(`/games/${id}`);
  assert.equal(play.state.reason, 'king_lost');
  assert.deepEqual(play.moves.map((/** @type {{ uci: string }} */ it) => it.uci), GAME);
});

walk('an invitation to Saktris explains the game', async ({ open, openEmpty, api }) => {
  const host = await openEmpty();
  const { id } = await api('/games', { options: FIXED, color: 'white' }, host);
  const page = await open(`/game/${id}`, { phone: true, language: 'de' });
  await page.locator('.invite').getByText(/Deine Figuren kommen eine nach der anderen/).waitFor();
  await see(page, '.invite .join');
  assert.ok(await page.evaluate(() => (document.querySelector('.rules + a')?.getBoundingClientRect().height ?? 0) >= 44), 'a finger needs 44 px');
  await page.getByRole('link', { name: 'So wird gespielt' }).click();
  await page.waitForURL(/\/laws\/saktris/);
});

walk('everybody sees the same upcoming pieces and clears', async (context) => {
  const { white, black, id } = await startGame(context, FIXED);
  const spectator = await context.open(`/game/${id}`);
  await see(white, 'Place your pawn');
  for (const page of [black, spectator]) {
    await see(page, 'A pawn is waiting');
    await see(page, 'Next turn');
    await counts(page.locator('.tray .queue .one'), 6);
  }
  for (const [at, uci] of CLEAR.split(' ').entries()) {
    const page = at % 2 ? black : white;
    await yourTurn(page, at);
    await (uci[1] === '@' ? carry : move)(page, uci);
  }
  const sentence = 'Three pawns on the e-file are cleared; so is the knight on e8.';
  for (const page of [white, black, spectator]) {
    await page.locator('.notices').getByText(sentence).waitFor();
    // The board is drawn one frame later than the notice.
    const cleared = page.locator('chess-board [role=gridcell].cleared');
    await counts(cleared, 4);
    await reads(page.locator('.moves'), /1\.\s+♟\uFE0E@e1\s.*♟\uFE0E@e8\s.*6\.\s+e3\s.*✕4/s);
  }
  // A late spectator sees it too, and the moves before.
  const late = await context.open(`/game/${id}`);
  await see(late, '.moves .cleared');
  await late.keyboard.press('ArrowLeft');
  await late.locator('chess-board [data-square=e8][aria-label*="black knight"]').waitFor();
});

walk('a player plans the next turn: a placement by press, drag or keys, or a move', async (context) => {
  const { white, black, id } = await play(context, 'P@e1 P@e8 e1e3', { options: FIXED });
  const turn = (/** @type {number} */ at, /** @type {string} */ move) =>
    context.api(`/games/${id}/actions`, { id: `b${at}`, do: { play: { move } } }, black);
  const planned = (/** @type {string} */ square) => white.locator(`chess-board .planned[data-square=${square}]`);
  await white.locator('.far.moves-now').waitFor();
  // The server has said what arrives.
  await white.locator('.below .due button').waitFor();

  // Nothing is highlighted before the piece is selected, and no other piece can premove.
  assert.equal(await white.locator('chess-board .spot').count(), 0);
  await move(white, 'e3e4');
  await see(white, /A pawn arrives next turn and must be placed first/);
  assert.equal(await planned('e4').count(), 0);
  // By press, and dropped by a press elsewhere.
  await put(white, 'P@d1', '.below .due button');
  await planned('d1').waitFor();
  await see(white, 'In 1 move');
  await white.locator('chess-board [data-square=d5]').click();
  await planned('d1').waitFor({ state: 'detached' });
  // By drag, and dropped by the other button.
  await carry(white, 'P@c1');
  await planned('c1').waitFor();
  await white.locator('chess-board [data-square=c5]').click({ button: 'right' });
  await planned('c1').waitFor({ state: 'detached' });
  // By keys, and dropped by a key; then to be played.
  for (const key of ['Delete', null]) {
    await white.getByRole('button', { name: 'Premove your pawn' }).focus();
    await white.keyboard.press('Enter');
    await white.locator('chess-board [role=gridcell].spot:focus').waitFor();
    await white.keyboard.press('b');
    await white.keyboard.press('Enter');
    await planned('b1').waitFor();
    if (key) await white.keyboard.press(key);
    if (key) await planned('b1').waitFor({ state: 'detached' });
  }
  await reads(white.locator('#said'), /Premoves: 1/);
  await axe(white);
  await turn(1, 'e8e6');
  await yourTurn(black, 5);

  // A move is next: it is premoved as usual, and another placement after it.
  await white.locator('.far.moves-now').waitFor();
  await move(white, 'e3e4');
  await planned('e4').waitFor();
  await put(white, 'N@g1', '.below .due button');
  await planned('g1').waitFor();
  await turn(2, 'P@d8');
  await yourTurn(black, 7);
  await planned('e4').waitFor({ state: 'detached' });
  await planned('g1').waitFor();
  await turn(3, 'e6e5');
  await yourTurn(black, 9);
  const { play: played } = await context.api(`/games/${id}`);
  assert.deepEqual(played.moves.map((/** @type {{ uci: string }} */ it) => it.uci),
    ['P@e1', 'P@e8', 'e1e3', 'e8e6', 'P@b1', 'P@d8', 'e3e4', 'e6e5', 'N@g1']);
});

walk('an impossible planned placement is dropped, and the piece waits', async (context) => {
  const options = { ...FIXED, saktris: { order: 'pick' } };
  const { white, black, id } = await play(context, 'P@e1 R@a8 e1e3', { options });
  await white.locator('.far.moves-now').waitFor();
  // The player presses the tray and chooses another piece.
  await white.locator('.below .due button').click();
  await put(white, 'K@a1');
  await white.locator('chess-board .planned[data-square=a1]').waitFor();
  await context.api(`/games/${id}/actions`, { id: 'b1', do: { play: { move: 'a8a4' } } }, black);
  await yourTurn(white, 4);
  await white.locator('chess-board .planned').waitFor({ state: 'detached' });
  await counts(white.locator('.pool [value=k]:checked'), 1);
  await put(white, 'K@h1');
  await yourTurn(black, 5);
});

walk('a second bishop is planned only on squares of its color', async (context) => {
  const start = '4k3/8/8/8/8/8/4P3/2B1K3[B/] w - - 0 20 moves=14/16,placed=15/16';
  const { white, black, id } = await startGame(context, { variant: 'saktris', clock: '10+5', start });
  await yourTurn(white, 0);
  await move(white, 'e2e3');
  await yourTurn(black, 1);
  await white.locator('.below .due button').click();
  await eventually(async () => {
    const lit = await white.evaluate(() => [...document.querySelectorAll('chess-board .spot')].map((it) => it.getAttribute('data-square')));
    assert.deepEqual(lit.sort(), ['b1', 'd1', 'f1', 'h1']);
  });
  await put(white, 'B@f1');
  await white.locator('chess-board .planned[data-square=f1]').waitFor();
  await context.api(`/games/${id}/actions`, { id: 'b1', do: { play: { move: 'e8e7' } } }, black);
  await yourTurn(black, 3);
});

walk('an illegal placement is explained, and the piece still waits', async (context) => {
  const { white } = await play(context, 'P@e1 P@e8', { options: FIXED });
  await yourTurn(white, 2);
  await move(white, 'e1e3');
  await white.locator('.far.moves-now').waitFor();
  const again = await play(context, 'P@e1 P@e8 e1e3 e8e6', { options: FIXED });
  await yourTurn(again.white, 4);
  await put(again.white, 'P@d4');
  await see(again.white, '.notices .bad');
  await move(again.white, 'e3e4');
  await see(again.white, '.notices .bad');
  await see(again.white, 'Place your pawn');
});

walk('a piece that cannot be placed says so, and a player without a move passes', async (context) => {
  const from = (/** @type {string} */ start) => startGame(context, { variant: 'saktris', clock: '10+5', start });
  const { white, black } = await from('4k3/8/8/8/4P3/8/8/r7[K*/] w - - 0 30');
  await see(white, 'The king cannot be placed');
  await move(white, 'e4e5');
  await yourTurn(black, 1);
  const stuck = await from(STUCK);
  await stuck.white.locator('.notices').getByRole('button', { name: 'Pass' }).click();
  await yourTurn(stuck.black, 1);
  await reads(stuck.black.locator('#said'), /pass/i);
});

walk('Saktris is played against the computer, by mouse and by keyboard', async ({ open, api }) => {
  const page = await open('/');
  await page.getByRole('radio', { name: 'Saktris' }).check();
  await page.locator('#color').getByRole('radio', { name: 'White' }).check();
  await page.getByRole('button', { name: 'Play the computer' }).click();
  await page.waitForURL(/\/game\//);
  // Before the first game, the rules are explained.
  await see(page, 'Saktris in five lines');
  assert.ok(await page.evaluate(() => (document.querySelector('.summary a')?.getBoundingClientRect().height ?? 0) >= 44), 'a finger needs 44 px');
  await page.getByRole('button', { name: 'Got it' }).click();
  await see(page, 'Press a highlighted square');
  // The piece is shown under the mouse before it is placed.
  const spot = page.locator('chess-board [data-square=d1]');
  await spot.hover();
  await page.waitForFunction(() => {
    const shown = document.querySelector('chess-board [data-square=d1] svg');
    return shown && Number(getComputedStyle(shown).opacity) > 0.4;
  });
  await spot.click();
  await yourTurn(page, 2);

  // Then any legal move, by keyboard.
  const from = page.locator('chess-board [aria-label*="can move to"]').first();
  const name = await from.getAttribute('aria-label') ?? '';
  const [, to] = /can move to (?:\d+ squares|([a-h][1-8]))/.exec(name) ?? [];
  await from.focus();
  await page.keyboard.press('Enter');
  const goal = to ?? await page.locator('chess-board [aria-label*="possible move"]').first().getAttribute('data-square');
  await page.keyboard.type(goal ?? '');
  await page.keyboard.press('Enter');
  await yourTurn(page, 4);

  // And the next piece, by its file and Enter.
  const due = page.getByRole('button', { name: /^Place your/ });
  await due.focus();
  await page.keyboard.press('Enter');
  await page.locator('chess-board [role=gridcell]:focus').waitFor();
  const lit = await page.locator('chess-board .spot').first().getAttribute('data-square');
  await page.keyboard.press(lit?.charAt(0) ?? '');
  await page.keyboard.press('Enter');
  await yourTurn(page, 6);
  await reads(page.locator('#said'), /placed on/);
  const { play: played, players } = await api(`/games/${page.url().split('/').at(-1)}`);
  assert.equal(players.black.kind, 'computer');
  assert.deepEqual(played.moves.map((/** @type {{ uci: string }} */ it) => it.uci[1] === '@'), [true, true, false, false, true, true]);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Confirm resignation' }).click();
  await see(page, 'You lost');
});

walk('Saktris is played on two phones by touch', async (context) => {
  const phone = { phone: true };
  const { white, black } = await startGame(context, FIXED, { white: phone, black: phone });
  for (const [at, uci] of CLEAR.split(' ').entries()) {
    const page = at % 2 ? black : white;
    await yourTurn(page, at);
    if (uci[1] !== '@') await tap(page, uci);
    else {
      const { x, y } = await point(page, uci.slice(2));
      await page.touchscreen.tap(x, y);
    }
  }
  for (const page of [white, black]) {
    await page.locator('.notices').getByText(/Three pawns on the e-file are cleared/).waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390, 'nothing stands out at the side');
    await axe(page);
  }
});

walk('captured and cleared pieces are listed beside the names', async (context) => {
  // Black's knight was cleared with three pawns; then a pawn is captured.
  const { white, black, id } = await play(context, `${CLEAR} ${TAKES}`, { options: FIXED });
  for (const page of [white, black]) {
    const [near, far] = page === white ? ['near', 'far'] : ['far', 'near'];
    await page.locator(`.${near} .taken .off`).waitFor();
    await reads(page.locator(`.${near} .taken`), /captured: black pawn\b[^]*cleared: black knight, black pawn[^]*\+3/);
    await reads(page.locator(`.${far} .taken`), /^✕\s*cleared: 2 × white pawn$/);
  }
  // The list follows the viewed move, and has its own place on a phone.
  await white.keyboard.press('Home');
  await white.locator('.near .taken .piece').first().waitFor({ state: 'detached' });
  const phone = await context.open(`/game/${id}`, { phone: true });
  await see(phone, '.gone .off .piece');
});

for (const size of [{ width: 390, height: 844 }, { width: 360, height: 640 }, { width: 320, height: 568 }]) {
  walk(`names and trays are not cut off on ${size.width} × ${size.height}`, async (context) => {
    for (const language of /** @type {const} */ (['en', 'de'])) {
      const { white } = await startGame(context, FIXED, { white: { phone: true, size, language } });
      await see(white, '.own .tray-text');
      for (const what of ['.near .called', '.far .called', '.own .tray-text', '.above .tray-text']) {
        await white.waitForFunction(isWhole, what);
      }
      assert.equal(await white.evaluate(() => document.documentElement.scrollWidth), size.width);
      // The computer has the longest generated name.
      for (const variant of ['saktris', 'standard']) {
        const uci = { options: { variant, clock: '10+5' }, opponent: { computer: { level: 10 } } };
        const { id } = await context.api('/games', uci, white);
        await white.goto(`/game/${id}`);
        const name = white.locator('.far .called').getByText(language === 'de' ? /(Computer|^) ?Stufe 10$/ : /(Computer|^) ?level 10$/i);
        await name.filter({ visible: true }).waitFor();
        await white.waitForFunction(isWhole, '.far .called');
      }
    }
  });
}

walk('two notices leave the last move and the trays visible', async (context) => {
  for (const [width, height] of /** @type {const} */ ([[1024, 768], [1180, 820], [820, 1180], [768, 1024], [390, 844], [360, 640]])) {
    const way = { size: { width, height }, phone: width < 600 };
    const { white, black, id } = await play(context, CLEAR, { black: way, options: FIXED });
    await context.api(`/games/${id}/actions`, { id: 'offer', do: 'offer_draw' }, white);
    await black.locator('.notices button').first().waitFor();
    await move(black, 'd8d3');
    await black.locator('.notices .bad').waitFor();
    // The notice about cleared pieces needs no answer and makes room.
    await counts(black.locator('.notice'), 2);
    for (const what of ['.moves [aria-current]', '.below .due', '.near .called', '.notice .answers button', '.notice.bad p']) {
      await black.waitForFunction(isSeen, what).catch((error) => assert.fail(`${what} on ${width} × ${height}: ${error}`));
    }
  }
});

walk('a game of Saktris is analyzed', async (context) => {
  const { white, id } = await play(context, CLEAR, { options: FIXED });
  await context.api(`/games/${id}/actions`, { id: 'over', do: 'resign' }, white);
  const page = await context.open(`/analysis?game=${id}`);
  // It opens at the last move.
  await page.locator('chess-board [role=gridcell].cleared').nth(3).waitFor();
  await page.keyboard.press('Home');
  await page.locator('chess-board [role=gridcell].cleared').first().waitFor({ state: 'detached' });
  await page.keyboard.press('End');
  await page.locator('chess-board [role=gridcell].cleared').nth(3).waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.locator('chess-board [data-square=e8][aria-label*="black knight"]').waitFor();
  await page.keyboard.press('ArrowRight');
  const sentence = 'Three pawns on the e-file are cleared; so is the knight on e8.';
  // Also at the end of the game.
  await page.locator('#said p', { hasText: sentence }).nth(1).waitFor();
  await reads(page.locator('#moves button').last(), /e3\s*✕4/);
  await page.locator('#moves button', { hasText: /are cleared; so is the knight/ }).last().waitFor();
});

walk('in the analysis any piece can be chosen, and a player without a move passes', async (context) => {
  const fen = '8/8/8/8/8/8/8/8[*KQRRBBNNPPPPPPPP/kqrrbbnnpppppppp] w - - 0 1 order=pick';
  const page = await context.open(`/analysis?fen=${encodeURIComponent(fen)}`);
  await page.locator('.pool label').nth(5).waitFor();
  await put(page, 'N@g1');
  await page.locator('.pool').getByRole('radio', { name: '1 × black queen' }).waitFor();
  await carry(page, 'Q@d8');
  await page.locator('chess-board [data-square=d8][aria-label*="black queen"]').waitFor();
  await page.locator('.pool').waitFor({ state: 'hidden' });
  await move(page, 'g1f3');
  await page.locator('#moves').getByText('f3').first().waitFor();
  await move(page, 'd8d5');
  await page.locator('#moves').getByText('d5').first().waitFor();
  // By keyboard: the pool, another piece, and its square.
  await page.locator('.pool input:checked').focus();
  await page.keyboard.press('ArrowLeft');
  await page.locator('chess-board .spot').first().focus();
  await page.keyboard.type('b1');
  await page.keyboard.press('Enter');
  await page.locator('#moves').getByText('@b1').first().waitFor();
  await reads(page.locator('#moves'), /♞\uFE0E@g1.*♛\uFE0E@d8.*♞\uFE0Ef3.*♛\uFE0Ed5.*♞\uFE0E@b1/s);
  await axe(page);

  const stuck = await context.open(`/analysis?fen=${encodeURIComponent(STUCK)}`);
  await stuck.getByRole('button', { name: 'Pass', exact: true }).click();
  await stuck.locator('#moves').getByText('--').first().waitFor();
});

walk('the editor shows a Saktris position and links to its analysis', async ({ open }) => {
  const page = await open(`/editor?fen=${encodeURIComponent('8/8/8/8/8/8/8/4K3[N*P/kp] w - - 0 7')}`);
  await see(page, /a Saktris position/);
  await page.locator('#analyze').click();
  await page.locator('chess-board [data-square=e1][aria-label*="white king"]').waitFor();
  // The waiting piece can be placed there.
  await page.locator('chess-board .spot[data-square=g1]').waitFor();
  await put(page, 'N@g1');
  await page.locator('#moves').getByText('@g1').first().waitFor();
});

/**
 * Places a piece by at most two clicks: on the piece, if there is a choice or it
 * is planned, and on the square.
 * @param {Page} page
 * @param {string} uci
 * @param {string} [tray] where the piece lies that is planned
 */
async function put(page, uci, tray) {
  if (tray) await page.locator(tray).click();
  const choice = page.locator(`.pool [value=${uci.charAt(0).toLowerCase()}]`);
  if (await choice.count() > 0) await choice.check({ force: true });
  const { x, y } = await point(page, uci.slice(2));
  await page.mouse.click(x, y);
}

/**
 * Places a piece by dragging it.
 * @param {Page} page
 * @param {string} uci
 */
async function carry(page, uci) {
  const choice = page.locator(`.pool label:has([value=${uci.charAt(0).toLowerCase()}])`);
  const source = await choice.count() > 0 ? choice : page.locator('.due button');
  const box = await source.boundingBox();
  if (!box) throw new Error('there is nothing to take');
  const end = await point(page, uci.slice(2));
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move((box.x + end.x) / 2, (box.y + end.y) / 2, { steps: 4 });
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.mouse.up();
}

/** Runs in the browser: reports whether a text is not cut off. @param {string} selector */
function isWhole(selector) {
  const element = document.querySelector(selector);
  if (!element) return false;
  const range = document.createRange();
  range.selectNodeContents(element);
  const [text, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
  return text.width > 0 && text.right <= box.right + 1 && text.bottom <= box.bottom + 4;
}

/** Runs in the browser: reports whether the center of an element is not covered. @param {string} selector */
function isSeen(selector) {
  const element = document.querySelector(selector);
  if (!element) return false;
  const { left, top, width, height } = element.getBoundingClientRect();
  const found = document.elementFromPoint(left + width / 2, top + height / 2);
  return found !== null && (element.contains(found) || found.contains(element));
}

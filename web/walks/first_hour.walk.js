// The problems that newcomers meet in their first hour.
import assert from 'node:assert/strict';
import { axe, eventually, move, play, see, startGame, walk } from './harness.js';
import { PAGE_STATES } from './page_states.js';

/** @import { Page } from 'playwright-core' */
/** @import { OpenOptions, WalkContext } from './windows.js' */

/**
 * Opens a page in one of its states.
 * @param {string} name
 * @param {WalkContext} context
 * @param {OpenOptions} [way]
 */
async function openState(name, context, way = {}) {
  const state = PAGE_STATES.find((it) => it.name === name);
  assert.ok(state, name);
  return state.go(context, way);
}

/** The id of a page's game. @param {Page} page */
const idOf = (page) => page.url().split('/').at(-1) ?? '';

walk('names are legible after a rated game', async (context) => {
  for (const size of [{ width: 1366, height: 768 }, { width: 1024, height: 700 }, { width: 390, height: 844 }, { width: 320, height: 568 }, { width: 844, height: 390 }]) {
    const page = await openState('game-ended-rated', context, { size });
    for (const seat of ['.near', '.far']) {
      await eventually(async () => {
        const [name, rating, clock] = await page.evaluate((seat) => ['.called', '.rating', '.clock'].map((part) => {
          const it = /** @type {HTMLElement} */ (document.querySelector(`${seat} ${part}`));
          const { left, right, width } = it.getBoundingClientRect();
          return { left, right, width, words: it.innerText };
        }), seat);
        assert.ok(name && name.width > 75, `the name is ${name?.width} px wide at ${size.width} px`);
        assert.match(rating?.words ?? '', /^\d+ [+−]\d+$/);
        assert.ok(clock && rating && rating.right <= clock.left + 1, 'the rating is beside the clock');
      });
    }
  }
});

walk('a phone on its side leads everywhere, and the header covers nothing', async (context) => {
  for (const [name, language] of /** @type {const} */ ([['home', 'de'], ['game-playing', 'en']])) {
    const page = await openState(name, context, { phone: true, language });
    for (const [width, height] of /** @type {const} */ ([[844, 390], [667, 375], [568, 320], [915, 412]])) {
      await page.setViewportSize({ width, height });
      await eventually(async () => {
        const { targets, below, board } = await page.evaluate(() => {
          const box = (/** @type {Element | null} */ it) => {
            const { left, right, top, bottom } = /** @type {Element} */ (it).getBoundingClientRect();
            return { left, right, top, bottom };
          };
          const links = [...document.querySelectorAll('.top a')].filter((it) => it.checkVisibility());
          return {
            targets: links.map((it) => ({ link: it.getAttribute('href') ?? '', ...box(it) })),
            below: box(document.querySelector('.far, .greeting')).top,
            board: box(document.querySelector('.place')),
          };
        });
        const links = targets.map(({ link }) => link);
        for (const link of ['/', '/analysis', '/tournaments', '/settings']) assert.ok(links.includes(link), `${link} at ${width}`);
        for (const [at, { left, right, top, bottom, link }] of targets.entries()) {
          const where = `${link} of ${name} at ${width}: ${JSON.stringify(targets)}`;
          assert.ok(bottom - top >= 44 && right - left >= 40 && bottom <= below + 1 && right <= width, where);
          assert.ok(left >= board.right && left >= (targets[at - 1]?.right ?? 0) - 1.5, where);
        }
        assert.ok(board.bottom - board.top >= height - 13 || width < 600, `the board is too small at ${width}`);
      });
    }
  }
});

walk('every game in progress can be reached, the most urgent first', async (context) => {
  const page = await openState('games', context);
  const cards = page.locator('#games li');
  await eventually(async () => {
    const words = await cards.allInnerTexts();
    assert.deepEqual(words.map((it) => /Your turn|Opponent’s turn|Waiting for an opponent/.exec(it)?.[0]), [
      'Your turn', 'Your turn', 'Your turn', 'Your turn', 'Your turn', 'Waiting for an opponent',
    ]);
    assert.match(words[0] ?? '', /left/);
  });
  await page.locator('#games .mini image, #games .mini use, #games .mini svg').first().waitFor();
  await axe(page);
  await page.locator('label', { hasText: 'Waiting' }).click();
  await page.locator('#games li').nth(1).waitFor({ state: 'detached' });
  await page.locator('[name=speed]').selectOption('bullet');
  await see(page, 'No games match these filters.');
  await page.locator('[name=speed]').selectOption('');
  await page.locator('label', { hasText: 'All' }).click();
  await cards.nth(5).waitFor();
  // The home page leads there, and the first one to a game.
  await page.goto('/');
  await page.locator('#all-mine').click();
  await page.waitForURL('**/games');
  await cards.first().locator('a').click();
  await page.waitForURL('**/game/*');
  await page.locator('.near.moves-now').waitFor();
  const empty = await context.open('/games', { phone: true, language: 'de' });
  await see(empty, 'Du hast keine laufenden Partien.');
  await axe(empty);
});

walk('contrast themes show which options are on, whose turn it is, and which side is which', async (context) => {
  for (const dark of [false, true]) {
    const way = { forcedColors: true, dark };
    const home = await openState('home-options', context, way);
    const look = (/** @type {string} */ selector) => home.locator(selector).evaluate((it) => getComputedStyle(it).backgroundColor);
    assert.notEqual(await look('[name=takeBacks]'), await look('[name=formal]'));
    const game = await openState('game-playing', context, way);
    // Elements can be redrawn at any time, so all of them are read in one go.
    const { sides, near, far, ply, current } = await game.evaluate(() => {
      const style = (/** @type {string} */ selector) => getComputedStyle(/** @type {Element} */ (document.querySelector(selector)));
      return {
        sides: [...document.querySelectorAll('.seat .side')].map((it) => getComputedStyle(it).backgroundColor),
        near: style('.near').outlineStyle,
        far: style('.far').outlineStyle,
        ply: style('.moves .ply:not([aria-current])').backgroundColor,
        current: style('.moves .ply[aria-current]').backgroundColor,
      };
    });
    assert.equal(new Set(sides).size, 2);
    assert.equal(near, 'solid');
    assert.equal(far, 'none');
    assert.notEqual(ply, current);
    const games = await openState('games', context, way);
    const squares = await games.evaluate(() => ['.light', '.dark'].map((part) =>
      getComputedStyle(/** @type {Element} */ (document.querySelector(`.mini ${part}`))).fill));
    assert.notEqual(squares[0], squares[1]);
    const settings = await context.open('/settings', way);
    assert.equal(await settings.locator('.little .dark').first().evaluate((it) => getComputedStyle(it).fill !== getComputedStyle(
      /** @type {Element} */ (it.previousElementSibling)).fill), true);
  }
});

walk('the form moves the focus to its errors, and the computer is named with its color', async ({ open }) => {
  const page = await open('/', { phone: true });
  await page.locator('#options > summary').click();
  await page.locator('#clock').selectOption('own');
  await page.locator('#own-clock').fill('five');
  await page.getByRole('button', { name: 'Pass and play' }).click();
  await see(page, '#clock-wrong:not(:empty)');
  assert.doesNotMatch(await page.locator('#clock-wrong').innerText(), /byte/);
  await page.locator('#own-clock:focus').waitFor();
  await page.waitForFunction(() => {
    const { top = -1, bottom = -1 } = document.querySelector('#clock-wrong')?.getBoundingClientRect() ?? {};
    return top >= 0 && bottom <= innerHeight;
  });
  await page.locator('#clock').selectOption('');
  await page.locator('#color').getByRole('radio', { name: 'White' }).check();
  // Only the placement of the pieces: White moves.
  await page.locator('#start').fill('4k3/8/8/8/8/8/8/4K2R');
  await page.locator('#start').blur();
  await see(page, 'Move a piece to start a game against the computer.');
  await page.locator('#start').fill('4k3/8/8/8/8/8/8/4K2R b - - 0 1');
  await page.locator('#start').blur();
  await see(page, 'The computer plays Black and moves first');
});

walk('a game begun by keyboard continues by keyboard', async ({ open }) => {
  const page = await open('/');
  await page.locator('[data-square=e2]').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/game/*');
  await page.locator('.near.moves-now').waitFor();
  await page.locator('[data-square=e4]:focus-visible').waitFor();
});

walk('without scripts the page says what it needs', async ({ open }) => {
  const words = async (/** @type {Page} */ page) => page.locator('.no-script').innerText();
  assert.match(await words(await open('/', { noScript: true })), /This page needs JavaScript\./);
  assert.match(await words(await open('/analysis', { noScript: true, language: 'de' })), /Diese Seite braucht JavaScript\./);
});

walk('an unknown game is not found, and the page says so', async ({ open }) => {
  const page = await open('/game/AAAAAAAAAA', { refusals: [404] });
  await see(page, 'This game no longer exists.');
});

walk('arrows and marked squares of a PGN are shown, kept and exported', async ({ open }) => {
  const page = await open('/analysis');
  await page.locator('#engine').uncheck();
  await page.locator('#text').fill('1. e4 {[%csl Re5] [%cal Ge2e4,Bd2d4]} e5 *');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByText('e5', { exact: true }).first().waitFor();
  await page.locator('#moves button', { hasText: 'e5' }).waitFor();
  await page.keyboard.press('ArrowRight');
  await page.locator('.shapes .mark.two').waitFor();
  await page.locator('.shapes .arrow.one').waitFor();
  await page.locator('.shapes .arrow.three').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.locator('.shapes .arrow').first().waitFor({ state: 'detached' });
  await page.keyboard.press('ArrowLeft');
  await page.locator('.shapes .arrow.one').waitFor();
  await page.getByRole('button', { name: 'Copy PGN' }).click();
  await see(page, 'PGN copied.');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(copied, /\[%csl Re5\] \[%cal Ge2e4,Bd2d4\]/);
});

walk('the summary of a game goes with that game', async ({ open }) => {
  const page = await open(`/analysis?pgn=${encodeURIComponent('1. f3 e5 2. g4 Qh4#')}`);
  await page.locator('#engine').uncheck();
  await page.getByRole('button', { name: 'Analyze the whole game' }).click();
  await page.locator('#summary', { hasText: /White .*1 blunder/ }).waitFor({ timeout: 90_000 });
  await page.locator('#text').fill('1. d4 d5 *');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.locator('#summary').waitFor({ state: 'hidden' });
  assert.doesNotMatch(await page.locator('#progress').innerText(), /1 blunder/);
});

walk('a lost connection is noticed during analysis, which continues when it is back', async ({ open, server }) => {
  const page = await open('/analysis');
  await see(page, /depth \d+/);
  await page.keyboard.press('ArrowLeft');
  await move(page, 'e2e4');
  await see(page, /depth \d+/);
  await server.kill();
  await see(page, 'The server cannot be reached.');
  await server.start();
  await see(page, /depth \d+/);
});

walk('a move to be confirmed is written as moves are', async (context) => {
  const { white } = await startGame(context, { clock: '5+3' });
  await white.evaluate(() => localStorage.setItem('habits', '{"confirmMoves":true,"notation":"letters"}'));
  await move(white, 'g1f3');
  await see(white, 'Play Nf3?');
  await white.locator('[data-action=more]').click();
  await white.locator('.menu').waitFor();
  assert.doesNotMatch(await white.locator('.menu').innerText(), /claim|draw/i);
});

walk('turning a phone keeps the viewed move in view', async (context) => {
  const moves = 'g1f3 g8f6 f3g1 f6g8 '.repeat(2).trim();
  const { white } = await play(context, `e2e4 e7e5 ${moves} g1f3 g8f6 f3g1 f6g8 d2d4 d7d5`, { white: { phone: true } });
  const isSeen = () => white.waitForFunction(() => {
    const [frame, box] = ['.moves', '.ply[aria-current]'].map((it) => document.querySelector(it)?.getBoundingClientRect());
    return frame && box && box.left >= frame.left && box.right <= frame.right + 1 && box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1;
  });
  await white.locator('.ply').nth(15).waitFor();
  await isSeen();
  await white.setViewportSize({ width: 844, height: 390 });
  await isSeen();
  await white.setViewportSize({ width: 390, height: 844 });
  await isSeen();
});

walk('the chat of a phone leaves the board where it is', async (context) => {
  const { white } = await startGame(context, { clock: '5+3' }, { white: { phone: true } });
  const before = await white.locator('chess-board').boundingBox();
  await white.locator('[data-action=chat]').click();
  await white.locator('#chat-text').fill('Good luck!');
  await white.keyboard.press('Enter');
  await white.locator('.chat li', { hasText: 'Good luck!' }).waitFor();
  assert.deepEqual(await white.locator('chess-board').boundingBox(), before);
  assert.equal(await white.evaluate(() => scrollY), 0);
  await axe(white);
});

walk('spectators are taken to the rematch', async (context) => {
  const { white, black, id } = await play(context, 'e2e4 e7e5');
  const spectator = await context.open(`/game/${id}`);
  await context.api(`/games/${id}/actions`, { id: 'end', do: 'resign' }, white);
  await white.locator('[data-action=rematch]').click();
  await black.locator('[data-action=rematch]').click();
  await see(spectator, 'The players have started a rematch.');
  await spectator.getByRole('button', { name: 'Watch' }).click();
  await spectator.waitForURL((url) => url.pathname.startsWith('/game/') && !url.pathname.endsWith(id));
  await black.waitForURL((url) => !url.pathname.endsWith(id));
  assert.equal(idOf(spectator), idOf(black));
});

walk('a guest who signs up has the new name in a running game', async (context) => {
  const { white, black } = await startGame(context, { clock: '5+3' });
  const name = `anna${Math.random().toString(36).slice(2, 9)}`;
  await context.api('/accounts', { name, password: 'correct horse' }, white);
  await black.locator('.far .called', { hasText: name }).waitFor();
});

walk('each side has its own clock in a game with time odds', async (context) => {
  const { white, black } = await startGame(context, { clock: '5+3 / 1+0' });
  await see(white, /White 5 min \+ 3 s, Black 1 min/);
  const clocks = async (/** @type {Page} */ page) =>
    [await page.locator('.near .clock').innerText(), await page.locator('.far .clock').innerText()].map((it) => it.replace(/\s/g, ''));
  assert.deepEqual(await clocks(white), ['5:00', '1:00']);
  assert.deepEqual(await clocks(black), ['1:00', '5:00']);
});

walk('a clock with days is on one line', async (context) => {
  for (const way of [{ phone: true }, { phone: true, size: { width: 320, height: 568 } }, { size: { width: 1366, height: 768 } }]) {
    const { white } = await startGame(context, { clock: '14 days' }, { white: { ...way, language: 'de' } });
    await white.waitForFunction(() => [...document.querySelectorAll('.clock .digits')].every((it) => {
      const range = document.createRange();
      range.selectNodeContents(it);
      const [text, clock] = [range.getBoundingClientRect(), /** @type {Element} */ (it.closest('.clock')).getBoundingClientRect()];
      return /^1[34] T/.test(it.textContent ?? '') && text.height < 40 && text.left >= clock.left && text.right <= clock.right;
    }));
  }
});

walk('a finger finds the game that waits, and all games', async (context) => {
  const { white } = await play(context, 'e2e4 e7e5');
  const page = await context.open('/', { beside: white });
  await page.locator('.continue a').waitFor();
  await page.locator('#all-mine').waitFor();
  // A finger instead of the mouse.
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await session.send('Emulation.setEmulatedMedia', { features: [{ name: 'pointer', value: 'coarse' }] });
  for (const [width, height] of /** @type {const} */ ([[320, 568], [390, 844], [768, 1024], [844, 390], [1024, 768]])) {
    await page.setViewportSize({ width, height });
    const heights = await page.evaluate(() => ['.continue a', '#all-mine'].map((it) => Math.round(document.querySelector(it)?.getBoundingClientRect().height ?? 0)));
    assert.ok(heights.every((it) => it >= 44), `${heights} at ${width} px`);
  }
});

walk('a long time control does not widen the page', async (context) => {
  const { white } = await startGame(context, { clock: '40/90:00+30, 30:00+30 / 1+0' }, { white: { phone: true } });
  await see(white, 'White 40 moves in 90 min + 30 s, then 30 min + 30 s, Black 1 min');
  for (const [width, height] of /** @type {const} */ ([[320, 568], [360, 740], [390, 844], [768, 1024], [844, 390], [1366, 768]])) {
    await white.setViewportSize({ width, height });
    assert.deepEqual(await white.evaluate(() => [innerWidth, document.documentElement.scrollWidth]), [width, width]);
  }
});

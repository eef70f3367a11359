// The board on its own: by mouse, touch and keyboard.
import assert from 'node:assert/strict';
import { axe, drag, move, point, tap, walk } from './harness.js';

/** @import { Page } from 'playwright-core' */
/** @import { ChessBoard, View } from '../board/types.d.ts' */
/** @import { WalkContext, OpenOptions } from './windows.js' */

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const PROMOTION = '3r2k1/4P3/8/8/8/8/8/4K3 w';
/** @type {View} */
const OPENING = {
  fen: START, movable: 'white',
  legal: { e2: ['e3', 'e4'], g1: ['f3', 'h3'], d2: ['d3', 'd4'] },
};

/**
 * Opens a page with only a board whose events are recorded.
 * @param {WalkContext['open']} open
 * @param {View} view
 * @param {OpenOptions} [way]
 */
async function board(open, view, way = {}) {
  const page = await open('/nowhere', { ...way, refusals: [404] });
  // In the binary the board is part of a bundle.
  const file = process.env['ARBITER_PAGE'] ? 'board/chess_board.js' : 'bundle/common.js';
  await page.evaluate(async ({ view, file }) => {
    const assets = document.querySelector('meta[name=assets]')?.getAttribute('content');
    await import(`${assets}/${file}`);
    const box = document.createElement('div');
    box.style.width = 'min(100vw, 560px)';
    const board = /** @type {ChessBoard} */ (document.createElement('chess-board'));
    board.id = 'board';
    box.append(board);
    document.querySelector('main')?.prepend(box);
    const said = /** @type {string[]} */ ([]);
    Object.assign(window, { board, said });
    /** @type {Record<string, (detail: any) => string>} */
    const words = {
      move: ({ uci, isLegal }) => `${isLegal ? 'played' : 'refused'} ${uci}`,
      premoves: ({ moves }) => `planned ${moves.join(' ')}`,
      adjust: ({ square }) => `adjusted ${square}`,
      carry: ({ from, to }) => `carried ${from} ${to}`,
      drop: ({ piece, square }) => `dropped ${piece.role} ${square}`,
    };
    for (const [name, word] of Object.entries(words)) {
      board.addEventListener(name, (event) => said.push(word(/** @type {any} */ (event).detail)));
    }
    board.show(view);
  }, { view, file });
  return page;
}

/**
 * @param {Page} page
 * @returns {Promise<string[]>} the events of the board since the last call
 */
const told = (page) => page.evaluate(() => /** @type {any} */ (window).said.splice(0));

/**
 * @param {Page} page
 * @param {Partial<View>} view
 */
const show = (page, view) => page.evaluate((view) => {
  const { board } = /** @type {any} */ (window);
  board.show({ ...board.view, ...view });
}, view);

/**
 * @param {Page} page
 * @param {string} square
 * @param {RegExp} name
 */
const named = (page, square, name) =>
  page.locator(`[data-square=${square}]`).and(page.getByRole('gridcell', { name })).waitFor();

walk('a mouse plays, castles, promotes, premoves and draws arrows', async ({ open }) => {
  const page = await board(open, OPENING);
  await move(page, 'e2e4');
  await named(page, 'e4', /^e4, white pawn/);
  await show(page, { fen: START, animate: true });
  await drag(page, 'g1f3');
  await show(page, {});
  await drag(page, 'e2e5');
  await named(page, 'e2', /white pawn/);
  assert.deepEqual(await told(page), ['played e2e4', 'played g1f3', 'refused e2e5']);

  await show(page, { fen: 'r3k2r/8/8/8/8/8/8/R3K2R w', legal: { e1: ['f1', 'g1', 'c1'] } });
  await drag(page, 'e1h1');
  await named(page, 'g1', /white king/);
  await named(page, 'f1', /white rook/);

  await show(page, { fen: PROMOTION, legal: { e7: ['d8', 'e8'] } });
  await page.waitForFunction(() => {
    const images = [...document.querySelectorAll('chess-board .pieces > *')];
    return images.filter((image) => image.checkVisibility()).length === 4;
  });
  await move(page, 'e7d8');
  await page.keyboard.press('Escape');
  await named(page, 'e7', /white pawn/);
  await drag(page, 'e7d8n');
  await named(page, 'd8', /white knight/);
  assert.deepEqual(await told(page), ['played e1g1', 'played e7d8n']);

  await show(page, { fen: START, movable: null, premovable: 'white' });
  await move(page, 'e2e4');
  await drag(page, 'e4e5');
  await drag(page, 'g1f3');
  await page.locator('[data-square=f3][data-plan="3"]').waitFor();
  assert.equal(await page.locator('.planned').count(), 5);
  await page.mouse.click(...at(await point(page, 'a5')), { button: 'right' });
  assert.equal((await told(page)).at(-1), 'planned ');

  for (const key of ['', 'Shift', 'Alt']) {
    if (key) await page.keyboard.down(key);
    await rightDrag(page, 'e2', 'e4');
    if (key) await page.keyboard.up(key);
  }
  await rightDrag(page, 'd4', 'd4');
  await page.locator('.shapes .arrow.three').waitFor();
  await page.locator('.shapes .mark.one').waitFor();
  await page.mouse.click(...at(await point(page, 'a5')));
  await page.locator('.shapes .arrow').waitFor({ state: 'detached' });
});

walk('a finger on a piece drags it, and elsewhere scrolls the page', async ({ open }) => {
  const page = await board(open, OPENING, { phone: true });
  await page.evaluate(() => { document.body.style.minHeight = '2000px'; });
  await tap(page, 'd2d4');
  await show(page, {});
  await swipe(page, 'e2', 'e4');
  assert.deepEqual(await told(page), ['played d2d4', 'played e2e4']);
  assert.equal(await page.evaluate(() => scrollY), 0);
  await swipe(page, 'e5', 'e8');
  await page.waitForFunction(() => scrollY > 0);
});

walk('keys move over the board and play, with spoken feedback', async ({ open }) => {
  const page = await board(open, OPENING);
  const focused = (/** @type {string} */ square) =>
    page.locator(`[data-square=${square}]:focus`).waitFor();
  await page.locator('[data-square][tabindex="0"]').focus();
  assert.equal(await page.locator('[data-square][tabindex="0"]').count(), 1);
  await page.keyboard.type('g1');
  await focused('g1');
  await page.keyboard.press('Enter');
  await page.getByText('white knight on g1 selected. It can move to: f3, h3').waitFor();
  await named(page, 'f3', /^f3, empty, possible move$/);
  await page.keyboard.press('Escape');
  await page.getByText('Selection cleared').waitFor();
  await page.keyboard.type('e2');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await focused('e4');
  await page.keyboard.press('Enter');
  assert.deepEqual(await told(page), ['played e2e4']);
  const corners = { Home: 'a4', PageUp: 'a8', End: 'h8', PageDown: 'h1' };
  for (const [key, square] of Object.entries(corners)) {
    await page.keyboard.press(key);
    await focused(square);
  }
  await page.keyboard.press('r');
  await page.getByText('Black at the bottom').waitFor();
  await focused('h1');

  await show(page, { fen: '4k3/P7/8/8/8/8/8/4K3 w', legal: { a7: ['a8'] } });
  await page.keyboard.type('a7');
  await page.keyboard.press('Enter');
  await page.keyboard.type('a8');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Queen' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('ArrowUp');
  await page.getByRole('button', { name: 'Knight' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await focused('a8');
  assert.deepEqual(await told(page), ['played a7a8n']);

  await show(page, { fen: START, movable: null, premovable: 'white' });
  for (const squares of ['e2e4', 'e4e5']) {
    for (const square of [squares.slice(0, 2), squares.slice(2)]) {
      await page.keyboard.type(square);
      await page.keyboard.press('Enter');
    }
  }
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Delete');
  assert.deepEqual(await told(page),
    ['planned e2e4', 'planned e2e4 e4e5', 'planned e2e4', 'planned ']);
});

walk('a free board lets pieces go anywhere, and holding a piece adjusts it', async ({ open }) => {
  const page = await board(open, { ...OPENING, adjustable: true });
  const { x, y } = await point(page, 'e2');
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.waitForFunction(() => /** @type {any} */ (window).said.includes('adjusted e2'));
  await page.mouse.up();
  await page.evaluate(() => {
    const { board } = /** @type {any} */ (window);
    board.free = true;
    addEventListener('pointerdown', (event) => {
      if (!board.contains(event.target)) board.grab({ role: 'queen', color: 'black' }, event);
    });
  });
  await drag(page, 'e7e3');
  const tray = { x: 900, y: 300 };
  for (const [from, to] of /** @type {const} */ ([['a1', tray], [tray, 'd4']])) {
    for (const [step, place] of [from, to].entries()) {
      const { x, y } = typeof place === 'string' ? await point(page, place) : place;
      await page.mouse.move(x, y, { steps: 3 });
      await (step ? page.mouse.up() : page.mouse.down());
    }
  }
  await named(page, 'd4', /black queen/);
  assert.deepEqual(await told(page),
    ['adjusted e2', 'carried e7 e3', 'carried a1 null', 'dropped queen d4']);
});

walk('a drag causes no layout, and a long game leaks nothing', async ({ open }) => {
  const page = await board(open, OPENING, { reducedMotion: false });
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const figure = async (/** @type {string} */ name) => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find((metric) => metric.name === name)?.value ?? NaN;
  };
  const frame = () => page.evaluate(() => new Promise(requestAnimationFrame));
  const { x, y } = await point(page, 'e2');
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 20, y - 20);
  await frame();
  await frame();
  const layouts = await figure('LayoutCount');
  await page.mouse.move(x - 100, y - 300, { steps: 40 });
  await frame();
  assert.equal(await figure('LayoutCount') - layouts, 0);
  await page.mouse.up();

  await session.send('HeapProfiler.enable');
  const play = (/** @type {number} */ moves) => page.evaluate(async (moves) => {
    const { board } = /** @type {any} */ (window);
    // Rook and knight move back and forth, and a pawn is captured and restored.
    const ranks = ['R1p5/1N2K2k', '2R5/1N2K2k', '2p4R/4K2k', 'R1p5/4KN1k'];
    for (let ply = 0; ply < moves; ply += 1) {
      const fen = `8/8/8/8/8/8/${ranks[ply % 4]} w`;
      board.show({ fen, movable: 'white', legal: { e1: ['e2'] }, lastMove: ['a2', 'c2'] });
      board.shapes = [{ from: 'a1', to: 'h8', kind: 'one' }];
      await new Promise(requestAnimationFrame);
    }
    await Promise.all(document.getAnimations().map((it) => it.finished.catch(() => null)));
  }, moves);
  const measureMemory = async () => {
    await session.send('HeapProfiler.collectGarbage');
    const [nodes, heap] = [await figure('Nodes'), await figure('JSHeapUsedSize')];
    return { nodes, heap, listeners: await figure('JSEventListeners') };
  };
  await play(40);
  const before = await measureMemory();
  await play(200);
  const after = await measureMemory();
  assert.ok(after.nodes - before.nodes <= 10, `${after.nodes - before.nodes} more nodes`);
  assert.ok(after.listeners <= before.listeners, `${after.listeners} listeners`);
  assert.ok(after.heap - before.heap < 200_000, `${after.heap - before.heap} more bytes`);
});

walk('the board is accessible in every theme', async ({ open }) => {
  /** @type {Record<string, string>[]} */
  const looks = [
    { theme: 'light', board: 'walnut', pieces: 'classic', coordinates: 'inside' },
    { theme: 'light', board: 'paper', pieces: 'glyph' },
    { theme: 'dark', board: 'slate', pieces: 'modern', coordinates: 'outside' },
    { theme: 'dark', board: 'meadow', coordinates: 'inside' },
    { theme: 'contrast' },
  ];
  const page = await board(open, { ...OPENING, lastMove: ['e7', 'e5'], check: 'e1' });
  await page.mouse.click(...at(await point(page, 'e2')));
  await page.locator('.target').first().waitFor();
  for (const look of looks) {
    await page.evaluate((look) => Object.assign(document.documentElement.dataset, look), look);
    await axe(page, JSON.stringify(look));
  }
  await show(page, { fen: PROMOTION, legal: { e7: ['e8'] } });
  await move(page, 'e7e8');
  await page.getByRole('dialog', { name: 'Promote to' }).waitFor();
  await axe(page, 'a promotion');
});

/** @param {{ x: number, y: number }} point @returns {[number, number]} */
const at = ({ x, y }) => [x, y];

/**
 * @param {Page} page
 * @param {string} from
 * @param {string} to
 */
async function rightDrag(page, from, to) {
  await page.mouse.move(...at(await point(page, from)));
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(...at(await point(page, to)), { steps: 3 });
  await page.mouse.up({ button: 'right' });
}

/**
 * Drags a finger from one square to another.
 * @param {Page} page
 * @param {string} from
 * @param {string} to
 */
async function swipe(page, from, to) {
  const [start, end] = [await point(page, from), await point(page, to)];
  const session = await page.context().newCDPSession(page);
  /**
   * @param {'touchStart' | 'touchMove' | 'touchEnd'} type
   * @param {{ x: number, y: number }[]} touchPoints
   */
  const touch = (type, touchPoints) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [start]);
  for (let step = 1; step <= 8; step += 1) {
    const [x, y] = [(end.x - start.x) * step / 8, (end.y - start.y) * step / 8];
    await touch('touchMove', [{ x: start.x + x, y: start.y + y }]);
  }
  await touch('touchEnd', []);
}

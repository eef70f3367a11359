// What the page weighs and what it keeps: figures that are the same on every
// machine. Those that are not are printed by `cargo xtask page`.
import assert from 'node:assert/strict';
import { play, two, walk } from './harness.js';
import { LONG_START, Scale, held, longGame } from './measure.js';

/** What a first game may weigh: home and game together, in bytes. */
const FIRST_PLAY = 80_000;
/** What a move of both may leave behind: a row, its number, two buttons with what is seen and heard. */
const BYTES_A_MOVE = 4000;
const NODES_A_MOVE = 16;

walk('a first game weighs less than 80 KB', async (ground) => {
  const { server } = ground;
  const scale = new Scale();
  const { white } = await play(ground, 'e2e4');
  await scale.add(white);
  await white.goto(server.url);
  await white.locator('chess-board [data-square=e4]').waitFor();
  await scale.add(white);
  // A page that is served from a folder is neither bare nor compressed.
  if (!process.env.ARBITER_PAGE) assert.ok(scale.all <= FIRST_PLAY, `${scale.all} bytes`);
});

walk('a game of 200 moves leaves nothing behind but its moves', async (ground) => {
  const { white, black, id } = await two(ground, { clock: '-', start: LONG_START });
  const session = await white.context().newCDPSession(white);
  /** @type {Awaited<ReturnType<typeof held>>[]} */
  const stages = [];
  for (const [at, move] of longGame(200).entries()) {
    const command = { id: `walk-${at}`, do: { play: { move } } };
    await ground.api(`/games/${id}/actions`, command, at % 2 ? black : white);
    if (at !== 199 && at !== 399) continue;
    await white.locator('.moves button.ply').nth(at).waitFor();
    stages.push(await held(session));
  }
  const [half, whole] = stages;
  assert.ok(half && whole);
  const grown = { bytes: (whole.bytes - half.bytes) / 100, nodes: (whole.nodes - half.nodes) / 100 };
  assert.ok(grown.bytes < BYTES_A_MOVE, `${grown.bytes} bytes a move`);
  assert.ok(grown.nodes < NODES_A_MOVE, `${grown.nodes} nodes a move`);
  // A button may have come with the game as it stands; a hundred moves that keep one each are many.
  assert.ok(whole.listeners < half.listeners + 10, `${half.listeners} listeners, then ${whole.listeners}`);
});

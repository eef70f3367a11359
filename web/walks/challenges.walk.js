// Finding people, following and challenging them, and being notified.
import assert from 'node:assert/strict';
import { axe, eventually, reads, see, startGame, walk } from './harness.js';

/** @import { OpenOptions, WalkContext } from './windows.js' */

const PASSWORD = 'correct horse';

/**
 * Opens a page of a player with a new account.
 * @param {WalkContext} context
 * @param {string} word
 * @param {OpenOptions} [way]
 */
async function player({ openEmpty, api }, word, way = {}) {
  const name = `${word}${Math.random().toString(36).slice(2, 9)}`;
  const page = await openEmpty(way);
  await api('/accounts', { name, password: PASSWORD }, page);
  return { page, name };
}

walk('a player is found, followed and challenged, and accepts', async (context) => {
  const anna = await player(context, 'anna');
  const bert = await player(context, 'bert');
  await bert.page.goto('/players');
  await anna.page.goto('/players');
  await anna.page.getByRole('searchbox').fill('b');
  await anna.page.getByRole('button', { name: 'Search' }).click();
  await see(anna.page, 'Please enter at least two letters of a name.');
  await anna.page.getByRole('searchbox').fill(bert.name.slice(0, 8));
  await anna.page.getByRole('button', { name: 'Search' }).click();
  await anna.page.locator('#found').getByRole('link', { name: bert.name }).click();
  await see(anna.page, '#presence.there');
  await anna.page.getByRole('button', { name: 'Follow' }).click();
  await anna.page.getByRole('button', { name: 'Unfollow' }).waitFor();
  await anna.page.getByText(`Challenge ${bert.name}`).click();
  await anna.page.locator('#challenge-clock').selectOption('5+3');
  await anna.page.locator('#challenge').getByText('Black').click();
  await axe(anna.page);
  await anna.page.getByRole('button', { name: 'Send challenge' }).click();
  await see(anna.page, /has been challenged/);

  // The other player is notified at once, with a number beside the link and in the title.
  const toast = bert.page.locator('.toast');
  await see(bert.page, `${anna.name} challenges you.`);
  await reads(toast, /5 min \+ 3 s · casual · plays Black/);
  await bert.page.waitForFunction(() => document.title.startsWith('(1) '));
  await see(bert.page, '#challenge-list li');
  await axe(bert.page);
  await toast.getByRole('button', { name: 'Accept' }).click();
  await bert.page.waitForURL('**/game/*');
  await anna.page.getByRole('link', { name: 'Go to the game' }).click();
  await anna.page.waitForURL(bert.page.url());
  await anna.page.locator('.near .side.black').waitFor();
  // The name of the opponent leads to their page.
  await anna.page.locator(`.far .called a[href="/player/${bert.name}"]`).waitFor();
  await anna.page.goto('/players');
  await see(anna.page, '#following li');
  await reads(anna.page.locator('#following'), new RegExp(bert.name));
});

walk('a challenge survives a restart of the server, and is declined with a reason', async (context) => {
  const anna = await player(context, 'anna');
  const bert = await player(context, 'bert', { phone: true, language: 'de' });
  await context.api(`/players/${bert.name}/challenge`, { options: { clock: '3 days', rated: true } }, anna.page);
  await context.server.kill();
  await context.server.start();
  await anna.page.goto(`/player/${bert.name}`);
  await bert.page.goto('/players');
  const line = bert.page.locator('#challenge-list li');
  await line.waitFor();
  await reads(line, /3 Tage · gewertet/);
  await line.getByRole('combobox').selectOption('too_slow');
  await axe(bert.page);
  await line.getByRole('button', { name: 'Ablehnen' }).click();
  await bert.page.locator('#challenges').waitFor({ state: 'hidden' });
  await see(anna.page, `${bert.name} has declined your challenge.`);
  await see(anna.page, 'Too slow');
});

walk('a player is challenged from the home page', async (context) => {
  const anna = await player(context, 'anna', { refusals: [404] });
  const bert = await player(context, 'bert');
  await bert.page.goto('/laws');
  await anna.page.goto('/');
  await anna.page.locator('#friend-name').fill('nobody_at_all');
  await anna.page.getByRole('button', { name: 'Challenge a friend' }).click();
  await see(anna.page, /nobody_at_all/);
  await anna.page.locator('#friend-name').fill(bert.name);
  await anna.page.getByRole('radio', { name: '3 days' }).check();
  await anna.page.getByRole('button', { name: 'Challenge a friend' }).click();
  await see(anna.page, `${bert.name} has been challenged.`);
  await axe(anna.page);
  await see(bert.page, '3 days · casual');
  await bert.page.getByRole('button', { name: 'Decline' }).click();
  await bert.page.locator('.toast').waitFor({ state: 'detached' });
});

walk('a challenge is withdrawn, and a blocked player cannot challenge', async (context) => {
  const anna = await player(context, 'anna', { refusals: [403] });
  const bert = await player(context, 'bert');
  await context.api(`/players/${bert.name}/challenge`, {}, anna.page);
  await anna.page.goto('/players');
  await anna.page.getByRole('button', { name: 'Withdraw' }).click();
  await anna.page.locator('#challenges').waitFor({ state: 'hidden' });
  await bert.page.goto(`/player/${anna.name}`);
  await bert.page.getByRole('button', { name: 'Block', exact: true }).click();
  await bert.page.getByRole('button', { name: 'Unblock' }).waitFor();
  await anna.page.goto(`/player/${bert.name}#challenge`);
  await anna.page.getByRole('button', { name: 'Send challenge' }).click();
  await see(anna.page, 'You cannot play or chat with this player: one of you has blocked the other.');
});

walk('a player who is looking at another page is notified of their turn', async (context) => {
  const { white, black, id } = await startGame(context, { clock: '5+3' });
  // The page is asked for permission by a press only, and the system is replaced by a list.
  await black.evaluate(() => {
    localStorage.setItem('habits', '{"notifications":true}');
    const shown = /** @type {string[]} */ ([]);
    Object.assign(window, { shown });
    /** @type {any} */ (window).Notification = class {
      static permission = 'granted';
      constructor(/** @type {string} */ title) { shown.push(title); }
      close() {}
    };
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
  });
  await context.api(`/games/${id}/actions`, { id: '1', do: { play: { move: 'e2e4' } } }, white);
  await black.waitForFunction(() => /** @type {any} */ (window).shown.includes('Your turn'));
  await black.waitForFunction(() => document.title.startsWith('● Your turn'));
  await black.waitForFunction(() => document.querySelector('link[rel=icon]')?.getAttribute('href')?.includes('icon_badge'));
  await black.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => false });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await black.waitForFunction(() => !document.querySelector('link[rel=icon]')?.getAttribute('href')?.includes('icon_badge'));
});

walk('the leaderboard and the list of who is online are accessible', async (context) => {
  const anna = await player(context, 'anna', { phone: true });
  await anna.page.goto('/players');
  await see(anna.page, 'Nobody has played enough rated games yet.');
  // A player with an open page is online once it is connected.
  const { page } = await player(context, 'bert');
  const isOnline = async () => (await context.api('/players/online')).some((/** @type {any} */ it) => it.player.name === anna.name);
  await eventually(async () => assert.ok(await isOnline()));
  await page.goto('/players');
  await page.locator('#online').getByRole('link', { name: anna.name }).waitFor();
  await anna.page.locator('#speed').selectOption('rapid');
  await axe(anna.page);
  const guest = await context.open('/players', { dark: true, language: 'de' });
  await see(guest, 'Bestenliste');
  await axe(guest);
});

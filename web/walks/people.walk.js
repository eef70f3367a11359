// Accounts: signing up and in, settings, profiles.
import assert from 'node:assert/strict';
import { axe, counts, reads, see, walk } from './harness.js';

/** @import { Page } from 'playwright-core' */

const PASSWORD = 'correct horse';
let count = 0;
/** Returns a name that is not used elsewhere. */
const someName = () => `walker${++count}`;

/**
 * Signs up.
 * @param {Page} page
 * @param {string} name
 */
async function signUp(page, name) {
  await page.locator('#up-name').fill(name);
  await page.locator('#up-password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign up' }).click();
}

walk('a guest who signs up keeps the games, and returns to the previous page', async ({ open, api }) => {
  const page = await open('/', { refusals: [403] });
  await page.getByRole('button', { name: 'Play the computer' }).click();
  await page.waitForURL('**/game/*');
  const game = page.url();
  await page.goto(new URL('/settings', game).href);
  await page.locator('.top .sign-in').click();

  // Errors are shown beside the field.
  await page.getByRole('button', { name: 'Sign up' }).click();
  await see(page, 'Please enter a username.');
  await page.locator('#up-name').fill('x');
  await page.locator('#up-password').fill('short');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await see(page, 'A name must have 2 to 20 characters.');
  await see(page, '#up-name[aria-invalid=true]');
  await page.locator('#in-name').fill('nobody-of-that-name');
  await page.locator('#in-password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await see(page, 'Wrong username or password.');
  await axe(page);

  const name = someName();
  await signUp(page, name);
  await page.waitForURL((url) => url.pathname === '/settings');
  await see(page, `.me[href="/player/${name}"]`);
  const mine = await api('/account/games', undefined, page);
  assert.equal(mine.games[0].id, game.split('/game/')[1]);
});

walk('a setting takes effect immediately and is kept', async ({ open }) => {
  const page = await open('/settings');
  const choose = (/** @type {string} */ name) => page.getByRole('radio', { name }).check({ force: true });
  await choose('Slate');
  await choose('High contrast');
  await see(page, 'html[data-board=slate][data-theme=contrast]'.replace('html', ':root'));
  await page.getByRole('switch', { name: 'Zen mode' }).click();
  await axe(page);
  await page.reload();
  for (const [role, name] of /** @type {const} */ ([['radio', 'Slate'], ['switch', 'Zen mode']])) {
    await page.getByRole(role, { name, checked: true }).waitFor();
  }
  await choose('Deutsch');
  await see(page, 'Einstellungen');
  await page.locator('html[lang=de]').waitFor();
  await page.getByRole('radio', { name: 'Schiefer', checked: true }).waitFor();
});

walk('sessions are revoked, tokens created, and an account deleted', async ({ open, api }) => {
  const page = await open('/sign-in?to=/settings', { refusals: [401, 403] });
  const name = someName();
  await signUp(page, name);
  await page.waitForURL((url) => url.pathname === '/settings');
  // A second session.
  const elsewhere = await api('/session', { name, password: PASSWORD });
  await page.reload();
  await see(page, 'this browser');
  const end = page.locator('#sessions').getByRole('button');
  const label = await end.getAttribute('aria-label');
  await end.click();
  await see(page, 'Press again to confirm');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: label ?? '' }).click();
  // This key silences a screen reader.
  await page.keyboard.press('Control');
  await page.getByRole('button', { name: 'Press again to confirm' }).click();
  await end.waitFor({ state: 'detached' });
  await assert.rejects(api('/account', undefined, elsewhere.token));

  await page.getByText('API access tokens').click();
  await page.getByLabel('Description').fill('my bot');
  await page.getByRole('button', { name: 'Create token' }).click();
  await see(page, 'It is shown only once');
  const token = await page.locator('.fresh code').textContent();
  assert.equal((await api('/account', undefined, token ?? '')).player.name, name);
  await page.getByRole('button', { name: 'Copy' }).click();
  await see(page, 'Copied');
  await axe(page);

  await page.locator('summary', { hasText: 'Change password' }).click();
  await page.getByLabel('Current password').fill('something else');
  await page.getByLabel('New password').fill('battery staple');
  await page.getByRole('button', { name: 'Change password' }).click();
  await see(page, 'Wrong username or password.');
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Change password' }).click();
  await see(page, 'You are signed out everywhere else.');

  await page.locator('summary', { hasText: 'Your data' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download' }).click();
  const file = await (await download).createReadStream();
  const exported = JSON.parse(Buffer.concat(await file.toArray()).toString());
  assert.equal(exported.player.name, name);

  await page.locator('summary', { hasText: 'Delete account' }).click();
  await page.locator('#leave-password').fill('battery staple');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await page.getByRole('button', { name: 'Press again to confirm' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await see(page, '.top .sign-in');
});

walk('a forgotten password needs a valid link', async ({ open }) => {
  const page = await open('/sign-in');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await see(page, 'Ask an administrator for a password reset link');
  const fresh = await open('/recover#arb_nonsense', { refusals: [403] });
  assert.equal(new URL(fresh.url()).hash, '');
  await fresh.getByRole('button', { name: 'Change password' }).click();
  await see(fresh, 'Please enter a password.');
  await fresh.getByLabel('New password').fill('battery staple');
  await fresh.keyboard.press('Enter');
  await see(fresh, 'This link is no longer valid.');
  await axe(fresh);
});

walk('players export all their games as PGN from their own page, and from no other', async ({ openEmpty, api }) => {
  const [page, other] = [await openEmpty(), await openEmpty()];
  const name = someName();
  await api('/accounts', { name, password: PASSWORD }, page);
  for (const first of ['e2e4', 'd2d4']) {
    const { id } = await api('/games', { color: 'white', options: { clock: '5+3' } }, page);
    await api(`/games/${id}/join`, {}, other);
    await api(`/games/${id}/actions`, { id: 'a', do: { play: { move: first } } }, page);
    await api(`/games/${id}/actions`, { id: 'b', do: { play: { move: 'g8f6' } } }, other);
    await api(`/games/${id}/actions`, { id: 'c', do: 'resign' }, other);
  }
  await page.goto(`/player/${name}`);
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Export games (PGN)' }).click()]);
  assert.equal(download.suggestedFilename(), 'games.pgn');
  const file = Buffer.concat(await (await download.createReadStream()).toArray()).toString();
  assert.equal(file.split(`[White "${name}"]`).length - 1, 2);
  for (const moves of [/1\. e4 .*Nf6 .*1-0/, /1\. d4 .*Nf6 .*1-0/]) assert.match(file, moves);
  await other.goto(`/player/${name}`);
  await see(other, name);
  await counts(other.getByRole('link', { name: 'Export games (PGN)' }), 0);
});

walk('a profile shows ratings, their history and the games', async ({ open, openEmpty, api }) => {
  const [ann, bob] = [someName(), someName()];
  const tokens = [];
  for (const name of [ann, bob]) tokens.push((await api('/accounts', { name, password: PASSWORD })).token);
  for (const [at, clock] of ['5+3', '5+3', '1+0'].entries()) {
    const { id } = await api('/games', { options: { clock, rated: true }, color: 'white' }, tokens[0]);
    await api(`/games/${id}/join`, {}, tokens[1]);
    const moves = at === 0 ? ['e4', 'e5'] : ['f3', 'e5', 'g4', 'Qh4'];
    for (const [ply, move] of moves.entries()) {
      await api(`/games/${id}/actions`, { id: `m${ply}`, do: { play: { move } } }, tokens[ply % 2]);
    }
    if (at === 0) await api(`/games/${id}/actions`, { id: 'r', do: 'resign' }, tokens[1]);
  }
  const page = await open(`/player/${ann}`);
  await see(page, 'Blitz: from');
  await counts(page.locator('#games li'), 3);
  assert.deepEqual(await page.locator('.counts dd').allTextContents(), ['1', '0', '2']);
  await page.getByLabel('Result').selectOption('won');
  await counts(page.locator('#games li'), 1);
  await reads(page.locator('#games li'), /^Won/);
  await page.getByLabel('Time control').last().selectOption('bullet');
  await see(page, 'No games match these filters.');
  // By opponent and color: the server knows every game.
  await page.getByLabel('Result').selectOption('');
  await page.getByLabel('Time control').last().selectOption('');
  await page.getByLabel('Opponent').fill('nobody');
  await page.getByLabel('Opponent').press('Enter');
  await see(page, 'No games match these filters.');
  await page.getByLabel('Opponent').fill(bob.toUpperCase());
  await page.getByLabel('Opponent').press('Enter');
  await page.locator('#games li').nth(2).waitFor();
  await page.locator('#filters').getByLabel('Color').selectOption('black');
  await see(page, 'No games match these filters.');
  // By opening: two games ended with the fool's mate.
  await page.locator('#filters').getByLabel('Color').selectOption('');
  await page.getByLabel('Opening').fill('fool');
  await page.getByLabel('Opening').press('Enter');
  await counts(page.locator('#games li'), 2);
  await page.getByText('Show as table').click();
  await axe(page);

  // Readers of their own page are online.
  const own = await openEmpty();
  const me = someName();
  await api('/accounts', { name: me, password: PASSWORD }, own);
  await own.goto(`/player/${me}`);
  await own.locator('#presence.there').waitFor();

  const unknown = await open('/player/nobody-of-that-name', { refusals: [404] });
  await see(unknown, 'There is no account with this name.');
  const lost = await open('/nowhere', { refusals: [404], phone: true, dark: true, language: 'de' });
  await see(lost, 'Der Springer hat auf allen Feldern gesucht');
  await axe(lost);
});

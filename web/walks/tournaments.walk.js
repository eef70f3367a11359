// Tournaments: created, entered, played and arbitrated on the page.
import assert from 'node:assert/strict';
import { axe, see, walk } from './harness.js';

/** @import { Page } from 'playwright-core' */
/** @import { OpenOptions, WalkContext } from './windows.js' */

const PASSWORD = 'correct horse';

/**
 * Opens a page of a player with a new account.
 * @param {WalkContext} context
 * @param {string} word
 * @param {OpenOptions} [way]
 */
async function player({ open, api }, word, way = {}) {
  const name = `${word}${Math.random().toString(36).slice(2, 9)}`;
  const page = await open('/settings', way);
  await api('/accounts', { name, password: PASSWORD }, page);
  return { page, name };
}

/** @param {Page} page @param {string} path */
const go = (page, path) => page.goto(new URL(path, page.url()).href);

walk('a tournament is created, entered, played to its end', async (context) => {
  const anna = await player(context, 'anna');
  const bert = await player(context, 'bert', { phone: true });
  await go(anna.page, '/tournaments');
  await anna.page.locator('#create-section summary').click();
  await axe(anna.page);
  await anna.page.getByRole('button', { name: 'Create a tournament' }).click();
  await see(anna.page, 'The name of a tournament has 3 to 60 characters.');
  const name = `Open ${anna.name}`;
  await anna.page.getByLabel('Name', { exact: true }).fill(name);
  await anna.page.getByLabel('Rounds').fill('1');
  await anna.page.getByLabel('Break before each round').selectOption('0');
  await anna.page.getByRole('button', { name: 'Create a tournament' }).click();
  await anna.page.waitForURL('**/tournament/*');
  await anna.page.getByRole('button', { name: 'Enter', exact: true }).click();
  await see(anna.page, 'You have entered. Your first game will open here.');

  await go(bert.page, '/tournaments');
  await bert.page.getByRole('link', { name }).click();
  await bert.page.getByRole('button', { name: 'Enter', exact: true }).click();
  await bert.page.getByRole('button', { name: 'Leave' }).waitFor();
  await axe(bert.page);
  // The other page is told without a reload.
  await anna.page.locator('#players').getByText(bert.name).waitFor();
  const address = anna.page.url();
  await anna.page.getByRole('button', { name: 'Start the tournament' }).click();
  await Promise.all([anna.page.waitForURL('**/game/*'), bert.page.waitForURL('**/game/*')]);
  await see(bert.page, `${name} · round 1, board 1`);
  const game = anna.page.url().split('/').at(-1);
  await context.api(`/games/${game}/actions`, { id: 'r', do: 'resign' }, bert.page);
  await bert.page.getByRole('link', { name: `${name} · round 1, board 1` }).click();
  await bert.page.waitForURL(address);
  await see(bert.page, 'Place 2 with 0.0 points');
  await go(anna.page, address);
  await see(anna.page, 'Place 1 with 1.0 points');
  await axe(anna.page);
  const [first] = await anna.page.locator('#standings tbody tr').allInnerTexts();
  assert.match(first ?? '', new RegExp(anna.name));
});

walk('results over the board are entered by both players, in German', async (context) => {
  const anna = await player(context, 'anna', { language: 'de' });
  const made = await context.api('/tournaments', { name: 'Vereinsabend', venue: 'board', rounds: 1, break_seconds: 0 }, anna.page);
  const path = `/tournament/${made.summary.id}`;
  const guests = [];
  for (const name of ['Ada Byron', 'Ben']) {
    const page = await context.open(path, { phone: true, language: 'de' });
    await page.getByLabel('Dein Name').fill(name);
    await page.getByRole('button', { name: 'Teilnehmen' }).click();
    await page.getByRole('button', { name: 'Verlassen' }).waitFor();
    guests.push(page);
  }
  await go(anna.page, path);
  await anna.page.getByRole('button', { name: 'Turnier starten' }).click();
  const [ada, ben] = guests;
  assert.ok(ada && ben);
  await see(ada, 'Runde 1, Brett 1');
  await see(ada, /Du hast Weiß gegen Ben\./);
  await axe(ada);
  await ada.getByRole('button', { name: '1–0' }).click();
  await see(ada, /Du hast 1–0 eingetragen/);
  await see(ben, '1–0 von einem Spieler eingetragen');
  await ben.getByRole('button', { name: '½–½' }).click();
  await see(anna.page, 'Die Spieler sind sich nicht einig.');
  await ben.getByRole('button', { name: '1–0' }).click();
  await see(ben, 'Platz 2 mit 0.0 Punkten');
  await see(ada, 'Platz 1 mit 1.0 Punkten');
});

walk('the arbiter pauses, adds, removes and corrects; the wall shows it', async (context) => {
  const anna = await player(context, 'anna');
  const made = await context.api('/tournaments', { name: 'Club evening', venue: 'board', rounds: 2, break_seconds: null }, anna.page);
  const path = `/tournament/${made.summary.id}`;
  await go(anna.page, path);
  await anna.page.locator('.arbiter summary', { hasText: /^Players$/ }).click();
  for (const [at, name] of ['Cleo', 'Dana', 'Emil', 'Finn'].entries()) {
    await anna.page.getByRole('textbox', { name: 'Name' }).fill(name);
    await anna.page.getByRole('spinbutton', { name: 'Rating' }).fill(String(2000 - 100 * at));
    await anna.page.getByRole('button', { name: 'Add', exact: true }).click();
    await anna.page.locator('.arbiter').getByText(name, { exact: true }).waitFor();
  }
  await anna.page.getByRole('button', { name: 'Start the tournament' }).click();
  await see(anna.page, 'The arbiter starts this round.');
  await anna.page.getByRole('button', { name: 'Remove: Finn' }).click();
  await anna.page.getByRole('button', { name: 'Readmit: Finn' }).waitFor();
  await anna.page.getByRole('button', { name: 'Pair again' }).click();
  await see(anna.page, 'bye (full point)');
  await anna.page.getByRole('button', { name: 'Start the round' }).click();
  await axe(anna.page);
  await anna.page.locator('.arbiter summary', { hasText: 'Enter or correct a result' }).click();
  await anna.page.getByRole('button', { name: 'Enter result' }).click();
  await anna.page.locator('#standings').getByText('1.0').first().waitFor();
  await anna.page.locator('.arbiter summary', { hasText: 'Message to all players' }).click();
  await anna.page.locator('#message-text').fill('Round 2 starts at 8 pm.');
  await anna.page.getByRole('button', { name: 'Send' }).click();
  await see(anna.page, 'Round 2 starts at 8 pm.');
  const wall = await context.open(`${path}/wall`, { size: { width: 1280, height: 720 } });
  await see(wall, /Round 2 starts at 8 pm\./);
  await wall.locator('tbody tr').first().waitFor();
  await axe(wall);
});

walk('an arena pairs players whenever they are free, and says so', async (context) => {
  const anna = await player(context, 'anna');
  const bert = await player(context, 'bert', { phone: true, language: 'de' });
  const made = await context.api('/tournaments', { name: 'Friday arena', system: 'arena', minutes: 10, options: { clock: '3+0' } }, anna.page);
  const path = `/tournament/${made.summary.id}`;
  await go(bert.page, path);
  await bert.page.getByRole('button', { name: 'Teilnehmen' }).click();
  await bert.page.getByRole('button', { name: 'Verlassen' }).waitFor();
  await go(anna.page, path);
  await see(anna.page, 'Arena · 10 min · 3 min · casual');
  await anna.page.getByRole('button', { name: 'Enter', exact: true }).click();
  await anna.page.getByRole('button', { name: 'Leave' }).waitFor();
  await anna.page.getByRole('button', { name: 'Start the tournament' }).click();
  await Promise.all([anna.page.waitForURL('**/game/*'), bert.page.waitForURL('**/game/*')]);
  const game = anna.page.url().split('/').at(-1);
  await context.api(`/games/${game}/actions`, { id: 'r', do: 'resign' }, anna.page);
  await go(bert.page, path);
  await see(bert.page, /Die Arena endet in/);
  await bert.page.locator('#standings .points', { hasText: '2' }).waitFor();
  await axe(bert.page);
});

walk('the reasons of a round are explained when somebody asks', async (context) => {
  const anna = await player(context, 'anna');
  const made = await context.api('/tournaments', { name: 'Club evening', venue: 'board', rounds: 3, break_seconds: 0 }, anna.page);
  const decide = (/** @type {unknown} */ action) => context.api(`/tournaments/${made.summary.id}/arbiter`, { do: action }, anna.page);
  for (const [at, name] of ['Cleo', 'Dana', 'Emil', 'Finn'].entries()) await decide({ add: { name, rating: 2000 - 100 * at } });
  await decide('start');
  for (const board of [1, 2]) await decide({ result: { round: 1, board, result: '1-0' } });
  await go(anna.page, `/tournament/${made.summary.id}`);
  await anna.page.getByText('Why these pairings?').click();
  await see(anna.page, /Board 1: Cleo meets Finn|Board 1: Cleo meets Dana/);
  await axe(anna.page);
});

// Tournaments: created, entered, played and arbitrated on the page.
import assert from 'node:assert/strict';
import { axe, counts, eventually, see, walk } from './harness.js';

/** @import { Page } from 'playwright-core' */
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

walk('a tournament is created, entered, played to its end', async (context) => {
  const anna = await player(context, 'anna');
  const bert = await player(context, 'bert', { phone: true });
  await anna.page.goto('/tournaments');
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

  await bert.page.goto('/tournaments');
  await bert.page.getByRole('link', { name }).click();
  await bert.page.getByRole('button', { name: 'Enter', exact: true }).click();
  await bert.page.getByRole('button', { name: 'Leave' }).waitFor();
  await axe(bert.page);
  // The other page is updated without a reload.
  await anna.page.locator('#players').getByText(bert.name).waitFor();
  const address = anna.page.url();
  await anna.page.getByRole('button', { name: 'Start the tournament' }).click();
  await Promise.all([anna.page.waitForURL('**/game/*'), bert.page.waitForURL('**/game/*')]);
  await see(bert.page, `${name} · round 1, board 1`);
  const game = anna.page.url().split('/').at(-1);
  // Only an arbiter aborts a game of a tournament.
  await bert.page.locator('[data-action=resign]').waitFor();
  await counts(bert.page.locator('[data-action=abort]'), 0);
  await context.api(`/games/${game}/actions`, { id: 'r', do: 'resign' }, bert.page);
  await bert.page.locator('[data-action=tournament]').waitFor();
  await counts(bert.page.locator('[data-action=rematch]'), 0);
  await bert.page.getByRole('link', { name: `${name} · round 1, board 1` }).click();
  await bert.page.waitForURL(address);
  await see(bert.page, 'Place 2, points: 0.0');
  await anna.page.goto(address);
  await see(anna.page, 'Place 1, points: 1.0');
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
  await anna.page.goto(path);
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
  await see(ben, 'Platz 2, Punkte: 0,0');
  await see(ada, 'Platz 1, Punkte: 1,0');
});

walk('the arbiter pauses, adds, removes and corrects; the wall shows it', async (context) => {
  const anna = await player(context, 'anna');
  const made = await context.api('/tournaments', { name: 'Club evening', venue: 'board', rounds: 2, break_seconds: null }, anna.page);
  const path = `/tournament/${made.summary.id}`;
  await anna.page.goto(path);
  await anna.page.locator('.arbiter summary', { hasText: /^Players$/ }).click();
  for (const [at, name] of ['Cleo', 'Dana', 'Emil', 'Finn'].entries()) {
    await anna.page.getByRole('textbox', { name: 'Name' }).fill(name);
    await anna.page.getByRole('spinbutton', { name: 'Rating' }).fill(String(2000 - 100 * at));
    await anna.page.getByRole('button', { name: 'Add', exact: true }).click();
    await anna.page.locator('.arbiter').getByText(name, { exact: true }).waitFor();
  }
  await anna.page.getByRole('button', { name: 'Start the tournament' }).click();
  await see(anna.page, 'Waiting for the arbiter to start this round.');
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
  await bert.page.goto(path);
  await bert.page.getByRole('button', { name: 'Teilnehmen' }).click();
  await bert.page.getByRole('button', { name: 'Verlassen' }).waitFor();
  await anna.page.goto(path);
  await see(anna.page, 'Arena · 10 min · 3 min · casual');
  await anna.page.getByRole('button', { name: 'Enter', exact: true }).click();
  await anna.page.getByRole('button', { name: 'Leave' }).waitFor();
  await anna.page.getByRole('button', { name: 'Start the tournament' }).click();
  await Promise.all([anna.page.waitForURL('**/game/*'), bert.page.waitForURL('**/game/*')]);
  const game = anna.page.url().split('/').at(-1);
  // A player who stays is paired again as soon as the game is over, and taken to the new game.
  await anna.page.goto(path);
  await anna.page.getByRole('button', { name: 'Leave' }).click();
  await anna.page.getByRole('button', { name: 'Rejoin' }).waitFor();
  await anna.page.getByRole('link', { name: 'Go to the game' }).waitFor();
  await context.api(`/games/${game}/actions`, { id: 'r', do: 'resign' }, anna.page);
  await bert.page.goto(path);
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
  await anna.page.goto(`/tournament/${made.summary.id}`);
  await anna.page.getByText('Why these pairings?').click();
  await see(anna.page, /Board 1: Cleo meets Finn|Board 1: Cleo meets Dana/);
  await axe(anna.page);
});

/** The sizes that every tournament page has to fit. */
const SIZES = [[320, 568], [390, 844], [768, 1024], [844, 390], [1366, 768], [1920, 1080]].map(([width = 0, height = 0]) => ({ width, height }));

/**
 * Checks that a page and its header fit at all sizes.
 * @param {Page} page
 */
async function fits(page) {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    const found = await page.evaluate(() => {
      const links = [...document.querySelectorAll('.top a')].filter((it) => it instanceof HTMLElement && it.offsetParent !== null);
      const boxes = links.map((it) => it.getBoundingClientRect());
      return {
        isWide: document.documentElement.scrollWidth > innerWidth,
        isWrapped: boxes.some(({ height }) => height > 48),
        overlaps: boxes.some((box, at) => boxes.slice(at + 1).some((other) => other.left < box.right - 1 && box.left < other.right - 1)),
      };
    });
    assert.deepEqual(found, { isWide: false, isWrapped: false, overlaps: false }, JSON.stringify(size));
  }
}

/**
 * Creates a tournament over the board and returns its path, and what decides as its arbiter.
 * @param {WalkContext} context
 * @param {Page} page
 * @param {object} options
 */
async function made({ api }, page, options) {
  const { summary } = await api('/tournaments', { venue: 'board', break_seconds: 0, ...options }, page);
  const path = `/tournament/${summary.id}`;
  return { path, decide: (/** @type {unknown} */ action) => api(`/tournaments/${summary.id}/arbiter`, { do: action }, page) };
}

for (const language of /** @type {const} */ (['en', 'de'])) {
  walk(`the form for a new tournament has the fields of its system, in ${language}`, async (context) => {
    const { page } = await player(context, 'anna', { language });
    await page.goto('/');
    await page.locator('.top nav [href="/tournaments"]').click();
    await page.locator('#create-section summary').click();
    for (const [system, fields] of /** @type {const} */ ([
      ['swiss', ['rounds', 'byes']], ['knockout', ['games', 'armageddon']], ['arena', ['minutes', 'berserk']],
      ['keizer', ['rounds', 'byes']], ['team_match', ['rounds', 'team-one', 'team-two', 'boards']], ['scheveningen', ['team-one', 'team-two', 'boards']],
    ])) {
      await page.locator('#system').selectOption(system);
      const shown = await page.evaluate(() => ['rounds', 'byes', 'games', 'armageddon', 'minutes', 'berserk', 'team-one', 'team-two', 'boards']
        .filter((name) => !(/** @type {HTMLElement} */ (document.querySelector(`#${name}-field`)).hidden)));
      assert.deepEqual(shown.sort(), [...fields].sort(), system);
      await axe(page);
    }
    await fits(page);
  });
}

walk('two teams play a match, whose score everybody sees, with the keyboard alone', async (context) => {
  const { page } = await player(context, 'anna');
  await page.goto('/tournaments');
  await page.locator('#create-section summary').click();
  await page.getByLabel('Name', { exact: true }).fill('Derby');
  await page.locator('#system').selectOption('team_match');
  await page.getByLabel('Rounds').fill('1');
  await page.locator('#venue').selectOption('board');
  await page.locator('#break').selectOption('0');
  await page.locator('#team-one').fill('SC Alpha');
  await page.getByRole('button', { name: 'Create a tournament' }).click();
  await see(page, 'A match has two teams, with different names of 1 to 40 characters.');
  await page.locator('#team-two').fill('SV Beta');
  await page.getByRole('button', { name: 'Create a tournament' }).press('Enter');
  await page.waitForURL('**/tournament/*');
  await see(page, 'Take part');
  await axe(page);
  const path = new URL(page.url()).pathname;
  await page.getByRole('button', { name: 'Enter for SC Alpha' }).press('Enter');
  await see(page, 'Your tournament');
  const guest = await context.open(path, { phone: true });
  await guest.getByLabel('Your name').fill('Ben');
  await guest.getByLabel('Your name').press('Tab');
  await guest.keyboard.press('Tab');
  await guest.keyboard.press('Enter');
  await guest.getByRole('button', { name: 'Leave' }).waitFor();
  assert.equal(await guest.evaluate(() => document.querySelector('#players h3:last-of-type + ul li')?.textContent), 'Ben');
  await page.getByRole('button', { name: 'Start the tournament' }).press('Enter');
  await see(guest, 'You have Black against');
  await guest.getByRole('button', { name: '0–1' }).press('Enter');
  await see(guest, /You have entered 0–1/);
  await page.getByRole('button', { name: '0–1' }).press('Enter');
  await see(guest, 'SC Alpha 0.0 : 1.0 SV Beta');
  await guest.getByText('Why these pairings?').press('Enter').catch(() => guest.locator('#why summary').press('Enter'));
  await see(guest, /Ben, no\. 1 of SV Beta/);
  await axe(guest);
  await fits(guest);
  const wall = await context.open(`${path}/wall`, { size: { width: 1280, height: 720 } });
  await see(wall, 'SC Alpha 0.0 : 1.0 SV Beta');
  await axe(wall);
});

walk('a club plays the Keizer system, in German', async (context) => {
  const { page } = await player(context, 'anna', { language: 'de' });
  const { path, decide } = await made(context, page, { name: 'Vereinsmeisterschaft', system: 'keizer', rounds: 3 });
  for (const [at, name] of ['Cleo', 'Dana', 'Emil', 'Finn', 'Gita'].entries()) await decide({ add: { name, rating: 2000 - 100 * at } });
  await decide('start');
  for (const board of [1, 2]) await decide({ result: { round: 1, board, result: '1-0' } });
  await page.goto(path);
  await see(page, 'Keizer-Punkte');
  await eventually(async () => assert.match(await page.locator('#standings').innerText(), /\d,\d/));
  await see(page, 'Keizer-System · 3 Runden');
  await page.locator('#why summary').press('Enter');
  await see(page, /Brett 1: Cleo \(Platz 1, Wert \d+\) trifft auf/);
  await axe(page);
  await fits(page);
});

walk('a knockout goes to Armageddon and shows who comes from where, in both languages', async (context) => {
  const { page } = await player(context, 'anna');
  const { path, decide } = await made(context, page, { name: 'Cup', system: 'knockout', games: 1 });
  for (const [at, name] of ['Cleo', 'Dana', 'Emil', 'Finn', 'Gita', 'Hans'].entries()) await decide({ add: { name, rating: 2000 - 100 * at } });
  await decide('start');
  await page.goto(path);
  // Pressing a key on an element that is still hidden does nothing.
  await see(page, '#why summary');
  await page.locator('#why summary').press('Enter');
  await see(page, /Cleo \(seed 1\) has a bye/);
  const ready = await context.api(path.replace('/tournament/', '/tournaments/'), undefined, page);
  const boards = /** @type {{ board: number }[]} */ (ready.round.boards).map(({ board }) => board);
  // Both matches of the first round are tied; one of them until Armageddon.
  for (const board of boards) {
    await decide({ result: { round: 1, board, result: '1/2' } });
  }
  await see(page, 'Tie-break');
  for (const result of ['1/2', '1/2']) for (const board of boards) await decide({ result: { round: 1, board, result } });
  await see(page, 'Armageddon');
  await axe(page);
  await fits(page);
  for (const board of boards) await decide({ result: { round: 1, board, result: '1/2' } });
  const german = await context.open(path, { language: 'de', phone: true });
  await see(german, 'Gewonnene Duelle');
  await german.locator('#why summary').press('Enter');
  await see(german, /Duell 1: Cleo \(Setzplatz 1, ohne Partie in Duell 1\) trifft auf/);
  await axe(german);
  await fits(german);
});

walk('a knockout is drawn as a bracket, with its results, byes, players and games', async (context) => {
  const players = [];
  for (const word of ['anna', 'bert', 'cleo']) players.push(await player(context, word));
  const [anna, bert, cleo] = players;
  assert.ok(anna && bert && cleo);
  const { summary } = await context.api('/tournaments', { name: 'Cup', system: 'knockout', games: 1, break_seconds: 0, options: { clock: '5+3' } }, anna.page);
  const path = `/tournaments/${summary.id}`;
  for (const { page } of players) await context.api(`${path}/entry`, {}, page);
  await context.api(`${path}/arbiter`, { do: 'start' }, anna.page);
  const phone = await context.open(`/tournament/${summary.id}`, { phone: true });
  await phone.locator('#bracket .games a').waitFor();
  const drawn = () => phone.evaluate(() => [...document.querySelectorAll('#bracket .round')].map((round) => [
    round.querySelector('h3')?.textContent ?? '', ...[...round.querySelectorAll('.side > span:first-child')].map((it) => it.textContent ?? ''),
  ]));
  // The first two seeds are at the two ends of the bracket.
  assert.deepEqual(await drawn(), [['Semifinals', anna.name, 'Bye', cleo.name, bert.name], ['Final', anna.name, 'To be decided']]);
  await axe(phone);
  await fits(phone);
  // The page shows the winner in the final without a reload.
  const { bracket } = await context.api(path, undefined, anna.page);
  const [{ game }] = bracket[0][1].games;
  await context.api(`/games/${game}/actions`, { id: 'r', do: 'resign' }, cleo.page);
  await eventually(async () => assert.deepEqual((await drawn())[1], ['Final', anna.name, bert.name]));
  const weight = await phone.evaluate(() => ['.winner', '.out'].map((side) => getComputedStyle(/** @type {Element} */ (document.querySelector(`#bracket .match:not(.bye) ${side}`))).fontWeight));
  assert.deepEqual(weight, ['700', '400']);
  await phone.locator('#bracket .games a').first().click();
  await phone.waitForURL(`**/game/${game}`);
});

/** Returns the parts of a bracket that are cut off or cover others. @param {Page} wall */
const overflowing = (wall) => wall.evaluate(() => {
  const { scrollHeight, scrollWidth } = document.documentElement;
  const isCut = (/** @type {Element} */ it) => it.scrollWidth > it.clientWidth;
  const isOver = (/** @type {Element} */ it) => it.getBoundingClientRect().right > (it.closest('.round')?.getBoundingClientRect().right ?? 0) + 1;
  return [
    ...scrollHeight > innerHeight || scrollWidth > innerWidth ? ['the page'] : [],
    ...[...document.querySelectorAll('#bracket .side > span:first-child')].filter(isCut).map((it) => it.textContent),
    ...[...document.querySelectorAll('#bracket .match')].filter(isOver).map((it) => it.textContent),
  ];
});

walk('the wall of a knockout draws its bracket, which fits the screen, and then its tables', async (context) => {
  const { page } = await player(context, 'anna');
  const { path, decide } = await made(context, page, { name: 'Cup', system: 'knockout', games: 1 });
  const names = ['Ada', 'Ben', 'Cleo Hartmann-Lindqvist', 'Dana', 'Emil', 'Finn', 'Gita', 'Hans', 'Ida', 'Jonas', 'Kira', 'Leo', 'Mia', 'Nils', 'Olga'];
  for (const [at, name] of names.entries()) await decide({ add: { name, rating: 2100 - 50 * at } });
  await decide('start');
  const small = await context.open(`${path}/wall`, { size: { width: 1280, height: 720 } });
  const large = await context.open(`${path}/wall`, { size: { width: 1920, height: 1080 }, dark: true });
  for (const wall of [small, large]) {
    await see(wall, 'Quarterfinals');
    await counts(wall.locator('#bracket .match'), 15);
    assert.equal(await wall.evaluate(() => getComputedStyle(/** @type {Element} */ (document.querySelector('#bracket h2'))).fontWeight), '600');
    assert.deepEqual(await overflowing(wall), []);
    await axe(wall);
  }
  // A result is shown without a reload.
  const { round } = await context.api(path.replace('/tournament/', '/tournaments/'), undefined, page);
  await decide({ result: { round: 1, board: round.boards[0].board, result: '1-0' } });
  await counts(large.locator('#bracket .match:not(.bye) .winner .score'), 1);
  assert.deepEqual(await overflowing(large), []);
  await large.clock.install();
  await large.reload();
  await see(large, 'Semifinals');
  await large.clock.fastForward(10_000);
  await large.locator('.wall tbody tr').first().waitFor();
  assert.ok(await large.locator('#bracket').isHidden());
});

walk('an unknown tournament is not found, and the page says nothing else', async ({ open }) => {
  const page = await open('/tournament/zzzzzzzzzz', { phone: true, refusals: [404] });
  await see(page, 'There is no such tournament.');
  assert.equal(await page.evaluate(() => fetch(location.href).then(({ status }) => status)), 404);
  await counts(page.locator('.tournament .panel, .downloads').filter({ visible: true }), 0);
});

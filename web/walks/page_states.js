// Every page in its different states, for checks that must hold everywhere and
// for screenshots.
import { readdirSync } from 'node:fs';
import { move } from './gestures.js';

/** @import { Page } from 'playwright-core' */
/** @import { WalkContext, OpenOptions } from './windows.js' */

/**
 * @typedef {object} PageState
 * @property {string} name
 * @property {(context: WalkContext, way: OpenOptions) => Promise<Page>} go resolves when the page is ready
 */

/** Moves with many captures, so that a page has something to show. */
const MIDDLE = 'e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 f3e5 d8d4 e5f3 d4e4';
const MATE = 'e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7';

/** Saktris with a known order. */
export const FIXED = { variant: 'saktris', clock: '10+5', saktris: { order: 'fixed' } };
/** Moves after which three pawns and a knight are cleared. */
export const CLEAR = 'P@e1 P@e8 e1e3 e8e6 P@e1 P@d8 e3e4 e6e5 N@g1 N@e8 e1e3';

/**
 * Creates a tournament over the board with the account of a page.
 * @param {Pick<WalkContext, 'api'>} context
 * @param {Page} page
 * @param {object} options
 * @returns {Promise<{ id: string }>}
 */
export async function makeTournament({ api }, page, options) {
  const name = `rook${Math.random().toString(36).slice(2, 9)}`;
  await api('/accounts', { name, password: 'correct horse' }, page);
  const { summary } = await api('/tournaments', { name: 'Club championship', venue: 'board', break_seconds: null, ...options }, page);
  return summary;
}

/**
 * Runs a tournament into its second round.
 * @param {Pick<WalkContext, 'api'>} context
 * @param {Page} page
 */
async function runTournament({ api }, page) {
  const { id } = await makeTournament({ api }, page, { rounds: 5 });
  const decide = (/** @type {unknown} */ action) => api(`/tournaments/${id}/arbiter`, { do: action }, page);
  for (const [at, name] of ['Ada Byron', 'Ben Okri', 'Cleo Hartmann-Lindqvist', 'Dana', 'Emil', 'Finn', 'Gita'].entries()) {
    await decide({ add: { name, rating: 2000 - 70 * at } });
  }
  await decide('start');
  await decide('start_round');
  for (const [board, result] of ['1-0', '1/2', '0-1'].entries()) await decide({ result: { round: 1, board: board + 1, result } });
  await decide('pair');
  await decide({ message: { text: 'Round 2 starts at 8 pm.' } });
  return { id };
}

/** @type {PageState[]} */
export const PAGE_STATES = [
  page('home', '/', 'chess-board [data-square=e4]'),
  {
    name: 'home-options',
    go: async ({ open }, way) => {
      const page = await open('/', way);
      await page.locator('#options summary').click();
      await page.locator('#clock').waitFor();
      return page;
    },
  },
  {
    name: 'home-saktris',
    go: async ({ open }, way) => {
      const page = await open('/', way);
      await page.locator('[name=variant][value=saktris]').check({ force: true });
      await page.locator('#options summary').click();
      await page.locator('#preview').scrollIntoViewIfNeeded();
      return page;
    },
  },
  page('editor', '/editor', 'chess-board [data-square=e4]'),
  page('analysis', '/analysis', 'chess-board [data-square=e4]'),
  page('laws', '/laws', 'h1'),
  ...chapters().map((chapter) => page(`laws-${chapter}`, `/laws/${chapter}`, 'h1')),
  page('settings', '/settings', 'h1'),
  page('players', '/players', '.players:not([aria-busy])'),
  {
    name: 'tournaments',
    go: async ({ openEmpty, api }, way) => {
      const page = await openEmpty(way);
      await makeTournament({ api }, page, { rounds: 5 });
      await visit(page, '/tournaments', '.tournaments:not([aria-busy])');
      await page.locator('#create-section summary').click();
      return page;
    },
  },
  {
    name: 'tournament-open',
    go: async ({ openEmpty, api }, way) => {
      const page = await openEmpty(way);
      const { id } = await makeTournament({ api }, page, { rounds: 5, description: 'Bring a pen.' });
      return visit(page, `/tournament/${id}`, '.tournament:not([aria-busy])');
    },
  },
  {
    name: 'tournament-running',
    go: async ({ openEmpty, api }, way) => {
      const page = await openEmpty(way);
      const { id } = await runTournament({ api }, page);
      return visit(page, `/tournament/${id}`, '#pairings tbody tr');
    },
  },
  {
    name: 'tournament-teams',
    go: async ({ openEmpty, api }, way) => {
      const page = await openEmpty(way);
      const { id } = await makeTournament({ api }, page, { rounds: 2, system: 'team_match', teams: ['SC Alpha 1923', 'Sportverein Beta'] });
      const decide = (/** @type {unknown} */ action) => api(`/tournaments/${id}/arbiter`, { do: action }, page);
      for (const [at, name] of ['Ada Byron', 'Ben Okri', 'Cleo Hartmann-Lindqvist', 'Dana'].entries()) await decide({ add: { name, team: 1 + (at % 2) } });
      await decide('start');
      await decide('start_round');
      await decide({ result: { round: 1, board: 1, result: '1-0' } });
      return visit(page, `/tournament/${id}`, '#match tbody tr');
    },
  },
  {
    name: 'tournament-wall',
    go: async ({ openEmpty, api }, way) => {
      const page = await openEmpty(way);
      const { id } = await runTournament({ api }, page);
      return visit(page, `/tournament/${id}/wall`, '.wall tbody tr');
    },
  },
  page('sign_in', '/sign-in', 'h1'),
  {
    name: 'provider-failed',
    go: async ({ open }, way) => {
      const page = await open('/sign-in/provider?code=a&state=b', { ...way, refusals: [403] });
      await page.locator('#come-back .wrong:not(:empty)').waitFor();
      return page;
    },
  },
  page('recover', '/recover', '#no-mail'),
  page('recover-link', '/recover#secret', '#choose-password'),
  {
    name: 'confirm_email',
    go: async ({ open }, way) => {
      const page = await open('/confirm-email#secret', { ...way, refusals: [403] });
      await page.locator('#confirm .wrong:not(:empty)').waitFor();
      return page;
    },
  },
  {
    name: 'authorize',
    go: async ({ openEmpty, api }, way) => {
      const page = await openEmpty(way);
      await api('/accounts', { name: `anna${Math.random().toString(36).slice(2, 9)}`, password: 'correct horse' }, page);
      const asked = new URLSearchParams({
        response_type: 'code', client_id: 'board.example', redirect_uri: 'https://board.example/back', code_challenge_method: 'S256',
        code_challenge: 'a'.repeat(43), scope: 'board:play challenge:write',
      });
      await page.goto(`/oauth?${asked}`);
      await page.locator('#wanted li').first().waitFor();
      return page;
    },
  },
  ...['reports', 'players', 'bans', 'games', 'server', 'log'].map(adminPage),
  {
    name: 'not_found',
    go: async ({ open }, way) => open('/nothing', { ...way, refusals: [404] }),
  },
  {
    name: 'player',
    go: async (context, way) => {
      // A guest has no profile, and the page says so.
      const { white } = await play(context, MATE, { white: { ...way, refusals: [404] } });
      const { players } = await context.api(`/games/${white.url().split('/').at(-1)}`);
      return visit(white, `/player/${encodeURIComponent(players.white.name)}`, 'h1');
    },
  },
  {
    name: 'player-rated',
    go: async ({ open, api }, way) => {
      const names = ['rook', 'pawn'].map((word) => `${word}${Math.random().toString(36).slice(2, 9)}`);
      const tokens = await ratedPlayers({ api }, names);
      for (let count = 0; count < 2; count += 1) await playRated({ api }, tokens.toReversed());
      const page = await open(`/player/${names[0]}`, way);
      await page.locator('#games li').nth(2).waitFor();
      return page;
    },
  },
  {
    name: 'games',
    go: async ({ openEmpty, api }, way) => {
      const [page, other] = [await openEmpty(way), await openEmpty()];
      for (const [at, clock] of ['1 day', '3 days', '5+3', '-', '7 days', '3 days'].entries()) {
        const { id } = await api('/games', { options: { clock }, color: at % 3 ? 'white' : 'black' }, page);
        if (at < 5) await api(`/games/${id}/join`, {}, other);
        if (at % 3 === 0) await api(`/games/${id}/actions`, { id: '1', do: { play: { move: 'e2e4' } } }, other);
      }
      await visit(page, '/games', '#games .left:not(:empty)');
      await page.locator('#games li:nth-child(6)').waitFor();
      return page;
    },
  },
  {
    name: 'game-waiting',
    go: async ({ openEmpty, api }, way) => {
      const page = await openEmpty(way);
      const { id } = await api('/games', { options: { clock: '5+3' }, color: 'white' }, page);
      return visit(page, `/game/${id}`, '.invite a, .invite input, .invite button');
    },
  },
  {
    name: 'game-playing',
    go: async (context, way) => {
      const { white } = await play(context, MIDDLE, { white: way });
      await white.locator('.near.moves-now').waitFor();
      return white;
    },
  },
  {
    name: 'game-offer',
    go: async (context, way) => {
      const { white, black, id } = await play(context, MIDDLE, { white: way });
      await context.api(`/games/${id}/actions`, { id: 'offer', do: 'offer_draw' }, black);
      await white.locator('.near.moves-now').waitFor();
      await white.locator('.notices button').first().waitFor();
      // An illegal move, so that a refusal is shown.
      await context.api(`/games/${id}/chat`, { text: 'Good luck!' }, black);
      await move(white, 'a2a5');
      await white.locator('.notices .bad').waitFor();
      return white;
    },
  },
  {
    name: 'game-menu',
    go: async (context, way) => {
      const { white } = await play(context, MIDDLE, { white: way });
      await white.locator('.near.moves-now').waitFor();
      await white.locator('[data-action=more]').click();
      await white.locator('.menu button').first().waitFor();
      return white;
    },
  },
  {
    name: 'game-computer',
    go: async ({ openEmpty, api }, way) => {
      const page = await openEmpty(way);
      const { id } = await api('/games', { color: 'white', opponent: { computer: { level: 10 } } }, page);
      return visit(page, `/game/${id}`, '.near.moves-now');
    },
  },
  {
    name: 'game-hint',
    go: async ({ openEmpty, api }, way) => {
      const page = await openEmpty(way);
      const { id } = await api('/games', { color: 'white', opponent: { computer: { level: 10 } } }, page);
      await visit(page, `/game/${id}`, '.near.moves-now');
      await page.locator('[data-action=hint]').click();
      await page.locator('chess-board .hint').first().waitFor();
      return page;
    },
  },
  {
    name: 'game-shortcuts',
    go: async (context, way) => {
      const { white } = await play(context, MIDDLE, { white: way });
      await white.keyboard.press('?');
      await white.locator('.shortcuts').waitFor();
      return white;
    },
  },
  {
    name: 'game-watched',
    go: async (context, way) => {
      const { id } = await play(context, MIDDLE);
      const page = await context.open(`/game/${id}`, way);
      await page.locator('.near.moves-now').waitFor();
      return page;
    },
  },
  {
    name: 'game-saktris',
    go: async (context, way) => {
      const { white } = await startGame(context, FIXED, { white: way });
      await white.locator('.due button').waitFor();
      return white;
    },
  },
  {
    name: 'game-saktris-middle',
    go: async (context, way) => {
      const options = { ...FIXED, saktris: { order: 'same', preview: 3, every: 2, seed: '7' } };
      const { white } = await startGame(context, options, { white: way });
      await white.locator('.due button').waitFor();
      return white;
    },
  },
  {
    name: 'game-saktris-pick',
    go: async (context, way) => {
      const options = { ...FIXED, saktris: { order: 'pick' } };
      const { white } = await play(context, 'K@e1 Q@d8 e1f2 d8d5', { white: way, options });
      await white.locator('.pool label').first().waitFor();
      return white;
    },
  },
  {
    name: 'game-saktris-clear',
    go: async (context, way) => {
      const { black } = await play(context, CLEAR, { black: way, options: FIXED });
      await black.locator('.moves .cleared').waitFor();
      return black;
    },
  },
  {
    name: 'game-ended-rated',
    go: async (context, way) => {
      const names = ['bernadette_the_', 'wilhelmina_von_'].map((word) => `${word}${Math.random().toString(36).slice(2, 7)}`);
      const id = await playRated(context, await ratedPlayers(context, names));
      const page = await context.open(`/game/${id}`, way);
      await page.locator('.rating .up').waitFor();
      return page;
    },
  },
  {
    name: 'game-ended',
    go: async (context, way) => {
      const { white, id } = await play(context, MATE.replace(/ \w+$/, ''), { white: way });
      await context.api(`/games/${id}/actions`, { id: 'mate', do: { play: { move: MATE.split(' ').at(-1) } } }, white);
      await white.locator('.outcome:visible').waitFor();
      return white;
    },
  },
  {
    name: 'analysis-reviewed',
    go: async (context, way) => {
      const { white, id } = await play(context, MATE, { white: way });
      await visit(white, `/analysis?game=${id}`, '#moves [aria-current]');
      await white.locator('#summary p', { hasText: '%' }).nth(1).waitFor({ timeout: 60_000 });
      return white;
    },
  },
];

/**
 * Creates two accounts with ratings.
 * @param {Pick<WalkContext, 'api'>} context
 * @param {string[]} names
 * @returns {Promise<string[]>} their tokens
 */
async function ratedPlayers({ api }, names) {
  const tokens = [];
  for (const name of names) tokens.push((await api('/accounts', { name, password: 'correct horse' })).token);
  await playRated({ api }, tokens);
  return tokens;
}

/**
 * Plays a rated game over the API, which White wins.
 * @param {Pick<WalkContext, 'api'>} context
 * @param {string[]} tokens of White and Black
 */
function playRated(context, [white = '', black = '']) {
  return playOverApi(context, MATE, { clock: '5+3', rated: true }, [white, black]);
}

/** The chapters of the handbook. */
function chapters() {
  const files = readdirSync(new URL('../laws/en/', import.meta.url));
  return files.filter((it) => it.endsWith('.html') && it !== 'index.html').map((it) => it.slice(0, -5)).sort();
}

/**
 * @param {string} name
 * @param {string} path
 * @param {string} sign a selector that is there when it is ready
 * @returns {PageState}
 */
function page(name, path, sign) {
  return {
    name,
    go: async ({ open }, way) => {
      const page = await open(path, way);
      await page.locator(sign).first().waitFor();
      return page;
    },
  };
}

/**
 * A section of the page for administrators, with something to administrate.
 * @param {string} section
 * @returns {PageState}
 */
function adminPage(section) {
  return {
    name: `admin-${section}`,
    go: async ({ openEmpty, api, server }, way) => {
      const [staff = '', player = ''] = ['queen', 'pawn'].map((word) => `${word}${Math.random().toString(36).slice(2, 9)}`);
      const password = 'correct horse';
      await api('/accounts', { name: player, password });
      const { token } = await api('/accounts', { name: staff, password });
      await api('/admin/link', { token: (await server.administratorLink()).split('#')[1] }, token);
      await api(`/players/${player}/report`, { reason: 'chat', text: 'Insulted me after the game.' }, token);
      const ban = { kind: 'mute', player, reason: 'Insults in the chat.', until: Date.now() + 86_400_000 };
      await api('/admin/bans', ban, token);
      const page = await openEmpty(way);
      await api('/session', { name: staff, password }, page);
      await page.goto(`/admin#${section}`);
      await page.locator('#sections:visible').waitFor();
      if (section === 'players') {
        await page.locator('#search-name').fill(player);
        await page.keyboard.press('Enter');
        await page.locator('#players .entries').getByRole('link', { name: player }).click();
        await page.locator('#player:visible').waitFor();
      }
      return page;
    },
  };
}

/**
 * @param {Page} page
 * @param {string} path
 * @param {string} sign
 */
async function visit(page, path, sign) {
  await page.goto(path);
  await page.locator(sign).first().waitFor();
  return page;
}

/**
 * Opens a game in which two players have made these moves.
 * @param {WalkContext} context
 * @param {string} moves
 * @param {{ white?: OpenOptions, black?: OpenOptions, options?: object }} [setup]
 */
export async function play({ openEmpty, api }, moves, { white: whiteWay, black: blackWay, options = { clock: '10+5' } } = {}) {
  const white = await openEmpty(whiteWay);
  const black = await openEmpty(blackWay);
  const id = await playOverApi({ api }, moves, options, [white, black]);
  for (const page of [white, black]) await visit(page, `/game/${id}`, 'chess-board [data-square]');
  return { white, black, id };
}

/**
 * Opens a new game for both players.
 * @param {WalkContext} context
 * @param {object} [options] as in `POST /v1/games`
 * @param {{ white?: OpenOptions, black?: OpenOptions }} [ways]
 */
export function startGame(context, options = {}, ways = {}) {
  return play(context, '', { options, ...ways });
}

/**
 * Creates a game and makes these moves over the API.
 * @param {Pick<WalkContext, 'api'>} context
 * @param {string} moves
 * @param {object} options as in `POST /v1/games`
 * @param {[Page | string, Page | string]} players White and Black: their pages, or their tokens
 * @returns {Promise<string>} its id
 */
async function playOverApi({ api }, moves, options, [white, black]) {
  const { id } = await api('/games', { options, color: 'white' }, white);
  await api(`/games/${id}/join`, {}, black);
  for (const [at, move] of moves.split(' ').filter(Boolean).entries()) {
    await api(`/games/${id}/actions`, { id: `walk-${at}`, do: { play: { move } } }, at % 2 ? black : white);
  }
  return id;
}

/**
 * Starts a game by link: the page with the form of the home page plays White,
 * a second page joins, and a third one watches.
 * @param {WalkContext} context
 * @param {Page} white
 */
export async function startGameByLink({ open }, white) {
  await white.locator('#friend-color').getByRole('radio', { name: 'White' }).check();
  await white.getByRole('button', { name: 'Challenge a friend' }).click();
  const { pathname } = new URL(await white.getByLabel('Link to the game').inputValue());
  const black = await open(pathname);
  await black.getByRole('button', { name: /^Play/ }).click();
  await black.locator('.near .side.black').waitFor();
  const spectator = await open(pathname);
  return { black, spectator, id: pathname.split('/').at(-1) ?? '' };
}

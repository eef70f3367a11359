// More states of pages, for pictures only: some need no check of their own, others cannot
// be loaded again.
import { move } from './gestures.js';
import { makeTournament, play, startGame } from './page_states.js';

/** @import { Page } from 'playwright-core' */
/** @import { WalkContext, OpenOptions } from './windows.js' */
/** @import { PageState } from './page_states.js' */

const PASSWORD = 'correct horse';
const MATE = 'e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7';
const PGN = `[Event "Club championship"]
[White "Adams, Michael"]
[Black "Byron, Ada"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 {The Spanish, as old as books about chess.} a6 (3... Nf6 4. O-O (4. d3 Bc5 5. c3) 4... Nxe4 5. d4 Nd6)
4. Ba4 Nf6 5. O-O Be7?! 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3! Na5 10. Bc2 c5 11. d4 Qc7 12. Nbd2 cxd4 13. cxd4 1-0`;

/**
 * Opens a page of a player with a new account.
 * @param {WalkContext} context
 * @param {string} word
 * @param {OpenOptions} [way]
 */
async function player({ openEmpty, api }, word, way = {}) {
  const name = `${word}${Math.random().toString(36).slice(2, 9)}`;
  const page = await openEmpty(way);
  const { token } = await api('/accounts', { name, password: PASSWORD }, page);
  return { page, name, token: /** @type {string} */ (token) };
}

/** @param {Page} page @param {string} path @param {string} sign */
async function visit(page, path, sign) {
  await page.goto(path);
  await page.locator(sign).first().waitFor();
  return page;
}

/**
 * A tournament over the board of six players, in which some results are known.
 * @param {string} name
 * @param {object} options of the tournament
 * @param {string[][]} rounds the results of each board, in order
 * @returns {PageState}
 */
function tournament(name, options, rounds) {
  return {
    name: `tournament-${name}`,
    go: async ({ openEmpty, api }, way) => {
      const page = await openEmpty(way);
      const { id } = await makeTournament({ api }, page, options);
      const decide = (/** @type {unknown} */ action) => api(`/tournaments/${id}/arbiter`, { do: action }, page);
      for (const [at, name] of ['Ada Byron', 'Ben Okri', 'Cleo Hartmann-Lindqvist', 'Dana', 'Emil', 'Finn'].entries()) {
        await decide({ add: { name, rating: 2000 - 70 * at } });
      }
      await decide('start');
      for (const [at, results] of rounds.entries()) {
        if (at > 0) await decide('pair').catch(() => {});
        await decide('start_round').catch(() => {});
        const { round } = await api(`/tournaments/${id}`, undefined, page);
        for (const [at, result] of results.entries()) {
          const { board } = round.boards[at] ?? { board: at + 1 };
          await decide({ result: { round: round.round, board, result } });
        }
      }
      return visit(page, `/tournament/${id}`, '#standings tbody tr');
    },
  };
}

/** @type {PageState[]} */
export const PICTURE_STATES = [
  tournament('round-robin', { system: 'round_robin' }, [['1-0', '1/2', '0-1'], ['1-0', '0-1', '1/2'], ['1/2']]),
  tournament('knockout', { system: 'knockout', games: 1 }, [['1-0', '1-0'], ['1/2']]),
  tournament('keizer', { system: 'keizer', rounds: 3 }, [['1-0', '1/2', '0-1'], ['1-0']]),
  tournament('over', { rounds: 1 }, [['1-0', '1/2', '0-1']]),
  {
    name: 'tournament-arena',
    go: async (context, way) => {
      const [anna, bert] = [await player(context, 'anna', way), await player(context, 'bert')];
      const made = await context.api('/tournaments', { name: 'Friday arena', system: 'arena', minutes: 10, options: { clock: '3+0' } }, anna.page);
      const path = `/tournaments/${made.summary.id}`;
      for (const { page } of [anna, bert]) await context.api(`${path}/entry`, {}, page);
      await context.api(`${path}/arbiter`, { do: 'start' }, anna.page);
      const page = await visit(anna.page, `/tournament/${made.summary.id}`, '#standings tbody tr, #pairings tbody tr');
      await page.locator('.tournament:not([aria-busy])').waitFor();
      return page;
    },
  },
  {
    name: 'home-lists',
    go: async (context, way) => {
      const anna = await player(context, 'anna', way);
      const bert = await player(context, 'bert');
      for (const clock of ['3 days', '1 day', '10+5']) {
        const { id } = await context.api('/games', { options: { clock }, color: 'white' }, anna.page);
        await context.api(`/games/${id}/join`, {}, bert.page);
      }
      await play(context, 'e2e4 e7e5 g1f3 b8c6 f1b5');
      const seeker = await context.open('/');
      await seeker.locator('#seek').click();
      await seeker.locator('.looking').waitFor();
      await visit(anna.page, '/', '#seeks li');
      await anna.page.locator('#live li').first().waitFor();
      return anna.page;
    },
  },
  {
    name: 'home-looking',
    go: async ({ open }, way) => {
      const page = await open('/', way);
      await page.locator('#seek').click();
      await page.locator('.looking').waitFor();
      return page;
    },
  },
  { name: 'home-no-script', go: ({ open }, way) => open('/', { ...way, noScript: true }) },
  {
    name: 'settings-account',
    go: async (context, way) => {
      const { page } = await player(context, 'anna', way);
      await visit(page, '/settings', '#sessions li');
      await page.locator('#tokens > summary').click();
      await page.locator('#label').fill('my board');
      await page.getByRole('button', { name: /Create token|Token erstellen/ }).click();
      await page.locator('.fresh code').waitFor();
      for (const id of ['password', 'export', 'leave']) await page.locator(`#${id} > summary`).click();
      return page;
    },
  },
  {
    name: 'challenged',
    go: async (context, way) => {
      const anna = await player(context, 'anna', way);
      const bert = await player(context, 'bert');
      await context.api(`/players/${bert.name}/follow`, {}, anna.page).catch(() => {});
      await visit(anna.page, '/players', '.players:not([aria-busy])');
      await context.api(`/players/${anna.name}/challenge`, { options: { clock: '5+3', rated: true } }, bert.page);
      await anna.page.locator('.toast').waitFor();
      await anna.page.locator('#challenge-list li').waitFor();
      return anna.page;
    },
  },
  {
    name: 'player-challenge',
    go: async (context, way) => {
      const anna = await player(context, 'anna', way);
      const bert = await player(context, 'bert');
      const { id } = await context.api('/games', { options: { clock: '5+3', rated: true }, color: 'white' }, anna.page);
      await context.api(`/games/${id}/join`, {}, bert.page);
      for (const [at, mv] of MATE.split(' ').entries()) {
        await context.api(`/games/${id}/actions`, { id: `m${at}`, do: { play: { move: mv } } }, at % 2 ? bert.page : anna.page);
      }
      await visit(anna.page, `/player/${bert.name}`, '#games li');
      await anna.page.locator('#challenge > summary').click();
      return anna.page;
    },
  },
  {
    name: 'player-own',
    go: async (context, way) => {
      const { page, name } = await player(context, 'anna', way);
      return visit(page, `/player/${name}`, '.player:not([aria-busy])');
    },
  },
  {
    name: 'game-invited',
    go: async (context, way) => {
      const host = await context.openEmpty();
      const { id } = await context.api('/games', { options: { clock: '10+5' }, color: 'white' }, host);
      const page = await context.open(`/game/${id}`, way);
      await page.locator('.join').waitFor();
      return page;
    },
  },
  {
    name: 'game-promotion',
    go: async (context, way) => {
      const { white } = await play(context, 'e2e4 d7d5 e4d5 c7c6 d5c6 a7a6 c6b7 a6a5', { white: way });
      await white.locator('.near.moves-now').waitFor();
      await move(white, 'b7a8');
      await white.locator('chess-board [data-promotion]').first().waitFor();
      return white;
    },
  },
  {
    name: 'game-armed',
    go: async (context, way) => {
      const { white } = await play(context, 'e2e4 e7e5 g1f3 b8c6', { white: way });
      await white.locator('.near.moves-now').waitFor();
      await white.locator('[data-action=resign]').click();
      await white.locator('.action.armed').waitFor();
      return white;
    },
  },
  {
    name: 'game-chat',
    go: async (context, way) => {
      const { white, black, id } = await play(context, 'e2e4 e7e5 g1f3 b8c6', { white: way });
      for (const text of ['Good luck!', 'This is a longer message, which needs more than one line on a phone.']) {
        await context.api(`/games/${id}/chat`, { text }, black);
      }
      const button = white.locator('[data-action=chat]');
      if (await button.isVisible()) await button.click();
      await white.locator('.chat li').nth(1).waitFor();
      return white;
    },
  },
  {
    name: 'game-days',
    go: async (context, way) => {
      const { white } = await play(context, 'e2e4 c7c5', { white: way, options: { clock: '3 days' } });
      await white.locator('.near.moves-now').waitFor();
      return white;
    },
  },
  {
    name: 'game-offline',
    go: async (context, way) => {
      const { white } = await play(context, 'e2e4 c7c5', { white: way });
      await white.locator('.near.moves-now').waitFor();
      await white.context().setOffline(true);
      await white.evaluate(() => dispatchEvent(new Event('offline')));
      await white.locator('.line[data-connection=down]').waitFor({ state: 'attached', timeout: 60_000 });
      return white;
    },
  },
  {
    name: 'game-gone',
    go: async ({ open }, way) => {
      const page = await open('/game/AAAAAAAAAA', way);
      await page.getByText(/This game no longer exists|Diese Partie gibt es nicht mehr/).first().waitFor();
      return page;
    },
  },
  {
    name: 'game-odds',
    go: async (context, way) => {
      const { white } = await startGame(context, { clock: '40/90:00+30, 30:00+30 / 1+0' }, { white: way });
      await white.locator('.near.moves-now').waitFor();
      return white;
    },
  },
  {
    name: 'analysis-imported',
    go: async ({ open }, way) => {
      const page = await open(`/analysis?pgn=${encodeURIComponent(PGN)}`, way);
      await page.locator('#moves .variation').first().waitFor();
      await page.locator('#found li').first().waitFor();
      return page;
    },
  },
  {
    name: 'editor-wrong',
    go: async ({ open }, way) => {
      const page = await open('/editor?fen=8/8/8/8/8/8/8/4K3 w - - 0 1', way);
      await page.locator('chess-board [data-square=e4]').waitFor();
      return page;
    },
  },
  {
    name: 'games-empty',
    go: async ({ open }, way) => {
      const page = await open('/games', way);
      await page.locator('.games-page:not([aria-busy])').waitFor();
      return page;
    },
  },
];

// Draws the parts of a tournament's page from its view.
import { find, make } from '../lib/dom.js';
import { text } from '../lib/text.js';
import { byeWords, byNumber, decimal, nameOf, resultWords } from './describe.js';

/** @import { TournamentBoard, TournamentPlayer, TournamentRound, TournamentView } from '../wire.d.ts' */

/** Reports whether players are paired whenever they are free. @param {TournamentView} view */
export const isArena = (view) => view.summary.system === 'arena';

/** Reports whether the results are written as they are: points or scores of matches. @param {TournamentView} view */
export const isPlain = (view) => isArena(view) || view.summary.system === 'knockout';

/**
 * Returns the name of a player, with a link if they have an account.
 * @param {TournamentPlayer | undefined} player
 */
export function named(player) {
  const name = nameOf(player);
  const rating = player?.rating ? make('span', { class: 'hint' }, ` ${player.rating}`) : '';
  const link = player?.kind === 'account' ? make('a', { href: `/player/${encodeURIComponent(name)}` }, name) : name;
  return make('span', { class: player?.left ? 'left' : '', translate: 'no' }, link, rating);
}

/** Says what the players have entered. @param {TournamentBoard} board */
function claims({ white_claim, black_claim, result }) {
  if (result || (!white_claim && !black_claim)) return '';
  if (white_claim && black_claim) return make('span', { class: 'wrong' }, text('tournaments_disputed'));
  return make('span', { class: 'hint' }, text('tournaments_claimed', { result: resultWords(white_claim ?? black_claim ?? undefined) }));
}

/**
 * Draws the boards of a round.
 * @param {TournamentView} view
 * @param {TournamentRound} round
 */
export function drawRound(view, round) {
  const players = byNumber(view);
  find('#round-heading').textContent = isArena(view) ? text('tournaments_games_now') : text('tournaments_round_of', { round: round.round, rounds: view.summary.rounds });
  find('#pairings tbody').replaceChildren(...round.boards.map((board) => make('tr', { 'data-board': board.board, class: [board.white, board.black].includes(view.you ?? 0) ? 'mine' : '' },
    make('th', { scope: 'row', class: 'numbers' }, board.board),
    make('td', {}, named(players.get(board.white))),
    make('td', { class: 'result' }, resultWords(board.result ?? undefined) || (board.game ? '…' : ''), board.stage ? make('span', { class: 'hint' }, text(`tournaments_stage_${board.stage}`)) : '', claims(board)),
    make('td', {}, named(players.get(board.black))),
    make('td', {}, board.game && make('a', { href: `/game/${board.game}`, 'aria-label': text('tournaments_watch_board', { board: board.board }) }, text('tournaments_watch'))))));
  find('#pairings').hidden = round.boards.length === 0;
  find('#no-games').hidden = round.boards.length > 0 || !isArena(view) || view.summary.state !== 'running';
  find('#byes').replaceChildren(...round.byes.map(({ player, bye }) => make('li', {}, named(players.get(player)), ` – ${byeWords(view, bye)}`)));
}

/** Names a tie-break: those that players know by a word, the others by their codes. @param {string} code */
function tieBreak(code) {
  if (code === 'PERF') return text('tournaments_performance');
  if (code === 'GAMES') return text('tournaments_games');
  if (code === 'PTS') return text('tournaments_points');
  return code === 'WIN' ? text('tournaments_wins') : code;
}

/** The tie-breaks whose codes need an explanation. */
const EXPLAINED = /** @type {const} */ (['DE', 'BH/C1', 'BH', 'SB', 'KS']);

/** Explains the tie-breaks of a tournament. @param {TournamentView} view */
function explain(view) {
  const sentences = EXPLAINED.filter((code) => view.tie_breaks.includes(code)).map((code) => {
    const word = /** @type {'tournaments_tie_BH'} */ (`tournaments_tie_${code.replace('/', '_')}`);
    return `${code}: ${text(word)}`;
  });
  return sentences.join('\u00a0· ');
}

/** Writes the score of a match between teams. @param {TournamentView} view */
export function matchScore(view) {
  const [one, other] = view.teams ?? [];
  return one && other ? `${one.name} ${decimal(one.points)}\u00a0:\u00a0${decimal(other.points)} ${other.name}` : '';
}

/** Draws the score of a match between teams, round by round. @param {TournamentView} view */
export function drawMatch(view) {
  const teams = view.teams ?? [];
  find('#match-section').hidden = teams.length === 0;
  if (teams.length === 0) return;
  find('#match-score').replaceChildren(make('span', { translate: 'no' }, matchScore(view)));
  const rounds = teams[0]?.rounds ?? [];
  find('#match thead').replaceChildren(make('tr', {},
    make('th', { scope: 'col' }, text('tournaments_team')),
    ...rounds.map((_, at) => make('th', { scope: 'col', class: 'numbers' }, at + 1)),
    make('th', { scope: 'col', class: 'numbers' }, text('tournaments_points')),
    make('th', { scope: 'col', class: 'numbers more' }, text('tournaments_board_points'))));
  find('#match tbody').replaceChildren(...teams.map((team) => make('tr', {},
    make('th', { scope: 'row', translate: 'no' }, team.name),
    ...team.rounds.map((points) => make('td', { class: 'numbers' }, decimal(points))),
    make('td', { class: 'numbers points' }, decimal(team.points)),
    make('td', { class: 'numbers more' }, decimal(team.board_points)))));
}

/** Draws the standings. @param {TournamentView} view */
export function drawStandings(view) {
  const players = byNumber(view);
  const rounds = view.standings[0]?.results.length ?? 0;
  const places = new Map(view.standings.map(({ player, rank }) => [player, rank]));
  find('#standings-section').hidden = view.standings.length === 0;
  find('#tie-breaks').textContent = explain(view);
  find('#standings thead').replaceChildren(make('tr', {},
    make('th', { scope: 'col' }, text('tournaments_place')),
    make('th', { scope: 'col' }, text('tournaments_player')),
    make('th', { scope: 'col', class: 'numbers' }, text(view.summary.system === 'knockout' ? 'tournaments_matches_won' : view.summary.system === 'keizer' ? 'tournaments_keizer_points' : 'tournaments_points')),
    ...view.tie_breaks.map((code) => make('th', { scope: 'col', class: 'numbers more' }, tieBreak(code))),
    isPlain(view) ? make('th', { scope: 'col', class: 'round scores' }, text(isArena(view) ? 'tournaments_latest' : 'tournaments_matches')) : '',
    ...Array.from({ length: isPlain(view) ? 0 : rounds }, (_, at) => make('th', { scope: 'col', class: 'numbers round' }, at + 1))));
  find('#standings tbody').replaceChildren(...view.standings.map((standing) => make('tr', { class: standing.player === view.you ? 'mine' : '' },
    make('td', { class: 'numbers' }, standing.rank),
    make('th', { scope: 'row' }, named(players.get(standing.player))),
    make('td', { class: 'numbers points' }, decimal(standing.points)),
    ...standing.tie_breaks.map((value) => make('td', { class: 'numbers more' }, decimal(value))),
    ...(isPlain(view) ? [make('td', { class: 'round scores' }, standing.results.map(decimal).join(' '))]
      : standing.results.map((result) => make('td', { class: 'numbers round' }, cell(result, places)))))));
}

/**
 * Writes what a player did in a round with the place of the opponent.
 * @param {string} result such as `4w1`
 * @param {Map<number, number>} places
 */
export function cell(result, places) {
  const [, opponent = '', color = '', sign = ''] = /^(\d+)([wb])(.)$/.exec(result) ?? [];
  if (!opponent) return result === '-' ? '' : text(/** @type {'tournaments_sign_U'} */ (`tournaments_sign_${result}`));
  return `${sign} ${places.get(Number(opponent)) ?? ''}${text(color === 'w' ? 'tournaments_letter_white' : 'tournaments_letter_black')}`;
}

/** Draws the players who have entered. @param {TournamentView} view */
export function drawPlayers(view) {
  find('#players-section').hidden = view.standings.length > 0;
  const list = (/** @type {TournamentPlayer[]} */ players) => make('ul', { class: 'entrants' }, ...players.map((player) => make('li', { class: player.id === view.you ? 'mine' : '' }, named(player))));
  const teams = view.teams ?? [];
  find('#players').replaceChildren(...(teams.length === 0 ? [list(view.players)]
    : teams.flatMap(({ name }, at) => [make('h3', { translate: 'no' }, name), list(view.players.filter(({ team }) => team === at + 1))])));
  find('#players-none').hidden = view.players.length > 0;
}

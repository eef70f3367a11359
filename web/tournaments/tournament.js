// The page of a tournament: the reader's own board first, then pairings and standings.
import '../page_strings.js';
import '../tournament_strings.js';
import { ask } from '../lib/api.js';
import { clockWords } from '../lib/clock_words.js';
import { moment } from '../lib/dates.js';
import { find, make } from '../lib/dom.js';
import { socket } from '../lib/socket.js';
import { duration, text, why } from '../lib/text.js';
import { boardOf, byeWords, byNumber, decimal, facts, nameOf, progress, resultWords, winners } from './describe.js';
import { drawBracket } from './bracket.js';
import { drawMatch, drawPlayers, drawRound, drawStandings, isArena, isPlain } from './draw.js';

/** @import { RoundReasons, TournamentRound, TournamentView } from '../wire.d.ts' */

const id = location.pathname.split('/')[2] ?? '';
const root = find('.tournament');
const chooser = /** @type {HTMLSelectElement} */ (find('#round'));
/** @type {TournamentView | null} */
let view = null;
/** When the round starts, in milliseconds of this page's clock. @type {number | null} */
let start = null;
/** When the arena ends, in milliseconds of this page's clock. @type {number | null} */
let end = null;
/** @type {typeof import('./arbiter.js') | null} */
let arbiter = null;

/** @param {() => Promise<unknown>} act */
async function attempt(act) {
  find('#wrong').textContent = '';
  try {
    await act();
    await load();
  } catch (error) {
    find('#wrong').textContent = why(error);
  }
}

/** @param {string} label @param {() => Promise<unknown>} act @param {string} [look] */
const button = (label, act, look = '') => make('button', { type: 'button', class: look, onclick: () => attempt(act) }, label);

/** Draws what matters to the reader: the next game, or how to enter. @param {TournamentView} view */
function drawYours(view) {
  const { state, venue } = view.summary;
  const you = view.players.find(({ id }) => id === view.you);
  const board = you && boardOf(view, you.id);
  const players = byNumber(view);
  const isWhite = board?.white === you?.id;
  const opponent = board && players.get(isWhite ? board.black : board.white);
  /** @type {string} */
  let seat = progress(view.summary);
  let more = '';
  /** @type {(HTMLElement | null)[]} */
  const actions = [];
  // A game continues when its player leaves.
  if (you && state === 'running' && (!you.left || (board && !board.result))) {
    const bye = view.round?.byes.find(({ player }) => player === you.id);
    if (board && view.round) {
      seat = isArena(view) ? text('tournaments_playing') : text('tournaments_seat', { round: view.round.round, board: board.board });
      more = text(isWhite ? 'tournaments_with_white' : 'tournaments_with_black', { name: nameOf(opponent) });
      if (board.stage === 'armageddon') more += ` ${text(isWhite ? 'tournaments_armageddon_white' : 'tournaments_armageddon_black')}`;
      if (board.result) more += ` ${resultWords(board.result)}`;
      else if (board.game) actions.push(make('a', { class: 'button primary', href: `/game/${board.game}` }, text('tournaments_play')));
      else if (venue === 'board') {
        const mine = isWhite ? board.white_claim : board.black_claim;
        more += ` ${mine ? text('tournaments_you_claimed', { result: resultWords(mine) }) : text('tournaments_claim')}`;
        for (const result of ['1-0', '1/2', '0-1']) actions.push(button(resultWords(result), () => ask('POST', `/tournaments/${id}/claim`, { result }), mine === result ? 'primary' : ''));
      }
    } else if (bye && view.round) {
      seat = text('tournaments_round_of', { round: view.round.round, rounds: view.summary.rounds });
      more = byeWords(view, bye.bye);
    }
    if (isArena(view) && !board) more = text('tournaments_next_opponent');
    if (you.next_bye && !board) more = text('tournaments_next_bye');
    if (view.byes > 0 && !you.left && !you.next_bye && view.summary.round < view.summary.rounds) {
      actions.push(button(text('tournaments_ask_bye'), () => ask('POST', `/tournaments/${id}/bye`, { bye: 'half' })));
    }
    if (you.left) more += ` ${text('tournaments_you_left')}`;
  } else if (you?.left) {
    more = text('tournaments_you_left');
  } else if (you && state === 'open') {
    more = text('tournaments_entered');
  }
  const mayEnter = state === 'open' || (state === 'running' && view.entry.late && !['round_robin', 'double_round_robin', 'knockout', 'scheveningen'].includes(view.summary.system));
  if ((!you || you.left) && mayEnter) actions.push(...entry(view));
  else if (you && !you.left && (state === 'open' || state === 'running')) {
    actions.push(button(text('tournaments_leave'), () => ask('DELETE', `/tournaments/${id}/entry`)));
  }
  if (state === 'over') {
    const standing = view.standings.find(({ player }) => player === you?.id);
    more = standing ? text('tournaments_your_place', { place: standing.rank, points: decimal(standing.points) }) : winners(view);
  }
  const heading = text(you && !you.left ? 'tournaments_yours' : mayEnter ? 'tournaments_join' : 'tournaments_now');
  // Only what differs is replaced, so that the focus is kept.
  if (find('#yours-heading').textContent !== heading) find('#yours-heading').textContent = heading;
  if (find('#seat').textContent !== seat) find('#seat').textContent = seat;
  if (find('#seat-more').textContent !== more) find('#seat-more').textContent = more;
  const row = find('#seat-actions');
  const drawn = make('div', {}, ...actions);
  if (row.innerHTML !== drawn.innerHTML && !row.querySelector('input:focus')) row.replaceChildren(...drawn.childNodes);
}

/**
 * Returns the ways to enter. In a hall, guests say who they are.
 * @param {TournamentView} view
 */
function entry(view) {
  const isGuest = document.documentElement.dataset['kind'] !== 'account';
  const needsName = isGuest && view.summary.venue === 'board' && !view.you;
  const name = make('input', { 'aria-label': text('tournaments_your_name'), placeholder: text('tournaments_your_name'), maxlength: 40, id: 'your-name' });
  const enter = async (/** @type {number | undefined} */ team) => {
    // Without a token there is nobody to enter: the first visit makes a guest.
    if (!document.documentElement.dataset['kind']) await ask('POST', '/guests', {});
    await ask('POST', `/tournaments/${id}/entry`, { ...(needsName ? { name: name.value } : {}), ...(team ? { team } : {}) });
    if (!document.documentElement.dataset['kind']) socket.renew();
    document.documentElement.dataset['kind'] ||= 'guest';
  };
  const teams = view.you && view.players.some((player) => player.id === view.you) ? [] : view.teams ?? [];
  return [needsName ? name : null, ...(teams.length
    ? teams.map((team, at) => button(text('tournaments_enter_team', { team: team.name }), () => enter(at + 1), 'primary'))
    : [button(text(view.you ? 'tournaments_come_back' : 'tournaments_enter'), () => enter(undefined), 'primary')])];
}

/** Draws the round that is chosen: the last one, or an earlier one. */
async function drawChosen() {
  if (!view) return;
  const last = view.summary.round;
  const options = [...chooser.options].map(({ value }) => Number(value));
  const wasLast = chooser.value === '' || Number(chooser.value) === options.at(-1);
  if (options.length !== last) {
    chooser.replaceChildren(...Array.from({ length: last }, (_, at) => make('option', { value: at + 1 }, text('tournaments_round', { round: at + 1 }))));
    if (wasLast) chooser.value = String(last);
  }
  find('#round-section').hidden = last === 0;
  find('.rounds').hidden = isArena(view);
  if (last === 0) return;
  const wanted = Number(chooser.value) || last;
  /** @type {TournamentRound | null} */
  const round = wanted === last ? view.round : await ask('GET', `/tournaments/${id}/rounds/${wanted}`);
  if (!round) return;
  drawRound(view, round);
  drawStart();
  const reasons = find('#why');
  reasons.hidden = round.boards.length === 0;
  if (reasons.dataset['round'] !== String(wanted)) {
    reasons.dataset['round'] = String(wanted);
    reasons.removeAttribute('open');
    find('#reasons').replaceChildren();
  }
}

/** Says why the round is paired as it is. */
async function drawReasons() {
  const why = /** @type {HTMLDetailsElement} */ (find('#why'));
  // The games of an arena change all the time.
  if (!why.open || !view || (!isArena(view) && find('#reasons').childElementCount)) return;
  const { sentences } = await import('./reasons.js');
  /** @type {RoundReasons} */
  const reasons = await ask('GET', `/tournaments/${id}/rounds/${why.dataset['round']}/reasons`);
  find('#reasons').replaceChildren(...sentences(reasons, view).map((it) => make('li', {}, it)));
}

/** Says when the round starts, or the arena ends. */
function drawStart() {
  const isLast = Number(chooser.value) === view?.summary.round;
  const seconds = start === null ? 0 : Math.max(0, Math.ceil((start - performance.now()) / 1000));
  const left = end === null ? 0 : Math.max(0, Math.ceil((end - performance.now()) / 1000));
  const words = !view || !isLast ? ''
    : view.summary.state === 'running' && end !== null ? text('tournaments_ends_in', { time: duration(left) })
    : view.paused ? text('tournaments_paused')
      : start !== null ? text('tournaments_starts_in', { time: duration(seconds) })
        : view.round && !view.round.started ? text('tournaments_waits') : '';
  if (find('#round-state').textContent !== words) find('#round-state').textContent = words;
}

/** @param {TournamentView} tournament */
async function draw(tournament) {
  view = tournament;
  start = tournament.round?.starts_in === undefined || tournament.round.starts_in === null ? null : performance.now() + tournament.round.starts_in;
  end = tournament.ends_in === undefined || tournament.ends_in === null ? null : performance.now() + tournament.ends_in;
  find('#trf').hidden = isPlain(tournament);
  document.title = `${tournament.summary.name} · Arbiter`;
  find('#name').textContent = tournament.summary.name;
  find('#facts').textContent = [facts(tournament.summary), tournament.armageddon ? text('tournaments_armageddon_clock', { clock: clockWords(tournament.armageddon) }) : ''].filter(Boolean).join('\u00a0· ');
  find('#description').textContent = tournament.description;
  find('#messages-section').hidden = tournament.messages.length === 0;
  find('#messages').replaceChildren(...tournament.messages.map(({ at, text }) => make('li', {}, make('time', { datetime: new Date(at).toISOString() }, moment(at)), ' ', make('span', { translate: 'no' }, text))));
  drawYours(tournament);
  drawBracket(tournament);
  drawMatch(tournament);
  drawStandings(tournament);
  drawPlayers(tournament);
  await drawChosen();
  if (tournament.arbiter) {
    arbiter ??= await import('./arbiter.js');
    arbiter.drawArbiter(find('#arbiter'), tournament, attempt);
  }
}

async function load() {
  await draw(await ask('GET', `/tournaments/${id}`));
}

chooser.addEventListener('change', () => attempt(drawChosen));
find('#why').addEventListener('toggle', () => void drawReasons().catch((error) => { find('#wrong').textContent = why(error); }));
socket.on('tournament', (update) => {
  if (update.summary.id !== id || (view && update.seq < view.seq)) return;
  void draw({ ...update, you: view?.you, arbiter: view?.arbiter });
});
// The reader's game has started: the page goes to it.
socket.on('tournament_game', ({ game, pairing }) => {
  if (pairing.tournament === id) location.assign(`/game/${game}`);
});
socket.on('connection', (connection) => {
  if (connection === 'open') socket.send({ tournament: { tournament: id } });
});
setInterval(drawStart, 1000);

find('#wall').setAttribute('href', `/tournament/${id}/wall`);
find('#trf').setAttribute('href', `/v1/tournaments/${id}/trf`);
find('#pgn').setAttribute('href', `/v1/tournaments/${id}/pgn`);
try {
  await load();
  socket.send({ tournament: { tournament: id } });
} catch (error) {
  find('#wrong').textContent = why(error);
  // There is nothing else to show.
  for (const part of root.children) if (!part.matches('h1, #wrong')) part.setAttribute('hidden', '');
}
root.removeAttribute('aria-busy');

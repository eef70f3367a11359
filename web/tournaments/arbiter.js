// The arbiter's part of a tournament's page: rounds, results, players, messages.
import { ask } from '../lib/api.js';
import { find, make } from '../lib/dom.js';
import { text } from '../lib/text.js';
import { isSecondPress } from '../settings/second_press.js';
import { byNumber, nameOf, resultWords } from './describe.js';

/** @import { ArbiterAction, TournamentBye, TournamentView } from '../wire.d.ts' */
/** @typedef {(act: () => Promise<unknown>) => Promise<void>} Attempt */

const RESULTS = ['1-0', '1/2', '0-1', '+-', '-+', '--'];
/** What was drawn last in each part: a part that has not changed keeps its text and its focus. @type {Map<string, string>} */
const drawn = new Map();

/**
 * @param {HTMLElement} place
 * @param {TournamentView} view
 * @param {Attempt} attempt
 */
export function drawArbiter(place, view, attempt) {
  const { id, state, round, venue, system } = view.summary;
  const decide = (/** @type {ArbiterAction} */ action) => attempt(() => ask('POST', `/tournaments/${id}/arbiter`, { do: action }));
  if (!place.firstElementChild) {
    drawn.clear();
    place.append(make('section', { class: 'panel arbiter', 'aria-labelledby': 'arbiter-heading' },
      make('h2', { id: 'arbiter-heading' }, text('tournaments_arbiter')),
      ...['steps', 'results', 'people', 'message'].map((name) => make('div', { id: `arbiter-${name}` }))));
  }
  const waits = view.round ? !view.round.started : false;
  const isMissing = view.round?.boards.some(({ result }) => !result) ?? false;
  const isOff = state === 'cancelled';
  redraw('steps', [state, view.paused, waits, isMissing], () => make('div', { class: 'row' }, ...steps(view, decide)));
  redraw('results', [isOff, round, view.round?.boards], () => (isOff ? null : results(view, decide)));
  redraw('people', [isOff, state, venue, system, view.players], () => (isOff ? null : people(view, decide)));
  redraw('message', [isOff], () => (isOff ? null : message(decide)));
}

/**
 * Draws a part again if it has changed.
 * @param {string} name
 * @param {unknown} now what it depends on
 * @param {() => HTMLElement | null} make
 */
function redraw(name, now, make) {
  const words = JSON.stringify(now);
  if (drawn.get(name) === words) return;
  drawn.set(name, words);
  const part = find(`#arbiter-${name}`);
  const focused = part.contains(document.activeElement) ? document.activeElement?.id : '';
  const isOpen = part.querySelector('details')?.open ?? false;
  part.replaceChildren(...[make()].filter((it) => it !== null));
  const details = part.querySelector('details');
  if (details) details.open = isOpen;
  const again = focused ? part.querySelector(`#${focused}`) : null;
  if (again instanceof HTMLElement) again.focus();
}

/**
 * Returns the buttons that advance the tournament.
 * @param {TournamentView} view
 * @param {(action: ArbiterAction) => Promise<void>} decide
 */
function steps(view, decide) {
  const { state } = view.summary;
  const press = (/** @type {string} */ id, /** @type {string} */ label, /** @type {ArbiterAction} */ action, look = '') =>
    make('button', { type: 'button', id: `do-${id}`, class: look, onclick: () => decide(action) }, label);
  // An irreversible action needs two presses.
  const twice = (/** @type {string} */ id, /** @type {string} */ label, /** @type {ArbiterAction} */ action) => {
    const button = make('button', { type: 'button', id: `do-${id}`, class: 'danger' }, label);
    button.addEventListener('click', () => { if (isSecondPress(button)) void decide(action); });
    return button;
  };
  const waits = view.round && !view.round.started;
  const isMissing = view.round?.boards.some(({ result }) => !result);
  return [
    state === 'open' && press('start', text('tournaments_start'), 'start', 'primary'),
    state === 'running' && waits && press('start-round', text('tournaments_start_round'), 'start_round', 'primary'),
    state === 'running' && waits && press('pair-again', text('tournaments_pair_again'), 'pair_again'),
    state === 'running' && !waits && !isMissing && view.break_seconds === null && press('pair', text('tournaments_pair'), 'pair', 'primary'),
    state === 'running' && (view.paused
      ? press('resume', text('tournaments_resume'), 'resume', 'primary')
      : press('pause', text('tournaments_pause'), 'pause')),
    state === 'running' && twice('finish', text('tournaments_finish'), 'finish'),
    state === 'open' && twice('cancel', text('tournaments_cancel'), 'cancel'),
  ].filter((it) => it !== false && it !== null && it !== undefined);
}

/**
 * @param {TournamentView} view
 * @param {(action: ArbiterAction) => Promise<void>} decide
 */
function results(view, decide) {
  const players = byNumber(view);
  const boards = view.round?.boards ?? [];
  const options = (/** @type {string | undefined} */ chosen) => RESULTS.map((it) => make('option', { value: it, selected: it === chosen }, resultWords(it)));
  const round = make('input', { id: 'result-round', type: 'number', min: 1, max: view.summary.round, value: view.summary.round });
  const board = make('input', { id: 'result-board', type: 'number', min: 1, value: boards.find(({ result }) => !result)?.board ?? 1 });
  const result = make('select', { id: 'result-value' }, ...options(undefined));
  const form = make('form', { class: 'row', onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    void decide({ result: { round: Number(round.value), board: Number(board.value), result: result.value } });
  } },
  make('label', {}, `${text('tournaments_round_label')} `, round),
  make('label', {}, `${text('tournaments_board')} `, board),
  make('label', {}, `${text('tournaments_result')} `, result),
  make('button', {}, text('tournaments_enter_result')));
  const disputed = boards.filter((it) => !it.result && it.white_claim && it.black_claim && it.white_claim !== it.black_claim);
  return make('details', {}, make('summary', {}, text('tournaments_results')), form,
    ...disputed.map((it) => make('p', { class: 'wrong' }, text('tournaments_dispute', {
      board: it.board, white: nameOf(players.get(it.white)), black: nameOf(players.get(it.black)),
      one: resultWords(it.white_claim ?? ''), other: resultWords(it.black_claim ?? ''),
    }))));
}

/**
 * @param {TournamentView} view
 * @param {(action: ArbiterAction) => Promise<void>} decide
 */
function people(view, decide) {
  const name = make('input', { id: 'add-name', maxlength: 40, required: true });
  const rating = make('input', { id: 'add-rating', type: 'number', min: 0, max: 4000 });
  const teams = view.teams ?? [];
  const team = make('select', { id: 'add-team' }, ...teams.map((it, at) => make('option', { value: at + 1, translate: 'no' }, it.name)));
  const add = make('form', { class: 'row', onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    void decide({ add: { name: name.value, rating: rating.value ? Number(rating.value) : null, team: teams.length ? Number(team.value) : null } });
  } },
  make('label', {}, `${text('tournaments_add_name')} `, name),
  view.summary.venue === 'board' && make('label', {}, `${text('tournaments_add_rating')} `, rating),
  teams.length > 0 && make('label', {}, `${text('tournaments_team')} `, team),
  make('button', {}, text('tournaments_add')));
  const lines = view.players.map((player) => {
    const removed = () => decide(player.left ? { return: { player: player.id } } : { remove: { player: player.id } });
    const bye = (/** @type {TournamentBye} */ kind) => () => decide({ bye: { player: player.id, bye: kind } });
    const is = nameOf(player);
    return make('li', {}, make('span', { class: player.left ? 'left' : '', translate: 'no' }, is),
      view.summary.state === 'running' && !player.left && view.byes > 0 && make('button', { type: 'button', class: 'quiet', 'aria-label': `${text('tournaments_give_bye')}: ${is}`, onclick: bye('half') }, text('tournaments_give_bye')),
      make('button', { type: 'button', class: 'quiet', 'aria-label': `${text(player.left ? 'tournaments_readmit' : 'tournaments_remove')}: ${is}`, onclick: removed }, text(player.left ? 'tournaments_readmit' : 'tournaments_remove')));
  });
  const who = make('select', { id: 'penalty-player' }, ...view.players.map((player) => make('option', { value: player.id, translate: 'no' }, nameOf(player))));
  const points = make('input', { id: 'penalty-points', type: 'number', min: '0', step: view.summary.system === 'arena' ? '1' : '0.5', value: '1', required: true });
  const reason = make('input', { id: 'penalty-reason', maxlength: 200, required: true });
  const penalty = make('form', { class: 'row', onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    void decide({ penalty: { player: Number(who.value), points: points.value, reason: reason.value } });
  } },
  make('label', {}, `${text('tournaments_player')} `, who),
  make('label', {}, `${text('tournaments_penalty_points')} `, points),
  make('label', { class: 'wide' }, `${text('tournaments_penalty_reason')} `, reason),
  make('button', {}, text('tournaments_penalty')));
  return make('details', {}, make('summary', {}, text('tournaments_players')), add, make('ul', { class: 'entrants' }, ...lines), view.summary.state === 'open' || view.summary.system === 'knockout' ? '' : penalty);
}

/** @param {(action: ArbiterAction) => Promise<void>} decide */
function message(decide) {
  const words = make('input', { id: 'message-text', maxlength: 500, required: true });
  return make('details', {}, make('summary', {}, text('tournaments_message')), make('form', { class: 'row', onsubmit: async (/** @type {Event} */ event) => {
    event.preventDefault();
    const said = words.value;
    words.value = '';
    await decide({ message: { text: said } });
  } },
  make('label', { class: 'wide' }, `${text('tournaments_message_label')} `, words),
  make('button', {}, text('tournaments_send'))));
}

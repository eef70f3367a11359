// The tournaments of the server, and the form for a new one.
import '../page_strings.js';
import '../tournament_strings.js';
import { ask } from '../lib/api.js';
import { clockWords } from '../lib/clock_words.js';
import { find, make } from '../lib/dom.js';
import { displayName } from '../lib/names.js';
import { text, why } from '../lib/text.js';
import { facts, progress } from './describe.js';

/** @import { NewTournament, TournamentList, TournamentSummary, TournamentView } from '../wire.d.ts' */

const form = /** @type {HTMLFormElement} */ (find('#create'));
/** As many as the server allows: the form does not ask for a limit. */
const MAX_PLAYERS = 1000;

/** @param {TournamentSummary} summary */
function line(summary) {
  return make('li', {},
    make('a', { class: 'name', href: `/tournament/${summary.id}`, translate: 'no' }, summary.name),
    make('span', {}, progress(summary)),
    make('span', { class: 'hint' }, `${facts(summary)} · ${displayName(summary.organizer)}`));
}

async function show() {
  /** @type {TournamentList} */
  const { running, open, over, may_create } = await ask('GET', '/tournaments');
  for (const [name, those] of Object.entries({ running, open, over })) {
    find(`#${name}`).replaceChildren(...those.map(line));
    const section = document.querySelector(`#${name}-section`);
    if (section) /** @type {HTMLElement} */ (section).hidden = those.length === 0;
  }
  find('#open-none').hidden = open.length > 0;
  find('#create-section').hidden = !may_create;
  find('#no-create').hidden = may_create;
}

/** Returns what the form asks for. @returns {Partial<NewTournament>} */
function wanted() {
  const values = new FormData(form);
  const value = (/** @type {string} */ name) => String(values.get(name) ?? '').trim();
  const number = (/** @type {string} */ name) => (value(name) === '' ? null : Number(value(name)));
  return {
    name: value('name'),
    description: value('description'),
    system: /** @type {NewTournament['system']} */ (value('system')),
    venue: /** @type {NewTournament['venue']} */ (value('venue')),
    rounds: number('rounds') ?? 5,
    minutes: number('minutes') ?? 60,
    berserk: values.has('berserk'),
    games: number('games') ?? 1,
    armageddon: value('armageddon') || null,
    teams: [value('teamOne'), value('teamTwo')],
    boards: number('boards') ?? 0,
    options: /** @type {NewTournament['options']} */ ({ clock: value('clock'), rated: values.has('rated') }),
    starts: value('starts') ? new Date(value('starts')).getTime() : null,
    break_seconds: number('break'),
    byes: number('byes') ?? 0,
    entry: {
      access: /** @type {NewTournament['entry']['access']} */ (value('access')),
      names: value('names').split(/[\s,;]+/).filter(Boolean),
      min_rating: number('minRating'),
      max_rating: number('maxRating'),
      guests: values.has('guests'),
      bots: values.has('bots'),
      late: values.has('late'),
      max_players: MAX_PLAYERS,
    },
  };
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const wrong = find('.wrong', form);
  wrong.textContent = '';
  try {
    /** @type {TournamentView} */
    const { summary } = await ask('POST', '/tournaments', wanted());
    location.assign(`/tournament/${summary.id}`);
  } catch (error) {
    const field = /** @type {{ problem?: { field?: string } }} */ (error).problem?.field;
    wrong.textContent = field === 'name' ? text('tournaments_wrong_name') : field === 'teams' ? text('tournaments_wrong_teams') : why(error);
  }
});

/** Shows only the fields that matter. */
function adapt() {
  const values = new FormData(form);
  const system = String(values.get('system'));
  const isArena = system === 'arena';
  const hasTeams = system === 'team_match' || system === 'scheveningen';
  const allowsByes = system.endsWith('swiss') || system === 'keizer';
  find('#rounds-field').hidden = !allowsByes && system !== 'team_match';
  for (const name of ['team-one', 'team-two', 'boards']) find(`#${name}-field`).hidden = !hasTeams;
  find('#games-field').hidden = system !== 'knockout';
  find('#armageddon-field').hidden = system !== 'knockout' || values.get('venue') === 'board';
  find('#byes-field').hidden = !allowsByes;
  for (const name of ['minutes', 'berserk']) find(`#${name}-field`).hidden = !isArena;
  for (const name of ['venue', 'break']) find(`#${name}-field`).hidden = isArena;
  find('#names-field').hidden = values.get('access') !== 'list';
}
form.addEventListener('change', adapt);
for (const option of form.querySelectorAll('#event-clock option, #armageddon option:not([value=""])')) option.textContent = clockWords(option.getAttribute('value') ?? '');

await show();
find('.tournaments').removeAttribute('aria-busy');

// The new-game form: shows, reads and stores the choices.
import { clockWords } from '../lib/clock_words.js';
import { find } from '../lib/dom.js';
import { completeFen } from '../lib/fen.js';
import { text } from '../lib/text.js';
import { DEFAULTS, restore } from './choices.js';

/** @import { Choices } from './choices.js' */

/** The rating of each level (docs/levels.md). */
const ELO = [800, 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2400, 2600];

const form = /** @type {HTMLFormElement} */ (find('#new'));
const KEY = 'new_game';

const clock = /** @type {HTMLSelectElement} */ (find('#clock', form));

/** Returns the radio buttons of one choice. @param {string} name */
const radio = (name) => /** @type {RadioNodeList} */ (form.elements.namedItem(name));

/** @returns {Choices} */
export function read() {
  const values = Object.fromEntries(new FormData(form));
  const isAccount = document.documentElement.dataset['kind'] === 'account';
  return /** @type {Choices} */ ({
    ...values,
    level: Number(values['level']),
    formal: 'formal' in values,
    takeBacks: 'takeBacks' in values,
    rated: isAccount && 'rated' in values,
    friendName: isAccount ? String(values['friendName']).trim() : '',
    start: completeFen(String(values['start'])).trim(),
  });
}

/**
 * Shows choices in the form.
 * @param {Choices} choices
 */
export function write(choices) {
  for (const [name, value] of Object.entries(choices)) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = value === true;
    else if (field) /** @type {{ value: string }} */ (/** @type {unknown} */ (field)).value = String(value);
  }
  // A stored clock may no longer be offered.
  if (clock.selectedIndex < 0) clock.value = '';
  for (const name of /** @type {const} */ (['friendClock', 'seekClock'])) {
    if (!radio(name).value) radio(name).value = DEFAULTS[name];
  }
  describe();
}

/**
 * Fills the form with the stored choices, and reports each change.
 * @param {(choices: Choices) => void} changed
 */
export function initForm(changed) {
  const start = new URLSearchParams(location.search).get('start') ?? '';
  write({ ...restore(localStorage.getItem(KEY)), start });
  for (const option of clock.options) {
    const { value } = option;
    if (value && value !== 'own') [option.value, option.text] = [value, clockWords(value)];
  }
  const details = /** @type {HTMLDetailsElement} */ (find('#options'));
  if (start) details.open = true;
  // The time control of a custom game and that of a game with a friend are one choice.
  clock.addEventListener('input', () => { radio('friendClock').value = clock.value ? 'other' : DEFAULTS.friendClock; });
  for (const chip of radio('friendClock')) {
    chip.addEventListener('input', () => {
      if (radio('friendClock').value !== 'other') clock.value = '';
    });
  }
  form.addEventListener('input', describe);
  form.addEventListener('change', () => {
    localStorage.setItem(KEY, JSON.stringify(read()));
    changed(read());
  });
  find('#usual').addEventListener('click', () => {
    const { level, color, friendColor, seekClock } = read();
    write({ ...DEFAULTS, level, color, friendColor, seekClock });
    form.dispatchEvent(new Event('change'));
  });
}

/** Describes the choices in words. */
function describe() {
  const { level, clock, variant, draws, formal, takeBacks, rated, start, ownClock, order } = read();
  find('#level-number').textContent = text('home_level_elo', { level, elo: ELO[level - 1] ?? '' });
  find('#level-words').textContent = text(/** @type {import('../lib/text.js').Word} */ (`home_level_${level}`));
  find('#own').hidden = clock !== 'own';
  const isSaktris = variant === 'saktris';
  find('#saktris').hidden = !isSaktris;
  find('#start-field').hidden = isSaktris;
  // A fixed or chosen order hides nothing.
  find('#preview').hidden = order === 'fixed' || order === 'pick';
  const custom = clock === 'own' ? ownClock : clock && clockWords(clock);
  const other = find('#other-clock');
  other.hidden = !custom;
  find('span', other).textContent = custom;
  const changes = [
    custom,
    draws === 'automatic' && text('home_automatic'),
    formal && text('home_formal'),
    !takeBacks && text('home_no_take_backs'),
    start && !isSaktris && text('home_custom_start'),
  ].filter(Boolean);
  find('#options-words').textContent = changes.join(', ') || text('home_options_hint');
  const kind = { standard: '', chess960: text('home_variant_960'), saktris: text('home_variant_saktris') }[variant];
  find('#quick-kind').textContent = kind;
  find('#friend-rated').textContent = rated ? `, ${text('game_rated')}` : '';
}

/**
 * Says above the board or beside it what can be done now.
 * @param {string} words
 * @param {'urgent' | ''} [urgency] an urgent text is shown even if there is a game to continue
 */
export function invite(words, urgency = '') {
  const invitation = find('#invitation');
  invitation.textContent = words;
  invitation.classList.toggle('urgent', urgency !== '');
}

/**
 * Shows an error beside its field.
 * @param {string} message empty to clear it
 * @param {string} [field] `clock` or `start`
 */
export function showError(message, field) {
  for (const name of ['clock', 'start']) {
    const isWrong = name === field && message !== '';
    find(`#${name}-wrong`).textContent = isWrong ? message : '';
    const input = find(name === 'clock' ? '#own-clock' : '#start');
    if (isWrong) input.setAttribute('aria-invalid', 'true');
    else input.removeAttribute('aria-invalid');
    if (isWrong) /** @type {HTMLDetailsElement} */ (find('#options')).open = true;
  }
  const isPlaced = field === 'clock' || field === 'start';
  find('#wrong').textContent = isPlaced ? '' : message;
}

/** Scrolls to the error that is shown, and focuses its field if it has one. */
export function revealError() {
  const wrong = [...document.querySelectorAll('#new .wrong')].find((it) => it.textContent);
  const field = /** @type {HTMLElement | undefined} */ ([...wrong?.closest('.field')?.querySelectorAll('input, select') ?? []]
    .findLast((it) => it.checkVisibility()));
  field?.focus({ preventScroll: true });
  (field ?? wrong)?.scrollIntoView({ block: 'center' });
}

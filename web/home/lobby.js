// The lobby: open challenges, and quick pairing.
import { ask } from '../lib/api.js';
import { clockWords } from '../lib/clock_words.js';
import { find, make } from '../lib/dom.js';
import { displayName } from '../lib/names.js';
import { socket } from '../lib/socket.js';
import { text, why } from '../lib/text.js';
import { becomeGuest } from './begin.js';
import { seekOf } from './choices.js';
import { read, revealError, showError } from './form.js';

/** @import { OpenSeek, Paired } from '../wire.d.ts' */

const MAX_LISTED_SEEKS = 8;

const status = find('#pairing-status');
const button = /** @type {HTMLButtonElement} */ (find('#seek'));

/** The time control of the player's own seek. @type {string | null} */
let sought = null;

export function initLobby() {
  socket.on('lobby', list);
  socket.on('paired', ({ game }) => location.assign(`/game/${game}`));
  socket.on('refused', ({ game, problem }) => {
    if (game || !sought) return;
    stop('');
    showError(why({ problem }), problem.field ?? undefined);
    revealError();
  });
  socket.on('connection', (it) => {
    if (it === 'open') subscribe();
  });
  socket.send('lobby');
  button.addEventListener('click', () => (sought ? cancel() : seek()));
  // Choosing another tile starts another search.
  find('.tiles').addEventListener('change', () => {
    if (sought) void seek();
  });
}

/** Subscribes to the lobby, and repeats the player's seek. */
function subscribe() {
  socket.send('lobby');
  if (sought) socket.send({ seek: seekOf(read(), sought) });
}

/** Looks for an opponent with the chosen time control. */
async function seek() {
  showError('');
  sought = read().seekClock;
  show();
  try {
    // A connection belongs to the visitor who opened it.
    if (await becomeGuest()) socket.renew();
    else subscribe();
  } catch (error) {
    stop('');
    showError(why(error));
    revealError();
  }
}

function cancel() {
  socket.send('unseek');
  stop(text('home_quick_canceled'));
}

/** @param {string} words */
function stop(words) {
  sought = null;
  show(words);
}

/** @param {string} [words] */
function show(words) {
  button.textContent = text(sought ? 'home_quick_cancel' : 'home_quick');
  button.classList.toggle('primary', !sought);
  status.classList.toggle('looking', Boolean(sought));
  status.textContent = sought ? text('home_quick_seeking', { clock: clockWords(sought) }) : words || text('home_quick_text');
}

/** @param {OpenSeek[]} seeks */
function list(seeks) {
  const me = document.documentElement.dataset['player'];
  const others = seeks.filter(({ player }) => player.name !== me).slice(0, MAX_LISTED_SEEKS);
  const hadFocus = document.activeElement?.closest('[data-seek]')?.getAttribute('data-seek');
  find('#seeks').replaceChildren(...others.map(line));
  find('#seeks-section').hidden = !others.length;
  if (hadFocus) /** @type {HTMLElement | null} */ (document.querySelector(`[data-seek="${hadFocus}"]`))?.focus();
}

/** @param {OpenSeek} seek */
function line({ id, player, seek: { options, color } }) {
  const notes = [
    clockWords(options.clock),
    options.variant === 'chess960' && text('home_variant_960'),
    options.variant === 'saktris' && text('home_variant_saktris'),
    options.conduct === 'formal' && text('home_formal'),
    options.rated && text('home_rated'),
    color && text('home_seek_color', { color: text(`color_${color}`) }),
  ].filter(Boolean).join(' · ');
  const label = text('home_seek_play', { name: displayName(player.name), what: notes });
  return make('li', {}, make('button', { type: 'button', 'data-seek': id, 'aria-label': label, onclick: () => accept(id) },
    make('strong', {}, displayName(player.name), player.rating ? ` ${player.rating}` : ''), make('span', { class: 'numbers' }, notes)));
}

/** @param {string} id */
async function accept(id) {
  showError('');
  try {
    await becomeGuest();
    /** @type {Paired} */
    const { game } = await ask('POST', `/lobby/seeks/${id}/accept`);
    location.assign(`/game/${game}`);
  } catch (error) {
    showError(why(error));
    revealError();
  }
}

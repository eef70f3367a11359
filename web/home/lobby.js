// Strangers: who looks for an opponent, and looking for one oneself.
import { ask } from '../lib/api.js';
import { clockWords } from '../lib/clock_words.js';
import { find, make } from '../lib/dom.js';
import { called } from '../lib/names.js';
import { socket } from '../lib/socket.js';
import { text, why } from '../lib/text.js';
import { beSomebody } from './begin.js';
import { seekOf } from './choices.js';
import { complain, read } from './form.js';

/** @import { OpenSeek, Paired } from '../wire.d.ts' */

/** So many are listed. */
const LISTED = 8;

const standing = find('#standing');
const chips = /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll('[data-clock]')]);

/** The clock that is looked for. @type {string | null} */
let sought = null;

export function attendLobby() {
  socket.on('lobby', list);
  socket.on('paired', ({ game }) => location.assign(`/game/${game}`));
  socket.on('refused', ({ game, problem }) => {
    if (game || !sought) return;
    rest('');
    complain(why({ problem }), problem.field ?? undefined);
  });
  socket.on('standing', (it) => {
    if (it === 'open') speak();
  });
  socket.say('lobby');
  for (const chip of chips) chip.addEventListener('click', () => look(chip));
}

/** Says all that the server is to know of this page. */
function speak() {
  socket.say('lobby');
  if (sought) socket.say({ seek: seekOf(read(), sought) });
}

/** @param {HTMLButtonElement} chip */
async function look(chip) {
  const clock = chip.dataset['clock'] ?? '';
  if (clock === sought) return cancel();
  complain('');
  sought = clock;
  show();
  try {
    // The line belongs to whoever opened it.
    if (await beSomebody()) socket.renew();
    else speak();
  } catch (error) {
    rest('');
    complain(why(error));
  }
}

function cancel() {
  socket.say('unseek');
  rest(text('home_quick_canceled'));
}

/** @param {string} words */
function rest(words) {
  sought = null;
  show(words);
}

/** @param {string} [words] */
function show(words) {
  for (const chip of chips) chip.setAttribute('aria-pressed', String(chip.dataset['clock'] === sought));
  if (!sought) return standing.replaceChildren(words || text('home_quick_text'));
  const stop = make('button', { type: 'button', onclick: cancel }, text('home_quick_cancel'));
  standing.replaceChildren(make('span', { class: 'looking' }, text('home_quick_seeking', { clock: sought })), stop);
}

/** @param {OpenSeek[]} seeks */
function list(seeks) {
  const me = document.documentElement.dataset['player'];
  const others = seeks.filter(({ player }) => player.name !== me).slice(0, LISTED);
  const hadFocus = document.activeElement?.closest('[data-seek]')?.getAttribute('data-seek');
  find('#seeks').replaceChildren(...others.map(line));
  find('#seeks-none').hidden = others.length > 0;
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
  const label = text('home_seek_play', { name: called(player.name), what: notes });
  return make('li', {}, make('button', { type: 'button', 'data-seek': id, 'aria-label': label, onclick: () => accept(id) },
    make('strong', {}, called(player.name), player.rating ? ` ${player.rating}` : ''), make('span', { class: 'numbers' }, notes)));
}

/** @param {string} id */
async function accept(id) {
  complain('');
  try {
    await beSomebody();
    /** @type {Paired} */
    const { game } = await ask('POST', `/lobby/seeks/${id}/accept`);
    location.assign(`/game/${game}`);
  } catch (error) {
    complain(why(error));
    find('#wrong').scrollIntoView({ block: 'center' });
  }
}

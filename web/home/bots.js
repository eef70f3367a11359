// The bots that are online and can be challenged.
import { ask } from '../lib/api.js';
import { clockWords } from '../lib/clock_words.js';
import { find, make } from '../lib/dom.js';
import { playerName } from '../lib/names.js';
import { begin } from './begin.js';
import { newGame } from './choices.js';
import { read } from './form.js';

/** @import { ListedPlayer } from '../wire.d.ts' */

const MAX_LISTED_BOTS = 8;

export async function showBots() {
  /** @type {ListedPlayer[]} */
  const bots = await ask('GET', '/bots');
  const others = bots.filter(({ player }) => player.name !== document.documentElement.dataset['player']);
  find('#bots').replaceChildren(...others.slice(0, MAX_LISTED_BOTS).map(line));
  find('#bots-section').hidden = !others.length;
  // A bot is challenged with the clock that was chosen for a friend.
  find('#new').addEventListener('change', drawClocks);
}

/** @param {ListedPlayer} bot */
function line({ player }) {
  const name = playerName(player);
  const clock = make('span', { class: 'numbers' }, clockWords(chosenClock()));
  const challenge = () => {
    /** @type {HTMLInputElement} */ (find('#friend-name')).value = player.name;
    void begin('friend');
  };
  return make('li', {}, make('button', { type: 'button', class: 'bot', onclick: challenge }, make('strong', {}, name), ' ', clock));
}

const chosenClock = () => newGame(read(), 'friend').options.clock;

function drawClocks() {
  for (const clock of document.querySelectorAll('.bot span')) clock.textContent = clockWords(chosenClock());
}

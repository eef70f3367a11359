// The home page: a board to play on at once, and every other way to a game.
import { find } from '../lib/dom.js';
import { begin } from './begin.js';
import { attendForm, read } from './form.js';
import { attendLobby } from './lobby.js';
import { showTable } from './table.js';

attendForm(showTable);
showTable(read());

find('#new').addEventListener('submit', (event) => event.preventDefault());
for (const button of document.querySelectorAll('[data-opponent]')) {
  button.addEventListener('click', async () => {
    const whom = /** @type {'friend' | 'computer' | 'self'} */ (button.getAttribute('data-opponent'));
    if (!await begin(whom)) showTable(read());
  });
}

attendLobby();
// The lists are below the board: first things first.
import('./lists.js').then(({ attendLists }) => attendLists());

// Whoever comes back by the browser's memory finds the board as it was left:
// with a move on it.
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});

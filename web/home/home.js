// The home page: a board that starts a game, and all other ways to start one.
import { find } from '../lib/dom.js';
import { begin } from './begin.js';
import { initForm, read } from './form.js';
import { initLists } from './lists.js';
import { initLobby } from './lobby.js';
import { showStart } from './start_board.js';

initForm(showStart);
showStart(read());

find('#new').addEventListener('submit', (event) => event.preventDefault());
for (const button of document.querySelectorAll('[data-opponent]')) {
  button.addEventListener('click', async () => {
    const opponent = /** @type {'friend' | 'computer' | 'self'} */ (button.getAttribute('data-opponent'));
    if (!await begin(opponent)) showStart(read());
  });
}

initLobby();
initLists();

// A page restored from the back/forward cache still has the move on its board.
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});

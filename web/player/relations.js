// Blocking and reporting a player.
import { ask } from '../lib/api.js';
import { find } from '../lib/dom.js';
import { text, why } from '../lib/text.js';

/** Shows what can be done about another player. @param {string} name */
export async function initRelations(name) {
  const path = `/players/${encodeURIComponent(name)}`;
  const block = /** @type {HTMLButtonElement} */ (find('#block'));
  const details = /** @type {HTMLDetailsElement} */ (find('#report'));
  const form = /** @type {HTMLFormElement} */ (find('#report form'));
  /** @type {string[]} */
  const blocked = await ask('GET', '/account/blocks');
  let isBlocked = blocked.includes(name);
  const draw = () => {
    block.textContent = text(isBlocked ? 'player_unblock' : 'player_block');
    find('#block-hint').textContent = text(isBlocked ? 'player_blocked_hint' : 'player_block_hint');
  };
  draw();
  block.addEventListener('click', async () => {
    try {
      await ask(isBlocked ? 'DELETE' : 'PUT', `${path}/block`);
      isBlocked = !isBlocked;
      draw();
    } catch (error) {
      find('#block-hint').textContent = why(error);
    }
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const values = new FormData(form);
    const game = new URLSearchParams(location.search).get('game');
    find('.wrong', form).textContent = '';
    try {
      await ask('POST', `${path}/report`, { reason: values.get('reason'), text: values.get('text'), ...(game ? { game } : {}) });
      form.reset();
      find('.done', form).textContent = text('player_report_done');
    } catch (error) {
      find('.wrong', form).textContent = why(error);
    }
  });
  find('.others').hidden = false;
  if (location.hash === '#report') {
    details.open = true;
    find('select', form).focus();
  }
}

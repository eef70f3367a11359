// What people say to each other.
import { find, make } from '../lib/dom.js';
import { called } from '../lib/names.js';
import { text } from '../lib/text.js';
import { abilities, plays } from './state.js';

/** @import { Table } from './game.js' */

/**
 * @param {HTMLElement} root
 * @param {Table} table
 */
export function makeTalk(root, table) {
  const list = find('.talk ol', root);
  const form = /** @type {HTMLFormElement} */ (find('.talk form', root));
  const input = /** @type {HTMLInputElement} */ (find('input', form));
  /** What is shown. */
  let shown = '';

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const words = input.value.trim();
    if (!words) return;
    table.say({ chat: { game: table.game.id, text: words } });
    input.value = '';
  });

  return {
    draw() {
      const { game } = table;
      const can = abilities(game).chat && game.view?.stage !== 'waiting';
      root.classList.toggle('silent', Boolean(game.view) && !can);
      form.hidden = !can || !(plays(game) || document.documentElement.dataset['player']);
      const count = game.lines.length;
      // Who came to watch may have joined the game.
      const hint = plays(game) || game.view?.stage === 'over' ? 'game_chat_empty' : 'game_chat_spectators';
      if (`${count} ${hint}` === shown) return;
      shown = `${count} ${hint}`;
      const isAtEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 40;
      const lines = game.lines.map((line) =>
        make('li', {}, make('b', { title: new Date(line.at).toLocaleTimeString() }, called(line.name)), ' ', line.text));
      list.replaceChildren(...(count ? lines : [make('li', { class: 'hint' }, text(hint))]));
      if (isAtEnd) list.scrollTop = list.scrollHeight;
    },
    focus: () => input.focus(),
  };
}

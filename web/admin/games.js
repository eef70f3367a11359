// One game: its chat, and ending it.
import { ask } from '../lib/api.js';
import { moment } from '../lib/dates.js';
import { find, make, say } from '../lib/dom.js';
import { text } from '../lib/text.js';
import { actButton, entry, submits } from './parts.js';

/** @import { AdminChatLine } from '../wire.d.ts' */

/** Returns a function that shows the section. */
export function initGames() {
  const section = find('#games');
  const search = /** @type {HTMLFormElement} */ (find('.search', section));
  const place = find('#game');
  let id = '';
  const showChat = async () => {
    /** @type {AdminChatLine[]} */
    const lines = await ask('GET', `/admin/games/${id}/chat`);
    find('.entries', place).replaceChildren(...lines.map((line) => entry(make('span', { translate: 'no' }, line.name), [make('span', { translate: 'no' }, line.text), moment(line.at)],
      actButton(text('admin_chat_delete'), async () => {
        await ask('DELETE', `/admin/games/${id}/chat/${line.id}`);
        say(text('admin_done'));
        await showChat();
      }, { isDangerous: true, label: text('admin_chat_delete_named', { text: line.text }) }))));
    find('.none', place).hidden = lines.length > 0;
  };
  submits(search, async (values) => {
    // A link may be pasted as well.
    id = String(values.get('game')).trim().replace(/[#?].*$/, '').split('/').filter(Boolean).at(-1) ?? '';
    place.hidden = true;
    await showChat();
    const link = find('#game-link');
    link.setAttribute('href', `/game/${id}`);
    link.textContent = text('admin_game_named', { game: id });
    place.hidden = false;
  });
  const end = /** @type {HTMLFormElement | null} */ (place.querySelector('.end'));
  if (end) {
    submits(end, async (values) => {
      await ask('POST', `/admin/games/${id}/end`, { result: values.get('result'), reason: values.get('reason') });
      end.reset();
      find('.done', end).textContent = text('admin_done');
    });
  }
  return () => {};
}

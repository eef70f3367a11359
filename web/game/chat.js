// The chat of a game.
import { find, make } from '../lib/dom.js';
import { displayName } from '../lib/names.js';
import { socket } from '../lib/socket.js';
import { text } from '../lib/text.js';
import { abilities, plays } from './state.js';

/** @import { Game } from './state.js' */

/**
 * @param {HTMLElement} root
 * @param {Game} game
 */
export function makeChat(root, game) {
  const list = find('.chat ol', root);
  const form = /** @type {HTMLFormElement} */ (find('.chat form', root));
  const input = /** @type {HTMLInputElement} */ (find('input', form));
  /** What is drawn. */
  let drawn = '';

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const words = input.value.trim();
    if (!words) return;
    socket.send({ chat: { game: game.id, text: words } });
    input.value = '';
  });

  const chat = {
    /** Whether it is open on a small screen. */
    isOpen: false,
    unread: 0,
    toggle() {
      chat.isOpen = !chat.isOpen;
      if (chat.isOpen) chat.unread = 0;
    },
    /** Counts a line that the player may not see. */
    count() {
      if (!chat.isOpen) chat.unread += 1;
    },
    draw() {
      const can = abilities(game).chat && game.view?.stage !== 'waiting';
      root.classList.toggle('no-chat', Boolean(game.view) && !can);
      form.hidden = !can || !(plays(game) || document.documentElement.dataset['player']);
      const shown = game.chatLines.filter((line) => !game.muted.has(line.name));
      const count = shown.length;
      const last = shown.at(-1)?.at ?? 0;
      const hint = plays(game) || game.view?.stage === 'over' ? 'game_chat_empty' : 'game_chat_spectators';
      const mark = `${count} ${last} ${hint}`;
      if (mark === drawn) return;
      drawn = mark;
      const isAtEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 40;
      const lines = shown.map((line) =>
        make('li', {}, make('b', { title: new Date(line.at).toLocaleTimeString() }, displayName(line.name)), ' ', line.text));
      list.replaceChildren(...(count ? lines : [make('li', { class: 'hint' }, text(hint))]));
      if (isAtEnd) list.scrollTop = list.scrollHeight;
    },
    focus: () => input.focus({ preventScroll: true }),
  };
  return chat;
}

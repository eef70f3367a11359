// On every page, for players with an account: notifies them of challenges, and of
// the answers to their own.
import '../page_strings.js';
import { ask } from '../lib/api.js';
import { find, make, say } from '../lib/dom.js';
import { displayName, playerName } from '../lib/names.js';
import { socket } from '../lib/socket.js';
import { styled } from '../lib/style.js';
import { text, why } from '../lib/text.js';
import { challengeWords } from '../players/challenge_list.js';
import { alertPlayer } from './alert.js';

/** @import { ChallengeList, ChallengeView } from '../wire.d.ts' */

const me = document.documentElement.dataset['player'] ?? '';
/** The challenges that wait for an answer. @type {Map<string, ChallengeView>} */
const waiting = new Map();
const toasts = make('div', { class: 'toasts' });

/** Shows how many challenges wait, beside the link to the players and in the title. */
function count() {
  const link = find('.top nav [href="/players"]');
  link.querySelector('.count')?.remove();
  if (waiting.size) {
    link.append(make('span', { class: 'count' }, make('span', { 'aria-hidden': 'true' }, String(waiting.size)),
      make('span', { class: 'unseen' }, text('notices_count', { count: waiting.size }))));
  }
  const title = document.title.replace(/^\(\d+\) /, '');
  document.title = waiting.size ? `(${waiting.size}) ${title}` : title;
}

/**
 * Shows a message with buttons.
 * @param {string} id
 * @param {string} words
 * @param {string} more
 * @param {[string, (() => unknown) | string][]} answers what a press does, or where it leads
 */
function toast(id, words, more, answers) {
  remove(id);
  const wrong = make('p', { class: 'wrong', role: 'alert' });
  const buttons = answers.map(([label, act], at) => {
    const look = at ? '' : 'primary';
    if (typeof act === 'string') return make('a', { class: `button ${look}`, href: act }, label);
    const press = async () => {
      try {
        await act();
        remove(id);
      } catch (error) {
        wrong.textContent = why(error);
      }
    };
    return make('button', { type: 'button', class: look, onclick: press }, label);
  });
  const close = make('button', { type: 'button', class: 'quiet', 'aria-label': text('notices_close'), onclick: () => remove(id) }, '×');
  toasts.append(make('section', { class: 'toast panel', 'data-toast': id, 'aria-label': words },
    make('p', {}, make('b', {}, words), ' ', more), close, make('div', { class: 'row' }, ...buttons), wrong));
}

/** @param {string} id */
const remove = (id) => toasts.querySelector(`[data-toast="${id}"]`)?.remove();

/** @param {ChallengeView} challenge */
function showIncoming(challenge) {
  const words = text('notices_challenge', { name: playerName(challenge.challenger) });
  const accept = async () => {
    /** @type {{ game: string }} */
    const { game } = await ask('POST', `/challenges/${challenge.id}/accept`, {});
    location.assign(`/game/${game}`);
  };
  toast(challenge.id, words, challengeWords(challenge), [
    [text('game_accept'), accept],
    [text('game_decline'), () => ask('POST', `/challenges/${challenge.id}/decline`, {})],
    [text('notices_all'), '/players#challenges'],
  ]);
  say(words, 'urgent');
  alertPlayer({ key: challenge.id, title: words, body: challengeWords(challenge), path: '/players#challenges' });
}

/** @param {ChallengeView} challenge */
function showAnswer(challenge) {
  const name = playerName(challenge.challenged);
  if (challenge.state === 'accepted' && challenge.game) {
    const words = text('notices_accepted', { name });
    const path = `/game/${challenge.game}`;
    toast(challenge.id, words, '', [[text('notices_play'), path]]);
    say(words, 'urgent');
    alertPlayer({ key: challenge.id, title: words, body: challengeWords(challenge), path });
  } else if (challenge.state === 'declined') {
    const words = text('notices_declined', { name });
    const reason = challenge.reason && challenge.reason !== 'generic' ? text(`players_decline_${challenge.reason}`) : '';
    toast(challenge.id, words, reason, []);
    say(`${words} ${reason}`);
  }
}

socket.on('challenge', (challenge) => {
  const isMine = challenge.challenger.name === me;
  if (!isMine) {
    if (challenge.state === 'open') waiting.set(challenge.id, challenge);
    else waiting.delete(challenge.id);
    remove(challenge.id);
    // A page with the list shows it there.
    if (challenge.state === 'open') showIncoming(challenge);
    count();
  } else {
    showAnswer(challenge);
  }
  dispatchEvent(new CustomEvent('challenge'));
});
// The page of the tournament opens the game by itself.
socket.on('tournament_game', ({ game, pairing, opponent }) => {
  if (location.pathname === `/tournament/${pairing.tournament}`) return;
  const words = text('notices_tournament_game', { name: displayName(opponent) });
  const path = `/game/${game}`;
  if (location.pathname === path) return;
  toast(game, words, `${pairing.name} · ${text('game_board', { round: pairing.round, board: pairing.board })}`, [[text('notices_play'), path]]);
  say(words, 'urgent');
  alertPlayer({ key: game, title: words, body: pairing.name, path });
});
// The connection opens with the first message.
socket.send({ ping: 0 });

await styled('notices');
document.body.append(toasts);
/** @type {ChallengeList} */
const { incoming } = await ask('GET', '/challenges');
for (const challenge of incoming) waiting.set(challenge.id, challenge);
count();

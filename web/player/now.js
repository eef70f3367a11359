// What a player is doing, the score against them, following and challenging them.
import { ask } from '../lib/api.js';
import { find, make } from '../lib/dom.js';
import { displayName } from '../lib/names.js';
import { text, why } from '../lib/text.js';

/** @import { ChallengeView, NewChallenge, PlayerNow } from '../wire.d.ts' */

/** @param {string} name */
export async function showNow(name) {
  const path = `/players/${encodeURIComponent(name)}`;
  /** @type {PlayerNow} */
  const now = await ask('GET', `${path}/now`);
  const me = document.documentElement.dataset;
  const isMe = me['kind'] === 'account' && me['player'] === name;
  // The server may not know yet that this page is open.
  const isThere = now.online || isMe;
  find('#presence').classList.toggle('there', isThere);
  find('#presence').setAttribute('aria-label', text(isThere ? 'game_is_there' : 'game_is_away'));
  const { score } = now;
  if (score && score.won + score.drawn + score.lost) {
    find('#score').textContent = text('player_score', { won: score.won, drawn: score.drawn, lost: score.lost });
  }
  find('#running-section').hidden = !now.games.length;
  find('#running').replaceChildren(...now.games.map(({ id, players: { white, black } }) => make('li', {},
    make('a', { href: `/game/${id}` }, [white, black].map((it) => displayName(it?.name ?? '')).join(' – ')))));
  if (me['kind'] !== 'account' || isMe) return;
  find('#approach').hidden = false;
  initFollow(path, now.followed);
  initChallenge(path, name);
}

/** @param {string} path @param {boolean} isFollowed */
function initFollow(path, isFollowed) {
  const button = find('#follow');
  const draw = () => {
    button.textContent = text(isFollowed ? 'player_unfollow' : 'player_follow');
    button.setAttribute('aria-pressed', String(isFollowed));
  };
  draw();
  button.addEventListener('click', async () => {
    try {
      await ask(isFollowed ? 'DELETE' : 'PUT', `${path}/follow`);
      isFollowed = !isFollowed;
      draw();
    } catch (error) {
      find('#challenge .wrong').textContent = why(error);
    }
  });
}

/** @param {string} path @param {string} name */
function initChallenge(path, name) {
  const details = /** @type {HTMLDetailsElement} */ (find('#challenge'));
  const form = /** @type {HTMLFormElement} */ (find('form', details));
  details.open = location.hash === '#challenge';
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const values = new FormData(form);
    const color = /** @type {'white' | 'black' | ''} */ (values.get('color'));
    /** @type {{ options: object, color?: string }} */
    const body = {
      options: { clock: values.get('clock'), variant: values.get('variant'), rated: values.has('rated') },
      ...(color && { color }),
    };
    find('.wrong', form).textContent = '';
    find('.done', form).textContent = '';
    try {
      /** @type {ChallengeView} */
      const made = await ask('POST', `${path}/challenge`, /** @type {NewChallenge} */ (body));
      find('.done', form).replaceChildren(text('player_challenge_done', { name: made.challenged.name }), ' ',
        make('a', { href: '/players#challenges' }, text('player_challenges')));
    } catch (error) {
      find('.wrong', form).textContent = why(error);
    }
  });
  find('summary', details).textContent = text('player_challenge', { name });
}

// The open challenges of the player, with the ways to answer them.
import { ask } from '../lib/api.js';
import { clockWords } from '../lib/clock_words.js';
import { find, make } from '../lib/dom.js';
import { playerName } from '../lib/names.js';
import { text, why } from '../lib/text.js';
import { DECLINE_REASONS } from './decline_reasons.js';

/** @import { ChallengeList, ChallengeView, DeclineReason } from '../wire.d.ts' */

/** Describes the game of a challenge. @param {ChallengeView} challenge */
export function challengeWords({ options, color }) {
  return [
    clockWords(options.clock),
    options.variant === 'chess960' && text('home_variant_960'),
    options.variant === 'saktris' && text('home_variant_saktris'),
    text(options.rated ? 'game_rated' : 'game_casual'),
    color && text('home_seek_color', { color: text(`color_${color}`) }),
  ].filter(Boolean).join(' · ');
}

/** Shows the open challenges, or hides their section. */
export async function showChallenges() {
  /** @type {ChallengeList} */
  const { incoming, outgoing } = await ask('GET', '/challenges');
  const section = find('#challenges');
  section.hidden = incoming.length + outgoing.length === 0;
  find('#challenge-list').replaceChildren(...incoming.map(incomingLine), ...outgoing.map(outgoingLine));
}

/** @param {() => Promise<unknown>} act */
async function attempt(act) {
  const wrong = find('#challenges .wrong');
  wrong.textContent = '';
  try {
    await act();
  } catch (error) {
    wrong.textContent = why(error);
  }
  await showChallenges();
}

/** @param {ChallengeView} challenge */
function incomingLine(challenge) {
  const name = playerName(challenge.challenger);
  const reason = make('select', { 'aria-label': text('players_reason') },
    ...DECLINE_REASONS.map((it) => make('option', { value: it }, text(`players_decline_${it}`))));
  const accept = async () => {
    /** @type {{ game: string }} */
    const { game } = await ask('POST', `/challenges/${challenge.id}/accept`, {});
    location.assign(`/game/${game}`);
  };
  const decline = () => ask('POST', `/challenges/${challenge.id}/decline`, { reason: /** @type {DeclineReason} */ (reason.value) });
  return make('li', { 'data-challenge': challenge.id },
    make('p', {}, make('a', { class: 'name', href: `/player/${encodeURIComponent(challenge.challenger.name)}` }, name), ' ', challengeWords(challenge)),
    make('div', { class: 'row' },
      make('button', { type: 'button', class: 'primary', onclick: () => attempt(accept) }, text('game_accept')),
      make('button', { type: 'button', onclick: () => attempt(decline) }, text('game_decline')), reason));
}

/** @param {ChallengeView} challenge */
function outgoingLine(challenge) {
  const withdraw = () => attempt(() => ask('DELETE', `/challenges/${challenge.id}`));
  return make('li', { 'data-challenge': challenge.id },
    make('p', {}, text('players_challenged', { name: playerName(challenge.challenged) }), ' ', challengeWords(challenge)),
    make('button', { type: 'button', onclick: withdraw }, text('players_withdraw')));
}

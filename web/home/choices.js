// The choices in the new-game form, and the requests made from them. The
// DOM is not used here.

/** @import { Color, GameOptions, NewGame, Opponent, SaktrisOptions, Seek } from '../wire.d.ts' */

/**
 * The values of the new-game form, as they are stored.
 * @typedef {object} Choices
 * @property {number} level from 1 to 10
 * @property {'' | Color} color against the computer; empty: random
 * @property {'' | Color} friendColor
 * @property {string} friendName the player to challenge; empty: by link
 * @property {string} friendClock `other`: the one of the custom game
 * @property {string} seekClock
 * @property {string} clock of a custom game; empty: the default; `own`: as typed in `ownClock`
 * @property {string} ownClock
 * @property {'standard' | 'chess960' | 'saktris'} variant
 * @property {SaktrisOptions['order']} order of arrival, in Saktris
 * @property {string} every after how many moves a piece arrives
 * @property {SaktrisOptions['clearing']} clearing
 * @property {string} preview how many upcoming pieces are shown
 * @property {'claim' | 'automatic'} draws
 * @property {boolean} formal touch-move
 * @property {boolean} takeBacks
 * @property {boolean} rated
 * @property {string} start FEN; empty: the default
 */

/** @type {Readonly<Choices>} */
export const DEFAULTS = {
  level: 3, color: '', friendColor: '', friendName: '', friendClock: '10+5', seekClock: '5+3', clock: '', ownClock: '5+3', variant: 'standard', draws: 'claim',
  order: 'same', every: '1', clearing: 'triplets', preview: '1',
  formal: false, takeBacks: true, rated: false, start: '',
};

/**
 * Returns the stored choices, as far as they are still valid.
 * @param {string | null} stored JSON
 * @returns {Choices}
 */
export function restore(stored) {
  let found;
  try {
    found = JSON.parse(stored ?? '{}');
  } catch {
    found = {};
  }
  const entries = Object.entries(DEFAULTS).map(([name, fallback]) => [name, typeof found?.[name] === typeof fallback ? found[name] : fallback]);
  const choices = /** @type {Choices} */ (Object.fromEntries(entries));
  const isLevel = Number.isInteger(choices.level) && choices.level >= 1 && choices.level <= 10;
  // A custom position is meant for one game, and so is a name.
  return { ...choices, level: isLevel ? choices.level : DEFAULTS.level, start: '', friendName: '' };
}

/**
 * @param {Choices} choices
 * @param {'friend' | 'computer' | 'self'} against
 * @returns {NewGame}
 */
export function newGame(choices, against) {
  /** @type {Opponent} */
  const opponent = against === 'computer' ? { computer: { level: choices.level } } : against;
  /** @type {GameOptions} */
  const options = {
    variant: choices.variant,
    clock: clockOf(choices, against),
    draws: choices.draws,
    conduct: choices.formal ? 'formal' : 'casual',
    take_backs: choices.takeBacks ? 'allowed' : 'forbidden',
    // Only games between people are rated.
    rated: choices.rated && against === 'friend',
    ...saktrisOf(choices),
    // Saktris starts on an empty board.
    ...(choices.start && choices.variant !== 'saktris' && { start: choices.start }),
  };
  const color = against === 'computer' ? choices.color : against === 'friend' ? choices.friendColor : '';
  return { options, opponent, ...(color && { color }) };
}

/**
 * Returns the options of Saktris.
 * @param {Choices} choices
 * @returns {{ saktris?: SaktrisOptions }}
 */
function saktrisOf({ variant, order, every, clearing, preview }) {
  if (variant !== 'saktris') return {};
  return { saktris: { order, every: Number(every), clearing, preview: Number(preview) } };
}

/**
 * Returns the time control; by default only games with friends have a clock.
 * @param {Choices} choices
 * @param {'friend' | 'computer' | 'self'} against
 */
function clockOf({ clock, ownClock, friendClock }, against) {
  if (clock === 'own') return ownClock.trim();
  return clock || (against === 'friend' ? friendClock : '-');
}

/**
 * Returns the seek of quick pairing, with few conditions so that many players
 * match.
 * @param {Choices} choices
 * @param {string} clock
 * @returns {Seek}
 */
export function seekOf(choices, clock) {
  const { rated, variant } = choices;
  const game = variant === 'standard' ? {} : { variant, ...saktrisOf(choices) };
  return { options: /** @type {GameOptions} */ ({ clock, rated, ...game }) };
}

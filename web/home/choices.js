// What somebody has chosen for the next game, and the game that is made of
// it. No page enters here.

/** @import { Color, GameOptions, NewGame, Opponent, SaktrisOptions, Seek } from '../wire.d.ts' */

/**
 * The new-game form, as it is kept.
 * @typedef {object} Choices
 * @property {number} level from 1 to 10
 * @property {'' | Color} color empty: either
 * @property {string} clock empty: the usual one; `own`: as written in `ownClock`
 * @property {string} ownClock
 * @property {'standard' | 'chess960' | 'saktris'} variant
 * @property {SaktrisOptions['order']} order of arrival, in Saktris
 * @property {string} every so many moves a piece arrives
 * @property {SaktrisOptions['clearing']} clearing
 * @property {string} preview how many pieces of a side everybody sees
 * @property {'claim' | 'automatic'} draws
 * @property {boolean} formal a touched piece must be moved
 * @property {boolean} takeBacks
 * @property {boolean} rated
 * @property {string} start FEN; empty: the usual one
 */

/** @type {Readonly<Choices>} */
export const USUAL = {
  level: 3, color: '', clock: '', ownClock: '5+3', variant: 'standard', draws: 'claim',
  order: 'same', every: '1', clearing: 'triplets', preview: '1',
  formal: false, takeBacks: true, rated: false, start: '',
};

/**
 * The choices that were kept, as far as they still mean something.
 * @param {string | null} kept JSON
 * @returns {Choices}
 */
export function recall(kept) {
  let found;
  try {
    found = JSON.parse(kept ?? '{}');
  } catch {
    found = {};
  }
  const entries = Object.entries(USUAL).map(([name, usual]) => [name, typeof found?.[name] === typeof usual ? found[name] : usual]);
  const choices = /** @type {Choices} */ (Object.fromEntries(entries));
  const isLevel = Number.isInteger(choices.level) && choices.level >= 1 && choices.level <= 10;
  // A position is meant for one game.
  return { ...choices, level: isLevel ? choices.level : USUAL.level, start: '' };
}

/**
 * @param {Choices} choices
 * @param {'friend' | 'computer' | 'self'} whom
 * @returns {NewGame}
 */
export function newGame(choices, whom) {
  /** @type {Opponent} */
  const opponent = whom === 'computer' ? { computer: { level: choices.level } } : whom;
  /** @type {GameOptions} */
  const options = {
    variant: choices.variant,
    clock: clockOf(choices, whom),
    draws: choices.draws,
    conduct: choices.formal ? 'formal' : 'casual',
    take_backs: choices.takeBacks ? 'allowed' : 'forbidden',
    // Only people have ratings to lose.
    rated: choices.rated && whom === 'friend',
    ...saktrisOf(choices),
    // Its pieces arrive on an empty board.
    ...(choices.start && choices.variant !== 'saktris' && { start: choices.start }),
  };
  return { options, opponent, ...(choices.color && whom !== 'self' && { color: choices.color }) };
}

/**
 * What there is to agree on in Saktris.
 * @param {Choices} choices
 * @returns {{ saktris?: SaktrisOptions }}
 */
function saktrisOf({ variant, order, every, clearing, preview }) {
  if (variant !== 'saktris') return {};
  return { saktris: { order, every: Number(every), clearing, preview: Number(preview) } };
}

/**
 * Who knows the computer or sits at the same table is in no hurry.
 * @param {Choices} choices
 * @param {'friend' | 'computer' | 'self'} whom
 */
function clockOf({ clock, ownClock }, whom) {
  if (clock === 'own') return ownClock.trim();
  return clock || (whom === 'friend' ? '10+5' : '-');
}

/**
 * What quick pairing looks for: as little as possible, so that many fit.
 * @param {Choices} choices
 * @param {string} clock
 * @returns {Seek}
 */
export function seekOf(choices, clock) {
  const { color, rated, variant } = choices;
  const game = variant === 'saktris' ? { variant, ...saktrisOf(choices) } : {};
  const options = /** @type {GameOptions} */ ({ clock, rated, ...game });
  return { options, ...(color && { color }) };
}

// Sentences about a game.
import { clockWords } from '../lib/clock_words.js';
import { text } from '../lib/text.js';
import { nameOf, sideName } from './seats.js';

/** @import { Color, GameOptions } from '../wire.d.ts' */
/** @import { Game } from './state.js' */
/** @import { Word } from '../lib/text.js' */

/**
 * Describes the options of a game: `5+3 · casual`.
 * @param {GameOptions} options
 */
export function optionsText(options) {
  return [
    clockWords(options.clock),
    options.variant === 'saktris' && text('game_saktris'),
    text(options.rated ? 'game_rated' : 'game_casual'),
    options.variant === 'chess960' && text('game_960'),
    options.start && text('game_from_position'),
    options.conduct === 'formal' && text('game_formal'),
  ].filter(Boolean).join(' · ');
}

/**
 * Describes the end of a game: the winner, the reason and the score.
 * @param {NonNullable<Game['ending']>} ending
 * @param {Color[]} [you] the sides of the viewer, who is addressed as “you”
 */
export function resultText({ winner, reason, result }, you = []) {
  const who = !winner ? text(result === '*' ? 'game_no_result' : 'game_drawn')
    : you.length === 1 ? text(you[0] === winner ? 'game_won' : 'game_lost') : text('game_wins', { side: sideName(winner) });
  const word = /** @type {Word} */ (`game_reason_${reason}`);
  const score = result === '*' ? '' : result.replaceAll('1/2', '½').replace('-', '–');
  return { who, how: reason ? text(word) : '', score };
}

/**
 * Says who asks for something; the viewer is not named.
 * @param {Game} game
 * @param {'game_draw_offered' | 'game_take_back_asked' | 'game_abort_asked'} word
 * @param {Color} by
 */
export function requestText(game, word, by) {
  const isOwn = game.view?.you.length === 1 && game.view.you[0] === by;
  if (isOwn) return text(/** @type {Word} */ (`${word}_own`));
  const name = game.view?.you.length === 2 ? sideName(by) : nameOf(game, by);
  return text(word, { name });
}

// Sounds and spoken sentences for what happens in a game.
import { say } from '../lib/dom.js';
import { displayName } from '../lib/names.js';
import { spoken } from '../lib/notation.js';
import { preferences } from '../lib/settings.js';
import { play } from '../lib/sound.js';
import { language, text } from '../lib/text.js';
import { sideName } from './seats.js';
import { other, plays, playsBoth, side } from './state.js';
import { requestText, resultText } from './phrases.js';

/** @import { Color, GameEvent } from '../wire.d.ts' */
/** @import { Effect, Game } from './state.js' */

/**
 * @param {Game} game
 * @param {Effect} effect
 * @param {string} [more] a sentence to add to a move
 */
export function announce(game, effect, more = '') {
  if (!('notify' in effect)) return;
  if (effect.notify === 'event') announceEvent(game, effect, more);
  if (effect.notify === 'gone') say(text('game_gone'), 'urgent');
  if (effect.notify === 'begun') {
    play('offer');
    say(plays(game) && !playsBoth(game) ? text('game_began', { side: sideName(side(game)) }) : text('game_began_spectator'));
  }
  if (effect.notify === 'rematch') play('offer');
  if (effect.notify === 'chat') say(`${displayName(effect.line.name)}: ${effect.line.text}`);
}

/**
 * Warns a player who is low on time.
 * @param {Game} game
 * @param {Color} color
 */
export function announceLowTime(game, color) {
  if (!game.view?.you.includes(color)) return;
  play('low');
  say(text('game_low', { side: sideName(color) }), 'urgent');
}

/**
 * @param {Game} game
 * @param {{ event: GameEvent, isOwn: boolean, isLast: boolean }} effect
 * @param {string} more
 */
function announceEvent(game, { event, isOwn, isLast }, more) {
  switch (event.event) {
    case 'played': {
      if (!isLast) break;
      play(/[+#]$/.test(event.san) ? 'check' : event.san.includes('x') || event.cleared ? 'capture' : 'move');
      const words = [spoken(event.san), more].filter(Boolean).join('. ');
      say(game.state ? `${sideName(other(game.state.turn))}: ${words}` : words);
      if (preferences().spoken) speak(words);
      break;
    }
    case 'ended': {
      play('end');
      const { who, how } = resultText(event, game.view?.you);
      const words = `${who}: ${how}`;
      say(words, 'urgent');
      if (preferences().spoken) speak(words);
      break;
    }
    case 'draw_offered':
    case 'take_back_asked':
    case 'abort_asked': {
      if (!isOwn) play('offer');
      say(requestText(game, `game_${event.event}`, event.by), isOwn ? 'polite' : 'urgent');
      break;
    }
    case 'took_back':
      play('move');
      break;
    default:
  }
  const words = remarkOn(game, event);
  if (words) say(words);
}

/**
 * Returns a sentence to show beside the board for a moment, if an event needs one.
 * @param {Game} game
 * @param {GameEvent} event
 */
export function remarkOn(game, event) {
  switch (event.event) {
    case 'draw_declined': return text('game_draw_declined');
    case 'take_back_refused': return text('game_take_back_refused');
    case 'took_back': return text('game_took_back');
    case 'claim_failed': return claimFailed(game);
    case 'berserked': return text('game_berserked', { side: sideName(event.by) });
    case 'time_given': return text('game_time_given', { side: sideName(event.to), count: Math.round(event.span / 1000) });
    default: return null;
  }
}

/** Tells each reader who gains time from an incorrect claim of the side to move. @param {Game} game */
function claimFailed(game) {
  const claimer = game.state?.turn ?? 'white';
  if (!game.state?.clock) return text('game_claim_failed_no_clock');
  if (!plays(game) || playsBoth(game)) return text('game_claim_failed_spectator', { side: sideName(other(claimer)) });
  return text(side(game) === claimer ? 'game_claim_failed' : 'game_claim_failed_opponent');
}

/** Speaks a sentence. @param {string} words */
function speak(words) {
  if (!globalThis.speechSynthesis) return;
  const utterance = new SpeechSynthesisUtterance(words);
  utterance.lang = language();
  speechSynthesis.cancel();
  speechSynthesis.speak(utterance);
}

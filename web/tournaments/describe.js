// Tournaments in words.
import { clockWords } from '../lib/clock_words.js';
import { moment } from '../lib/dates.js';
import { displayName } from '../lib/names.js';
import { language, text } from '../lib/text.js';

/** @import { TournamentBoard, TournamentBye, TournamentPlayer, TournamentSummary, TournamentView } from '../wire.d.ts' */

/** Describes the games of a tournament. @param {TournamentSummary} summary */
export function facts({ system, options, venue, rounds, minutes }) {
  return [
    text(`tournaments_${system}`),
    minutes > 0 && text('tournaments_count_minutes', { count: minutes }),
    rounds > 0 && text(rounds === 1 ? 'tournaments_one_round' : 'tournaments_count_rounds', { count: rounds }),
    clockWords(options.clock),
    options.variant === 'chess960' && 'Chess960',
    options.variant === 'saktris' && 'Saktris',
    venue === 'board' ? text('tournaments_venue_board') : text(options.rated ? 'game_rated' : 'game_casual'),
  ].filter(Boolean).join('\u00a0· ');
}

/** How long a part may be that stays on one line, in characters. */
const MAX_UNBROKEN = 20;

/**
 * Describes the progress of a tournament. A line does not end inside a short part.
 * @param {TournamentSummary} summary
 */
export const progress = (summary) => progressWords(summary)
  .map((it) => (it.length > MAX_UNBROKEN ? it : it.replaceAll(' ', '\u00a0'))).join('\u00a0· ');

/** @param {TournamentSummary} summary */
function progressWords({ state, starts, round, rounds, minutes, players }) {
  const count = text(players === 1 ? 'tournaments_one_player' : 'tournaments_count_players', { count: players });
  if (state === 'running' && minutes > 0) return [text('tournaments_running_now'), count];
  if (state === 'running') return [text('tournaments_round_of', { round, rounds }), count];
  if (state === 'cancelled') return [text('tournaments_cancelled')];
  if (state === 'over') return [text('tournaments_state_over'), count];
  return [starts ? moment(starts) : text('tournaments_no_time'), count];
}

/**
 * Returns the players by their numbers.
 * @param {TournamentView} view
 * @returns {Map<number, TournamentPlayer>}
 */
export const byNumber = (view) => new Map(view.players.map((player) => [player.id, player]));

/** @param {TournamentPlayer | undefined} player */
export const nameOf = (player) => displayName(player?.name ?? '');

/** Writes a number of points as the language does: `1.5`, or `1,5`. @param {string | number} points */
export const decimal = (points) => (language() === 'de' ? String(points).replaceAll('.', ',') : String(points));

/**
 * Says who came first, if the tournament is over.
 * @param {TournamentView} view
 */
export function winners(view) {
  const first = view.summary.state === 'over' ? view.standings.filter(({ rank }) => rank === 1) : [];
  if (first.length === 0) return '';
  const players = byNumber(view);
  const names = new Intl.ListFormat(language()).format(first.map(({ player }) => nameOf(players.get(player))));
  return text('tournaments_first', { names });
}

/** Writes a result with typographic signs. @param {string | undefined} result */
export function resultWords(result) {
  if (!result) return '';
  const signs = { '1-0': '1–0', '1/2': '½–½', '0-1': '0–1', '0-0': '0–0', '+-': '+ –', '-+': '– +', '--': '– –' };
  return /** @type {Record<string, string>} */ (signs)[result] ?? result;
}

/**
 * Says why a player has no opponent.
 * @param {TournamentView} view
 * @param {TournamentBye} bye
 */
export function byeWords({ summary: { system } }, bye) {
  if (system === 'keizer' && bye === 'pairing') return text('tournaments_rests');
  if (system === 'keizer' && bye === 'half') return text('tournaments_excused');
  if (bye === 'full' && (system === 'team_match' || system === 'scheveningen')) return text('tournaments_no_opponent');
  return text(`tournaments_bye_${bye}`);
}

/**
 * Returns the board of a player in the last round, if they have one.
 * @param {TournamentView} view
 * @param {number} number
 * @returns {TournamentBoard | undefined}
 */
export const boardOf = (view, number) => view.round?.boards.find(({ white, black }) => white === number || black === number);

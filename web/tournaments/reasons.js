// Why a round is paired as it is, in sentences.
import { text } from '../lib/text.js';
import { byNumber, nameOf } from './describe.js';

/** @import { RefusedChoice, RoundReasons, TournamentView } from '../wire.d.ts' */
/** @import { Word } from '../lib/text.js' */

/**
 * @param {RoundReasons} reasons
 * @param {TournamentView} view
 * @returns {string[]}
 */
export function sentences({ is_table, is_outdated, pairs, floats }, view) {
  if (is_table) return [text('tournaments_reason_table')];
  if (is_outdated) return [text('tournaments_reason_outdated')];
  const players = byNumber(view);
  const name = (/** @type {number} */ number) => nameOf(players.get(number));
  const not = (/** @type {RefusedChoice} */ choice) => text('tournaments_reason_not', { name: name(choice.player), why: objection(choice) });
  return [
    ...pairs.map((pair) => [
      text('tournaments_reason_pair', { board: pair.board, player: name(pair.player), opponent: name(pair.opponent) }),
      pair.instead.length ? pair.instead.map(not).join(' ') : text('tournaments_reason_first'),
      text('tournaments_reason_colors', { article: pair.article }),
    ].join(' ')),
    ...floats.map((float) => [
      text(float.odd ? 'tournaments_reason_odd' : 'tournaments_reason_float', { name: name(float.player), points: float.points }),
      float.instead ? not(float.instead) : '',
      float.against ? text('tournaments_reason_against', { name: name(float.against.player), why: objection(float.against) }) : '',
    ].filter(Boolean).join(' ')),
  ];
}

/** Says what stands against a choice. @param {RefusedChoice} choice */
function objection({ code, round, count, points }) {
  const word = /** @type {Word} */ (`tournaments_objection_${code}`);
  return text(word, { round: round ?? 0, count: count ?? 0, points: points ?? '' });
}

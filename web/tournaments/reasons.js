// Why a round is paired as it is, in sentences.
import { text } from '../lib/text.js';
import { byNumber, decimal, nameOf } from './describe.js';

/** @import { BoardReason, MatchWay, RefusedChoice, RoundReasons, TournamentView } from '../wire.d.ts' */
/** @import { Word } from '../lib/text.js' */
/** @typedef {(number: number) => string} Name */

/**
 * @param {RoundReasons} reasons
 * @param {TournamentView} view
 * @returns {string[]}
 */
export function sentences({ is_table, is_outdated, pairs, floats, others }, view) {
  if (is_outdated) return [text(view.summary.system === 'arena' ? 'tournaments_reason_none' : 'tournaments_reason_outdated')];
  const players = byNumber(view);
  const name = (/** @type {number} */ number) => nameOf(players.get(number));
  const not = (/** @type {RefusedChoice} */ choice) => text('tournaments_reason_not', { name: name(choice.player), why: objection(choice, name) });
  return [
    ...(is_table ? [text('tournaments_reason_table')] : []),
    ...pairs.map((pair) => [
      text('tournaments_reason_pair', { board: pair.board, player: name(pair.player), opponent: name(pair.opponent) }),
      pair.instead.length ? pair.instead.map(not).join(' ') : text('tournaments_reason_first'),
      text('tournaments_reason_colors', { article: pair.article }),
    ].join(' ')),
    ...floats.map((float) => [
      text(float.odd ? 'tournaments_reason_odd' : 'tournaments_reason_float', { name: name(float.player), points: decimal(float.points) }),
      float.instead ? not(float.instead) : '',
      float.against ? text('tournaments_reason_against', { name: name(float.against.player), why: objection(float.against, name) }) : '',
    ].filter(Boolean).join(' ')),
    ...general(others, view),
    ...byBoard(others).map((those) => those.map((reason) => sentence(reason, view, name)).join(' ')),
  ];
}

/**
 * Puts the reasons of a board together: who meets, and who has White.
 * @param {BoardReason[]} others
 * @returns {BoardReason[][]}
 */
function byBoard(others) {
  /** @type {BoardReason[][]} */
  const boards = [];
  for (const reason of others) {
    if ('white' in reason) boards.at(-1)?.push(reason);
    else boards.push([reason]);
  }
  return boards;
}

/**
 * Says what holds for all boards of a match between teams.
 * @param {BoardReason[]} others
 * @param {TournamentView} view
 */
function general(others, { teams, summary }) {
  const [one, other] = teams ?? [];
  if (!one || !other || !others.some((reason) => 'team' in reason)) return [];
  const word = summary.system === 'scheveningen' ? 'tournaments_reason_scheveningen' : 'tournaments_reason_teams';
  return [text(word, { one: one.name, other: other.name })];
}

/**
 * @param {BoardReason} reason
 * @param {TournamentView} view
 * @param {Name} name
 */
function sentence(reason, view, name) {
  const not = (/** @type {RefusedChoice} */ choice) => text('tournaments_reason_not', { name: name(choice.player), why: objection(choice, name) });
  if ('table' in reason) {
    const { board, white, white_number, black, black_number } = reason.table;
    return text('tournaments_reason_numbers', { board, white: name(white), one: white_number, black: name(black), other: black_number });
  }
  if ('rest' in reason) return text('tournaments_reason_rest', { name: name(reason.rest.player), number: reason.rest.number });
  if ('seeds' in reason) {
    const { board, player, seed, opponent, opponent_seed, sum } = reason.seeds;
    return text('tournaments_reason_seeds', { board, player: name(player), one: seed, opponent: name(opponent), other: opponent_seed, sum });
  }
  if ('ways' in reason) {
    const [one = '', other = ''] = reason.ways.ways.map((it) => way(it, name));
    return text('tournaments_reason_ways', { board: reason.ways.board, one, other });
  }
  if ('seed_bye' in reason) {
    const { player, seed, places, players } = reason.seed_bye;
    return text('tournaments_reason_seed_bye', { name: name(player), seed, places, players });
  }
  if ('no_opponent' in reason) return text('tournaments_reason_no_opponent', { name: name(reason.no_opponent.player) });
  if ('white' in reason) return text(/** @type {Word} */ (`tournaments_reason_white_${reason.white.code}`), { name: name(reason.white.player) });
  if ('keizer' in reason) {
    const { board, player, place, value, opponent, opponent_place, opponent_value, instead } = reason.keizer;
    return [
      text('tournaments_reason_keizer', { board, player: name(player), place, value, opponent: name(opponent), other: opponent_place, worth: opponent_value }),
      instead.length ? instead.map(not).join(' ') : text('tournaments_reason_next'),
    ].join(' ');
  }
  if ('keizer_bye' in reason) return text('tournaments_reason_keizer_bye', { name: name(reason.keizer_bye.player), place: reason.keizer_bye.place });
  if ('arena' in reason) {
    const { board, player, place, opponent, opponent_place, instead, more, met_ago } = reason.arena;
    return [
      text('tournaments_reason_arena', { board, player: name(player), place, opponent: name(opponent), other: opponent_place }),
      instead.length ? instead.map(not).join(' ') : text('tournaments_reason_nearest'),
      more > 0 ? text('tournaments_reason_more', { count: more }) : '',
      met_ago ? text('tournaments_reason_repeat') : '',
    ].filter(Boolean).join(' ');
  }
  const { board, player, place, opponent, opponent_place } = reason.team;
  const [one, other] = view.teams ?? [];
  return text('tournaments_reason_team', { board, player: name(player), place, team: one?.name ?? '', opponent: name(opponent), other: opponent_place, against: other?.name ?? '' });
}

/** Says how a player reached a match. @param {MatchWay} from @param {Name} name */
function way({ player, seed, from, score }, name) {
  const who = { name: name(player), seed };
  if (!from) return text('tournaments_reason_way', who);
  return score ? text('tournaments_reason_way_score', { ...who, match: from, score: decimal(score) }) : text('tournaments_reason_way_free', { ...who, match: from });
}

/** Says why a choice was rejected. @param {RefusedChoice} choice @param {Name} name */
function objection({ code, round, count, points, other }, name) {
  if (code === 'met') return count === 1 ? text('tournaments_objection_met_last') : text('tournaments_objection_met', { count: count ?? 0 });
  const word = /** @type {Word} */ (`tournaments_objection_${code}`);
  return text(word, { round: round ?? 0, count: count ?? 0, points: decimal(points ?? ''), name: other ? name(other) : '' });
}

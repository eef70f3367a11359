// Reasons of pairings in words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../page_strings.js';
import '../tournament_strings.js';
import { sentences } from '../tournaments/reasons.js';

/** @import { BoardReason, TournamentView } from '../wire.d.ts' */

const view = /** @type {TournamentView} */ (/** @type {unknown} */ ({
  summary: { system: 'keizer' },
  players: ['Ada', 'Ben', 'Cleo', 'Dana'].map((name, at) => ({ id: at + 1, name })),
  teams: [{ name: 'SC Alpha' }, { name: 'SV Beta' }],
}));

const none = { is_table: false, is_outdated: false, pairs: [], floats: [], others: [] };

/** @param {BoardReason[]} others */
const said = (...others) => sentences({ ...none, others }, view);

/** Sets the language of the page, which has no document here. @param {string} lang */
const speak = (lang) => Object.assign(globalThis, { document: { documentElement: { lang } } });
speak('en');

test('a pair of a Keizer tournament names the nearer players', () => {
  assert.deepEqual(said({ keizer: {
    board: 1, player: 1, place: 1, value: 6, opponent: 3, opponent_place: 3, opponent_value: 4, instead: [{ player: 2, code: 'C1', round: 4 }],
  } }), ['Board 1: Ada (place 1, worth 6) meets Cleo (place 3, worth 4). Not Ben: the two have met in round 4.']);
});

test('the color belongs to the sentence of its board', () => {
  assert.deepEqual(said(
    { seeds: { board: 1, player: 1, seed: 1, opponent: 4, opponent_seed: 4, sum: 5 } },
    { white: { board: 1, player: 4, code: 'last_game' } },
    { seed_bye: { player: 2, seed: 2, places: 4, players: 3 } },
  ), [
    'Match 1: Ada (seed 1) meets Dana (seed 4), because the two seeds of every match of the first round add up to 5, so that the best meet last. Dana has White after a game with Black.',
    'Ben (seed 2) has a bye: the bracket has 4 places for 3 players, and the top seeds have byes.',
  ]);
});

test('games of an arena and of a match between teams are explained', () => {
  assert.deepEqual(said({ arena: {
    board: 7, player: 1, place: 1, opponent: 4, opponent_place: 4, instead: [{ player: 2, code: 'met', count: 1 }, { player: 3, code: 'meets', other: 2 }], more: 0,
  } }), ['Game 7: Ada (place 1) meets Dana (place 4). Not Ben: the two met in the last game. Not Cleo: meets Ben.']);
  assert.match(said({ team: { board: 1, player: 1, place: 1, opponent: 2, opponent_place: 1 } }).join(' '), /^The players of SC Alpha and SV Beta .* Board 1: Ada, no\. 1 of SC Alpha, meets Ben, no\. 1 of SV Beta\.$/);
});

test('a reason with a number is a sentence for every number', () => {
  const why = (/** @type {string} */ code, count = 1) =>
    sentences({ ...none, floats: [{ player: 1, points: '1.0', odd: false, instead: { player: 2, code, count, points: '1.0' } }] }, view).join(' ');
  assert.equal(why('C6'), 'Ada is left over in the group with 1.0 points. Not Ben: the number of players left over would be 1 (C6).');
  for (let number = 6; number <= 21; number += 1) assert.doesNotMatch(why(`C${number}`), /\b1 (players|topscorers|unplayed rounds)\b|[{}]/);
});

test('points are written as the language of the page does', (context) => {
  context.after(() => speak('en'));
  speak('de');
  const floats = [{ player: 1, points: '2.5', odd: true, against: { player: 2, code: 'C7', count: 2, points: '2.5' } }];
  assert.match(sentences({ ...none, floats }, view).join(' '), /group with 2,5 points .* players with 2,5 points left over would be 2 /);
  const ways = [{ player: 1, seed: 1, from: 1, score: '1.5:0.5' }, { player: 2, seed: 2, from: 2 }];
  assert.match(said({ ways: { board: 1, ways } }).join(' '), /\(seed 1, 1,5:0,5 in match 1\)/);
});

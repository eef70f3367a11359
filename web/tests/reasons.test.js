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

/** @param {BoardReason[]} others */
const said = (...others) => sentences({ is_table: false, is_outdated: false, pairs: [], floats: [], others }, view);

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
    'Match 1: Ada (seed 1) meets Dana (seed 4), because the seeds of the first round add up to 5: so the best meet last. Dana has White after a game with Black.',
    'Ben (seed 2) has a bye: the bracket has 4 places for 3 players, and the top seeds have byes.',
  ]);
});

test('games of an arena and of a match between teams are explained', () => {
  assert.deepEqual(said({ arena: {
    board: 7, player: 1, place: 1, opponent: 4, opponent_place: 4, instead: [{ player: 2, code: 'met', count: 1 }, { player: 3, code: 'meets', other: 2 }], more: 0,
  } }), ['Game 7: Ada (place 1) meets Dana (place 4). Not Ben: the two met in the last game. Not Cleo: meets Ben.']);
  assert.match(said({ team: { board: 1, player: 1, place: 1, opponent: 2, opponent_place: 1 } }).join(' '), /^The players of SC Alpha and SV Beta .* Board 1: Ada, no\. 1 of SC Alpha, meets Ben, no\. 1 of SV Beta\.$/);
});

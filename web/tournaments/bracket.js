// Draws the bracket of a knockout: a column for each round, with lines to the matches that follow.
import { find, make } from '../lib/dom.js';
import { text } from '../lib/text.js';
import { byNumber, nameOf, resultWords } from './describe.js';
import { named } from './draw.js';

/** @import { MatchGame, TournamentMatch, TournamentPlayer, TournamentView } from '../wire.d.ts' */
/** @typedef {Map<number, TournamentPlayer>} Players */

/** What each match was drawn from: one that has not changed keeps its element and its focus. @type {Map<Element, string>} */
const drawn = new Map();

/**
 * Names a round by its distance from the final.
 * @param {number} round from 1
 * @param {number} rounds
 */
export function roundName(round, rounds) {
  const left = rounds - round;
  if (left === 0) return text('tournaments_final');
  if (left === 1) return text('tournaments_semifinals');
  if (left === 2) return text('tournaments_quarterfinals');
  return left === 3 ? text('tournaments_round_of_16') : text('tournaments_round_of_last', { count: 2 ** (left + 1) });
}

/** Writes points as players do: `1½`. @param {string} points such as `1.5` */
export const pointWords = (points) => points.replace('.0', '').replace('.5', '½').replace(/^0½/, '½');

/** @type {Record<string, string>} */
const REVERSED = { '1-0': '0-1', '0-1': '1-0', '+-': '-+', '-+': '+-' };

/**
 * Writes the result of a game with the upper player first, as the match shows them.
 * @param {MatchGame} game
 * @param {TournamentMatch} match
 */
export function resultFromAbove({ white, result }, { players }) {
  const isReversed = result && white !== players[0];
  return resultWords((isReversed ? REVERSED[result] : null) ?? result ?? undefined);
}

/**
 * @param {TournamentMatch} match
 * @param {0 | 1} at
 * @param {Players} players
 * @param {(player: TournamentPlayer) => HTMLElement} [write]
 */
function side(match, at, players, write = named) {
  const number = match.players[at];
  const player = number ? players.get(number) : undefined;
  const isWinner = Boolean(number) && match.winner === number;
  const isOut = !isWinner && (Boolean(match.winner) || match.nobody);
  // Before the first result it would look like one.
  const points = match.games?.some(({ result }) => result) ? match.score?.[at] : undefined;
  return make('div', { class: `side${isWinner ? ' winner' : isOut ? ' out' : ''}` },
    player ? write(player) : make('span', { class: 'hint' }, text(match.bye ? 'tournaments_bracket_bye' : 'tournaments_undecided')),
    isWinner && !match.bye && make('span', { class: 'unseen' }, ` (${text('tournaments_match_won')})`),
    points !== undefined && make('span', { class: 'score' }, pointWords(points)));
}

/**
 * Returns the games of a match, with links to those that are played on this server.
 * @param {TournamentMatch} match
 * @param {Players} players
 */
function games(match, players) {
  const games = match.games ?? [];
  const names = match.players.map((it) => nameOf(players.get(it ?? 0)));
  // The points of one game say everything about it.
  if (!games.some(({ game }) => game) && games.length < 2) return null;
  return make('ol', { class: 'games' }, ...games.map((it, at) => {
    const stage = it.stage ? text(`tournaments_stage_${it.stage}`) : '';
    const result = resultFromAbove(it, match);
    const words = result || text(it.game ? 'tournaments_watch' : 'tournaments_bracket_playing');
    const label = [text('tournaments_bracket_game', { number: at + 1, one: names[0] ?? '', other: names[1] ?? '' }), stage, words].filter(Boolean).join(', ');
    return make('li', { title: stage || null }, it.game ? make('a', { href: `/game/${it.game}`, 'aria-label': label }, words) : words);
  }));
}

/**
 * @param {TournamentMatch} match
 * @param {Players} players
 * @param {number | null | undefined} you
 */
function card(match, players, you) {
  const isMine = you && match.players.includes(you);
  return make('div', { class: `match${match.bye ? ' bye' : ''}${isMine ? ' mine' : ''}` },
    side(match, 0, players), side(match, 1, players), games(match, players),
    match.nobody && !match.bye && make('p', { class: 'hint' }, text('tournaments_nobody')));
}

/** Makes the place of a match in a round, which covers those of the matches before it. @param {number} at from 0 */
function line(at) {
  const line = make('li', {});
  line.style.gridRow = `span ${2 ** at}`;
  return line;
}

/**
 * Draws rounds that follow each other, for readers who press nothing.
 * @param {HTMLElement} place
 * @param {{ name: string, matches: TournamentMatch[] }[]} rounds
 * @param {Players} players
 */
export function drawRounds(place, rounds, players) {
  place.style.gridTemplateRows = `auto repeat(${rounds[0]?.matches.length ?? 1}, 1fr)`;
  place.replaceChildren(...rounds.map(({ name, matches }, at) => make('section', { class: 'round', 'aria-labelledby': `bracket-${at + 1}` },
    make('h2', { id: `bracket-${at + 1}` }, name),
    make('ol', { class: 'matches' }, ...matches.map((match) => {
      const place = line(at);
      place.append(make('div', { class: `match${match.bye ? ' bye' : ''}` }, side(match, 0, players, nameOnly), side(match, 1, players, nameOnly)));
      return place;
    })))));
}

/** @param {TournamentPlayer} player */
const nameOnly = (player) => make('span', { translate: 'no' }, nameOf(player));

/** Draws the bracket, if there is one. @param {TournamentView} view */
export function drawBracket(view) {
  const rounds = view.bracket ?? [];
  const section = find('#bracket-section');
  const isFirst = section.hidden;
  section.hidden = rounds.length === 0;
  if (rounds.length === 0) return;
  const place = find('#bracket');
  if (place.childElementCount !== rounds.length) {
    drawn.clear();
    place.style.gridTemplateRows = `auto repeat(${rounds[0]?.length ?? 1}, auto)`;
    place.replaceChildren(...rounds.map((matches, at) => make('section', { class: 'round', 'aria-labelledby': `bracket-${at + 1}` },
      make('h3', { id: `bracket-${at + 1}` }, roundName(at + 1, rounds.length)),
      make('ol', { class: 'matches' }, ...matches.map(() => line(at))))));
  }
  const players = byNumber(view);
  for (const [at, matches] of rounds.entries()) {
    const lines = place.children[at]?.querySelectorAll(':scope > .matches > li') ?? [];
    for (const [index, match] of matches.entries()) {
      const line = lines[index];
      const from = JSON.stringify([match, match.players.map((it) => players.get(it ?? 0)), view.you]);
      if (!line || drawn.get(line) === from) continue;
      drawn.set(line, from);
      line.replaceChildren(card(match, players, view.you));
    }
  }
  // Where the bracket is wider than the window, the round in progress is in sight.
  const now = place.children[view.summary.round - 1];
  if (isFirst && now instanceof HTMLElement) place.scrollLeft = now.offsetLeft - place.offsetLeft - 24;
}

// The two players: name, rating, presence, captured pieces and clock.
import { pieceImage } from '../board/piece.js';
import { digits, faceAfter, isLow, rule, untilChange } from '../lib/clock.js';
import { find, make } from '../lib/dom.js';
import { hasPage, playerName, shortName } from '../lib/names.js';
import { text } from '../lib/text.js';
import { difference, material } from './position.js';
import { fenAt, isPlaying, other, playsBoth, shownPly } from './state.js';

/** @import { Color } from '../wire.d.ts' */
/** @import { Role } from '../board/types.d.ts' */
/** @import { Saktris } from './saktris.js' */
/** @import { Game } from './state.js' */

/** Returns the name of a side. @param {Color} color */
export const sideName = (color) => text(color === 'white' ? 'game_white' : 'game_black');

/**
 * Returns the name of a player as it is shown.
 * @param {Game} game
 * @param {Color} color
 */
export function nameOf(game, color) {
  if (playsBoth(game)) return sideName(color);
  const player = game.view?.players[color];
  return player ? playerName(player) : text('game_free_seat');
}

/** Writes a change of a rating. @param {number} change */
export const signed = (change) => `${change > 0 ? '+' : '−'}${Math.abs(change)}`;

/** Says that a side has the move. @param {Game} game @param {Color} color */
const turnText = (game, color) => text(playsBoth(game) ? 'game_to_move' : game.view?.you.includes(color) ? 'game_your_turn' : 'game_thinking');

/** @param {HTMLElement} root */
export function makeSeats(root) {
  const seats = { far: parts(find('.far', root)), near: parts(find('.near', root)) };
  /** @type {Color} */
  let bottom = 'white';
  /** The captured pieces that are drawn. */
  let drawn = '';
  /** The sides that were warned of low time. @type {Set<Color>} */
  const warned = new Set();

  /** @param {Game} game @param {Saktris | null} saktris */
  function draw(game, saktris) {
    for (const [place, color] of places()) {
      const seat = seats[place];
      const player = game.view?.players[color];
      const name = game.view ? nameOf(game, color) : '…';
      const brief = player?.kind === 'computer' && !playsBoth(game) ? shortName(player.name) : name;
      if (seat.root.getAttribute('aria-label') !== name) {
        const both = [make('span', { class: 'whole' }, name), make('span', { class: 'brief' }, brief)];
        const shown = brief === name ? [name] : both;
        // A player with an account has a page.
        const isKnown = player && hasPage(player) && !playsBoth(game);
        seat.called.replaceChildren(...isKnown ? [make('a', { href: `/player/${encodeURIComponent(player.name)}`, target: '_blank' }, ...shown)] : shown);
        seat.root.setAttribute('aria-label', name);
        seat.called.title = name;
      }
      seat.rating.textContent = player?.rating ? String(player.rating) : '';
      if (player?.change) seat.rating.append(make('b', { class: player.change > 0 ? 'up' : 'down' }, ` ${signed(player.change)}`));
      const isThere = player?.kind === 'computer' || game.presence?.[color] === true;
      seat.presence.classList.toggle('there', isThere);
      seat.presence.title = text(isThere ? 'game_is_there' : 'game_is_away');
      seat.side.className = `side ${color}`;
      const hasTurn = isPlaying(game) && game.state?.turn === color;
      seat.root.classList.toggle('moves-now', hasTurn);
      seat.about.textContent = `${sideName(color)}, ${seat.presence.title}`;
      write(seat.turn, hasTurn ? turnText(game, color) : '');
    }
    drawTaken(game, saktris);
    tick(game, performance.now());
  }

  /** @param {Game} game @param {Saktris | null} saktris */
  function drawTaken(game, saktris) {
    const at = shownPly(game);
    const key = `${game.start}|${fenAt(game, at)}|${bottom}|${at}`;
    if (key === drawn) return;
    drawn = key;
    const taken = difference(saktris ? saktris.taken(at) : material(game.start, fenAt(game, at)));
    for (const [place, color] of places()) {
      const lead = color === 'white' ? taken.lead : -taken.lead;
      const off = taken.cleared?.[color] ?? [];
      seats[place].taken.replaceChildren(
        ...list(taken[color], other(color), 'game_taken'),
        ...off.length ? [make('span', { class: 'off' }, make('i', { 'aria-hidden': 'true' }, '✕'), ...list(off, other(color), 'saktris_cleared'))] : [],
        ...lead > 0 ? [make('span', { class: 'lead numbers' }, text('game_lead', { count: lead }))] : [],
      );
    }
  }

  /**
   * Draws both clocks.
   * @param {Game} game
   * @param {number} now
   * @returns {{ next: number, low: Color[] }} in how many milliseconds to draw again, and the sides that have just become low on time
   */
  function tick(game, now) {
    const clock = game.state?.clock;
    if (!game.view) return { next: Infinity, low: [] };
    root.classList.toggle('clockless', game.view.options.clock === '-');
    let next = Infinity;
    /** @type {Color[]} */
    const low = [];
    for (const [place, color] of places()) {
      const seat = seats[place];
      const terms = rule(game.view.options.clock, color);
      const runs = clock?.running === color && isPlaying(game);
      const passed = isPlaying(game) ? now - game.receivedAt : 0;
      const face = clock ? faceAfter(clock, color, passed, terms) : { time: terms.main };
      const isShort = Boolean(clock) && isPlaying(game) && isLow(face.time, terms);
      const shown = digits(face.time, { day: text('game_day'), hour: text('game_hour') });
      write(seat.digits, shown);
      write(seat.more, extra(face));
      seat.clock.classList.toggle('runs', runs);
      seat.clock.classList.toggle('low', isShort);
      seat.clock.classList.toggle('long', shown.length > 6);
      seat.clock.classList.toggle('days', shown.includes(' '));
      seat.clock.setAttribute('aria-label', text('game_clock_of', { side: sideName(color), time: shown }));
      const share = Math.min(1, face.time / (face.stage && terms.overtime ? terms.overtime.time : terms.main || 1));
      seat.bar.style.transform = `scaleX(${share.toFixed(3)})`;
      if (runs) next = Math.min(next, untilChange(face));
      if (isShort && runs && !warned.has(color)) low.push(color);
      if (isShort) warned.add(color);
      else if (!isLow(face.time * 0.7, terms)) warned.delete(color);
    }
    return { next, low };
  }

  /** @returns {['far' | 'near', Color][]} */
  const places = () => [['far', other(bottom)], ['near', bottom]];

  return {
    draw, tick,
    /** @param {Color} color the side at the bottom */
    turn(color) {
      bottom = color;
    },
  };
}

/**
 * Lists pieces that left the board, drawn and in words; equal ones overlap.
 * @param {Role[]} roles
 * @param {Color} color
 * @param {'game_taken' | 'saktris_cleared'} word
 */
function list(roles, color, word) {
  if (!roles.length) return [];
  const kinds = [...new Set(roles)].map((role) => ({ role, count: roles.filter((it) => it === role).length }));
  const names = kinds.map(({ role, count }) => `${count > 1 ? `${count} × ` : ''}${text(`board_${color}_${role}`)}`);
  return [
    ...kinds.map(({ role, count }) =>
      make('span', { class: 'kind' }, ...Array.from({ length: count }, () => pieceImage({ role, color })))),
    make('span', { class: 'unseen' }, text(word, { pieces: names.join(', ') })),
  ];
}

/** @param {HTMLElement} root */
function parts(root) {
  return {
    root,
    presence: find('.presence', root), side: find('.side', root), called: find('.called', root),
    rating: find('.rating', root), about: find('.about', root), turn: find('.turn', root), taken: find('.taken', root),
    clock: find('.clock', root), digits: find('.digits', root), more: find('.more', root), bar: find('.bar', root),
  };
}

/** @param {import('../wire.d.ts').SideClock} face */
function extra(face) {
  if (face.delay) return `${text('game_delay')} ${Math.ceil(face.delay / 1000)}`;
  if (face.periods) return text('game_periods', { count: face.periods });
  return face.moves ? text('game_moves_to_go', { count: face.moves }) : '';
}

/** Sets a text only if it changes, since each setting costs a layout. @param {HTMLElement} element @param {string} words */
function write(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

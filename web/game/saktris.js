// Saktris on the page of a game: the trays of pieces to come, the pool to
// choose from, passing, planned placements, and sentences about arrivals and
// clears.
import { clearSigns } from '../board/clear_signs.js';
import { makePool } from '../board/pool.js';
import { readPlacement } from '../board/squares.js';
import { drawTray, makeTray } from '../board/tray.js';
import { capital, clearWords, named, pieceOf, sideOf, trayText, trayOf, waiting } from '../lib/arrivals.js';
import { find, make, say } from '../lib/dom.js';
import { styled } from '../lib/style.js';
import { text } from '../lib/text.js';
import { losses } from './losses.js';
import { hasSeenRules, makeSummary } from './saktris_rules.js';
import { sideName } from './seats.js';
import { fenAt, isMyTurn, isPlayable, isPlaying, other, placing, plays, playsBoth, sentMove, shownPly, side } from './state.js';

/** @import { Color, GameEvent, MoveView, NextArrival } from '../wire.d.ts' */
/** @import { ChessBoard, View } from '../board/types.d.ts' */
/** @import { TrayActions } from '../board/tray.js' */
/** @import { GamePage } from './game.js' */
/** @import { Notice } from './notices.js' */
/** @import { Taken } from './position.js' */

await styled('saktris');

/** After how many moves of both sides the rules are known. */
const MOVES_TO_LEARN = 4;

/**
 * @typedef {object} Saktris
 * @property {(bottom: Color) => void} draw
 * @property {() => Pick<View, 'place' | 'mustPlace' | 'reach'> | null} plan what can be planned for the next turn
 * @property {() => void} disarm ends the planning of a placement
 * @property {() => Notice[]} notices
 * @property {(at: number) => Taken} taken what has left the board after a number of moves
 * @property {(move: MoveView) => HTMLElement[]} signs what a move has cleared, for the list of moves
 * @property {(event: GameEvent) => string | null} remark a sentence to show beside the board
 * @property {(event: GameEvent) => string} said a sentence after a move: what was cleared, and what waits
 */

/**
 * @param {HTMLElement} root
 * @param {GamePage} page
 * @param {ChessBoard} board
 * @returns {Saktris}
 */
export function makeSaktris(root, page, board) {
  const { game, input } = page;
  root.classList.add('saktris');
  const trays = { far: makeTray('above'), near: makeTray('below') };
  const pool = makePool({ choose, grab, toBoard });
  /** Whether the next press on the board plans a placement. */
  let isArmed = false;
  /** The list of cleared and captured pieces that is drawn. */
  let listed = '';
  const gone = make('div', { class: 'gone', 'aria-hidden': 'true' });
  find('#typed', root).setAttribute('placeholder', text('saktris_typed_hint'));
  const summary = plays(game) && isPlaying(game) && !hasSeenRules() ? makeSummary(() => page.draw()) : null;
  find('.story', root).append(trays.far.root, trays.near.root, pool.root, gone, ...summary ? [summary.root] : []);

  /** Reports whether the player has the move with this side. @param {Color} color */
  const isDue = (color) => isMyTurn(game) && game.viewedPly === null && game.state?.turn === color;

  /** Returns the move that was sent and will be played. */
  function sent() {
    const move = sentMove(game);
    return move !== null && isPlayable(game, move) ? move : null;
  }

  /** Returns what arrives on the player's next turn, while it can be planned. */
  const nextArrival = () => page.nextTurn()?.arrival ?? null;

  /** Returns the piece whose placement can be planned. @param {NextArrival | null} arrival */
  function plannedLetter(arrival) {
    const letters = Object.keys(arrival?.due ? arrival.places : {});
    return [input.chosen ?? '', 'p', ...letters].find((letter) => letters.includes(letter)) ?? null;
  }

  function plan() {
    const turn = page.nextTurn();
    const arrival = turn?.arrival ?? null;
    const letter = plannedLetter(arrival);
    isArmed &&= letter !== null;
    // Until it is known whether a piece must be placed, no other is planned.
    if (!turn || !arrival) return { mustPlace: true, place: null, reach: null };
    const squares = letter ? arrival.places[letter] ?? [] : [];
    return {
      mustPlace: arrival.must_place,
      place: isArmed && letter ? { piece: pieceOf(letter, side(game)), squares } : null,
      reach: turn.targets,
    };
  }

  /**
   * Returns what can be done with the next piece of a side.
   * @param {Color} color
   * @returns {TrayActions | null}
   */
  function actionsOf(color) {
    const actions = { grab: (/** @type {string} */ letter, /** @type {PointerEvent} */ event) => grab(letter, color, event), toBoard };
    const due = isDue(color) && !sent() ? placing(game, input.chosen) : null;
    if (due) return { ...actions, letter: due.letter, when: 'now' };
    const letter = color === side(game) ? plannedLetter(nextArrival()) : null;
    return letter ? { ...actions, letter, when: isArmed ? 'armed' : 'later' } : null;
  }

  /**
   * Picks a piece up from its tray.
   * @param {string} letter
   * @param {Color} color
   * @param {PointerEvent} event
   */
  function grab(letter, color, event) {
    if (event.button !== 0) return;
    choose(letter);
    board.grab(pieceOf(letter, color), event);
  }

  /** @param {string} letter */
  function choose(letter) {
    if (game.state?.saktris?.picks) input.chosen = letter;
    arm();
  }

  /** Moves the keyboard focus to the highlighted squares. */
  function toBoard() {
    arm();
    /** @type {HTMLElement | null} */ (board.querySelector('[tabindex="0"]'))?.focus();
  }

  /** Lets the next press on the board plan a placement, unless the player has the move. */
  function arm() {
    isArmed ||= actionsOf(side(game))?.when === 'later';
    page.draw();
  }

  function disarm() {
    isArmed = false;
    page.draw();
  }

  /** Cancels the planning of a placement. */
  function cancelPlan() {
    if (isArmed) say(text('board_deselected'));
    disarm();
  }

  board.addEventListener('press', (event) => {
    if (isArmed) return cancelPlan();
    const arrival = nextArrival();
    const letter = plannedLetter(arrival);
    const { square } = /** @type {CustomEvent} */ (event).detail;
    const isOwn = readPlacement(game.state?.fen ?? '').get(square)?.color === side(game);
    if (isOwn && arrival?.must_place && letter) page.messages.note(text('saktris_plan_first', { piece: capital(named('a', letter)) }));
  });
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && isArmed) cancelPlan();
  });

  /**
   * Returns the pieces to come for a side at the viewed move, after the
   * premoves that the board shows.
   * @param {Color} color
   */
  function trayAt(color) {
    const at = shownPly(game);
    const { saktris } = game.state ?? {};
    const isPresent = at === game.moves.length;
    const planned = color === side(game) && (sent() || board.premoves.length) ? nextArrival()?.side : null;
    const now = planned ?? (saktris && isPresent ? saktris[color] : sideOf(fenAt(game, at), color));
    const isStuck = isDue(color) && isPresent && now.waits && !sent() && !placing(game);
    return { ...trayOf(now, saktris?.picks ?? false), isStuck };
  }

  /** @param {Color} bottom */
  function draw(bottom) {
    for (const [place, color] of /** @type {const} */ ([['near', bottom], ['far', other(bottom)]])) {
      drawTray(trays[place], trayAt(color), color, actionsOf(color));
    }
    drawPool();
    drawGone();
    // A player who has made a few moves knows the rules.
    if (summary?.root.isConnected && game.moves.length >= MOVES_TO_LEARN) summary.dismiss();
  }

  /** Repeats the captured pieces of the seats where there is more room for them. */
  function drawGone() {
    const seats = ['far', 'near'].map((place) => find(`.seat.${place}`, root));
    const lists = seats.map((seat) => find('.taken', seat)).filter((taken) => taken.childElementCount);
    const mark = lists.map((taken) => taken.innerHTML).join('|');
    if (mark === listed) return;
    listed = mark;
    gone.replaceChildren(...lists.map((taken) => {
      const side = find('.side', /** @type {HTMLElement} */ (taken.parentElement));
      return make('p', {}, side.cloneNode(), ...taken.cloneNode(true).childNodes);
    }));
  }

  /** Draws the pieces from which the player may choose. */
  function drawPool() {
    const { turn = 'white', places, saktris } = game.state ?? {};
    const color = isDue(turn) ? turn : side(game);
    const actions = saktris?.picks && !input.held ? actionsOf(color) : null;
    if (!actions || actions.when === 'later') return pool.draw(null);
    const kinds = trayAt(color).queue;
    const planned = actions.when === 'armed' ? Object.keys(nextArrival()?.places ?? {}) : null;
    const open = kinds.map(({ letter }) => letter).filter((letter) => planned ? planned.includes(letter) : places?.[letter]?.length);
    const title = actions.when === 'now' ? text('saktris_choose') : text('saktris_plan', { piece: named('your', actions.letter) });
    pool.draw({ title, color, kinds, letter: actions.letter, open });
  }

  /** @returns {Notice[]} */
  function notices() {
    const { state } = game;
    if (!isPlaying(game) || !plays(game) || !state || !isMyTurn(game) || game.viewedPly !== null) return [];
    if (state.pass) {
      const pass = () => page.act({ play: { move: '0000' } });
      return [{ key: 'pass', words: text('saktris_pass_why'), answers: [[text('saktris_pass'), pass]] }];
    }
    // The hint is for the first placement only.
    const isKnown = game.moves.some(({ uci }, at) => uci[1] === '@' && (playsBoth(game) || at % 2 === game.moves.length % 2));
    return isKnown || summary?.root.isConnected || input.held || !placing(game, input.chosen) ? [] : [{ key: 'place', words: text('saktris_how') }];
  }

  return {
    draw, plan, disarm, notices,
    taken: (at) => losses(game, at),
    signs: ({ cleared }) => clearSigns(cleared),
    remark: (event) => (event.event === 'played' && event.cleared ? clearWords(event.cleared) : null),
    said(event) {
      if (event.event !== 'played') return '';
      const turn = game.state?.turn ?? 'white';
      const tray = trayAt(turn);
      const due = isDue(turn) ? placing(game, input.chosen) : null;
      const squares = due ? `: ${due.squares.join(', ')}` : '';
      const waits = !isPlaying(game) || !tray.waits ? '' : tray.isStuck ? trayText(tray, true) : due || tray.isFree
        ? `${due ? '' : `${sideName(turn)} `}${trayText(tray, Boolean(due))}${squares}` : `${sideName(turn)}: ${waiting(tray.first)}`;
      return [event.cleared && clearWords(event.cleared), waits].filter(Boolean).join(' ');
    },
  };
}

// Saktris on the page of a game: the trays beside the names, the pool to
// choose from, the pass, what can be planned, and what is said of arrivals and
// clears.
import { clearSigns } from '../board/clear_signs.js';
import { makePool } from '../board/pool.js';
import { readPlacement } from '../board/squares.js';
import { drawTray, makeTray } from '../board/tray.js';
import { capital, clearWords, named, pieceOf, sideOf, standing, trayOf, waiting } from '../lib/arrivals.js';
import { find, make, say } from '../lib/dom.js';
import { habits } from '../lib/settings.js';
import { styled } from '../lib/style.js';
import { text } from '../lib/text.js';
import { ahead } from './ahead.js';
import { losses } from './losses.js';
import { sideName } from './seats.js';
import { fenAt, isMyTurn, isPlayable, isPlaying, other, placing, plays, playsBoth, ply, side, wish } from './state.js';

/** @import { Color, GameEvent, MoveView } from '../wire.d.ts' */
/** @import { ChessBoard, View } from '../board/types.d.ts' */
/** @import { Hands } from '../board/tray.js' */
/** @import { Ahead } from './ahead.js' */
/** @import { Table } from './game.js' */
/** @import { Notice } from './notices.js' */
/** @import { Taken } from './position.js' */

await styled('saktris');

/**
 * @typedef {object} Saktris
 * @property {(bottom: Color) => void} draw
 * @property {() => Pick<View, 'place' | 'mustPlace'> | null} plan what of the next turn can be planned
 * @property {() => void} disarm nothing is about to be planned any more
 * @property {() => Notice[]} notices
 * @property {(at: number) => Taken} taken what has left the board after so many moves
 * @property {(move: MoveView) => HTMLElement[]} signs what a move has cleared, for the list
 * @property {(event: GameEvent) => string | null} remark what is worth a sentence beside the board
 * @property {(event: GameEvent) => string} said after a move: what has left, and what waits now
 */

/**
 * @param {HTMLElement} root
 * @param {Table} table
 * @param {ChessBoard} board
 * @returns {Saktris}
 */
export function makeSaktris(root, table, board) {
  const { game } = table;
  root.classList.add('saktris');
  const trays = { far: makeTray('above'), near: makeTray('below') };
  const pool = makePool({ choose, grab, toBoard });
  /** Whether the next press on the board plans where a piece goes. */
  let isArmed = false;
  /** What is listed of what has left. */
  let listed = '';
  const gone = make('div', { class: 'gone', 'aria-hidden': 'true' });
  find('#typed', root).setAttribute('placeholder', text('saktris_typed_hint'));
  find('.story', root).append(trays.far.root, trays.near.root, pool.root, gone);

  /** Whether it is one's own turn to place a piece of this side. @param {Color} color */
  const isDue = (color) => isMyTurn(game) && game.looked === null && game.state?.turn === color;

  /** The move that was sent, and will be played. */
  function sent() {
    const move = wish(game);
    return move !== null && isPlayable(game, move) ? move : null;
  }

  /**
   * One's own next turn, while it can be planned.
   * @returns {Ahead | null}
   */
  function nextTurn() {
    const { state } = game;
    const move = sent();
    const isOn = isPlaying(game) && plays(game) && !playsBoth(game) && game.looked === null && !table.held && habits().premoves;
    if (!isOn || !state?.saktris || (isMyTurn(game) && !move)) return null;
    const color = side(game);
    return ahead(state.fen, color, state.saktris, [...move ? [move] : [], ...board.premoves]);
  }

  /** The piece whose square can be planned. @param {Ahead | null} turn */
  function letterAhead(turn) {
    if (!turn?.isDue) return null;
    return [table.chosen ?? '', 'p', ...turn.letters].find((letter) => turn.letters.includes(letter)) ?? null;
  }

  function plan() {
    const turn = nextTurn();
    const letter = letterAhead(turn);
    isArmed &&= letter !== null;
    if (!turn) return null;
    return {
      mustPlace: turn.mustPlace,
      place: isArmed && letter ? { piece: pieceOf(letter, side(game)), squares: turn.squares(letter) } : null,
    };
  }

  /**
   * What can be done with the piece of a side that is next.
   * @param {Color} color
   * @returns {Hands | null}
   */
  function handsOf(color) {
    const hands = { grab: (/** @type {string} */ letter, /** @type {PointerEvent} */ event) => grab(letter, color, event), toBoard };
    const due = isDue(color) && !sent() ? placing(game, table.chosen) : null;
    if (due) return { ...hands, letter: due.letter, when: 'now' };
    const letter = color === side(game) ? letterAhead(nextTurn()) : null;
    return letter ? { ...hands, letter, when: isArmed ? 'armed' : 'ahead' } : null;
  }

  /**
   * A piece is taken from its tray.
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
    if (game.state?.saktris?.picks) table.chosen = letter;
    arm();
  }

  /** Who comes by keyboard goes on at the lit squares. */
  function toBoard() {
    arm();
    /** @type {HTMLElement | null} */ (board.querySelector('[tabindex="0"]'))?.focus();
  }

  /** The next press on the board plans, unless it is one's turn. */
  function arm() {
    isArmed ||= handsOf(side(game))?.when === 'ahead';
    table.set({});
  }

  function disarm() {
    isArmed = false;
    table.set({});
  }

  /** Lets go of a piece that was about to be planned. */
  function letGo() {
    if (isArmed) say(text('board_deselected'));
    disarm();
  }

  board.addEventListener('press', (event) => {
    if (isArmed) return letGo();
    const turn = nextTurn();
    const letter = letterAhead(turn);
    const { square } = /** @type {CustomEvent} */ (event).detail;
    const isOwn = readPlacement(game.state?.fen ?? '').get(square)?.color === side(game);
    if (isOwn && turn?.mustPlace && letter) table.note(text('saktris_plan_first', { piece: capital(named('a', letter)) }));
  });
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && isArmed) letGo();
  });

  /**
   * What a side has to come, at the move that is looked at: after what is
   * planned, as the board shows it.
   * @param {Color} color
   */
  function trayAt(color) {
    const at = ply(game);
    const { saktris } = game.state ?? {};
    const isPresent = at === game.moves.length;
    const planned = color === side(game) && (sent() || board.premoves.length) ? nextTurn()?.side : null;
    const now = planned ?? (saktris && isPresent ? saktris[color] : sideOf(fenAt(game, at), color));
    const isStuck = isDue(color) && isPresent && now.waits && !sent() && !placing(game);
    return { ...trayOf(now, saktris?.picks ?? false), isStuck };
  }

  /** @param {Color} bottom */
  function draw(bottom) {
    for (const [place, color] of /** @type {const} */ ([['near', bottom], ['far', other(bottom)]])) {
      drawTray(trays[place], trayAt(color), color, handsOf(color));
    }
    drawPool();
    drawGone();
  }

  /** What the seats list, once more where there is more room for it. */
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

  /** The pieces among which one may choose, if one may now. */
  function drawPool() {
    const { turn = 'white', places, saktris } = game.state ?? {};
    const color = isDue(turn) ? turn : side(game);
    const hands = saktris?.picks && !table.held ? handsOf(color) : null;
    if (!hands || hands.when === 'ahead') return pool.draw(null);
    const kinds = trayAt(color).queue;
    const planned = hands.when === 'armed' ? nextTurn()?.letters : null;
    const open = kinds.map(({ letter }) => letter).filter((letter) => planned ? planned.includes(letter) : places?.[letter]?.length);
    const title = hands.when === 'now' ? text('saktris_choose') : text('saktris_plan', { piece: named('your', hands.letter) });
    pool.draw({ title, color, kinds, letter: hands.letter, open });
  }

  /** @returns {Notice[]} */
  function notices() {
    const { state } = game;
    if (!isPlaying(game) || !plays(game) || !state || !isMyTurn(game) || game.looked !== null) return [];
    if (state.pass) {
      const pass = () => table.act({ play: { move: '0000' } });
      return [{ key: 'pass', words: text('saktris_pass_why'), answers: [[text('saktris_pass'), pass]] }];
    }
    // Who has placed a piece knows how it is done.
    const isKnown = game.moves.some(({ uci }, at) => uci[1] === '@' && (playsBoth(game) || at % 2 === game.moves.length % 2));
    return isKnown || table.held || !placing(game, table.chosen) ? [] : [{ key: 'place', words: text('saktris_how') }];
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
      const due = isDue(turn) ? placing(game, table.chosen) : null;
      const squares = due ? `: ${due.squares.join(', ')}` : '';
      const waits = !isPlaying(game) || !tray.waits ? '' : tray.isStuck ? standing(tray, true) : due || tray.isFree
        ? `${due ? '' : `${sideName(turn)} `}${standing(tray, Boolean(due))}${squares}` : `${sideName(turn)}: ${waiting(tray.first)}`;
      return [event.cleared && clearWords(event.cleared), waits].filter(Boolean).join(' ');
    },
  };
}

// Saktris on the page of a game: the trays beside the names, the pool to
// choose from, the pass, and what is said of arrivals and clears.
import { pieceImage } from '../board/piece.js';
import { drawTray, makeTray } from '../board/tray.js';
import { clearWords, pieceOf, sideOf, standing, trayOf, waiting } from '../lib/arrivals.js';
import { assets, find, make } from '../lib/dom.js';
import { text } from '../lib/text.js';
import { fenAt, isMyTurn, isPlaying, other, placing, plays, playsBoth, ply } from './state.js';

/** @import { Color, GameEvent, MoveView } from '../wire.d.ts' */
/** @import { ChessBoard } from '../board/types.d.ts' */
/** @import { Table } from './game.js' */
/** @import { Notice } from './notices.js' */

// Only who plays it needs its style; nothing is drawn without it.
const style = make('link', { rel: 'stylesheet', href: `${assets()}/style/saktris.css` });
const styled = new Promise((resolve) => { style.onload = style.onerror = resolve; });
document.head.append(style);
await styled;

/**
 * @typedef {object} Saktris
 * @property {(bottom: Color) => void} draw
 * @property {() => Notice[]} notices
 * @property {(move: MoveView) => { sign: string, words: string } | null} cleared
 *   what a move has cleared, for the list
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
  const story = find('.story', root);
  const trays = { far: makeTray('above'), near: makeTray('below') };
  const pool = make('div', { class: 'pool', role: 'radiogroup', 'aria-labelledby': 'pool-title', hidden: true });
  let offered = '';
  story.append(trays.far.root, trays.near.root, pool);

  /** Whether it is one's own turn to place a piece of this side. @param {Color} color */
  const isDue = (color) => isMyTurn(game) && game.looked === null && game.state?.turn === color;

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
    if (table.chosen === letter || !game.state?.saktris?.picks) return;
    table.chosen = letter;
    table.set({});
  }

  /** Who comes by keyboard goes on at the lit squares. */
  const toBoard = () => /** @type {HTMLElement | null} */ (board.querySelector('[tabindex="0"]'))?.focus();

  /**
   * What a side has to come, at the move that is looked at.
   * @param {Color} color
   */
  function trayAt(color) {
    const at = ply(game);
    const { saktris } = game.state ?? {};
    const isPresent = at === game.moves.length;
    const side = saktris && isPresent ? saktris[color] : sideOf(fenAt(game, at), color);
    return trayOf(side, saktris?.picks ?? false);
  }

  /** @param {Color} bottom */
  function draw(bottom) {
    for (const [place, color] of /** @type {const} */ ([['near', bottom], ['far', other(bottom)]])) {
      const due = isDue(color) ? placing(game, table.chosen) : null;
      drawTray(trays[place], trayAt(color), color, due ? {
        grab: (letter, event) => grab(letter, color, event), toBoard, letter: due.letter,
      } : null);
    }
    drawPool();
  }

  /** The pieces among which one may choose, if one may now. */
  function drawPool() {
    const { turn = 'white', places, saktris } = game.state ?? {};
    const due = saktris?.picks && isDue(turn) && !table.held ? placing(game, table.chosen) : null;
    const letters = due ? saktris?.[turn].next ?? [] : [];
    const memory = due ? `${turn} ${letters.join('')} ${JSON.stringify(places)}` : '';
    pool.hidden = !due;
    if (memory !== offered) {
      offered = memory;
      const title = make('b', { id: 'pool-title' }, text('saktris_choose'));
      pool.replaceChildren(title, ...[...new Set(letters)].map((letter) => choice(letter, turn, letters)));
    }
    for (const input of pool.querySelectorAll('input')) input.checked = input.value === due?.letter;
  }

  /**
   * @param {string} letter
   * @param {Color} color
   * @param {string[]} letters
   */
  function choice(letter, color, letters) {
    const piece = pieceOf(letter, color);
    const count = letters.filter((it) => it === letter).length;
    const input = make('input', {
      type: 'radio', name: 'pool', value: letter, disabled: !game.state?.places?.[letter]?.length,
      'aria-label': `${count} × ${text(`board_${color}_${piece.role}`)}`, onchange: () => choose(letter),
    });
    const label = make('label', {}, input, pieceImage(piece), make('span', { class: 'numbers' }, count > 1 && `${count}×`));
    if (!input.disabled) label.addEventListener('pointerdown', (event) => grab(letter, color, event));
    return label;
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
    draw, notices,
    cleared({ cleared }) {
      return cleared ? { sign: `✕${cleared.pieces.length}`, words: clearWords(cleared) } : null;
    },
    remark: (event) => (event.event === 'played' && event.cleared ? clearWords(event.cleared) : null),
    said(event) {
      if (event.event !== 'played') return '';
      const turn = game.state?.turn ?? 'white';
      const tray = trayAt(turn);
      const due = isDue(turn) ? placing(game, table.chosen) : null;
      const squares = due ? `: ${due.squares.join(', ')}` : '';
      const waits = !isPlaying(game) || !tray.waits ? '' : due || tray.isFree
        ? `${standing(tray, Boolean(due))}${squares}` : waiting(tray.first);
      return [event.cleared && clearWords(event.cleared), waits].filter(Boolean).join(' ');
    },
  };
}

// Saktris on the analysis board: pieces to come, placing, passing and clears.
import { clearSigns } from '../board/clear_signs.js';
import { makePool } from '../board/pool.js';
import { ROLES } from '../board/squares.js';
import { clearWords, pieceOf, sideOf, trayText, trayOf } from '../lib/arrivals.js';
import { find, make } from '../lib/dom.js';
import { written } from '../lib/notation.js';
import { styled } from '../lib/style.js';
import { text } from '../lib/text.js';

/** @import { BoardView } from '../wire.d.ts' */
/** @import { ChessBoard, View } from '../board/types.d.ts' */
/** @import { Node } from './tree.js' */

await styled('saktris');

/**
 * @param {ChessBoard} board
 * @param {{ play: (uci: string) => void, redraw: () => void }} page
 */
export function makeSaktris(board, { play, redraw }) {
  /** The letter of the piece to be placed, where the player may choose. */
  let chosen = '';
  /** The position for which it was chosen. */
  let shown = '';
  const pool = makePool({
    choose,
    grab(letter, color, event) {
      choose(letter);
      board.grab(pieceOf(letter, color), event);
    },
    toBoard: () => /** @type {HTMLElement | null} */ (board.querySelector('[tabindex="0"]'))?.focus(),
  });
  const pass = make('div', { class: 'pass', hidden: true }, make('span', {}, text('saktris_pass_why')),
    make('button', { type: 'button', onclick: () => play('0000') }, text('saktris_pass')));
  const lines = make('p', { class: 'arrivals' });
  const root = make('div', { class: 'coming', hidden: true }, lines, pool.root, pass);
  find('#players').after(root);

  /** @param {string} letter */
  function choose(letter) {
    chosen = letter;
    redraw();
  }

  /** Returns the piece that a press on the board places. @param {BoardView} boardView */
  function letterOf({ places = {} }) {
    return [chosen, 'p', ...Object.keys(places)].find((letter) => places[letter]?.length) ?? '';
  }

  return {
    /**
     * Returns the piece to be placed in a position, and where.
     * @param {BoardView} boardView
     * @returns {View['place']}
     */
    place(boardView) {
      if (boardView.fen !== shown) [chosen, shown] = ['', boardView.fen];
      const letter = letterOf(boardView);
      const role = ROLES[letter];
      return role ? { piece: { role, color: boardView.turn }, squares: boardView.places?.[letter] ?? [] } : null;
    },

    /**
     * Draws everything beside the board; nothing for a position of chess.
     * @param {string} fen
     * @param {BoardView | undefined} boardView as far as it is known
     */
    draw(fen, boardView) {
      root.hidden = !fen.includes('[');
      lines.replaceChildren(...arrivals(fen));
      const isFree = Boolean(boardView?.saktris?.picks && boardView.places && Object.keys(boardView.places).length);
      const { turn: color = 'white', places = {} } = boardView ?? {};
      pool.draw(isFree && boardView ? {
        title: text('saktris_choose'), color, kinds: trayOf(sideOf(fen, color), true).queue,
        letter: letterOf(boardView), open: Object.keys(places).filter((letter) => places[letter]?.length),
      } : null);
      pass.hidden = !boardView?.pass;
    },

    /**
     * Returns the signs for what a move has cleared, for the list.
     * @param {Node} node
     */
    signs: ({ cleared }) => clearSigns(cleared),

    /**
     * Returns the same as a sentence.
     * @param {Node} node
     */
    words: ({ cleared }) => (cleared ? clearWords(cleared) : ''),
  };
}

/** @typedef {ReturnType<typeof makeSaktris>} Saktris */

/**
 * Lists the pieces to come, one line for each side.
 * @param {string} fen
 * @returns {HTMLElement[]}
 */
function arrivals(fen) {
  return /** @type {const} */ (['white', 'black']).map((color) => {
    const side = sideOf(fen, color);
    const isFree = /\border=pick\b/.test(fen);
    const pieces = side.next.map((letter) => written(letter.toUpperCase(), { notation: 'figurines' }));
    const [first = '', ...others] = pieces;
    const hidden = side.left - side.next.length;
    const words = `${text(`color_${color}`)}: ${side.left ? '' : trayText(trayOf(side, false), false)}`;
    const due = side.waits && !isFree
      ? make('mark', { title: text('saktris_due') }, first) : make('span', {}, first);
    return make('span', {}, words, due, others.join(''), hidden > 0 && ` +${hidden} ${text('saktris_hidden')}`);
  });
}

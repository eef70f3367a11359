// A claim of the text about a position. Pressing it shows it on the board of its
// section; a test checks it against the rules.

import { text } from '../lib/text.js';
import { LawBoard } from './law_board.js';
import { movesOf } from './trial.js';

/** Attributes that can be shown on a board; the others are for the test. */
const SHOWN = ['move', 'after', 'from', 'targets', 'checkers', 'squares', 'fen', 'status', 'at', 'ends', 'places', 'waits', 'next-in'];

class LawClaim extends HTMLElement {
  connectedCallback() {
    const board = this.closest('section')?.querySelector('law-board');
    if (!(board instanceof LawBoard) || this.hasAttribute('role') || !SHOWN.some((name) => this.hasAttribute(name))) return;
    this.role = 'button';
    this.tabIndex = 0;
    this.title = text('laws_see');
    this.addEventListener('click', () => this.#show(board));
    this.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      this.#show(board);
    });
  }

  /** @param {LawBoard} board */
  #show(board) {
    const list = (/** @type {string} */ name) => (this.getAttribute(name) ?? '').split(/\s+/).filter(Boolean);
    board.demonstrate({
      fen: this.getAttribute('fen') ?? '',
      after: this.hasAttribute('game') ? movesOf(this.getAttribute('script') ?? '') : list('after'),
      ends: this.getAttribute('ends') ?? '',
      move: this.getAttribute('move') ?? '',
      squares: this.hasAttribute('move') ? [] : [...list('from'), ...list('targets'), ...list('checkers'), ...list('at'), ...list('places')],
    });
  }
}

customElements.define('law-claim', LawClaim);

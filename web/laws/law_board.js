// A board of the handbook: the reader tries any move, and illegal ones are
// explained. Its attributes are checked against the rules by a test
// (crates/server/tests/it/laws.rs).
//
//   <law-board fen="…">what to try</law-board>
//     start, past   the starting position and the moves before, if they matter
//     goal          the result to reach: a refusal's code, `O-O`, `stalemate`, …
//     show          moves that reach the goal
//     turned        shown from Black's side

import '../board/chess_board.js';
import { COLORS, letterOf } from '../board/squares.js';
import { pieceOf, sideOf } from '../lib/arrivals.js';
import { ask } from '../lib/api.js';
import { make, say } from '../lib/dom.js';
import { text } from '../lib/text.js';
import { explain } from './explain.js';
import { makeTray } from './law_tray.js';
import { statusText } from './status_text.js';
import { resultsOf, hasPiecesToCome, placedNext, START, viewOf } from './trial.js';

/** @import { ChessBoard, BoardEvents, Shape } from '../board/types.d.ts' */
/** @import { Color, BoardView, Replay } from '../wire.d.ts' */

/** What a claim of the text shows on the board.
 * @typedef {{ fen: string, after: string[], move: string, squares: string[], ends: string }} Demonstration */

/** Goals that can be claimed as draws. */
const CLAIMS = ['threefold', 'fifty_moves'];

export class LawBoard extends HTMLElement {
  /** @type {ChessBoard} */
  #board = /** @type {ChessBoard} */ (document.createElement('chess-board'));
  #said = make('p', { class: 'said' });
  #pass = make('button', { class: 'quiet', type: 'button', hidden: true, onclick: () => this.#try([...this.#tried, '0000']) }, text('saktris_pass'));
  #back = make('button', { class: 'quiet', type: 'button', onclick: () => this.#takeBack() }, text('laws_back'));
  /** The position and the moves before the reader's first one. */
  #start = START;
  /** @type {string[]} */
  #past = [];
  /** @type {string[]} */
  #tried = [];
  /** The number of the latest request: answers to older ones are ignored. */
  #question = 0;
  #hasLoaded = false;
  /** @type {string[]} the draws that can be claimed */
  #claims = [];
  /** The trays of pieces to come, in Saktris. */
  #trays = /** @type {{ color: Color, tray: ReturnType<typeof makeTray> }[]} */ ([]);
  /** The letter of the piece to be placed, where the player chooses. */
  #chosen = '';

  connectedCallback() {
    if (this.#said.isConnected) return;
    const title = this.closest('section')?.querySelector('h2')?.textContent ?? document.title;
    this.#board.setAttribute('label', title);
    if (this.hasAttribute('turned')) this.#board.setAttribute('orientation', 'black');
    const task = make('div', { class: 'task' });
    task.append(...this.childNodes);
    const again = make('button', { class: 'quiet', type: 'button', onclick: () => this.#reset() }, text('laws_reset'));
    const show = this.getAttribute('show') !== null
      && make('button', { class: 'quiet', type: 'button', onclick: () => this.#showGoal() }, text('laws_show'));
    const isClaim = CLAIMS.includes(this.getAttribute('goal') ?? '');
    const claim = isClaim && make('button', { class: 'quiet', type: 'button', onclick: () => this.#claim() }, text('laws_claim'));
    const buttons = make('div', { class: 'buttons' }, again, this.#back, show, claim, this.#pass);
    this.append(task, make('div', { class: 'square' }, this.#board), buttons, this.#said);
    if (hasPiecesToCome(this.getAttribute('fen') ?? '')) this.#addTrays();
    this.#board.addEventListener('move', (event) => {
      const { uci } = /** @type {CustomEvent<BoardEvents['move']>} */ (event).detail;
      this.#try([...this.#tried, uci]);
    });
    this.#board.addEventListener('drop', (event) => {
      const { piece, square } = /** @type {CustomEvent<BoardEvents['drop']>} */ (/** @type {Event} */ (event)).detail;
      this.#try([...this.#tried, `${letterOf(piece.role).toUpperCase()}@${square}`]);
    });
    this.#showInitialPosition();
    this.dataset.ready = '';
    whenNear(this, () => this.#loadMoves());
  }

  /** Shows what a sentence of the text is about. @param {Demonstration} shown */
  async demonstrate(shown) {
    const isHere = shown.fen === this.getAttribute('fen') || shown.fen === '';
    if (isHere) this.#showInitialPosition();
    else this.#startFrom(shown.fen, []);
    this.scrollIntoView({ block: 'nearest' });
    await this.#try(shown.after);
    if (shown.move) await this.#try([...shown.after, shown.move]);
    if (shown.ends) this.#end(shown.ends);
    if (shown.squares.length > 0) this.#board.point(shown.squares, 'hint');
  }

  /** Shows an end that the board does not show. @param {string} ends the result and the reason */
  #end(ends) {
    const [result = '', reason = ''] = ends.split(' ');
    const shown = result.replace('1/2-1/2', '½–½').replace('-', '–');
    const sentence = `${shown} · ${text(/** @type {'game_reason_time'} */ (`game_reason_${reason}`))}`;
    this.#tell(sentence, '');
    say(sentence);
  }

  #claim() {
    const claim = this.#claims[0];
    if (claim) {
      this.#end(`1/2-1/2 ${claim}`);
      this.classList.add('done');
    } else {
      this.#tell(text('laws_no_claim'), 'refusal');
      say(text('laws_no_claim'), 'urgent');
    }
  }

  #reset() {
    this.#showInitialPosition();
    this.#try([]);
  }

  async #showGoal() {
    this.#showInitialPosition();
    const moves = words(this.getAttribute('show'));
    for (let count = 1; count <= moves.length; count += 1) {
      const question = await this.#try(moves.slice(0, count));
      if (question !== this.#question) return;
      // A pause, so that each move is seen.
      await new Promise((resolve) => setTimeout(resolve, 450));
      if (question !== this.#question) return;
    }
  }

  #takeBack() {
    this.#try(this.#tried.slice(0, -1));
  }

  /** Shows the position of the document. */
  #showInitialPosition() {
    const past = words(this.getAttribute('past'));
    const fen = this.getAttribute('fen') ?? START;
    this.#startFrom(past.length > 0 ? this.getAttribute('start') ?? START : fen, past);
    this.#board.show({ fen, movable: 'both', legal: {}, animate: false });
    for (const { color, tray } of this.#trays) tray.draw(sideOf(fen, color), fen.includes('order=pick'), null);
  }

  /** Puts the tray of each side on its side of the board. */
  #addTrays() {
    this.#trays = COLORS.map((color) => ({ color, tray: makeTray(color) }));
    const square = this.querySelector('.square');
    const [white, black] = this.#trays.map(({ tray }) => tray.root);
    const [near, far] = this.hasAttribute('turned') ? [black, white] : [white, black];
    if (far) square?.before(far);
    if (near) square?.after(near);
  }

  /** @param {string} start @param {string[]} past */
  #startFrom(start, past) {
    this.#start = start;
    this.#past = past;
    this.#tried = [];
    this.#mark([], []);
    this.#tell('', '');
    this.#back.disabled = true;
    this.#pass.hidden = true;
  }

  /** Requests the legal moves, once the board is near the viewport. */
  #loadMoves() {
    if (!this.#hasLoaded) this.#try([]);
  }

  /**
   * Plays moves from the start, and shows the position or why the last one is
   * refused.
   * @param {string[]} moves
   * @returns {Promise<number>} the number of the request
   */
  async #try(moves) {
    const question = (this.#question += 1);
    this.#hasLoaded = true;
    try {
      const all = [...this.#past, ...moves].join(' ');
      const asked = { fen: this.#start, moves: all };
      /** @type {[Replay, BoardView]} */
      const [replay, boardView] = await Promise.all([ask('POST', '/rules/replay', asked), ask('POST', '/rules/look', asked)]);
      if (question === this.#question) this.#show(moves, replay, boardView);
    } catch (error) {
      if (question === this.#question) this.#tell(error instanceof Error ? error.message : '', 'refusal');
    }
    return question;
  }

  /** @param {string[]} moves @param {Replay} replay @param {BoardView} boardView */
  #show(moves, replay, boardView) {
    const { refusal } = replay;
    this.#claims = replay.claims;
    this.#tried = refusal ? moves.slice(0, -1) : moves;
    this.#back.disabled = this.#tried.length === 0;
    this.#pass.hidden = !boardView.pass;
    this.#showBoard(boardView);
    this.#mark(refusal?.squares ?? [], refusal ? arrow(refusal.move) : []);
    // The squares where a piece must be placed are a hint, not an error.
    if (refusal?.code === 'placing_is_due') this.#board.point(refusal.squares, 'hint');
    const isDone = moves.length > 0 && resultsOf(replay, boardView).includes(this.getAttribute('goal') ?? '?');
    const sentence = refusal ? explain(refusal) : statusText(boardView, moves.length > 0);
    this.#tell(isDone ? `✓ ${sentence}` : sentence, refusal ? 'refusal' : '', refusal?.article ?? '');
    this.classList.toggle('done', isDone);
    if (moves.length > 0) say(isDone ? `${sentence} ${text('laws_solved')}` : sentence, refusal ? 'urgent' : 'polite');
  }

  /** Shows the board, and the pieces to come beside it. @param {BoardView} boardView */
  #showBoard(boardView) {
    this.#board.show(viewOf(boardView, this.#chosen));
    const { saktris, turn } = boardView;
    if (!saktris) return;
    const choose = (/** @type {string} */ letter) => {
      this.#chosen = letter;
      this.#showBoard(boardView);
    };
    for (const { color, tray } of this.#trays) {
      tray.draw(saktris[color], saktris.picks, color !== turn || boardView.reason ? null : {
        chosen: placedNext(boardView, this.#chosen),
        choose: (letter) => {
          choose(letter);
          /** @type {HTMLElement | null} */ (this.#board.querySelector('[tabindex="0"]'))?.focus();
        },
        grab: (letter, event) => {
          choose(letter);
          this.#board.grab(pieceOf(letter, color), event);
        },
      });
    }
  }

  /** @param {string[]} squares @param {Shape[]} shapes */
  #mark(squares, shapes) {
    this.#board.point(squares, 'refusal');
    this.#board.shapes = shapes;
  }

  /** @param {string} sentence @param {'' | 'refusal'} kind @param {string} [article] */
  #tell(sentence, kind, article = '') {
    this.#said.className = `said ${kind}`;
    this.#said.replaceChildren(sentence, article && make('cite', {}, ` ${text('laws_article', { article })}`));
    this.classList.remove('done');
  }
}

/** @param {string | null} moves */
const words = (moves) => (moves ?? '').split(/\s+/).filter((word) => word !== '');

/**
 * Returns the squares of an attempted move.
 * @param {string} move
 * @returns {Shape[]}
 */
function arrow(move) {
  const place = /^[KQRBNP]@([a-h][1-8])/.exec(move)?.[1];
  if (place) return [{ from: place, kind: 'two' }];
  const squares = /^([a-h][1-8])([a-h][1-8])[qrbn]?$/.exec(move);
  if (!squares?.[1] || !squares[2] || squares[1] === squares[2]) return [];
  return [{ from: squares[1], to: squares[2], kind: 'two' }];
}

/**
 * @param {Element} element
 * @param {() => void} then
 */
function whenNear(element, then) {
  const watch = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    watch.disconnect();
    then();
  }, { rootMargin: '400px' });
  watch.observe(element);
}

customElements.define('law-board', LawBoard);

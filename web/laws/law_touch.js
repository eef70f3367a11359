// A board with touch-move. It is a real game on the server, in which the reader
// plays both sides and which is aborted at the end.

import '../board/chess_board.js';
import { ask, Refusal } from '../lib/api.js';
import { make, say } from '../lib/dom.js';
import { text } from '../lib/text.js';
import { explain } from './explain.js';
import { START } from './trial.js';

/** @import { BoardEvents, ChessBoard } from '../board/types.d.ts' */
/** @import { Acknowledged, Action, GameView, GameState, Update } from '../wire.d.ts' */

class LawTouch extends HTMLElement {
  #board = /** @type {ChessBoard} */ (document.createElement('chess-board'));
  #said = make('p', { class: 'said' });
  /** @type {string | null} */
  #game = null;
  /** @type {GameState | null} */
  #state = null;
  /** Requests run one after the other, so that a touch arrives before its move. */
  #line = Promise.resolve();
  #count = 0;

  connectedCallback() {
    if (this.#said.isConnected) return;
    this.#board.setAttribute('label', this.closest('section')?.querySelector('h2')?.textContent ?? document.title);
    const task = make('div', { class: 'task' });
    task.append(...this.childNodes);
    const button = (/** @type {string} */ name, /** @type {() => void} */ then) => make('button', { class: 'quiet', type: 'button', onclick: then }, name);
    this.append(
      task,
      make('div', { class: 'square' }, this.#board),
      make('div', { class: 'buttons' },
        button(text('laws_reset'), () => this.#reset()),
        button(text('laws_adjust'), () => this.#announce())),
      this.#said,
    );
    this.#hear('touch', ({ square }) => this.#act({ touch: square }));
    this.#hear('adjust', ({ square }) => this.#act({ adjust: square }));
    this.#hear('move', ({ uci }) => this.#act({ play: { move: uci } }));
    addEventListener('pagehide', () => this.#callOff());
    this.#draw();
    this.dataset.ready = '';
  }

  /**
   * @template {keyof BoardEvents} K
   * @param {K} name
   * @param {(detail: BoardEvents[K]) => void} then
   */
  #hear(name, then) {
    this.#board.addEventListener(name, (event) => then(/** @type {CustomEvent<BoardEvents[K]>} */ (event).detail));
  }

  #announce() {
    this.#board.adjusting = true;
    this.#tell(text('laws_adjusting'));
    this.#board.focus();
  }

  #reset() {
    this.#callOff();
    this.#tell('');
    this.#draw();
  }

  /** @param {Action} action */
  #act(action) {
    this.#line = this.#line.then(() => this.#send(action)).catch((error) => {
      const problem = error instanceof Refusal ? error.problem : null;
      this.#draw();
      this.#board.point(problem?.squares ?? [], 'refusal');
      this.#tell(problem ? explain(problem) : String(error), problem?.article ?? '', 'refusal');
    });
  }

  /** @param {Action} action */
  async #send(action) {
    this.#game ??= await this.#begin();
    this.#count += 1;
    /** @type {Update | Acknowledged} */
    const update = await ask('POST', `/games/${this.#game}/actions`, { id: `t${this.#count}`, do: action });
    // Touching a piece again changes nothing.
    if (!('events' in update)) return;
    this.#state = update.state;
    this.#draw();
    this.#board.point([], 'refusal');
    const event = update.events.at(-1);
    if (event?.event === 'touched') this.#tell(text('laws_touched', { square: event.square }));
    else if (event?.event === 'adjusted') this.#tell(text('laws_adjusted', { square: event.square }));
    else if (event?.event === 'played') this.#tell('');
  }

  async #begin() {
    const fen = this.getAttribute('fen');
    const start = fen === START ? {} : { start: fen };
    /** @type {GameView} */
    const game = await ask('POST', '/games', { options: { conduct: 'formal', ...start }, opponent: 'self' });
    return game.id;
  }

  /** Aborts the game: by one side before both have moved, later by both. */
  #callOff() {
    if (!this.#game) return;
    const path = `/v1/games/${this.#game}/actions`;
    for (const as of (this.#state?.ply ?? 0) < 2 ? ['white'] : ['white', 'black']) {
      const body = JSON.stringify({ id: `off-${as}`, as, do: 'abort' });
      fetch(path, { method: 'POST', keepalive: true, headers: { 'content-type': 'application/json' }, body });
    }
    this.#game = null;
    this.#state = null;
  }

  #draw() {
    const state = this.#state;
    this.#board.show({
      fen: state?.fen ?? this.getAttribute('fen') ?? START,
      movable: 'both', legal: state?.legal ?? {}, touched: state?.touched ?? [], adjustable: true,
    });
  }

  /** @param {string} sentence @param {string} [article] @param {'' | 'refusal'} [kind] */
  #tell(sentence, article = '', kind = '') {
    this.#said.className = `said ${kind}`;
    this.#said.replaceChildren(sentence, article && make('cite', {}, ` ${text('laws_article', { article })}`));
    if (sentence) say(sentence, kind ? 'urgent' : 'polite');
  }
}

customElements.define('law-touch', LawTouch);

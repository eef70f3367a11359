// The element <chess-board>: holds a state, has it drawn, and reports what the
// player does.

/** @import { Color } from '../wire.d.ts' */
/** @import { BoardState } from './state.js' */
/** @import { ChessBoard, BoardEvent, Piece, Shape, Square, View } from './types.d.ts' */
import { text } from '../lib/text.js';
import * as gestures from './gestures.js';
import { makeChooser } from './chooser.js';
import { listenToKeys } from './keys.js';
import { listen } from './pointer.js';
import { build, draw } from './render.js';
import { newState, setPremoves, show } from './state.js';

/** @implements {ChessBoard} */
class ChessBoardElement extends HTMLElement {
  static observedAttributes = ['orientation', 'label'];

  /** @type {BoardState} */
  #state = newState();
  /** @type {import('./pointer.js').Board | null} */
  #board = null;
  #hands = /** @type {ReturnType<typeof listen> | null} */ (null);
  #keys = /** @type {ReturnType<typeof listenToKeys> | null} */ (null);
  #frame = 0;
  #chooser = /** @type {HTMLElement | null} */ (null);
  #focused = /** @type {Element | null} */ (null);

  connectedCallback() {
    // The document's own drawing stays until there is something to show.
    if (this.#state.view.fen) this.#begin();
  }

  #begin() {
    if (!this.#board) {
      const scene = build(this);
      const tell = (/** @type {BoardEvent[]} */ events) => this.#tell(events);
      this.#board = { host: this, scene, state: this.#state, held: null, tell };
      this.#keys = listenToKeys({ ...this.#board, flip: () => this.flip() });
      this.#name();
    }
    this.#hands = listen(this.#board);
    this.#draw();
  }

  disconnectedCallback() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#hands?.stop();
  }

  attributeChangedCallback(/** @type {string} */ name) {
    if (name === 'label') this.#name();
    else this.orientation = this.getAttribute('orientation') === 'black' ? 'black' : 'white';
  }

  /** @param {View} view */
  show(view) {
    const isFirst = !this.#state.view.fen;
    const hadPlace = Boolean(this.#state.view.place);
    show(this.#state, view);
    const { squares = [] } = view.place ?? {};
    const spot = squares[squares.length >> 1];
    if (spot && !hadPlace) this.#keys?.rest(spot);
    if (isFirst) this.#state.still = true;
    if (!isFirst) this.#drawSoon();
    else if (this.isConnected) this.#begin();
  }

  get view() { return this.#state.view; }

  get orientation() { return this.#state.orientation; }
  /** @param {Color} color */
  set orientation(color) {
    if (this.#state.promotion) gestures.cancel(this.#state);
    this.#state.orientation = color;
    this.#drawSoon();
  }

  flip() { this.orientation = this.orientation === 'white' ? 'black' : 'white'; }

  /**
   * @param {Square[]} squares
   * @param {'refusal' | 'hint'} [kind]
   */
  point(squares, kind = 'refusal') {
    this.#state.pointed = { squares, kind };
    this.#drawSoon();
  }

  get shapes() { return this.#state.shapes; }
  /** @param {Shape[]} shapes */
  set shapes(shapes) {
    this.#state.shapes = shapes;
    this.#drawSoon();
  }

  get premoves() { return this.#state.premoves; }
  /** @param {string[]} moves */
  set premoves(moves) {
    setPremoves(this.#state, moves);
    this.#drawSoon();
  }

  playPremove() {
    const events = gestures.playPremove(this.#state);
    this.#tell(events);
    return events.some(({ name }) => name === 'move');
  }

  get free() { return this.#state.free; }
  /** @param {boolean} free */
  set free(free) {
    this.#state.free = free;
    this.#drawSoon();
  }

  get autoQueen() { return this.#state.autoQueen; }
  /** @param {boolean} autoQueen */
  set autoQueen(autoQueen) { this.#state.autoQueen = autoQueen; }

  get blindfold() { return this.#state.blindfold; }
  /** @param {boolean} blindfold */
  set blindfold(blindfold) {
    this.#state.blindfold = blindfold;
    this.classList.toggle('blindfold', blindfold);
    this.#drawSoon();
  }

  get hand() { return this.#state.hand; }
  /** @param {Piece | 'eraser' | null} hand */
  set hand(hand) {
    gestures.cancel(this.#state);
    this.#state.hand = hand;
    this.#drawSoon();
  }

  get adjusting() { return this.#state.adjusting; }
  /** @param {boolean} adjusting */
  set adjusting(adjusting) { this.#state.adjusting = adjusting; }

  /**
   * @param {Piece} piece
   * @param {PointerEvent} event
   */
  grab(piece, event) { this.#hands?.grab(piece, event); }

  /** @param {BoardEvent[]} events */
  #tell(events) {
    this.#drawSoon();
    for (const { name, detail } of events) {
      this.dispatchEvent(new CustomEvent(name, { detail }));
    }
  }

  #drawSoon() {
    if (this.#board && this.isConnected) this.#frame ||= requestAnimationFrame(() => this.#draw());
  }

  #draw() {
    this.#frame = 0;
    if (!this.#board) return;
    // The dragged piece may have been captured or moved.
    const { held } = this.#board;
    if (held && this.#state.selected !== held) this.#hands?.abort();
    draw(this, this.#board.scene, this.#state, this.#board.held);
    this.#state.still = false;
    this.#ask();
  }

  /** Asks for the promotion that is pending, or stops asking. */
  #ask() {
    const isAsking = Boolean(this.#state.promotion);
    if (isAsking === Boolean(this.#chooser)) return;
    if (!isAsking) {
      this.#chooser?.remove();
      this.#chooser = null;
      if (this.contains(this.#focused)) this.#keys?.focus();
      return;
    }
    const { scrim, first } = makeChooser(this.#state, (role) => {
      this.#tell(gestures.choose(this.#state, role));
    });
    this.#board?.scene.surface.append(scrim);
    this.#chooser = scrim;
    this.#focused = document.activeElement;
    first?.focus();
  }

  #name() {
    const grid = this.#board?.scene.grid;
    grid?.setAttribute('aria-label', this.getAttribute('label') ?? text('board_label'));
    grid?.setAttribute('aria-description', text('board_help'));
  }
}

customElements.define('chess-board', ChessBoardElement);

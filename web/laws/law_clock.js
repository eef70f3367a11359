// A demonstration clock. Its time runs faster, so that nobody has to wait for a
// flag.

import { find, make, say } from '../lib/dom.js';
import { text } from '../lib/text.js';
import { face, pass, press, rule, set, shown } from './clock_model.js';

const SPEEDUP = 10;

/** @type {Array<[string, import('../lib/text.js').Word]>} */
const KINDS = [
  ['5+0', 'laws_clock_sudden'], ['5+3', 'laws_clock_fischer'], ['5d5', 'laws_clock_delay'],
  ['5b5', 'laws_clock_bronstein'], ['0:30+3x30', 'laws_clock_byo_yomi'], ['1 hourglass', 'laws_clock_hourglass'],
];

class LawClock extends HTMLElement {
  #clock = set(rule('5+3') ?? { kind: 'plain', time: 0, bonus: 0, periods: 0 });
  #isRunning = false;
  #seen = 0;
  #faces = [0, 1].map((side) => make('button', { type: 'button', class: 'face', onclick: () => this.#press(side) }));
  #said = make('p', { class: 'said' });

  connectedCallback() {
    if (this.#said.isConnected) return;
    const options = KINDS.map(([control, word]) => make('option', { value: control, selected: control === '5+3' }, `${control} · ${text(word)}`));
    const choice = make('select', { id: 'clock-kind', onchange: () => this.#choose() }, ...options);
    const again = make('button', { type: 'button', class: 'quiet', onclick: () => this.#choose() }, text('laws_reset'));
    this.append(
      make('div', { class: 'row' }, make('label', { for: 'clock-kind', class: 'unseen' }, text('laws_clock_kind')), choice, again),
      make('div', { class: 'faces' }, ...this.#faces),
      this.#said,
    );
    this.#choose();
    this.dataset.ready = '';
  }

  #choose() {
    const known = rule(/** @type {HTMLSelectElement} */ (find('select', this)).value);
    if (!known) return;
    this.#clock = set(known);
    this.#isRunning = false;
    this.#said.textContent = text('laws_clock_start');
    this.#draw();
  }

  /** Presses a clock: stops the running one, or starts the game. @param {number} side */
  #press(side) {
    if (face(this.#clock, this.#clock.turn).isDown) return;
    if (!this.#isRunning) {
      this.#isRunning = true;
      this.#clock = { ...this.#clock, turn: side === 0 ? 1 : 0 };
      this.#seen = performance.now();
      requestAnimationFrame((now) => this.#tick(now));
    } else if (side === this.#clock.turn) {
      this.#clock = press(this.#clock);
    }
    this.#said.textContent = text('laws_clock_running');
    this.#draw();
  }

  /** @param {number} now */
  #tick(now) {
    if (!this.#isRunning || !this.isConnected) return;
    this.#clock = pass(this.#clock, Math.max(0, now - this.#seen) * SPEEDUP);
    this.#seen = now;
    if (face(this.#clock, this.#clock.turn).isDown) {
      this.#isRunning = false;
      const fallen = text(this.#clock.turn === 0 ? 'laws_clock_white_flag' : 'laws_clock_black_flag');
      this.#said.textContent = fallen;
      say(fallen, 'urgent');
    } else {
      requestAnimationFrame((next) => this.#tick(next));
    }
    this.#draw();
  }

  #draw() {
    for (const [side, button] of this.#faces.entries()) {
      const { time, delay, periods, isDown } = face(this.#clock, side === 0 ? 0 : 1);
      const name = text(side === 0 ? 'laws_white' : 'laws_black');
      const extra = delay > 0 && this.#isRunning ? text('laws_clock_waits', { seconds: Math.ceil(delay / 1000) })
        : periods > 0 ? text('laws_clock_periods', { count: periods }) : '';
      button.replaceChildren(make('span', { class: 'whose' }, name), make('span', { class: 'time' }, shown(time)), make('span', { class: 'extra' }, extra));
      button.classList.toggle('runs', this.#isRunning && side === this.#clock.turn);
      button.classList.toggle('down', isDown);
    }
  }
}

customElements.define('law-clock', LawClock);

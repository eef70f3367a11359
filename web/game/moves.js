// The list of moves, and stepping through it.
import { spent } from '../lib/clock.js';
import { find, make } from '../lib/dom.js';
import { spoken, written } from '../lib/notation.js';
import { preferences } from '../lib/settings.js';
import { language, text } from '../lib/text.js';
import { shownPly } from './state.js';

/** @import { Game } from './state.js' */
/** @import { Saktris } from './saktris.js' */

/**
 * @param {HTMLElement} root
 * @param {(to: number) => void} go
 */
export function makeMoves(root, go) {
  const list = find('.moves', root);
  /** @type {HTMLButtonElement[]} */
  let buttons = [];
  /** What the buttons show. @type {string[]} */
  let shown = [];
  let current = -1;

  list.addEventListener('click', (event) => {
    const button = /** @type {Element} */ (event.target).closest('button');
    if (button) go(buttons.indexOf(button) + 1);
  });

  /** @param {Game} game @param {Saktris | null} saktris */
  function draw(game, saktris) {
    const settings = preferences();
    const units = { day: text('game_day'), hour: text('game_hour') };
    root.classList.toggle('untimed', !settings.moveTimes);
    const isBlacks = game.start.split(' ')[1] === 'b';
    const first = Number(game.start.split(' ')[5] ?? 1) || 1;
    const same = shown.findIndex((san, index) => game.moves[index]?.san !== san);
    shorten(same < 0 ? Math.min(shown.length, game.moves.length) : same);
    for (let index = shown.length; index < game.moves.length; index += 1) {
      const move = game.moves[index];
      const san = move?.san ?? '';
      const half = index + (isBlacks ? 1 : 0);
      if (index === 0 || half % 2 === 0) {
        const number = make('span', { class: 'number' }, `${first + (half >> 1)}.`);
        list.append(make('li', {}, number, isBlacks && index === 0 && make('span', { class: 'ply' }, '…')));
      }
      const button = make('button', { class: 'ply', tabindex: -1, 'data-took': move && spent(move.took, language(), units) },
        make('span', { 'aria-hidden': 'true' }, written(san, settings)), make('span', { class: 'unseen' }, spoken(san)),
        ...move && saktris ? saktris.signs(move) : []);
      list.lastElementChild?.append(button);
      buttons.push(button);
      shown.push(san);
    }
    mark(shownPly(game));
  }

  // Turning a phone changes the layout of the list.
  new ResizeObserver(() => {
    buttons[current - 1]?.removeAttribute('aria-current');
    if (current > 0) mark(current);
  }).observe(list);

  /** Removes moves that were taken back. @param {number} length */
  function shorten(length) {
    while (shown.length > length) {
      shown.pop();
      const button = buttons.pop();
      const row = button?.parentElement;
      button?.remove();
      if (row && !row.querySelector('button')) row.remove();
    }
  }

  /** @param {number} at */
  function mark(at) {
    if (at === current && buttons[at - 1]?.hasAttribute('aria-current')) return;
    current = at;
    list.querySelector('[aria-current]')?.removeAttribute('aria-current');
    const button = buttons[at - 1];
    for (const it of buttons.slice(0, 1)) it.tabIndex = button ? -1 : 0;
    if (!button) {
      list.scrollTo({ top: 0, left: 0 });
      return;
    }
    list.querySelector('[tabindex="0"]')?.setAttribute('tabindex', '-1');
    button.setAttribute('aria-current', 'true');
    button.tabIndex = 0;
    // Not scrollIntoView: that would scroll the page as well.
    const [box, frame] = [button.getBoundingClientRect(), list.getBoundingClientRect()];
    const covered = Number.parseFloat(list.style.paddingBottom) || 0;
    list.scrollBy({
      top: box.top - frame.top - (frame.height - covered - box.height) / 2,
      left: box.left - frame.left - (frame.width - box.width) / 2,
    });
  }

  /**
   * Keeps the viewed move visible beside the notices.
   * @param {HTMLElement} notices which cover the end of the list
   */
  function makeRoom(notices) {
    const children = /** @type {HTMLElement[]} */ ([...notices.children]);
    const covers = notices.clientHeight === 0 ? children.reduce((sum, it) => sum + it.offsetHeight + 8, 0) : 0;
    const padding = covers ? `${covers}px` : '';
    if (list.style.paddingBottom === padding) return;
    list.style.paddingBottom = padding;
    buttons[current - 1]?.removeAttribute('aria-current');
    mark(current);
  }

  /** Rewrites all moves after the notation was changed. */
  const rewrite = () => buttons.forEach((button, index) => {
    find('span', button).textContent = written(shown[index] ?? '', preferences());
  });

  return { draw, makeRoom, rewrite };
}

/**
 * Returns the ply to which a step leads.
 * @param {Game} game
 * @param {string} step
 */
export function target(game, step) {
  const at = shownPly(game);
  if (step === 'first') return 0;
  if (step === 'last') return game.moves.length;
  return step === 'back' ? at - 1 : at + 1;
}

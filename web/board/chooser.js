// The promotion dialog, on the square of promotion.

/** @import { BoardState } from './state.js' */
/** @import { Role } from './types.d.ts' */
import { make } from '../lib/dom.js';
import { text } from '../lib/text.js';
import { pieceImage } from './piece.js';
import { placeOf } from './squares.js';

const CHOICES = /** @type {const} */ (['queen', 'knight', 'rook', 'bishop']);

/**
 * Creates the dialog for the pending promotion.
 * @param {BoardState} state
 * @param {(role: Role | null) => void} choose
 */
export function makeChooser(state, choose) {
  const { to = 'a8', color = 'white' } = state.promotion ?? {};
  const place = placeOf(to, state.orientation);
  const isAbove = place < 32;
  const buttons = CHOICES.map((role) => {
    const label = text(`board_role_${role}`);
    const button = make('button', {
      type: 'button', 'data-promotion': role, 'aria-label': label, title: label,
      onclick: () => choose(role),
    });
    button.append(pieceImage({ role, color }));
    return button;
  });
  const attributes = { class: 'chooser', role: 'dialog', 'aria-label': text('board_promote') };
  const chooser = make('div', attributes, ...buttons);
  chooser.style.left = `${place % 8 * 12.5}%`;
  chooser.style[isAbove ? 'top' : 'bottom'] = '0';
  chooser.style.flexDirection = isAbove ? 'column' : 'column-reverse';
  chooser.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    const at = buttons.findIndex((button) => button === document.activeElement);
    if (step) buttons[(at + (isAbove ? step : -step) + 4) % 4]?.focus();
    else if (event.key !== 'Tab') return;
    else buttons[(at + (event.shiftKey ? 3 : 1)) % 4]?.focus();
    event.preventDefault();
    event.stopPropagation();
  });
  const scrim = make('div', { class: 'scrim' }, chooser);
  scrim.addEventListener('pointerdown', (event) => {
    event.stopPropagation();
    if (event.target === scrim) choose(null);
  });
  return { scrim, first: buttons[0] };
}

// Saktris in five lines, for players who see it for the first time.
import { make } from '../lib/dom.js';
import { text } from '../lib/text.js';

/** Lists the rules. */
export const saktrisRules = () => make('ol', { class: 'rules' },
  .../** @type {const} */ ([1, 2, 3, 4, 5]).map((number) => make('li', {}, text(`saktris_rule_${number}`))));

const KEY = 'knows_saktris';

/** Reports whether the player has seen the rules. */
export const hasSeenRules = () => localStorage.getItem(KEY) !== null;

/**
 * Shows the rules beside the board until the player has read them.
 * @param {() => void} close
 */
export function makeSummary(close) {
  const title = make('h2', { id: 'summary-title' }, text('saktris_summary'));
  const dismiss = () => {
    localStorage.setItem(KEY, '1');
    summary.remove();
    close();
  };
  const summary = make('section', { class: 'summary', 'aria-labelledby': 'summary-title' }, title, saktrisRules(),
    make('div', { class: 'row' }, make('button', { class: 'primary', onclick: dismiss }, text('saktris_understood')),
      make('a', { href: '/laws/saktris', target: '_blank' }, text('home_saktris_laws'))));
  return { root: summary, dismiss };
}

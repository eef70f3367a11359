// The move list as in a book: the main line in bold, variations below the moves
// they replace.
import { make } from '../lib/dom.js';
import { spoken, written } from '../lib/notation.js';
import { preferences } from '../lib/settings.js';
import { text } from '../lib/text.js';
import { parts, sign } from './tree.js';

/** @import { Saktris } from './saktris.js' */
/** @import { Id, Part, Tree } from './tree.js' */

/**
 * @param {HTMLElement} list
 * @param {(id: Id) => void} go
 */
export function makeMoves(list, go) {
  /** @type {Map<Id, HTMLButtonElement>} */
  const buttons = new Map();

  list.addEventListener('click', (event) => {
    const id = /** @type {HTMLElement} */ (event.target).closest('button')?.dataset['id'];
    if (id) go(Number(id));
  });

  /** @param {Tree} tree @param {Saktris | null} saktris */
  function draw(tree, saktris) {
    buttons.clear();
    const wanted = preferences();
    /** @type {HTMLElement[]} */
    const open = [make('div', { class: 'line' })];
    const into = () => /** @type {HTMLElement} */ (open.at(-1));
    for (const part of parts(tree)) {
      switch (part.kind) {
        case 'open': open.push(make('div', { class: part.depth === 1 ? 'variation' : 'variation deep' })); break;
        case 'close': {
          const variation = open.pop();
          // No blank before a closing parenthesis.
          variation?.lastChild?.remove();
          if (variation) into().append(variation, ' ');
          break;
        }
        case 'comment': into().append(make('span', { class: 'comment' }, part.text), ' '); break;
        default: into().append(...moved(part, written(part.node.san, wanted), saktris?.signs(part.node) ?? []));
      }
    }
    if (tree.nodes.size > 1) list.replaceChildren(into());
    // The document starts with this hint.
    else if (!list.querySelector('.hint')) list.replaceChildren(make('p', { class: 'hint' }, text('analysis_empty')));
  }

  /**
   * @param {Extract<Part, { kind: 'move' }>} move
   * @param {string} san
   * @param {HTMLElement[]} signs for pieces that it cleared
   */
  function moved({ node, number, isWhite }, san, signs) {
    const glyphs = node.nags.map(sign).join(' ');
    const button = make(
      'button', { type: 'button', 'data-id': node.id, 'data-nag': node.nags[0], tabindex: -1 },
      make('span', { 'aria-hidden': 'true' }, san), make('span', { class: 'unseen' }, spoken(node.san)), glyphs, ...signs,
    );
    buttons.set(node.id, button);
    const count = number !== null && make('span', { class: 'number' }, `${number}${isWhite ? '.' : '…'}`);
    return count ? [make('span', { class: 'whole-move' }, count, button), ' '] : [button, ' '];
  }

  /** @param {Id} id */
  function mark(id) {
    list.querySelector('[aria-current]')?.removeAttribute('aria-current');
    list.querySelector('[tabindex="0"]')?.setAttribute('tabindex', '-1');
    const button = buttons.get(id);
    const first = button ?? list.querySelector('button');
    first?.setAttribute('tabindex', '0');
    if (!button) return list.scrollTo({ top: 0 });
    button.setAttribute('aria-current', 'true');
    // Not scrollIntoView: that would scroll the page as well.
    const [box, frame] = [button.getBoundingClientRect(), list.getBoundingClientRect()];
    if (box.top < frame.top || box.bottom > frame.bottom) list.scrollBy({ top: box.top - frame.top - frame.height / 2 });
  }

  return { draw, mark };
}

// What the sections of the page share: lists that grow, forms, buttons.
import { moment } from '../lib/dates.js';
import { find, make, say } from '../lib/dom.js';
import { text, why } from '../lib/text.js';
import { isSecondPress } from '../settings/second_press.js';

/**
 * Fills the list of a section page by page. Returns a function that loads it
 * again from the beginning.
 * @template Item
 * @param {HTMLElement} section
 * @param {(next: string | number | undefined) => Promise<{ items: Item[], next?: string | number | null | undefined }>} load
 * @param {(item: Item) => HTMLElement} draw
 */
export function growingList(section, load, draw) {
  const list = find('.entries', section);
  const none = find('.none', section);
  const more = find('.more', section);
  /** @type {string | number | undefined} */
  let next;
  const add = async () => {
    try {
      const page = await load(next);
      const drawn = page.items.map(draw);
      if (next === undefined) list.replaceChildren(...drawn);
      else list.append(...drawn);
      next = page.next ?? undefined;
      none.hidden = list.childElementCount > 0;
      more.hidden = next === undefined;
    } catch (error) {
      say(why(error), 'urgent');
    }
  };
  more.addEventListener('click', add);
  return () => {
    next = undefined;
    return add();
  };
}

/**
 * Runs a task when a form is submitted, and shows its error.
 * @param {HTMLFormElement} form
 * @param {(values: FormData) => Promise<void>} act
 */
export function submits(form, act) {
  const wrong = find('.wrong', form);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    wrong.textContent = '';
    const done = form.querySelector('.done');
    if (done) done.textContent = '';
    const missing = /** @type {HTMLElement | null} */ (form.querySelector(':invalid:not(fieldset)'));
    if (missing) {
      wrong.textContent = text('admin_fill_in');
      return missing.focus();
    }
    try {
      await act(new FormData(form));
    } catch (error) {
      wrong.textContent = why(error);
    }
  });
}

/**
 * Creates a button that carries out an act; an irreversible one asks for a
 * second press. Errors are announced and shown beside it.
 * @param {string} words
 * @param {() => Promise<void>} act
 * @param {{ isDangerous?: boolean, label?: string }} [options]
 */
export function actButton(words, act, { isDangerous = false, label } = {}) {
  const button = make('button', { type: 'button', class: isDangerous ? 'danger' : null, 'aria-label': label }, words);
  button.addEventListener('click', async () => {
    if (isDangerous && !isSecondPress(button)) return;
    button.disabled = true;
    button.parentElement?.querySelector('.wrong')?.remove();
    try {
      await act();
    } catch (error) {
      button.after(make('p', { class: 'wrong', role: 'alert' }, why(error)));
    }
    button.disabled = false;
  });
  return button;
}

/**
 * Creates an entry of a list: a title, lines below it, and what can be done.
 * @param {Node | string} title
 * @param {(Node | string | null | false)[]} lines
 * @param {...HTMLElement} buttons
 */
export function entry(title, lines, ...buttons) {
  const notes = lines.filter((line) => line).map((line) => make('div', { class: 'hint' }, line || ''));
  const words = make('div', { class: 'grow' }, make('strong', {}, title), ...notes);
  return make('li', {}, words, buttons.length > 0 && make('div', { class: 'acts' }, ...buttons));
}

/** Links to what administrators see of a player. @param {string} name */
export const playerLink = (name) => make('a', { href: `#players/${encodeURIComponent(name)}`, translate: 'no' }, name);

/** @param {string} id */
export const gameLink = (id) => make('a', { href: `/game/${id}` }, text('admin_game_named', { game: id }));

/**
 * Shows a link that was just created, with a button to copy it.
 * @param {HTMLElement} place
 * @param {{ path: string, expires: number }} link
 * @param {string} words
 */
export function showLink(place, link, words) {
  const address = location.origin + link.path;
  const copy = make('button', { type: 'button' }, text('settings_copy'));
  copy.addEventListener('click', async () => {
    await navigator.clipboard.writeText(address);
    copy.textContent = text('settings_copied');
  });
  place.replaceChildren(
    make('p', {}, words, ' ', text('admin_link_expires', { when: moment(link.expires) })),
    make('p', { class: 'row' }, make('code', {}, address), copy),
  );
}

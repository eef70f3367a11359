// Small helpers around the document: no framework.

/**
 * The element that a selector finds; its absence is a defect of the page.
 * @template {Element} [T=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [inside]
 * @returns {T}
 */
export function find(selector, inside = document) {
  const element = inside.querySelector(selector);
  if (!element) throw new Error(`the page has no ${selector}`);
  return /** @type {T} */ (/** @type {unknown} */ (element));
}

/**
 * A new element: `make('button', { class: 'quiet', onclick: go }, 'Go')`.
 * What begins with `on` is a listener, `true` is an attribute without a value,
 * `false`, `null` and `undefined` are none.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, unknown>} [attributes]
 * @param {...(Node | string | number | null | undefined | false)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (key.startsWith('on')) {
      element.addEventListener(key.slice(2), /** @type {EventListener} */ (value));
    } else {
      element.setAttribute(key, value === true ? '' : String(value));
    }
  }
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) element.append(typeof child === 'number' ? String(child) : child);
  }
  return element;
}

const SVG = 'http://www.w3.org/2000/svg';

/**
 * A new element of a drawing.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, string | number>} [attributes]
 * @param {...Node} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function draw(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** Where the files of the page are: `/a/VERSION/LANGUAGE`. */
export const assets = () => find('meta[name=assets]').getAttribute('content') ?? '';

/**
 * Says something to those who listen to the page instead of looking at it.
 * @param {string} sentence
 * @param {'polite' | 'urgent'} [how]
 * @param {string} [lang] if it is not in the language of the page
 */
export function say(sentence, how = 'polite', lang) {
  const region = find(how === 'urgent' ? '#alerted' : '#said');
  // A line of its own, so that the same sentence twice is heard twice.
  const line = make('p', { lang }, sentence);
  region.append(line);
  while (region.childElementCount > 5) region.firstElementChild?.remove();
}

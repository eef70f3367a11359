// Small helpers for the document, instead of a framework.

/**
 * Returns the element that a selector finds, and throws if there is none.
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
 * Creates an element: `make('button', { class: 'quiet', onclick: go }, 'Go')`.
 * Names that begin with `on` are listeners, `true` is an attribute without a
 * value, and `false`, `null` and `undefined` add nothing.
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
 * Creates an SVG element.
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

/** Returns the folder of the page's files: `/a/VERSION/LANGUAGE`. */
export const assets = () => find('meta[name=assets]').getAttribute('content') ?? '';

/**
 * Announces something to screen readers.
 * @param {string} sentence
 * @param {'polite' | 'urgent'} [how]
 * @param {string} [lang] its language, if that is not the page's
 */
export function say(sentence, how = 'polite', lang) {
  const region = find(how === 'urgent' ? '#alerted' : '#said');
  // A new line each time, so that a repeated sentence is announced again.
  const line = make('p', { lang }, sentence);
  region.append(line);
  while (region.childElementCount > 5) region.firstElementChild?.remove();
}

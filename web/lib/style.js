// Style sheets that only some games need.
import { assets, make } from './dom.js';

/**
 * Loads a style sheet from `style/`.
 * @param {string} name
 * @returns {Promise<unknown>} resolves when it has loaded
 */
export function styled(name) {
  const link = make('link', { rel: 'stylesheet', href: `${assets()}/style/${name}.css` });
  const done = new Promise((resolve) => { link.onload = link.onerror = resolve; });
  document.head.append(link);
  return done;
}

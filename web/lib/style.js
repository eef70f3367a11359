// A style that only some games need: nothing is drawn before it is there.
import { assets, make } from './dom.js';

/**
 * Loads a file of `style`.
 * @param {string} name
 * @returns {Promise<unknown>} done when it is there
 */
export function styled(name) {
  const link = make('link', { rel: 'stylesheet', href: `${assets()}/style/${name}.css` });
  const done = new Promise((resolve) => { link.onload = link.onerror = resolve; });
  document.head.append(link);
  return done;
}

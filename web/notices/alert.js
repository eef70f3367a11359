// Alerts a player who is looking at another page: with a sound, a badge on the tab's
// icon and, if they allow it, a system notification.
import { assets, find } from '../lib/dom.js';
import { preferences } from '../lib/settings.js';
import { play } from '../lib/sound.js';

/**
 * @typedef {object} Alert
 * @property {string} key a newer alert replaces an older one with the same key
 * @property {string} title
 * @property {string} body
 * @property {string} [path] the page that a click opens
 */

/** @param {'icon' | 'icon_badge'} name */
function setIcon(name) {
  find('link[rel=icon]', document.head).setAttribute('href', `${assets()}/pieces/${name}.svg`);
}

/** The notifications that are shown, until the player is back. @type {Set<Notification>} */
const shown = new Set();

document.addEventListener('visibilitychange', () => {
  if (document.hidden) return;
  setIcon('icon');
  for (const notification of shown) notification.close();
  shown.clear();
});

/** Alerts the player if the page is hidden. @param {Alert} alert */
export function alertPlayer({ key, title, body, path }) {
  if (!document.hidden) return;
  setIcon('icon_badge');
  play('offer');
  if (!preferences().notifications || !('Notification' in window) || Notification.permission !== 'granted') return;
  const notification = new Notification(title, { body, tag: key, icon: `${assets()}/pieces/icon.svg` });
  shown.add(notification);
  notification.onclick = () => {
    window.focus();
    if (path) location.assign(path);
  };
}

/**
 * Asks the player for permission, which must follow a press. Reports whether
 * notifications are allowed.
 */
export async function allowNotifications() {
  return 'Notification' in window && await Notification.requestPermission() === 'granted';
}

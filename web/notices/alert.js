// Alerts a player who is looking at another page: with a sound, a badge on the icon
// of the tab, and a notification of the system if they allow it.
import { assets, find } from '../lib/dom.js';
import { preferences } from '../lib/settings.js';
import { play } from '../lib/sound.js';

/**
 * @typedef {object} Alert
 * @property {string} key of two with the same key, the system shows the last
 * @property {string} title
 * @property {string} body
 * @property {string} [path] where a press on it leads
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

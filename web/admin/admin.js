// The page for administrators and moderators.
import '../page_strings.js';
import '../account_strings.js';
import { ask } from '../lib/api.js';
import { find } from '../lib/dom.js';
import { text, why } from '../lib/text.js';
import { initBans } from './bans.js';
import { initGames } from './games.js';
import { initLog } from './log.js';
import { initPlayers } from './players.js';
import { initReports } from './reports.js';
import { initServer } from './server.js';

/** @import { AccountView } from '../wire.d.ts' */

const NAMES = /** @type {const} */ (['reports', 'players', 'bans', 'games', 'server', 'log']);
/** A link that makes its reader an administrator has its secret after `#`. */
const SECRET = /^#(arb_[0-9a-f]+)$/;

const page = find('.admin');
const token = SECRET.exec(location.hash)?.[1];
await enter();
page.removeAttribute('aria-busy');

/** Shows the sections to staff, and to others what they can do. */
async function enter() {
  const account = await myAccount();
  const role = account?.role ?? 'player';
  if (role === 'player' || (token && role !== 'administrator')) return showEntry(account !== null);
  page.dataset.role = role;
  find('#entry').hidden = true;
  find('#sections').hidden = false;
  // A moderator cannot see what belongs to administrators.
  if (role !== 'administrator') {
    for (const element of page.querySelectorAll('.for-administrator')) element.remove();
  }
  const isAdministrator = role === 'administrator';
  /** @type {Record<typeof NAMES[number], () => void>} */
  const show = {
    reports: initReports(),
    players: initPlayers(isAdministrator),
    bans: initBans(),
    games: initGames(),
    server: isAdministrator ? initServer() : () => {},
    log: initLog(),
  };
  const open = () => {
    const [wanted = ''] = location.hash.slice(1).split('/');
    const name = NAMES.find((it) => it === wanted && page.querySelector(`section#${it}`)) ?? 'reports';
    for (const section of page.querySelectorAll('section')) section.hidden = section.id !== name;
    for (const link of page.querySelectorAll('.tabs a')) {
      if (link.getAttribute('href') === `#${name}`) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
    show[name]();
  };
  window.addEventListener('hashchange', open);
  open();
}

/** Returns the account of the reader, or null for guests and strangers. @returns {Promise<AccountView | null>} */
async function myAccount() {
  if (document.documentElement.dataset.kind !== 'account') return null;
  return ask('GET', '/account');
}

/** @param {boolean} hasAccount */
function showEntry(hasAccount) {
  find('#entry').hidden = false;
  const words = token ? (hasAccount ? 'admin_entry_become' : 'admin_entry_sign_in') : 'admin_entry_closed';
  find('#entry-text').textContent = text(words);
  const signIn = find('#entry-sign-in');
  signIn.hidden = hasAccount;
  // The secret is kept across the sign-in page.
  if (token) signIn.setAttribute('href', `/sign-in?to=${encodeURIComponent(`/admin#${token}`)}`);
  const become = find('#become');
  become.hidden = !(token && hasAccount);
  become.onclick = async () => {
    try {
      await ask('POST', '/admin/link', { token });
      location.replace('/admin');
    } catch (error) {
      find('#entry .wrong').textContent = why(error);
    }
  };
}

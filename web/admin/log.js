// The log of administrative acts.
import { ask } from '../lib/api.js';
import { moment } from '../lib/dates.js';
import { find, make } from '../lib/dom.js';
import { hasText, text } from '../lib/text.js';
import { entry, gameLink, growingList, playerLink } from './parts.js';

/** @import { AuditList, AuditView } from '../wire.d.ts' */
/** @import { Word } from '../lib/text.js' */

/** Returns a function that loads the log. */
export function initLog() {
  return growingList(find('#log'), async (next) => {
    /** @type {AuditList} */
    const page = await ask('GET', `/admin/audit${next === undefined ? '' : `?before=${next}`}`);
    return { items: page.acts, next: page.next };
  }, drawAct);
}

/** @param {AuditView} act */
export function drawAct(act) {
  const title = make('span', {}, nameOf(act.act), ...(act.player == null ? [] : [' · ', playerLink(act.player)]));
  const lines = [
    act.detail && make('span', { class: 'said', translate: 'no' }, act.detail),
    make('span', {}, text('admin_by', { name: act.actor ?? text('admin_shell'), when: moment(act.at) }),
      ...(act.game == null ? [] : [' · ', gameLink(act.game)])),
  ];
  return entry(title, lines);
}

/** Names an act; a newer server may know others. @param {string} act */
function nameOf(act) {
  const word = /** @type {Word} */ (`admin_act_${act}`);
  return hasText(word) ? text(word) : act;
}

// The log of administrative acts.
import { ask } from '../lib/api.js';
import { find, make } from '../lib/dom.js';
import { text } from '../lib/text.js';
import { entry, gameLink, growingList, moment, playerLink } from './parts.js';

/** @import { AuditList, AuditView } from '../wire.d.ts' */

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
  const title = make('span', {}, act.act, ...(act.player == null ? [] : [' · ', playerLink(act.player)]));
  const lines = [
    act.detail && make('span', { class: 'said' }, act.detail),
    make('span', {}, text('admin_by', { name: act.actor ?? text('admin_shell'), when: moment(act.at) }),
      ...(act.game == null ? [] : [' · ', gameLink(act.game)])),
  ];
  return entry(title, lines);
}

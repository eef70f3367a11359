// Bans and mutes, of accounts and of ranges of addresses.
import { ask } from '../lib/api.js';
import { moment } from '../lib/dates.js';
import { find, make } from '../lib/dom.js';
import { text } from '../lib/text.js';
import { actButton, entry, growingList, playerLink, submits } from './parts.js';

/** @import { BanList, BanView } from '../wire.d.ts' */

const DAY_MS = 86_400_000;

/** Returns a function that loads the bans. */
export function initBans() {
  const section = find('#bans');
  const form = /** @type {HTMLFormElement} */ (find('form', section));
  /** @type {() => Promise<void>} */
  const reload = growingList(section, async (next) => {
    /** @type {BanList} */
    const page = await ask('GET', `/admin/bans${next === undefined ? '' : `?before=${next}`}`);
    return { items: page.bans, next: page.next };
  }, (ban) => drawBan(ban, reload));
  submits(form, async (values) => {
    const target = String(values.get('target')).trim();
    const days = Number(values.get('days'));
    // A name has neither a dot nor a colon, and an address always has one.
    const whom = /[.:]/.test(target) ? { addresses: target } : { player: target };
    await ask('POST', '/admin/bans', {
      kind: values.get('kind'), ...whom, reason: values.get('reason'),
      ...(days ? { until: Date.now() + days * DAY_MS } : {}),
    });
    form.reset();
    find('.done', form).textContent = text('admin_done');
    await reload();
  });
  return reload;
}

/**
 * @param {BanView} ban
 * @param {() => void} reload
 */
export function drawBan(ban, reload) {
  const whom = ban.player == null ? ban.addresses ?? '' : playerLink(ban.player);
  const isOver = ban.lifted != null || (ban.until != null && ban.until < Date.now());
  const ends = ban.lifted != null ? text('admin_ban_lifted', { when: moment(ban.lifted) })
    : ban.until == null ? text('admin_ban_forever')
      : text(isOver ? 'admin_ban_ended' : 'admin_ban_until', { when: moment(ban.until) });
  const title = make('span', {}, whom, ` · ${text(ban.kind === 'ban' ? 'admin_banned' : 'admin_muted')}`);
  const lines = [
    make('span', { class: 'said', translate: 'no' }, ban.reason),
    `${text('admin_by', { name: ban.by ?? text('admin_shell'), when: moment(ban.created) })} · ${ends}`,
  ];
  if (isOver) return entry(title, lines);
  return entry(title, lines, actButton(text('admin_ban_lift'), async () => {
    await ask('DELETE', `/admin/bans/${ban.id}`);
    reload();
  }));
}

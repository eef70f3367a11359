// The accounts: a search, and everything about one of them.
import { ask } from '../lib/api.js';
import { find, make, say } from '../lib/dom.js';
import { day, moment } from '../lib/dates.js';
import { text } from '../lib/text.js';
import { drawBan } from './bans.js';
import { drawAct } from './log.js';
import { actButton, entry, growingList, playerLink, showLink, submits } from './parts.js';
import { drawReport } from './reports.js';

/** @import { AccountRole, AdminPlayer, AdminPlayerDetail, AdminPlayerList, CreatedLink } from '../wire.d.ts' */

const ROLES = /** @type {AccountRole[]} */ (['player', 'moderator', 'administrator']);

/**
 * Returns a function that shows the accounts, or the one in the address.
 * @param {boolean} isAdministrator
 */
export function initPlayers(isAdministrator) {
  const section = find('#players');
  const form = /** @type {HTMLFormElement} */ (find('.search', section));
  const name = /** @type {HTMLInputElement} */ (find('#search-name'));
  const reload = growingList(section, async (next) => {
    const after = next === undefined ? '' : `&after=${encodeURIComponent(next)}`;
    /** @type {AdminPlayerList} */
    const page = await ask('GET', `/admin/players?name=${encodeURIComponent(name.value.trim())}${after}`);
    return { items: page.players, next: page.next };
  }, drawPlayer);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    location.hash = '#players';
    reload();
  });
  return async () => {
    const [, chosen] = location.hash.split('/');
    find('#player').hidden = chosen === undefined;
    if (chosen === undefined) return reload();
    find('.entries', section).replaceChildren();
    find('.none', section).hidden = true;
    find('.more', section).hidden = true;
    await showPlayer(decodeURIComponent(chosen), isAdministrator);
  };
}

/** @param {AdminPlayer} player */
function stateOf(player) {
  const states = [
    player.role !== 'player' && text(`admin_role_${player.role}`),
    player.closed && text('admin_closed'),
    player.banned && text('admin_banned'),
    player.muted && text('admin_muted'),
  ];
  return states.filter(Boolean).join(' · ');
}

/** @param {AdminPlayer} player */
function drawPlayer(player) {
  const seen = player.seen == null ? '' : ` · ${text('settings_session_seen', { when: day(player.seen) })}`;
  return entry(playerLink(player.name), [stateOf(player), text('player_since', { when: day(player.created) }) + seen]);
}

/**
 * @param {string} name
 * @param {boolean} isAdministrator
 */
async function showPlayer(name, isAdministrator) {
  const place = find('#player');
  const path = `/admin/players/${encodeURIComponent(name)}`;
  /** @type {AdminPlayerDetail} */
  let player;
  try {
    player = await ask('GET', path);
  } catch {
    place.replaceChildren(make('p', { class: 'hint' }, text('player_unknown')));
    return;
  }
  const again = () => showPlayer(name, isAdministrator);
  const heading = make('h3', { tabindex: '-1', translate: 'no' }, player.name);
  const facts = [
    stateOf(player), text('player_since', { when: day(player.created) }), text('admin_player_games', { count: player.games }),
  ];
  const closed = player.closed && text('admin_closed_because', { when: moment(player.closed.at), reason: player.closed.reason });
  place.replaceChildren(
    heading,
    make('p', { class: 'hint' }, facts.filter(Boolean).join(' · ')),
    closed ? make('p', {}, closed) : '',
    make('p', { class: 'row' },
      make('a', { class: 'button', href: `/player/${encodeURIComponent(player.name)}` }, text('admin_player_page')),
      make('a', { class: 'button', href: '#bans', onclick: () => prefill(player.name) }, text('admin_ban_new'))),
    ...(isAdministrator ? controls(player, path, again) : []),
    ...listOf('admin_bans', player.bans.map((ban) => drawBan(ban, again))),
    ...listOf('admin_reports', player.reports.map((report) => drawReport(report, again))),
    ...listOf('admin_log', player.acts.map(drawAct)),
  );
  heading.focus();
}

/** @param {string} name */
function prefill(name) {
  const details = /** @type {HTMLDetailsElement} */ (find('#bans details'));
  details.open = true;
  /** @type {HTMLInputElement} */ (find('#ban-target')).value = name;
}

/**
 * @param {'admin_bans' | 'admin_reports' | 'admin_log'} title
 * @param {HTMLElement[]} entries
 */
function listOf(title, entries) {
  return entries.length ? [make('h4', {}, text(title)), make('ol', { class: 'entries' }, ...entries)] : [];
}

/**
 * What only administrators may do with an account.
 * @param {AdminPlayerDetail} player
 * @param {string} path
 * @param {() => Promise<void>} again
 */
function controls(player, path, again) {
  const role = make('select', { name: 'role', id: 'player-role' },
    ...ROLES.map((it) => make('option', { value: it, selected: it === player.role }, text(`admin_role_${it}`))));
  const roleForm = field(text('admin_role'), role, text('admin_save'), async () => {
    await ask('PATCH', path, { role: role.value });
    say(text('admin_done'));
    await again();
  });
  const name = make('input', { name: 'name', id: 'player-name', value: player.name, maxlength: 20, required: true, autocomplete: 'off' });
  const nameForm = field(text('admin_rename'), name, text('admin_save'), async () => {
    await ask('PATCH', path, { name: name.value });
    say(text('admin_done'));
    location.hash = `#players/${encodeURIComponent(name.value)}`;
  });
  const link = make('div', { class: 'fresh', role: 'status' });
  const password = actButton(text('admin_password_link'), async () => {
    /** @type {CreatedLink} */
    const made = await ask('POST', `${path}/password`);
    showLink(link, made, text('admin_password_link_text'));
  });
  const sessions = actButton(text('admin_end_sessions', { count: player.sessions.length }), async () => {
    await ask('DELETE', `${path}/sessions`);
    say(text('admin_done'));
    await again();
  }, { isDangerous: true });
  const parts = [roleForm, nameForm, make('p', { class: 'row' }, password, sessions), link];
  if (player.closed) {
    parts.push(make('p', {}, actButton(text('admin_reopen'), async () => {
      await ask('POST', `${path}/reopen`);
      await again();
    })));
  } else {
    const reason = make('input', { name: 'reason', id: 'close-reason', maxlength: 500, required: true, autocomplete: 'off' });
    parts.push(field(text('admin_close_reason'), reason, text('admin_close'), async () => {
      await ask('POST', `${path}/close`, { reason: reason.value });
      await again();
    }));
  }
  return parts;
}

/**
 * Creates a form with one field.
 * @param {string} label
 * @param {HTMLInputElement | HTMLSelectElement} input
 * @param {string} words of the button
 * @param {() => Promise<void>} act
 */
function field(label, input, words, act) {
  const form = make('form', { class: 'field', method: 'post', novalidate: true },
    make('label', { for: input.id }, label),
    make('p', { class: 'row' }, input, make('button', {}, words)),
    make('p', { class: 'wrong', role: 'alert' }));
  submits(form, act);
  return form;
}

// The server: who may use it, invitations, backup, limits.
import { ask } from '../lib/api.js';
import { find, make, say } from '../lib/dom.js';
import { text, why } from '../lib/text.js';
import { actButton, entry, moment, showLink, submits } from './parts.js';

/** @import { BackupView, CreatedLink, InvitationView, LimitsView, ServerView } from '../wire.d.ts' */

const LIMITS = /** @type {(keyof LimitsView)[]} */ (['connections', 'sockets', 'games', 'requests', 'frames', 'passwords', 'chat']);

/** Returns a function that loads the state of the server. */
export function initServer() {
  const policy = /** @type {HTMLFormElement} */ (find('#policy'));
  policy.addEventListener('change', async () => {
    const values = new FormData(policy);
    find('.wrong', policy).textContent = '';
    try {
      await ask('PUT', '/admin/server/policy', { sign_up: values.get('sign_up'), guests: values.get('guests') === 'on' });
      say(text('admin_done'));
    } catch (error) {
      find('.wrong', policy).textContent = why(error);
      await show();
    }
  });
  const invitations = /** @type {HTMLFormElement} */ (find('#invitations form'));
  submits(invitations, async (values) => {
    /** @type {CreatedLink} */
    const made = await ask('POST', '/admin/invitations', {
      label: values.get('label'), uses: Number(values.get('uses')), days: Number(values.get('days')),
    });
    showLink(find('.fresh', invitations), made, text('admin_invitation_text'));
    await showInvitations();
  });
  const backup = /** @type {HTMLFormElement} */ (find('#backup form'));
  submits(backup, async () => {
    /** @type {BackupView} */
    const made = await ask('POST', '/admin/backup');
    find('.done', backup).textContent = text('admin_backup_done', { file: made.file, size: Math.ceil(made.bytes / 1024) });
  });
  return async () => {
    try {
      await show();
      await showInvitations();
    } finally {
      find('#server').removeAttribute('aria-busy');
    }
  };
}

async function show() {
  /** @type {ServerView} */
  const server = await ask('GET', '/admin/server');
  find('#facts').textContent = text('admin_facts', {
    version: server.version, database: server.database === 'sqlite' ? 'SQLite' : 'PostgreSQL', games: server.games_in_memory,
  });
  const policy = find('#policy');
  for (const input of policy.querySelectorAll('input')) {
    input.checked = input.name === 'guests' ? server.policy.guests : input.value === server.policy.sign_up;
  }
  find('#limits tbody').replaceChildren(...LIMITS.map((name) => make('tr', {},
    make('th', { scope: 'row' }, text(`admin_limit_${name}`)),
    make('td', {}, server.limits[name] ? String(server.limits[name]) : text('admin_limit_none')))));
}

async function showInvitations() {
  /** @type {InvitationView[]} */
  const invitations = await ask('GET', '/admin/invitations');
  find('#invitations .entries').replaceChildren(...invitations.map((it) => entry(
    it.label || text('admin_invitation_unnamed'),
    [text('admin_invitation_left', { count: it.remaining, when: moment(it.expires) })],
    actButton(text('settings_revoke'), async () => {
      await ask('DELETE', `/admin/invitations/${it.id}`);
      await showInvitations();
    }, { isDangerous: true, label: text('settings_revoke_named', { name: it.label }) }),
  )));
}

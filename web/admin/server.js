// The server: who may use it, invitations, backup, limits.
import { ask } from '../lib/api.js';
import { moment } from '../lib/dates.js';
import { find, make, say } from '../lib/dom.js';
import { text, why } from '../lib/text.js';
import { actButton, entry, showLink, submits } from './parts.js';

/** @import { BackupView, CreatedLink, InvitationView, Limits, Problem, ServerView } from '../wire.d.ts' */

const LIMITS = /** @type {(keyof Limits)[]} */ (['connections', 'sockets', 'games', 'requests', 'frames', 'passwords', 'chat']);

/** Returns a function that loads the state of the server. */
export function initServer() {
  const policy = /** @type {HTMLFormElement} */ (find('#policy'));
  policy.addEventListener('change', async () => {
    showOrganizers();
    const values = new FormData(policy);
    find('.wrong', policy).textContent = '';
    try {
      await ask('PUT', '/admin/server/policy', {
        sign_up: values.get('sign_up'), guests: values.get('guests') === 'on', tournaments: values.get('tournaments'),
        organizers: String(values.get('organizers')).split(/[\s,;]+/).filter(Boolean),
      });
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
  initLimits();
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
  /** @type {HTMLSelectElement} */ (find('#policy-tournaments')).value = server.policy.tournaments;
  /** @type {HTMLInputElement} */ (find('#policy-organizers')).value = server.policy.organizers.join(', ');
  showOrganizers();
  for (const input of policy.querySelectorAll('[type=radio], [type=checkbox]')) {
    if (!(input instanceof HTMLInputElement)) continue;
    input.checked = input.name === 'guests' ? server.policy.guests : input.value === server.policy.sign_up;
  }
  showLimits(server);
}

/** Asks for the names of organizers only if they are needed. */
function showOrganizers() {
  find('#organizers-field').hidden = /** @type {HTMLSelectElement} */ (find('#policy-tournaments')).value !== 'organizers';
}

function initLimits() {
  const form = /** @type {HTMLFormElement} */ (find('#limits form'));
  find('.fields', form).replaceChildren(...LIMITS.map((name) => make('div', { class: 'field' },
    make('label', { for: `limit-${name}` }, text(`admin_limit_${name}`)),
    make('input', { id: `limit-${name}`, name, type: 'number', min: '0', max: '4294967295', required: '' }),
    make('p', { class: 'hint' }))));
  submits(form, async (values) => {
    const limits = Object.fromEntries(LIMITS.map((name) => [name, Number(values.get(name))]));
    try {
      await ask('PUT', '/admin/server/limits', limits);
    } catch (error) {
      const { problem } = /** @type {{ problem?: Problem }} */ (error);
      if (problem?.code === 'limit_too_small') find(`#limit-${problem.field}`).focus();
      throw error;
    }
    find('.done', form).textContent = text('admin_done');
  });
  find('.reset', form).addEventListener('click', async () => {
    find('.wrong', form).textContent = '';
    try {
      await ask('DELETE', '/admin/server/limits');
      await show();
      find('.done', form).textContent = text('admin_done');
    } catch (error) {
      find('.wrong', form).textContent = why(error);
    }
  });
}

/** @param {ServerView} server */
function showLimits(server) {
  for (const name of LIMITS) {
    const input = /** @type {HTMLInputElement} */ (find(`#limit-${name}`));
    input.value = String(server.limits[name]);
    const start = server.limits_at_start[name];
    const hint = /** @type {HTMLElement} */ (input.nextElementSibling);
    hint.textContent = start === server.limits[name] ? ''
      : text('admin_limit_start', { count: start || text('admin_limit_none') });
  }
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

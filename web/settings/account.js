// The account settings: sessions, password, tokens, deletion.
import { ask } from '../lib/api.js';
import { find, make, say } from '../lib/dom.js';
import { day } from '../lib/dates.js';
import { text, why } from '../lib/text.js';
import { redirectToProvider } from '../sign_in/provider_redirect.js';
import { agentName } from './agent.js';
import { requestedToken, scopeWords } from './scopes.js';
import { isSecondPress } from './second_press.js';

/** @import { AccountView, CreatedToken, SessionView, TokenView } from '../wire.d.ts' */

export async function initAccount() {
  find('#sign-out').addEventListener('click', async () => {
    await ask('DELETE', '/session').catch(() => null);
    location.assign('/');
  });
  initPassword();
  initEmail();
  initProvider();
  initTokens();
  initDeleteAccount();
  await Promise.all([showSessions(), showTokens(), showAccount()]);
}

/** Shows how the player signs in, and the link to the administration to those who may use it. */
async function showAccount() {
  /** @type {AccountView} */
  const { email, role, has_password: hasPassword, is_linked: isLinked } = await ask('GET', '/account');
  find('#administration').hidden = role === 'player';
  find('#email-now').textContent = email ?? text('settings_email_none');
  find('#email-remove').hidden = !email;
  for (const field of document.querySelectorAll('.has-password')) field.toggleAttribute('hidden', !hasPassword);
  find('#password-title').textContent = text(hasPassword ? 'settings_password' : 'settings_password_set');
  find('#provider-now').textContent = text(isLinked ? 'settings_provider_linked' : 'settings_provider_not_linked');
  find('#provider-link').hidden = Boolean(isLinked);
  find('#provider-unlink').hidden = !isLinked;
}

async function showSessions() {
  /** @type {SessionView[]} */
  const sessions = await ask('GET', '/account/sessions');
  sessions.sort((a, b) => Number(b.current) - Number(a.current) || b.seen - a.seen);
  find('#sessions').replaceChildren(...sessions.map((session) => {
    const name = agentName(session.label) || text('settings_session_unknown');
    const note = session.current ? text('settings_session_this') : text('settings_session_seen', { when: day(session.seen) });
    return entry(name, note, session.current ? null : `/account/sessions/${session.id}`);
  }));
}

async function showTokens() {
  /** @type {TokenView[]} */
  const tokens = await ask('GET', '/account/tokens');
  const entries = tokens.map((token) => {
    const scopes = token.scopes.map(scopeWords).join(', ');
    const note = `${scopes} · ${text('settings_token_used', { when: day(token.used) })}`;
    return entry(token.label, note, `/account/tokens/${token.id}`);
  });
  const none = make('li', { class: 'hint' }, text('settings_tokens_none'));
  find('#tokens .entries').replaceChildren(...(entries.length ? entries : [none]));
}

/**
 * Creates an entry of a list with a button to revoke it.
 * @param {string} name
 * @param {string} note
 * @param {string | null} path of what is revoked; null if it cannot be
 */
function entry(name, note, path) {
  const line = make('li', {}, make('div', {}, make('strong', {}, name), make('div', { class: 'hint' }, note)));
  if (!path) return line;
  const label = text('settings_revoke_named', { name });
  const button = make('button', { type: 'button', class: 'danger', 'aria-label': label }, text('settings_revoke'));
  button.addEventListener('click', async () => {
    if (!isSecondPress(button)) return;
    try {
      await ask('DELETE', path);
      const next = /** @type {HTMLElement | null} */ (line.nextElementSibling ?? line.previousElementSibling);
      line.remove();
      (next?.querySelector('button') ?? find('#account-heading')).focus();
      say(text('settings_revoked'));
    } catch (error) {
      say(why(error), 'urgent');
    }
  });
  line.append(button);
  return line;
}

function initPassword() {
  const form = /** @type {HTMLFormElement} */ (find('#password form'));
  submits(form, async (values) => {
    await ask('PATCH', '/account', { old: values.get('old'), new: values.get('new') });
    form.reset();
    find('.done', form).textContent = text('settings_password_done');
    await Promise.all([showSessions(), showAccount()]);
  });
}

function initEmail() {
  const form = /** @type {HTMLFormElement} */ (find('#email form'));
  const done = find('.done', form);
  submits(form, async (values) => {
    done.textContent = '';
    const email = String(values.get('email'));
    try {
      await ask('PUT', '/account/email', { email, password: values.get('password') });
    } catch (error) {
      const isInvalid = /** @type {any} */ (error).problem?.code === 'invalid_email';
      if (!isInvalid) throw error;
      find('.wrong', form).textContent = text('settings_email_invalid');
      return;
    }
    form.reset();
    done.textContent = text('settings_email_sent', { email });
  });
  const remove = /** @type {HTMLButtonElement} */ (find('#email-remove'));
  remove.addEventListener('click', async () => {
    if (!isSecondPress(remove)) return;
    try {
      await ask('DELETE', '/account/email');
      await showAccount();
      find('#email-new').focus();
      say(text('settings_email_removed'));
    } catch (error) {
      say(why(error), 'urgent');
    }
  });
}

function initProvider() {
  const wrong = find('#provider .wrong');
  find('#provider-link').addEventListener('click', async () => {
    wrong.textContent = '';
    try {
      await redirectToProvider({ purpose: 'link', to: '/settings#account', invitation: null });
    } catch (error) {
      wrong.textContent = why(error);
    }
  });
  const unlink = /** @type {HTMLButtonElement} */ (find('#provider-unlink'));
  unlink.addEventListener('click', async () => {
    wrong.textContent = '';
    if (!isSecondPress(unlink)) return;
    try {
      await ask('DELETE', '/account/provider');
      await showAccount();
      find('#provider-link').focus();
    } catch (error) {
      wrong.textContent = why(error);
    }
  });
}

function initTokens() {
  const form = /** @type {HTMLFormElement} */ (find('#tokens form'));
  const requested = requestedToken(location.search);
  if (requested || location.hash === '#tokens') /** @type {HTMLDetailsElement} */ (find('#tokens')).open = true;
  if (requested) {
    /** @type {HTMLInputElement} */ (find('#label')).value = requested.label;
    for (const box of form.querySelectorAll('input[name=scopes]')) {
      const input = /** @type {HTMLInputElement} */ (box);
      input.checked = requested.scopes.includes(input.value);
    }
    form.scrollIntoView();
  }
  submits(form, async (values) => {
    /** @type {CreatedToken} */
    const made = await ask('POST', '/account/tokens', { label: values.get('label'), scopes: values.getAll('scopes') });
    const copy = make('button', { type: 'button' }, text('settings_copy'));
    copy.addEventListener('click', async () => {
      await navigator.clipboard.writeText(made.token);
      copy.textContent = text('settings_copied');
    });
    const shown = make('p', { class: 'row' }, make('code', {}, made.token), copy);
    find('.fresh', form).replaceChildren(make('p', {}, text('settings_token_new')), shown);
    /** @type {HTMLInputElement} */ (find('#label')).value = '';
    await showTokens();
  });
}

function initDeleteAccount() {
  const form = /** @type {HTMLFormElement} */ (find('#leave form'));
  const button = /** @type {HTMLButtonElement} */ (find('button', form));
  submits(form, async (values) => {
    const isComplete = values.get('password') || find('#leave .has-password').hidden;
    if (isComplete && !isSecondPress(button)) return;
    await ask('DELETE', '/account', { password: values.get('password') });
    location.assign('/');
  });
}

/**
 * Runs a task when a form is submitted, and shows its error.
 * @param {HTMLFormElement} form
 * @param {(values: FormData) => Promise<void>} act
 */
function submits(form, act) {
  const wrong = find('.wrong', form);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    wrong.textContent = '';
    try {
      await act(new FormData(form));
    } catch (error) {
      wrong.textContent = why(error);
    }
  });
}

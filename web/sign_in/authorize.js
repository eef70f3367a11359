// Asks a player whether a program may act for them (OAuth 2 with proof keys).
import '../page_strings.js';
import '../account_strings.js';
import { ask, problemOf } from '../lib/api.js';
import { find, make } from '../lib/dom.js';
import { text, why } from '../lib/text.js';
import { scopeWords } from '../settings/scopes.js';
import { denial, readRequest } from './program_request.js';

/** @import { Scope } from '../wire.d.ts' */

const request = readRequest(location.search);
const me = document.documentElement.dataset;
const wrong = find('#authorize .wrong');
const allow = /** @type {HTMLButtonElement} */ (find('#allow'));

if (me['kind'] !== 'account') location.replace(`/sign-in?to=${encodeURIComponent(location.pathname + location.search)}`);
else show();

function show() {
  find('#authorize').removeAttribute('aria-busy');
  // Until the text above them is there, the buttons would move.
  find('#authorize .row').hidden = false;
  if (!request) {
    wrong.textContent = text('sign_in_authorize_invalid');
    allow.disabled = true;
    return;
  }
  find('#who').textContent = text('sign_in_authorize_who', { program: request.client_id, name: me['player'] ?? '' });
  const scopes = request.scope.split(' ').filter(Boolean);
  const lines = scopes.map((scope) => make('li', {}, scopeWords(/** @type {Scope} */ (scope))));
  find('#wanted').replaceChildren(...(lines.length ? lines : [make('li', {}, text('sign_in_authorize_name_only'))]));
  find('#where').textContent = text('sign_in_authorize_where', { address: request.redirect_uri });
}

allow.addEventListener('click', async () => {
  wrong.textContent = '';
  try {
    /** @type {{ url: string }} */
    const { url } = await ask('POST', '/account/authorizations', request);
    location.assign(url);
  } catch (error) {
    wrong.textContent = problemOf(error).code === 'invalid_field' ? text('sign_in_authorize_invalid') : why(error);
  }
});

find('#deny').addEventListener('click', () => location.assign(request ? denial(request) : '/'));

// Confirms an email address with the link that was sent to it.
import '../page_strings.js';
import '../account_strings.js';
import { ask } from '../lib/api.js';
import { find } from '../lib/dom.js';
import { text } from '../lib/text.js';
import { takeToken, whyNot } from './link_token.js';

const done = find('#confirm .done');
try {
  await ask('POST', '/account/email/confirmation', { token: takeToken() });
  done.textContent = text('sign_in_confirm_done');
} catch (error) {
  find('#confirm .wrong').textContent = whyNot(error);
}
find('#confirm').removeAttribute('aria-busy');

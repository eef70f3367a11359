// The switch for Web Push: messages of the server to this browser, even if no page
// is open.
import { ask } from '../lib/api.js';
import { find } from '../lib/dom.js';
import { text, why } from '../lib/text.js';

/** @import { PushView } from '../wire.d.ts' */

export async function initPush() {
  const input = /** @type {HTMLInputElement} */ (find('#push'));
  const hint = find('#push-hint');
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) {
    hint.textContent = text('settings_push_failed');
    return;
  }
  /** @type {PushView} */
  const { key, endpoint } = await ask('GET', '/account/push');
  const registration = await navigator.serviceWorker.getRegistration('/');
  const subscription = await registration?.pushManager.getSubscription();
  input.checked = Boolean(endpoint) && subscription?.endpoint === endpoint;
  input.disabled = false;
  input.addEventListener('change', async () => {
    hint.textContent = text('settings_push_hint');
    try {
      if (input.checked) await subscribe(key);
      else await unsubscribe();
    } catch (error) {
      input.checked = !input.checked;
      const isBrowser = error instanceof DOMException;
      hint.textContent = isBrowser ? text(Notification.permission === 'denied' ? 'settings_notifications_denied' : 'settings_push_failed') : why(error);
    }
  });
}

/** @param {string} key of the server */
async function subscribe(key) {
  await navigator.serviceWorker.register('/service_worker.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  // One that was made with another key would be refused.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = subscription.toJSON();
  await ask('PUT', '/account/push', { endpoint, keys });
}

async function unsubscribe() {
  await ask('DELETE', '/account/push');
  const registration = await navigator.serviceWorker.getRegistration('/');
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

// Web Push: the switch in the settings, and what the service worker shows.
import assert from 'node:assert/strict';
import { axe, see, walk } from './harness.js';

/** @import { Page } from 'playwright-core' */
/** @import { OpenOptions, WalkContext } from './windows.js' */

/** A key and a secret as browsers make them. */
const KEYS = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};

/**
 * Opens the settings of somebody with an account.
 * @param {WalkContext} context
 * @param {OpenOptions} [way]
 */
async function openSettings({ open, api }, way) {
  const page = await open('/settings', way);
  const name = `knight${Math.random().toString(36).slice(2, 9)}`;
  await api('/accounts', { name, password: 'correct horse' }, page);
  return page;
}

/**
 * Stands in for the push service of the browser's maker, which this browser cannot reach.
 * @param {Page} page
 * @param {typeof KEYS | null} keys those with which it subscribes; null if it refuses
 */
async function standIn(page, keys) {
  await page.addInitScript((keys) => {
    const subscription = {
      endpoint: `https://push.example/${Math.random()}`,
      toJSON() { return { endpoint: this.endpoint, expirationTime: null, keys }; },
      unsubscribe() { current = null; return Promise.resolve(true); },
    };
    /** @type {any} */
    let current = null;
    Object.assign(PushManager.prototype, {
      getSubscription: () => Promise.resolve(current),
      subscribe: (/** @type {PushSubscriptionOptionsInit} */ options) => {
        if (!options.userVisibleOnly || String(options.applicationServerKey).length !== 87) throw new Error('wrong options');
        if (!keys) return Promise.reject(new DOMException('no push service', 'AbortError'));
        current = subscription;
        return Promise.resolve(current);
      },
    });
  }, keys);
  await page.reload();
}

walk('a browser subscribes to messages of the server, and ends that', async (context) => {
  const page = await openSettings(context);
  await standIn(page, KEYS);
  const label = page.locator('#push-switch');
  await see(page, 'Notifications when the page is closed');
  const push = page.getByRole('switch', { name: 'Notifications when the page is closed' });
  await page.locator('#push:enabled').waitFor();
  assert.equal(await push.isChecked(), false);
  const endpoint = async () => (await context.api('/account/push', undefined, page)).endpoint;
  const stored = page.waitForResponse((response) => response.url().endsWith('/account/push') && response.request().method() === 'PUT');
  await label.click();
  assert.equal((await stored).status(), 204);
  assert.match(await endpoint(), /^https:\/\/push\.example\//);
  await page.locator('#push:checked').waitFor();
  await axe(page);
  const ended = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await label.click();
  assert.equal((await ended).status(), 204);
  assert.equal(await endpoint(), undefined);
});

walk('a browser without a push service says so', async (context) => {
  const page = await openSettings(context, { language: 'de', phone: true });
  await standIn(page, null);
  await page.locator('#push:enabled').waitFor();
  await page.locator('#push-switch').click();
  // Without a screen, a browser allows none.
  await see(page, 'Dein Browser erlaubt keine Benachrichtigungen von dieser Seite.');
  await page.locator('#push:not(:checked)').waitFor();
});

walk('messages of the server are shown as notifications', async (context) => {
  const page = await openSettings(context);
  const session = await page.context().newCDPSession(page);
  /** @type {Promise<string>} */
  const registered = new Promise((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const started = page.context().waitForEvent('serviceworker');
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/service_worker.js');
    await navigator.serviceWorker.ready;
  });
  const [registrationId, worker] = await Promise.all([registered, started]);
  // A browser without a screen has no place for notifications.
  await worker.evaluate(() => {
    const scope = /** @type {any} */ (self);
    scope.shown = [];
    scope.registration.showNotification = async (/** @type {unknown[]} */ ...notification) => { scope.shown.push(notification); };
  });
  const shown = () => worker.evaluate(() => /** @type {any} */ (self).shown);
  const deliver = async (/** @type {object} */ message) => {
    const data = JSON.stringify(message);
    await session.send('ServiceWorker.deliverPushMessage', { origin: context.server.url, registrationId, data });
  };
  // A challenge is shown by the page itself, which is visible.
  await deliver({ title: 'Bert challenges you', body: '', path: '/players#challenges', tag: 'challenge-1' });
  await deliver({ title: 'Your turn against Anna', body: 'Last move: e4', path: '/game/1', tag: 'game-1' });
  while ((await shown()).length === 0);
  assert.deepEqual(await shown(), [
    ['Your turn against Anna', { body: 'Last move: e4', tag: 'game-1', data: '/game/1', icon: '/icon.png', renotify: true }],
  ]);
});

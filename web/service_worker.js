// Shows messages of Web Push, and opens what they are about. It keeps no files,
// and requests of the page do not pass through it.

/**
 * What the server sends (`crates/backend/src/play/push/notice.rs`).
 * @typedef {{ title: string, body: string, path: string, tag: string }} PushMessage
 */

// The types of a document do not know this scope.
const worker = /** @type {any} */ (self);

worker.addEventListener('push', (/** @type {any} */ event) => event.waitUntil(show(event.data.json())));

worker.addEventListener('notificationclick', (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

/** @returns {Promise<any[]>} */
const windows = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** @param {PushMessage} message */
async function show({ title, body, path, tag }) {
  // Every page shows a challenge, and the page of a game what happens in it.
  const shows = (/** @type {any} */ window) => window.visibilityState === 'visible'
    && (tag.startsWith('challenge-') || new URL(window.url).pathname === path);
  if ((await windows()).some(shows)) return;
  await worker.registration.showNotification(title, { body, tag, data: path, icon: '/icon.png', renotify: true });
}

/** @param {string} path */
async function open(path) {
  const url = new URL(path, worker.location.origin).href;
  const there = (await windows()).find((window) => window.url === url);
  await (there ? there.focus() : worker.clients.openWindow(url));
}

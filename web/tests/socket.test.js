import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { makeSocket, retryDelay, socketAddress } from '../lib/socket.js';

/** Returns an environment in which only the test makes things happen. */
function fakeEnvironment() {
  let time = 0;
  /** @type {{ at: number, task: () => void }[]} */
  let tasks = [];
  /** @type {{ said: any[], open: () => void, hear: (message: unknown) => void, fail: () => void, isClosed: boolean }[]} */
  const webSockets = [];
  const socket = makeSocket({
    open() {
      /** @type {import('../lib/socket.js').SocketLike} */
      const webSocket = {
        onopen: null, onmessage: null, onclose: null,
        send: (text) => void here.said.push(JSON.parse(text)),
        close: () => { here.isClosed = true; },
      };
      const here = {
        said: /** @type {any[]} */ ([]),
        isClosed: false,
        open: () => webSocket.onopen?.({}),
        hear: (/** @type {unknown} */ message) => webSocket.onmessage?.({ data: JSON.stringify(message) }),
        fail: () => webSocket.onclose?.({}),
      };
      webSockets.push(here);
      return webSocket;
    },
    now: () => time,
    later(task, ms) {
      const entry = { at: time + ms, task };
      tasks.push(entry);
      return () => { tasks = tasks.filter((it) => it !== entry); };
    },
    random: () => 0.5,
  });
  /** @param {number} ms */
  const pass = (ms) => {
    const end = time + ms;
    for (;;) {
      const next = tasks.filter((it) => it.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      time = next.at;
      tasks = tasks.filter((it) => it !== next);
      next.task();
    }
    time = end;
  };
  /** @param {number} index */
  const webSocket = (index) => {
    const it = webSockets[index];
    assert.ok(it, `there is no WebSocket ${index}`);
    return it;
  };
  return { socket, webSockets, webSocket, pass };
}

const watch = { watch: { game: 'abc' } };

test('the delay before reconnecting doubles from half a second and stays below two', () => {
  assert.equal(retryDelay(0, 0.5), 500);
  assert.equal(retryDelay(1, 0.5), 1000);
  assert.ok(retryDelay(30, 1) < 2000);
  assert.ok(retryDelay(2, 0) < retryDelay(2, 1));
});

test('the first message opens the connection and is sent then', () => {
  const { socket, webSockets, webSocket } = fakeEnvironment();
  assert.equal(webSockets.length, 0);
  socket.send(watch);
  socket.send('lobby');
  assert.equal(webSockets.length, 1);
  webSocket(0).open();
  assert.deepEqual(webSocket(0).said.slice(0, 2), [watch, 'lobby']);
  assert.equal(socket.connection, 'open');
});

test('listeners get their messages until they stop', () => {
  const { socket, webSocket } = fakeEnvironment();
  /** @type {string[]} */
  const heard = [];
  const stop = socket.on('resume', ({ game }) => heard.push(game));
  socket.send(watch);
  webSocket(0).open();
  webSocket(0).hear({ resume: { game: 'a' } });
  webSocket(0).hear({ unknown_thing: {} });
  stop();
  webSocket(0).hear({ resume: { game: 'b' } });
  assert.deepEqual(heard, ['a']);
});

test('after a lost connection it reconnects, and each queued message is sent once', () => {
  const { socket, webSockets, webSocket, pass } = fakeEnvironment();
  /** @type {string[]} */
  const connections = [];
  socket.on('connection', (connection) => {
    connections.push(connection);
    if (connection === 'open') socket.send(watch);
  });
  socket.send(watch);
  webSocket(0).open();
  assert.equal(webSocket(0).said.filter((it) => it.watch).length, 1);
  webSocket(0).fail();
  socket.send({ chat: { game: 'abc', text: 'hello' } });
  pass(499);
  assert.equal(webSockets.length, 1);
  pass(1);
  webSocket(1).open();
  assert.deepEqual(webSocket(1).said.slice(0, 2), [watch, { chat: { game: 'abc', text: 'hello' } }]);
  assert.deepEqual(connections, ['open', 'down', 'open']);
});

test('the delay grows with each failure and is reset by a success', () => {
  const { socket, webSockets, webSocket, pass } = fakeEnvironment();
  socket.send(watch);
  webSocket(0).fail();
  pass(500);
  webSocket(1).fail();
  pass(999);
  assert.equal(webSockets.length, 2);
  pass(1);
  webSocket(2).open();
  webSocket(2).fail();
  pass(500);
  assert.equal(webSockets.length, 4);
});

test('a connection without answers for half a minute is given up', () => {
  const { socket, webSockets, webSocket, pass } = fakeEnvironment();
  socket.send(watch);
  webSocket(0).open();
  webSocket(0).hear({ pong: 1 });
  pass(10_000);
  assert.equal(webSocket(0).said.filter((it) => it.ping).length, 2);
  assert.equal(socket.connection, 'open');
  pass(20_000);
  assert.equal(socket.connection, 'down');
  assert.ok(webSocket(0).isClosed);
  // Events of the old connection are ignored.
  webSocket(0).fail();
  pass(500);
  assert.equal(webSockets.length, 2);
});

test('a connection that answers is kept, and its lag is known', () => {
  const { socket, webSockets, webSocket, pass } = fakeEnvironment();
  socket.send(watch);
  webSocket(0).open();
  for (let round = 0; round < 20; round += 1) {
    pass(40);
    webSocket(0).hear({ pong: round });
    pass(9_960);
  }
  assert.equal(webSockets.length, 1);
  assert.equal(socket.lag, 40);
});

test('it reconnects at once when the page becomes active', () => {
  const { socket, webSockets, webSocket, pass } = fakeEnvironment();
  socket.send(watch);
  webSocket(0).fail();
  socket.wake();
  assert.equal(webSockets.length, 2);
  webSocket(1).open();
  webSocket(1).hear({ pong: 1 });
  socket.wake();
  pass(4_000);
  assert.equal(socket.connection, 'down');
});

test('a page that becomes active while it connects keeps the one connection', () => {
  const { socket, webSockets, webSocket, pass } = fakeEnvironment();
  socket.send(watch);
  socket.wake();
  assert.equal(webSockets.length, 1);
  webSocket(0).open();
  assert.equal(socket.connection, 'open');
  assert.deepEqual(webSocket(0).said[0], watch);
  socket.renew();
  socket.wake();
  pass(15_000);
  assert.ok(webSocket(1).isClosed, 'an attempt that neither succeeds nor fails is given up');
});

test('a new identity opens a new connection', () => {
  const { socket, webSockets, webSocket } = fakeEnvironment();
  /** @type {string[]} */
  const connections = [];
  socket.on('connection', (connection) => connections.push(connection));
  socket.send(watch);
  webSocket(0).open();
  socket.renew();
  assert.equal(webSockets.length, 2);
  assert.ok(webSocket(0).isClosed);
  webSocket(1).open();
  assert.deepEqual(connections, ['open', 'connecting', 'open']);
});

test('the address names the game of the page, so that both players can be sent to one server', () => {
  const origin = 'https://chess.example';
  assert.equal(socketAddress({ origin, pathname: '/' }), 'wss://chess.example/v1/socket');
  assert.equal(socketAddress({ origin, pathname: '/game/4Hq0ZkT9aB' }), 'wss://chess.example/v1/socket?game=4Hq0ZkT9aB');
});

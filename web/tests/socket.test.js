import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { makeSocket, pause } from '../lib/socket.js';

/** A world in which nothing happens by itself. */
function world() {
  let time = 0;
  /** @type {{ at: number, task: () => void }[]} */
  let tasks = [];
  /** @type {{ said: any[], open: () => void, hear: (message: unknown) => void, fail: () => void, isClosed: boolean }[]} */
  const lines = [];
  const socket = makeSocket({
    open() {
      /** @type {import('../lib/socket.js').Line} */
      const line = {
        onopen: null, onmessage: null, onclose: null,
        send: (text) => void here.said.push(JSON.parse(text)),
        close: () => { here.isClosed = true; },
      };
      const here = {
        said: /** @type {any[]} */ ([]),
        isClosed: false,
        open: () => line.onopen?.({}),
        hear: (/** @type {unknown} */ message) => line.onmessage?.({ data: JSON.stringify(message) }),
        fail: () => line.onclose?.({}),
      };
      lines.push(here);
      return line;
    },
    now: () => time,
    later(task, ms) {
      const entry = { at: time + ms, task };
      tasks.push(entry);
      return () => { tasks = tasks.filter((it) => it !== entry); };
    },
    chance: () => 0.5,
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
  const line = (index) => {
    const it = lines[index];
    assert.ok(it, `there is no line ${index}`);
    return it;
  };
  return { socket, lines, line, pass };
}

const watch = { watch: { game: 'abc' } };

test('waits half a second, then longer, and never longer than fifteen', () => {
  assert.equal(pause(0, 0.5), 500);
  assert.equal(pause(1, 0.5), 1000);
  assert.equal(pause(30, 0.5), 15_000);
  assert.ok(pause(2, 0) < pause(2, 1));
});

test('opens when something is said, and says it then', () => {
  const { socket, lines, line } = world();
  assert.equal(lines.length, 0);
  socket.say(watch);
  socket.say('lobby');
  assert.equal(lines.length, 1);
  line(0).open();
  assert.deepEqual(line(0).said.slice(0, 2), [watch, 'lobby']);
  assert.equal(socket.standing, 'open');
});

test('tells listeners what they listen to until they stop', () => {
  const { socket, line } = world();
  /** @type {string[]} */
  const heard = [];
  const stop = socket.on('resume', ({ game }) => heard.push(game));
  socket.say(watch);
  line(0).open();
  line(0).hear({ resume: { game: 'a' } });
  line(0).hear({ unknown_thing: {} });
  stop();
  line(0).hear({ resume: { game: 'b' } });
  assert.deepEqual(heard, ['a']);
});

test('comes back after a break and lets everybody watch again, once', () => {
  const { socket, lines, line, pass } = world();
  /** @type {string[]} */
  const standings = [];
  socket.on('standing', (standing) => {
    standings.push(standing);
    if (standing === 'open') socket.say(watch);
  });
  socket.say(watch);
  line(0).open();
  assert.equal(line(0).said.filter((it) => it.watch).length, 1);
  line(0).fail();
  socket.say({ chat: { game: 'abc', text: 'hello' } });
  pass(499);
  assert.equal(lines.length, 1);
  pass(1);
  line(1).open();
  assert.deepEqual(line(1).said.slice(0, 2), [watch, { chat: { game: 'abc', text: 'hello' } }]);
  assert.deepEqual(standings, ['open', 'down', 'open']);
});

test('waits longer after each failure and begins anew after a success', () => {
  const { socket, lines, line, pass } = world();
  socket.say(watch);
  line(0).fail();
  pass(500);
  line(1).fail();
  pass(999);
  assert.equal(lines.length, 2);
  pass(1);
  line(2).open();
  line(2).fail();
  pass(500);
  assert.equal(lines.length, 4);
});

test('gives a line up from which nothing comes for half a minute', () => {
  const { socket, lines, line, pass } = world();
  socket.say(watch);
  line(0).open();
  line(0).hear({ pong: 1 });
  pass(10_000);
  assert.equal(line(0).said.filter((it) => it.ping).length, 2);
  assert.equal(socket.standing, 'open');
  pass(20_000);
  assert.equal(socket.standing, 'down');
  assert.ok(line(0).isClosed);
  // What the old line still says is not heard.
  line(0).fail();
  pass(500);
  assert.equal(lines.length, 2);
});

test('stays with a line that answers, and knows how long the way is', () => {
  const { socket, lines, line, pass } = world();
  socket.say(watch);
  line(0).open();
  for (let round = 0; round < 20; round += 1) {
    pass(40);
    line(0).hear({ pong: round });
    pass(9_960);
  }
  assert.equal(lines.length, 1);
  assert.equal(socket.lag, 40);
});

test('comes back at once when the page wakes', () => {
  const { socket, lines, line, pass } = world();
  socket.say(watch);
  line(0).fail();
  socket.wake();
  assert.equal(lines.length, 2);
  line(1).open();
  line(1).hear({ pong: 1 });
  socket.wake();
  pass(4_000);
  assert.equal(socket.standing, 'down');
});

test('opens another line for whoever is someone else now', () => {
  const { socket, lines, line } = world();
  /** @type {string[]} */
  const standings = [];
  socket.on('standing', (standing) => standings.push(standing));
  socket.say(watch);
  line(0).open();
  socket.renew();
  assert.equal(lines.length, 2);
  assert.ok(line(0).isClosed);
  line(1).open();
  assert.deepEqual(standings, ['open', 'connecting', 'open']);
});

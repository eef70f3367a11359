// The one line to the server over which games are told and played. It opens
// when something is first said, and opens itself again whenever it breaks.

/** @import { ClientMessage, ServerMessage } from '../wire.d.ts' */

/** @typedef {'connecting' | 'open' | 'down'} Standing */
/** @typedef {ServerMessage extends infer M ? M extends unknown ? keyof M : never : never} Heard */
/**
 * What a listener of this name is told.
 * @template N
 * @typedef {N extends 'standing' ? Standing : N extends Heard
 *   ? Extract<ServerMessage, Record<N, unknown>>[N] : never} Told
 */

/**
 * What a socket needs of the world, so that a test can be the world.
 * @typedef {object} World
 * @property {() => Line} open
 * @property {() => number} now in milliseconds; never goes back
 * @property {(task: () => void, ms: number) => () => void} later the answer calls it off
 * @property {() => number} chance from 0 to 1
 */

/**
 * What is used of a WebSocket.
 * @typedef {object} Line
 * @property {((event: any) => void) | null} onopen
 * @property {((event: any) => void) | null} onmessage
 * @property {((event: any) => void) | null} onclose
 * @property {(text: string) => void} send
 * @property {() => void} close
 */

/** How often it is asked whether anybody is there. */
const EACH = 10_000;
/** A question without an answer for so long: nobody is. */
const PATIENCE = 15_000;
/** After coming back to the page the answer is expected sooner. */
const IMPATIENCE = 4_000;
/** So much waits for a line at most. */
const WAITING = 32;

/**
 * How long to wait before the next attempt: half a second, one, two, … and at
 * most fifteen, and more or less of it by chance, so that a thousand pages do
 * not come back at once.
 * @param {number} failures so far, without one success
 * @param {number} chance from 0 to 1
 */
export function pause(failures, chance) {
  return Math.min(500 * 2 ** failures, 15_000) * (0.6 + 0.8 * chance);
}

/** @param {World} world */
export function makeSocket(world) {
  /** @type {Map<string, Set<(told: any) => void>>} */
  const listeners = new Map();
  /** What was said while there was no line. @type {Set<string>} */
  const waiting = new Set();
  /** @type {Line | null} */
  let line = null;
  let failures = 0;
  /** @type {(() => void) | null} */
  let callOff = null;
  /** When the question was asked that has no answer yet. @type {number | null} */
  let asked = null;
  let number = 0;

  const socket = {
    standing: /** @type {Standing} */ ('connecting'),
    /** How long the way to the server and back takes, in milliseconds. @type {number | null} */
    lag: null,
    /**
     * Says something now, or as soon as there is a line again.
     * @param {ClientMessage} message
     */
    say(message) {
      const text = JSON.stringify(message);
      if (line && socket.standing === 'open') {
        waiting.delete(text);
        line.send(text);
        return;
      }
      if (waiting.size < WAITING) waiting.add(text);
      if (!line && !callOff) open();
    },
    /**
     * Listens; the answer stops it.
     * @template {Heard | 'standing'} N
     * @param {N} name
     * @param {(told: Told<N>) => void} listener
     */
    on(name, listener) {
      const those = listeners.get(name) ?? new Set();
      listeners.set(name, those.add(listener));
      return () => void those.delete(listener);
    },
    /** Opens another line: somebody is now someone else than before. */
    renew() {
      drop();
      failures = 0;
      stand('connecting');
      open();
    },
    /** Something may have happened to the line: the page was asleep, or the network is back. */
    wake() {
      if (socket.standing === 'open') {
        ping();
        watchOver(IMPATIENCE);
      } else if (callOff) {
        failures = 0;
        open();
      }
    },
  };

  /** @param {string} name @param {unknown} told */
  function tell(name, told) {
    for (const listener of [...listeners.get(name) ?? []]) listener(told);
  }

  /** @param {Standing} standing */
  function stand(standing) {
    if (socket.standing === standing) return;
    socket.standing = standing;
    tell('standing', standing);
  }

  function open() {
    rest();
    const mine = world.open();
    line = mine;
    // A line that neither opens nor closes is given up.
    callOff = world.later(lost, PATIENCE);
    mine.onopen = () => {
      if (mine !== line) return;
      rest();
      failures = 0;
      asked = null;
      stand('open');
      for (const text of waiting) mine.send(text);
      waiting.clear();
      ping();
      watchOver(EACH);
    };
    mine.onmessage = ({ data }) => {
      if (mine !== line) return;
      const message = /** @type {Record<string, unknown>} */ (JSON.parse(data));
      if (asked !== null && 'pong' in message) socket.lag = Math.round(world.now() - asked);
      asked = null;
      for (const [name, told] of Object.entries(message)) tell(name, told);
    };
    mine.onclose = () => {
      if (mine === line) lost();
    };
  }

  function ping() {
    asked ??= world.now();
    line?.send(JSON.stringify({ ping: ++number % 1e9 }));
  }

  /** Looks after some time whether the question was answered, and asks the next. */
  function watchOver(/** @type {number} */ ms) {
    rest();
    callOff = world.later(() => {
      // A page in the background is called late, so that what counts is not
      // when something was heard but whether a question stands.
      if (asked !== null && world.now() - asked >= Math.min(ms, PATIENCE)) return lost();
      if (asked === null) ping();
      watchOver(EACH);
    }, ms);
  }

  function lost() {
    drop();
    stand('down');
    callOff = world.later(open, pause(failures, world.chance()));
    failures += 1;
  }

  function drop() {
    rest();
    const old = line;
    line = null;
    asked = null;
    socket.lag = null;
    old?.close();
  }

  function rest() {
    callOff?.();
    callOff = null;
  }

  return socket;
}

/** The line of this page. */
export const socket = makeSocket({
  open() {
    attend();
    return new WebSocket(`${location.origin.replace('http', 'ws')}/v1/socket`);
  },
  now: () => performance.now(),
  later(task, ms) {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
  chance: Math.random,
});

let isAttended = false;

function attend() {
  if (isAttended) return;
  isAttended = true;
  addEventListener('online', socket.wake);
  addEventListener('pageshow', socket.wake);
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) socket.wake();
  });
}

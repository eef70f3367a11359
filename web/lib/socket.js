// The WebSocket over which games are played and lobby updates arrive. It opens
// with the first message and reconnects automatically.

/** @import { ClientMessage, ServerMessage } from '../wire.d.ts' */

/** @typedef {'connecting' | 'open' | 'down'} Connection */
/** @typedef {ServerMessage extends infer M ? M extends unknown ? keyof M : never : never} MessageName */
/**
 * The body of the messages of this name.
 * @template N
 * @typedef {N extends 'connection' ? Connection : N extends MessageName
 *   ? Extract<ServerMessage, Record<N, unknown>>[N] : never} MessageBody
 */

/**
 * What a socket needs from its environment, so that tests can replace it.
 * @typedef {object} Environment
 * @property {() => SocketLike} open
 * @property {() => number} now in milliseconds; never goes back
 * @property {(task: () => void, ms: number) => () => void} later the returned function cancels the task
 * @property {() => number} random from 0 to 1
 */

/**
 * The part of a WebSocket that is used.
 * @typedef {object} SocketLike
 * @property {((event: any) => void) | null} onopen
 * @property {((event: any) => void) | null} onmessage
 * @property {((event: any) => void) | null} onclose
 * @property {(text: string) => void} send
 * @property {() => void} close
 */

/** Milliseconds between two pings. */
const PING_INTERVAL_MS = 10_000;
/** Milliseconds after which an unanswered ping means that the connection is lost. */
const PING_TIMEOUT_MS = 15_000;
/** The same after the page was in the background. */
const WAKE_TIMEOUT_MS = 4_000;
/** The maximum number of messages that wait for a connection. */
const MAX_QUEUED_MESSAGES = 32;

/**
 * Returns how many milliseconds to wait before the next attempt: half a second,
 * doubled with each failure, but less than two, so that a game continues as soon
 * as the network is back; with some randomness so that many pages do not
 * reconnect at once.
 * @param {number} failures in a row
 * @param {number} random from 0 to 1
 */
export function retryDelay(failures, random) {
  return Math.min(500 * 2 ** failures, 1_400) * (0.6 + 0.8 * random);
}

/**
 * Returns the address of the socket for a page. Where there are several servers, the game in it lets
 * a load balancer send both players to the same one.
 * @param {{ origin: string, pathname: string }} page
 */
export function socketAddress({ origin, pathname }) {
  const game = /^\/game\/(\w+)$/.exec(pathname)?.[1];
  return `${origin.replace('http', 'ws')}/v1/socket${game ? `?game=${game}` : ''}`;
}

/** @param {Environment} environment */
export function makeSocket(environment) {
  /** @type {Map<string, Set<(body: any) => void>>} */
  const listeners = new Map();
  /** The messages that wait for a connection. @type {Set<string>} */
  const waiting = new Set();
  /** The open WebSocket, or the one that is being opened. @type {SocketLike | null} */
  let webSocket = null;
  let failures = 0;
  /** Cancels the timer that is running: it pings, gives up a connection attempt, or reconnects. @type {(() => void) | null} */
  let cancelTimer = null;
  /** When the ping was sent that has not been answered yet. @type {number | null} */
  let pingedAt = null;
  let number = 0;

  const socket = {
    connection: /** @type {Connection} */ ('connecting'),
    /** The round-trip time to the server, in milliseconds. @type {number | null} */
    lag: null,
    /**
     * Sends a message now, or as soon as there is a connection.
     * @param {ClientMessage} message
     */
    send(message) {
      const text = JSON.stringify(message);
      if (webSocket && socket.connection === 'open') {
        waiting.delete(text);
        webSocket.send(text);
        return;
      }
      if (waiting.size < MAX_QUEUED_MESSAGES) waiting.add(text);
      if (!webSocket && !cancelTimer) open();
    },
    /**
     * Listens to messages of a name. Call the returned function to stop.
     * @template {MessageName | 'connection'} N
     * @param {N} name
     * @param {(body: MessageBody<N>) => void} listener
     */
    on(name, listener) {
      const registered = listeners.get(name) ?? new Set();
      listeners.set(name, registered.add(listener));
      return () => void registered.delete(listener);
    },
    /** Opens a new connection, because the visitor's identity has changed. */
    renew() {
      drop();
      failures = 0;
      setConnection('connecting');
      open();
    },
    /** Checks the connection, because the page was in the background or the network has returned. */
    wake() {
      if (socket.connection === 'open') {
        ping();
        schedulePingCheck(WAKE_TIMEOUT_MS);
      } else if (!webSocket && cancelTimer) {
        // A connection that is already being opened is left alone: a second one would count twice.
        failures = 0;
        open();
      }
    },
  };

  /** @param {string} name @param {unknown} body */
  function notify(name, body) {
    for (const listener of [...listeners.get(name) ?? []]) listener(body);
  }

  /** @param {Connection} connection */
  function setConnection(connection) {
    if (socket.connection === connection) return;
    socket.connection = connection;
    notify('connection', connection);
  }

  function open() {
    stopTimer();
    const mine = environment.open();
    webSocket = mine;
    // A connection attempt that neither succeeds nor fails is given up.
    cancelTimer = environment.later(lost, PING_TIMEOUT_MS);
    mine.onopen = () => {
      if (mine !== webSocket) return;
      stopTimer();
      failures = 0;
      pingedAt = null;
      setConnection('open');
      for (const text of waiting) mine.send(text);
      waiting.clear();
      ping();
      schedulePingCheck(PING_INTERVAL_MS);
    };
    mine.onmessage = ({ data }) => {
      if (mine !== webSocket) return;
      const message = /** @type {Record<string, unknown>} */ (JSON.parse(data));
      if (pingedAt !== null && 'pong' in message) socket.lag = Math.round(environment.now() - pingedAt);
      pingedAt = null;
      for (const [name, body] of Object.entries(message)) notify(name, body);
    };
    mine.onclose = () => {
      if (mine === webSocket) lost();
    };
  }

  function ping() {
    pingedAt ??= environment.now();
    webSocket?.send(JSON.stringify({ ping: ++number % 1e9 }));
  }

  /** Checks after a while whether the ping was answered, and sends the next one. */
  function schedulePingCheck(/** @type {number} */ ms) {
    stopTimer();
    cancelTimer = environment.later(() => {
      // Timers of a page in the background run late, so the time of the last
      // message says nothing: what counts is whether a ping is unanswered.
      if (pingedAt !== null && environment.now() - pingedAt >= Math.min(ms, PING_TIMEOUT_MS)) return lost();
      if (pingedAt === null) ping();
      schedulePingCheck(PING_INTERVAL_MS);
    }, ms);
  }

  function lost() {
    drop();
    setConnection('down');
    cancelTimer = environment.later(open, retryDelay(failures, environment.random()));
    failures += 1;
  }

  function drop() {
    stopTimer();
    const old = webSocket;
    webSocket = null;
    pingedAt = null;
    socket.lag = null;
    old?.close();
  }

  function stopTimer() {
    cancelTimer?.();
    cancelTimer = null;
  }

  return socket;
}

/** The connection of this page. */
export const socket = makeSocket({
  open() {
    listenForNetwork();
    return new WebSocket(socketAddress(location));
  },
  now: () => performance.now(),
  later(task, ms) {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
  random: Math.random,
});

let isListening = false;

/** Reconnects as soon as the network is back or the page is visible again. */
function listenForNetwork() {
  if (isListening) return;
  isListening = true;
  addEventListener('online', socket.wake);
  addEventListener('pageshow', socket.wake);
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) socket.wake();
  });
}

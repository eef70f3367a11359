// A server of the walks' own: on a free port, with a database in a folder
// that goes away with it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** @import { ChildProcessByStdio } from 'node:child_process' */
/** @import { Readable } from 'node:stream' */

const BINARY = process.env.ARBITER ?? fileURLToPath(new URL('../../target/debug/arbiter', import.meta.url));

/** What a walk must never run into. */
const LIMITS = [
  'sockets-per-address', 'games-per-address', 'requests-per-minute', 'frames-per-minute',
  'passwords-per-hour', 'chat-per-minute',
];

export class Server {
  /** @type {ChildProcessByStdio<null, Readable, null> | null} */
  #child = null;
  #listen = '127.0.0.1:0';
  #folder;

  /** Where it is, such as `http://127.0.0.1:4711`. It stays there when it is started again. */
  url = '';

  /** How often it was killed. */
  kills = 0;

  /** @param {string} folder */
  constructor(folder) {
    this.#folder = folder;
  }

  static async start() {
    const server = new Server(await mkdtemp(join(tmpdir(), 'arbiter-walk-')));
    await server.start();
    return server;
  }

  get isUp() {
    return this.#child !== null;
  }

  /** Starts it, or starts it again where it was and with what it had. */
  async start() {
    const child = spawn(BINARY, [
      'serve', '--listen', this.#listen, '--data', this.#folder, '--log-level', 'warn',
      ...LIMITS.flatMap((limit) => [`--${limit}`, '0']),
    ], { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#child = child;
    const failed = once(child, 'error').then(([error]) => {
      throw new Error(`cannot run ${BINARY} (ARBITER names another one): ${error.message}`);
    });
    this.url = await Promise.race([address(child.stdout), failed]);
    failed.catch(() => {});
    this.#listen = new URL(this.url).host;
  }

  /** Takes its life in mid-sentence, as `kill -9` does. */
  async kill() {
    if (!this.#child) return;
    this.kills += 1;
    const gone = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    this.#child = null;
    await gone;
  }

  /** It is not needed any more. */
  async end() {
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/**
 * Reads what the server says until it says where it is.
 * @param {Readable} output
 */
async function address(output) {
  const lines = createInterface({ input: output });
  for await (const line of lines) {
    const found = /^\s*open\s+(\S+)/.exec(line)?.[1];
    // What else it says is not waited for.
    if (found) return found;
  }
  throw new Error('the server ends instead of starting; its own words are above');
}

// A server for the walks: on a free port, with a database in a temporary
// folder.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** @import { ChildProcessByStdio } from 'node:child_process' */
/** @import { Readable } from 'node:stream' */

const run = promisify(execFile);
const BINARY = process.env.ARBITER ?? fileURLToPath(new URL('../../target/debug/arbiter', import.meta.url));

/** A program that locks a database until its input ends. */
const LOCK_SCRIPT = `
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("BEGIN IMMEDIATE")
print("locked", flush=True)
sys.stdin.read()
db.execute("ROLLBACK")
`;

/** Limits that a walk must never reach. */
const LIMITS = [
  'sockets-per-address', 'games-per-address', 'requests-per-minute', 'frames-per-minute',
  'passwords-per-hour', 'chat-per-minute',
];

export class Server {
  /** @type {ChildProcessByStdio<null, Readable, null> | null} */
  #child = null;
  #listen = '';
  /** @type {string[]} */
  #options = [];
  #folder;

  /** Its address, such as `http://127.0.0.1:4711`, which stays the same after a restart. */
  url = '';

  /** How often it was killed. */
  kills = 0;

  /** @param {string} folder */
  constructor(folder) {
    this.#folder = folder;
  }

  /**
   * @param {string[]} [options] more options of `arbiter serve`
   * @param {string} [listen]
   */
  static async start(options = [], listen = '127.0.0.1:0') {
    const server = new Server(await mkdtemp(join(tmpdir(), 'arbiter-walk-')));
    server.#options = options;
    server.#listen = listen;
    await server.start();
    return server;
  }

  get isUp() {
    return this.#child !== null;
  }

  /** Starts the server, or restarts it with the same address and data. */
  async start() {
    const child = spawn(BINARY, [
      'serve', '--listen', this.#listen, '--data', this.#folder, '--log-level', 'warn',
      ...LIMITS.flatMap((limit) => [`--${limit}`, '0']), ...this.#options,
    ], { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#child = child;
    const failed = once(child, 'error').then(([error]) => {
      throw new Error(`cannot run ${BINARY} (ARBITER names another one): ${error.message}`);
    });
    this.url = await Promise.race([address(child.stdout), failed]);
    failed.catch(() => {});
    this.#listen = new URL(this.url).host;
  }

  /** Returns the path of a link that makes its reader an administrator. */
  async administratorLink() {
    const { stdout } = await run(BINARY, ['admin', 'link', '--data', this.#folder, '--json']);
    return `/admin#${/arb_[0-9a-f]+/.exec(stdout)?.[0]}`;
  }

  /** Kills the server, as `kill -9` does. */
  async kill() {
    if (!this.#child) return;
    this.kills += 1;
    const gone = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    this.#child = null;
    await gone;
  }

  /** Locks the database, so that the server cannot write to it until it is unlocked. */
  async lockDatabase() {
    const file = join(this.#folder, 'arbiter.db');
    const locker = spawn('python3', ['-c', LOCK_SCRIPT, file], { stdio: ['pipe', 'pipe', 'inherit'] });
    await once(locker.stdout, 'data');
    return {
      isNoticed: async () => {
        while ((await fetch(`${this.url}/readyz`)).status !== 503);
      },
      unlock: async () => {
        const gone = once(locker, 'exit');
        locker.stdin.end();
        await gone;
      },
    };
  }

  /** Stops the server and removes its data. */
  async end() {
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/**
 * Reads the output of the server until it prints its address.
 * @param {Readable} output
 */
async function address(output) {
  const lines = createInterface({ input: output });
  for await (const line of lines) {
    const found = /^\s*open\s+(\S+)/.exec(line)?.[1];
    // Later output is ignored.
    if (found) return found;
  }
  throw new Error('the server exited instead of starting; its output is above');
}

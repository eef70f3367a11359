// Requests over HTTP.

/** @import { Problem } from '../wire.d.ts' */

/** A request that was refused, or could not reach the server; `problem` says why. */
export class Refusal extends Error {
  /**
   * @param {Problem} problem
   * @param {number} [retryAfter] when to try again, in seconds
   */
  constructor(problem, retryAfter) {
    super(problem.title);
    this.name = 'Refusal';
    this.problem = problem;
    this.retryAfter = retryAfter;
  }
}

/**
 * Returns why a request was refused. Any other error is a bug and is thrown
 * again.
 * @param {unknown} error
 */
export function problemOf(error) {
  if (error instanceof Refusal) return error.problem;
  throw error;
}

/**
 * Sends a request and returns the JSON of its response; throws a `Refusal`. A
 * string is sent as text, any other body as JSON.
 * @template T
 * @param {'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} method
 * @param {string} path below `/v1`, such as `/games`
 * @param {unknown} [body]
 * @param {{ signal?: AbortSignal }} [options]
 * @returns {Promise<T>}
 */
export async function ask(method, path, body, options = {}) {
  const response = await request(method, path, body, options);
  const type = response.headers.get('content-type') ?? '';
  return type.includes('json') ? response.json() : /** @type {any} */ (await response.text());
}

/**
 * Sends a request and returns its response as a file; throws a `Refusal`.
 * @param {'GET' | 'POST'} method
 * @param {string} path
 * @param {unknown} [body]
 */
export async function askFile(method, path, body) {
  return (await request(method, path, body, {}, '*/*')).blob();
}

/**
 * Sends a request whose response is a stream of JSON lines, and calls `each` with
 * every one.
 * @template T
 * @param {'GET' | 'POST'} method
 * @param {string} path
 * @param {unknown} body
 * @param {(line: T) => void} each
 * @param {{ signal?: AbortSignal }} [options]
 */
export async function stream(method, path, body, each, options = {}) {
  const response = await request(method, path, body, options, 'application/x-ndjson');
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read().catch((error) => {
      if (options.signal?.aborted) throw error;
      throw unreachable();
    });
    if (done) break;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim()) each(JSON.parse(line));
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} body
 * @param {{ signal?: AbortSignal }} options
 * @param {string} [accept]
 */
async function request(method, path, body, options, accept = 'application/json') {
  const headers = new Headers({ accept });
  const isText = typeof body === 'string';
  if (body !== undefined) headers.set('content-type', isText ? 'text/plain' : 'application/json');
  let response;
  try {
    const sent = body === undefined ? null : isText ? body : JSON.stringify(body);
    response = await fetch(`/v1${path}`, { method, headers, body: sent, signal: options.signal ?? null });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw unreachable();
  }
  if (response.ok) return response;
  const problem = await response.json().catch(() => ({
    code: 'unreadable', title: `The server answered with ${response.status}.`, status: response.status,
  }));
  const seconds = Number(response.headers.get('retry-after'));
  throw new Refusal(problem, seconds > 0 ? seconds : undefined);
}

/** Returns the error for a connection that fails or is lost. */
export const unreachable = () => new Refusal({
  code: 'unreachable', title: 'The server cannot be reached. Please try again in a moment.', status: 0,
});

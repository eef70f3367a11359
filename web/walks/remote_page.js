// A page in a browser that Playwright does not control: what the walks need of
// it, in whichever protocol the browser speaks.

/** @typedef {{ x: number, y: number }} Point */

/**
 * What a browser can do for a walk.
 * @typedef {object} RemoteBrowser
 * @property {string} name
 * @property {string} root where it finds the server
 * @property {(url: string) => Promise<void>} go opens a document, and resolves when it has loaded
 * @property {(source: string, args: unknown[]) => Promise<any>} call calls a function of this source in the page
 * @property {(actions: PointerAction[]) => Promise<void>} point moves and presses the mouse
 * @property {() => Promise<Buffer>} screenshot returns a PNG file
 * @property {string[]} errors what went wrong in its pages so far
 * @property {() => Promise<void>} close
 */

/**
 * A pointer action of the WebDriver protocols.
 * @typedef {{ type: 'pointerMove', x: number, y: number, duration: number }
 *   | { type: 'pointerDown' | 'pointerUp', button: 0 }} PointerAction
 */

/** How long a walk waits for something that should be visible at once, in milliseconds. */
const VISIBLE_TIMEOUT_MS = 20_000;
/** How long one step of a drag takes, in milliseconds. */
const DRAG_STEP_MS = 30;

export class RemotePage {
  #browser;

  /** @param {RemoteBrowser} browser */
  constructor(browser) {
    this.#browser = browser;
  }

  /** @param {string} path */
  async open(path) {
    await this.#browser.go(this.#browser.root + path);
  }

  /**
   * Calls a function in the page; what it takes and returns is JSON.
   * @template {unknown[]} A
   * @template T
   * @param {(...args: A) => T} work
   * @param {A} args
   * @returns {Promise<T>}
   */
  async evaluate(work, ...args) {
    return this.#browser.call(String(work), args);
  }

  /**
   * Waits until a function of the page returns something, and returns it.
   * @template {unknown[]} A
   * @template T
   * @param {string} what is waited for, in the words of an error
   * @param {(...args: A) => T} work
   * @param {A} args
   * @returns {Promise<NonNullable<T>>}
   */
  async until(what, work, ...args) {
    const end = Date.now() + VISIBLE_TIMEOUT_MS;
    /** @type {unknown} */
    let lastError = null;
    while (Date.now() < end) {
      // A document that is being left answers with an error.
      const found = await this.evaluate(work, ...args).catch((error) => { lastError = error; });
      if (found) return found;
      await new Promise((resolve) => { setTimeout(resolve, 20); });
    }
    throw new Error(`${this.#browser.name} does not show ${what}${lastError ? `: ${lastError}` : ''}`);
  }

  /** Waits until an element is visible. @param {string} selector */
  async see(selector) {
    await this.until(selector, (selector) => {
      const { width = 0, height = 0 } = document.querySelector(selector)?.getBoundingClientRect() ?? {};
      return width > 0 && height > 0;
    }, selector);
  }

  /** Waits until a text is in an element. @param {string} selector @param {string} words */
  async read(selector, words) {
    await this.until(`"${words}"`, (selector, words) => [...document.querySelectorAll(selector)].some((it) => it.textContent?.includes(words)),
      selector, words);
  }

  /** Waits until a document is open. @param {string} path of which this is the beginning */
  async arrive(path) {
    await this.until(path, (path) => location.pathname.startsWith(path) && document.readyState === 'complete', path);
  }

  /** Presses what is in the middle of an element. @param {string} selector */
  async press(selector) {
    await this.#point(await this.#middle(selector), []);
  }

  /** Plays a move by two clicks. @param {string} uci @param {string} [board] */
  async move(uci, board = 'chess-board') {
    for (const square of [uci.slice(0, 2), uci.slice(2, 4)]) await this.press(`${board} [data-square=${square}]`);
  }

  /** Plays a move by dragging. @param {string} uci @param {string} [board] */
  async drag(uci, board = 'chess-board') {
    const from = await this.#middle(`${board} [data-square=${uci.slice(0, 2)}]`);
    const to = await this.#middle(`${board} [data-square=${uci.slice(2, 4)}]`);
    const between = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
    await this.#point(from, [between, to]);
  }

  /**
   * Presses the mouse at a point, moves it along, and releases it.
   * @param {Point} from
   * @param {Point[]} along
   */
  #point(from, along) {
    const to = (/** @type {Point} */ { x, y }, /** @type {number} */ duration) => /** @type {const} */ ({ type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration });
    return this.#browser.point([
      to(from, 0), { type: 'pointerDown', button: 0 }, ...along.map((it) => to(it, DRAG_STEP_MS)), { type: 'pointerUp', button: 0 },
    ]);
  }

  /** @param {string} selector @returns {Promise<Point>} */
  #middle(selector) {
    return this.until(selector, (selector) => {
      const element = document.querySelector(selector);
      if (!element) return null;
      const isSeen = (/** @type {DOMRect} */ { top, bottom }) => top >= 0 && bottom <= innerHeight;
      if (!isSeen(element.getBoundingClientRect())) element.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, top, width, height } = element.getBoundingClientRect();
      return width > 0 ? { x: left + width / 2, y: top + height / 2 } : null;
    }, selector);
  }
}

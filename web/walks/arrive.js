// Layout shifts while a document is loading: it arrives in pieces, and a browser
// draws what it has.

/** @import { Page } from 'playwright-core' */

/** The window sizes in which loading pages are measured. */
const SIZES = [
  { width: 1600, height: 900 },
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
];

/**
 * Returns what shifts while the document of a page is loading, because something
 * after it has not arrived yet. The document is loaded again without scripts,
 * and removed piece by piece from its end, so that the result is deterministic. The page
 * is without scripts afterwards, until it is loaded again.
 * @param {Page} page
 * @returns {Promise<string[]>}
 */
export async function shiftsWhileLoading(page) {
  const session = await page.context().newCDPSession(page);
  const before = page.viewportSize();
  /** @type {string[]} */
  const found = [];
  await session.send('Emulation.setScriptExecutionDisabled', { value: true });
  // Not `reload`, which would scroll to where the page was.
  const url = page.url();
  await page.goto('about:blank');
  await page.goto(url);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    const movers = await page.evaluate(removePieces);
    found.push(...movers.map((mover) => `at ${size.width} by ${size.height} ${mover}`));
  }
  await session.send('Emulation.setScriptExecutionDisabled', { value: false });
  if (before) await page.setViewportSize(before);
  return found;
}

/**
 * Runs in the browser: removes the last piece until there is none, and compares the positions of
 * the others. Puts everything back at the end.
 */
function removePieces() {
  // These elements, and pictures, are treated as one piece.
  const WHOLE = 'a, button, h1, h2, h3, label, li, p, select, summary, svg, td';
  const range = document.createRange();
  const box = (/** @type {Node} */ node) => {
    if (node instanceof Element) return node.getBoundingClientRect();
    range.selectNodeContents(node);
    return range.getBoundingClientRect();
  };
  const isDrawn = (/** @type {DOMRect} */ { width, height }) => width > 1 && height > 1;
  const isSeen = (/** @type {DOMRect} */ { left, right, top, bottom }) => (
    right > 0 && bottom > 0 && left < innerWidth && top < innerHeight);
  const name = (/** @type {Node} */ node) => {
    const text = (node.textContent ?? '').trim().slice(0, 20);
    if (!(node instanceof Element)) return `"${text}"`;
    return `${node.tagName.toLowerCase()}.${node.getAttribute('class') ?? node.id} "${text}"`;
  };

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  /** @type {ChildNode[]} */
  const pieces = [];
  while (walker.nextNode()) {
    const node = /** @type {ChildNode} */ (walker.currentNode);
    const isInside = node.parentElement?.closest(WHOLE);
    if (!isInside && (node instanceof Element || node.textContent?.trim())) pieces.push(node);
  }
  /** @type {Map<Node, DOMRect>} */
  const whole = new Map();
  for (const piece of pieces) {
    const there = box(piece);
    const element = piece instanceof Element ? piece : piece.parentElement;
    if (isDrawn(there) && !element?.closest('.unseen')) whole.set(piece, there);
  }
  /** @type {string[]} */
  const movers = [];
  /** @type {(() => void)[]} */
  const undo = [];
  while (pieces.length > 0) {
    const last = /** @type {ChildNode} */ (pieces.pop());
    const { parentNode, nextSibling } = last;
    undo.push(() => parentNode?.insertBefore(last, nextSibling));
    last.remove();
    whole.delete(last);
    for (const [node, there] of whole) {
      const here = box(node);
      if (!isDrawn(here) || !(isSeen(here) || isSeen(there))) continue;
      const [x, y] = [there.left - here.left, there.top - here.top];
      // Chromium does not count smaller shifts either.
      if (Math.hypot(x, y) < 3) continue;
      // Each shift is reported once, and not for the elements inside.
      whole.delete(node);
      if (node.parentNode && whole.has(node.parentNode) || node.parentNode === document.body) {
        movers.push(`${name(node)} moves by ${x.toFixed()}, ${y.toFixed()} when ${name(last)} arrives`);
      }
    }
  }
  for (const putBack of undo.toReversed()) putBack();
  return movers;
}

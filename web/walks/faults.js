// What a program can see in a picture of a page.

/**
 * Runs in the browser: returns what is wider than the window, cut off, or, for a finger, too
 * small to press.
 * @returns {string[]}
 */
export function faults() {
  const MIN_SIZE = 44;
  const found = new Set();
  const call = (/** @type {Element} */ it) => {
    const name = `${it.tagName.toLowerCase()}${it.id && `#${it.id}`}${it.getAttribute('class') ? `.${it.getAttribute('class')?.trim().replace(/\s+/g, '.')}` : ''}`;
    return `${name} "${(it.getAttribute('aria-label') ?? it.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 30)}"`;
  };
  const isSeen = (/** @type {Element} */ it) => it.checkVisibility({ opacityProperty: false, visibilityProperty: true }) && !it.closest('.unseen, svg *');
  const scrolls = (/** @type {Element} */ it) => {
    for (let at = it.parentElement; at && at !== document.body; at = at.parentElement) {
      if (/auto|scroll|hidden|clip/.test(getComputedStyle(at).overflowX)) return true;
    }
    return false;
  };
  // The window of a phone grows with what is too wide for its screen.
  const windowWidth = Math.min(innerWidth, screen.width);
  const over = document.documentElement.scrollWidth - windowWidth;
  if (over > 0) found.add(`the page is ${over} px wider than the window`);
  for (const it of document.body.querySelectorAll('*')) {
    if (!isSeen(it)) continue;
    const box = it.getBoundingClientRect();
    const style = getComputedStyle(it);
    if (box.width > 1 && box.right > windowWidth + 1 && box.left < windowWidth && !scrolls(it)) {
      found.add(`${call(it)} is ${Math.round(box.right - windowWidth)} px outside`);
    }
    const hasText = [...it.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
    if (hasText && /hidden|clip/.test(style.overflowX) && it.scrollWidth > it.clientWidth + 1) found.add(`${call(it)} is cut off: ${it.clientWidth} of ${it.scrollWidth} px`);
    if (hasText && parseFloat(style.fontSize) < 11.5 && !it.closest('chess-board, law-board, .brand')) found.add(`${call(it)} has a font of ${style.fontSize}`);
  }
  if (!matchMedia('(pointer: coarse)').matches) return [.../** @type {Set<string>} */ (found)];
  for (const it of document.body.querySelectorAll('a[href], button, input, select, textarea, summary, label.choice, label.switch')) {
    // The label is pressed, too; a board has the size it has.
    if (!isSeen(it) || it.closest('chess-board, law-board, .skip') || it.matches('label input, [type=range], .moves button, .found button')) continue;
    const style = getComputedStyle(it);
    const isInText = style.display === 'inline' && it.parentElement?.matches('p, li, td, th, dd, label, .hint, strong, small') && (it.parentElement.textContent ?? '').trim() !== (it.textContent ?? '').trim();
    const box = it.getBoundingClientRect();
    if (box.width < 2 || isInText) continue;
    if (box.height < MIN_SIZE - 0.5) found.add(`${call(it)} is ${Math.round(box.height)} px high`);
    if (box.width < 32) found.add(`${call(it)} is ${Math.round(box.width)} px wide`);
  }
  return [.../** @type {Set<string>} */ (found)];
}

// Whoever reads German reads nothing else.
import assert from 'node:assert/strict';
import english from '../strings/en.js';
import german from '../strings/de.js';
import { walk } from './harness.js';
import { PLACES } from './places.js';

/** @import { Page } from 'playwright-core' */

/** What is called the same in both languages, though no file of words has it. */
const NAMES = new RegExp(`^(${[
  'Arbiter', 'PGN', 'FEN', 'Chess960', 'Saktris', 'shakki', 'docs/saktris\\.md', 'English', 'Deutsch',
  'En passant', 'Fischer', 'Bronstein',
  'Byo-yomi', 'Notation', 'Appendix', 'Guidelines II', 'Form', 'Chat', '[CR]\\d*', '[()\\d+:.,–·b\\s]',
].join('|')})+$`);

/** @type {Set<string>} */
const shared = new Set(Object.entries(english)
  .filter(([key, word]) => /** @type {Record<string, string>} */ (german)[key] === word).map(([, word]) => word));

for (const { name, go } of PLACES) {
  walk(`${name} is German for whoever reads German`, async (ground) => {
    const texts = new Set(await words(await go(ground, { language: 'en' })));
    const page = await go(ground, { language: 'de' });
    assert.equal(await page.locator('html').getAttribute('lang'), 'de');
    const both = (await words(page)).filter((it) => texts.has(it) && !shared.has(it) && !NAMES.test(it));
    assert.deepEqual(both, [], 'these are the same in English');
  });
}

/**
 * Everything that a page says, if there are words in it.
 * @param {Page} page
 * @returns {Promise<string[]>}
 */
function words(page) {
  return page.evaluate(() => {
    // Moves, squares and notations are no words of a language; people and the
    // referee speak their own.
    const isWords = (/** @type {string} */ text) => /\p{L}{4,}/u.test(text) && !/\/[pP8]{1,8}\//.test(text);
    const isOther = (/** @type {Element | null} */ at) => Boolean(at?.closest('body [lang], code, pre, .moves, .squares, .lines, #said, #alerted'));
    /** @type {string[]} */
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { textContent, parentElement } = walker.currentNode;
      if (!isOther(parentElement)) found.push((textContent ?? '').trim());
    }
    for (const element of document.body.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
      if (isOther(element)) continue;
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) found.push(element.getAttribute(name) ?? '');
    }
    return [...new Set([document.title, ...found])].filter(isWords);
  });
}

// Finds English text on German pages.
import english from '../strings/en.js';
import german from '../strings/de.js';
import pagesEnglish from '../strings/pages_en.js';
import pagesGerman from '../strings/pages_de.js';
import accountEnglish from '../strings/account_en.js';
import accountGerman from '../strings/account_de.js';
import tournamentsEnglish from '../strings/tournaments_en.js';
import tournamentsGerman from '../strings/tournaments_de.js';
import documentsEnglish from '../strings/documents_en.js';
import documentsGerman from '../strings/documents_de.js';

/** @import { Page } from 'playwright-core' */

/** Names that are the same in both languages and are not in the string files. */
const NAMES = new RegExp(`^(${[
  'Arbiter', 'PGN', 'FEN', 'Chess960', 'Saktris', 'shakki', 'docs/saktris\\.md', 'English', 'Deutsch',
  'En passant', 'Fischer', 'Bronstein', 'min', 's',
  'Byo-yomi', 'Notation', 'Form', 'Chat', '[CR]\\d*', '[()\\d+×:.,–·b\\s]',
].join('|')})+$`);

/** @type {Record<string, string>} */
const allGerman = { ...german, ...pagesGerman, ...accountGerman, ...tournamentsGerman, ...documentsGerman };
const shared = new Set(Object.entries({ ...english, ...pagesEnglish, ...accountEnglish, ...tournamentsEnglish, ...documentsEnglish })
  .filter(([key, word]) => allGerman[key] === word).map(([, word]) => word));

/**
 * Returns what a German page says in the words of the English one.
 * @param {Page} page
 * @param {string[]} texts of the English page, as {@link words} returns them
 */
export async function untranslated(page, texts) {
  return (await words(page)).filter((it) => texts.includes(it) && !shared.has(it) && !NAMES.test(it));
}

/**
 * Returns all texts of a page that contain words.
 * @param {Page} page
 * @returns {Promise<string[]>}
 */
export function words(page) {
  return page.evaluate(() => {
    // Moves, squares and notations belong to no language; chat lines and
    // refusals have their own, and what people write is marked.
    const isWords = (/** @type {string} */ text) => /\p{L}{4,}/u.test(text) && !/\/[pP8]{1,8}\//.test(text);
    const isOther = (/** @type {Element | null} */ at) => Boolean(at?.closest('body [lang], [translate=no], code, pre, .moves, .squares, .lines, #said, #alerted'));
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
    // A title may have the name that somebody gave to what the page shows.
    const given = [...document.querySelectorAll('[translate=no]')].map((it) => it.textContent?.trim());
    const title = document.title.split(' · ').filter((it) => !given.includes(it)).join(' · ');
    return [...new Set([title, ...found])].filter(isWords);
  });
}

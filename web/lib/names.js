// What players are called who have no name of their own. The server says it in
// English, as it does in PGN; no account can have such a name.
import { text } from './text.js';

/** @import { Word } from './text.js' */

/** @type {[RegExp, Word][]} */
const MADE = [
  [/^Computer level (\d+)$/, 'name_computer'],
  [/^Guest (\d+)$/, 'name_guest'],
  [/^Deleted player$/, 'name_deleted'],
];

/**
 * The name in the reader's language.
 * @param {string} name as the server has it
 * @param {typeof text} [words]
 */
export function called(name, words = text) {
  for (const [form, word] of MADE) {
    const found = form.exec(name);
    if (found) return words(word, { number: found[1] ?? '' });
  }
  return name;
}

/**
 * The same where there is little room.
 * @param {string} name
 * @param {typeof text} [words]
 */
export function briefly(name, words = text) {
  const [, number] = /^Computer level (\d+)$/.exec(name) ?? [];
  return number ? words('name_computer_brief', { number }) : called(name, words);
}

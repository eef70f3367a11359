// Names of guests, computer levels and deleted players. The server sends them in
// English, as in PGN; no account can have such a name.
import { text } from './text.js';

/** @import { Word } from './text.js' */

/** @type {[RegExp, Word][]} */
const MADE = [
  [/^Computer level (\d+)$/, 'name_computer'],
  [/^Guest (\d+)$/, 'name_guest'],
  [/^Deleted player$/, 'name_deleted'],
];

/**
 * Returns a player's name in the reader's language.
 * @param {string} name as the server has it
 * @param {typeof text} [words]
 */
export function displayName(name, words = text) {
  for (const [form, word] of MADE) {
    const found = form.exec(name);
    if (found) return words(word, { number: found[1] ?? '' });
  }
  return name;
}

/**
 * Returns the name of a player, which says so if it is a bot.
 * @param {{ name: string, kind: string }} player
 */
export const playerName = ({ name, kind }) => (kind === 'bot' ? `BOT ${name}` : displayName(name));

/** Reports whether a player has an account, and so a page. @param {{ kind: string }} player */
export const hasPage = ({ kind }) => kind === 'account' || kind === 'bot';

/**
 * Returns a shorter name, for small screens.
 * @param {string} name
 * @param {typeof text} [words]
 */
export function shortName(name, words = text) {
  const [, number] = /^Computer level (\d+)$/.exec(name) ?? [];
  return number ? words('name_computer_brief', { number }) : displayName(name, words);
}

// What is wrong with the text of a game, in the reader's language.
import { hasText, sentence, text } from '../lib/text.js';

/** @import { PgnProblem } from '../wire.d.ts' */
/** @import { Word } from '../lib/text.js' */

/**
 * Returns the word of a text at a line and a column, as the server counts them: from 1, and
 * columns in bytes.
 * @param {string} pgn
 * @param {Pick<PgnProblem, 'line' | 'column'>} place
 */
export function wordAt(pgn, { line, column }) {
  const bytes = new TextEncoder().encode(pgn.split(/\r\n?|\n/)[line - 1] ?? '');
  return /^[^\s(){}[\]]+|^./u.exec(new TextDecoder().decode(bytes.slice(column - 1)))?.[0] ?? '';
}

/**
 * Describes a problem. English says it in the server's words, which know more.
 * @param {string} pgn the text that the server has read
 * @param {PgnProblem} problem
 */
export function problemWords(pgn, problem) {
  const word = /** @type {Word} */ (`analysis_pgn_${problem.code}`);
  const message = sentence(problem.message);
  return hasText(word) ? text(word, { message, word: wordAt(pgn, problem) }) : message;
}

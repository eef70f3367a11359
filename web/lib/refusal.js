// Why something was refused, in the reader's language: a template for every
// code, filled with the typed parts that the server sends with the refusal.

/** @import { RefusalCause, RefusalDetails } from '../wire.d.ts' */

/**
 * What templates use of each other and of the page.
 * @typedef {object} Say
 * @property {(san: string) => string} move writes a move as the reader wants it
 * @property {(cause: RefusalCause) => string} reason fills the template of another cause
 */

/** @typedef {{ [C in RefusalCause['code']]: (parts: Extract<RefusalCause, { code: C }>, say: Say) => string }} Templates */

/**
 * The sentences of a language.
 * @typedef {object} Sentences
 * @property {Templates} templates the reasons, without a full stop
 * @property {(move: string, code: RefusalCause['code']) => string} opening what comes before a reason that is about a move
 * @property {Record<string, string>} problems what else can be wrong, by code
 */

/**
 * Loads the sentences of a language when they are first needed.
 * @param {string} language such as `en`
 * @returns {Promise<Sentences>}
 */
export const sentencesIn = (language) => import(`../strings/refusals_${language}.js`);

/** Codes whose reasons are not about one move. */
const ABOUT_NO_MOVE = new Set(['not_a_move', 'not_a_square', 'no_such_promotion', 'no_passing', 'game_over']);

/**
 * Returns the whole sentence about a refusal.
 * @param {RefusalDetails} details
 * @param {Sentences} sentences
 * @param {(san: string) => string} move writes a move as the reader wants it
 */
export function refusalText(details, { templates, opening }, move = (san) => san) {
  /** @type {Say} */
  const say = {
    move,
    reason: (cause) => /** @type {(parts: RefusalCause, say: Say) => string} */ (templates[cause.code])(cause, say),
  };
  const reason = `${say.reason(details)}.`;
  const { attempt, code } = details;
  return attempt && !ABOUT_NO_MOVE.has(code) ? `${opening(move(attempt), code)} ${reason}` : reason;
}

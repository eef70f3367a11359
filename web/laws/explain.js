// Why a move is refused, in the reader's language, for boards that cannot wait.

import { explainWith } from '../lib/explain_cause.js';
import { sentencesIn } from '../lib/refusal.js';
import { language } from '../lib/text.js';

/** @import { Reason } from '../lib/explain.js' */
/** @import { Sentences } from '../lib/refusal.js' */

/** @type {Sentences | undefined} those of the reader's language, once they are loaded */
let sentences;
sentencesIn(language()).then((loaded) => { sentences = loaded; });

/** @param {Reason} refusal */
export const explain = (refusal) => explainWith(refusal, sentences).words;

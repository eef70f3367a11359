// The handbook: boards, and claims in the text that are shown on them.
import '../page_strings.js';
import './law_board.js';
import './law_claim.js';

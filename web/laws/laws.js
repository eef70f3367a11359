// The handbook: boards that explain, and words that point at them.
import './law_board.js';
import './law_claim.js';

// The state of a board of the handbook, in words.

import { clearWords } from '../lib/arrivals.js';
import { written } from '../lib/notation.js';
import { preferences } from '../lib/settings.js';
import { text } from '../lib/text.js';

/** @import { BoardView } from '../wire.d.ts' */

/**
 * @param {BoardView} boardView
 * @param {boolean} hasMoved whether the last move is named
 */
export function statusText(boardView, hasMoved) {
  const last = boardView.moves.at(-1);
  const named = last?.uci === '0000' ? text('saktris_pass') : written(last?.san ?? '', preferences());
  const parts = hasMoved && last ? [`${named}.`] : [];
  if (hasMoved && last?.cleared) parts.push(clearWords(last.cleared));
  parts.push(outcome(boardView));
  if (boardView.claims.includes('threefold')) parts.push(text('laws_claim_threefold'));
  if (boardView.claims.includes('fifty_moves')) parts.push(text('laws_claim_fifty_moves'));
  return parts.join(' ');
}

/** @param {BoardView} boardView */
function outcome({ turn, reason, status, result, places, pass }) {
  switch (reason) {
    case 'checkmate': return text(result === '1-0' ? 'laws_white_mates' : 'laws_black_mates');
    case 'king_lost': return text(result === '1-0' ? 'laws_white_clears_king' : 'laws_black_clears_king');
    case 'stalemate': return text('laws_stalemate');
    case 'dead_position': return text('laws_dead');
    case 'fivefold': return text('laws_fivefold');
    case 'seventy_five_moves': return text('laws_seventy_five');
    default:
  }
  const isWhite = turn === 'white';
  if (status === 'check') return text(isWhite ? 'laws_white_in_check' : 'laws_black_in_check');
  if (pass) return text(isWhite ? 'laws_white_passes' : 'laws_black_passes');
  const isPlacing = places && Object.keys(places).length > 0;
  if (isPlacing) return text(isWhite ? 'laws_white_to_place' : 'laws_black_to_place');
  return text(isWhite ? 'laws_white_to_move' : 'laws_black_to_move');
}

// How a game on a board of the handbook stands, in words.

import { written } from '../lib/notation.js';
import { habits } from '../lib/settings.js';
import { text } from '../lib/text.js';
import { turnOf } from './trial.js';

/** @import { Replay } from '../wire.d.ts' */

/**
 * @param {Replay} replay
 * @param {boolean} hasMoved whether the last move is to be named
 */
export function standing(replay, hasMoved) {
  const san = replay.san.at(-1);
  const parts = hasMoved && san ? [`${written(san, habits())}.`] : [];
  parts.push(outcome(replay));
  if (replay.claims.includes('threefold')) parts.push(text('laws_claim_threefold'));
  if (replay.claims.includes('fifty_moves')) parts.push(text('laws_claim_fifty_moves'));
  return parts.join(' ');
}

/** @param {Replay} replay */
function outcome({ fen, reason, status, result }) {
  switch (reason) {
    case 'checkmate': return text(result === '1-0' ? 'laws_white_mates' : 'laws_black_mates');
    case 'stalemate': return text('laws_stalemate');
    case 'dead_position': return text('laws_dead');
    case 'fivefold': return text('laws_fivefold');
    case 'seventy_five_moves': return text('laws_seventy_five');
    default:
  }
  const isWhite = turnOf(fen) === 'white';
  if (status === 'check') return text(isWhite ? 'laws_white_in_check' : 'laws_black_in_check');
  return text(isWhite ? 'laws_white_to_move' : 'laws_black_to_move');
}

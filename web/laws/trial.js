// What a reader has tried on a board of the handbook, without the board: the
// laws are asked of the server, and this reads its answers.

/** @import { Moves, Replay } from '../wire.d.ts' */
/** @import { View } from '../board/types.d.ts' */

export const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/** @param {{ row: number, col: number }} at row 0 is the eighth rank */
export const squareOf = ({ row, col }) => `${'abcdefgh'[col]}${8 - row}`;

/** Whose turn it is. @param {string} fen @returns {'white' | 'black'} */
export const turnOf = (fen) => (fen.split(' ')[1] === 'b' ? 'black' : 'white');

/**
 * Where the king of the side to move stands.
 * @param {string} fen
 */
export function kingToMove(fen) {
  const letter = turnOf(fen) === 'white' ? 'K' : 'k';
  for (const [row, text] of (fen.split(' ')[0] ?? '').split('/').entries()) {
    const rank = text.replace(/\d/g, (count) => ' '.repeat(Number(count)));
    const col = rank.indexOf(letter);
    if (col >= 0) return squareOf({ row, col });
  }
  return null;
}

/**
 * What may be played, from where to where.
 * @param {Moves} moves
 */
export function legalOf(moves) {
  /** @type {Record<string, string[]>} */
  const legal = {};
  for (const { uci } of moves.moves) {
    const targets = (legal[uci.slice(0, 2)] ??= []);
    const to = uci.slice(2, 4);
    if (!targets.includes(to)) targets.push(to);
  }
  return legal;
}

/**
 * What the board shows after these moves. Every piece may be tried, also
 * those of the side that is not to move: the answer teaches.
 * @param {Replay} replay
 * @param {Moves | null} moves none while they are not known
 * @returns {View}
 */
export function viewOf(replay, moves) {
  const last = replay.history.at(-1);
  const isCheck = replay.status === 'check' || replay.status === 'checkmate';
  return {
    fen: replay.fen,
    lastMove: last ? [squareOf(last.from), squareOf(last.to)] : null,
    check: isCheck ? kingToMove(replay.fen) : null,
    movable: 'both',
    legal: moves ? legalOf(moves) : {},
  };
}

/**
 * The moves of a script of a claim, without what else the players do in it:
 * `e4 e5; white offers; white Nf3` has three.
 * @param {string} script
 */
export function movesOf(script) {
  return script.split(';').flatMap((part) => {
    const words = part.trim().split(/\s+/);
    const isOneSide = words[0] === 'white' || words[0] === 'black';
    if (!isOneSide) return words[0] === 'wait' ? [] : words.filter((word) => word !== '');
    return words.length === 2 && /\d|^O-O/.test(words[1] ?? '') ? words.slice(1) : [];
  });
}

/**
 * Everything that the last try has brought about, in the words of goals: the
 * code of a refusal; or the move in notation, what is special about it, and
 * how the game stands after it.
 * @param {Replay} replay
 * @returns {string[]}
 */
export function happenings(replay) {
  if (replay.refusal) return [replay.refusal.code];
  const last = replay.history.at(-1);
  if (!last) return [];
  const words = [replay.san.at(-1) ?? '', replay.status, replay.reason ?? '', ...replay.claims];
  if (last.castling) words.push('castling');
  if (last.enPassant) words.push('en_passant');
  if (last.promotion) words.push('promotion', `promotion_to_${last.promotion}`);
  if (last.captured) words.push('capture');
  return words.filter((word) => word !== '');
}

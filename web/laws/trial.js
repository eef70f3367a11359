// What a reader has tried on a board of the handbook. The server applies the
// laws, and this reads its answers; the DOM is not used here.

/** @import { BoardView, Replay } from '../wire.d.ts' */
/** @import { View } from '../board/types.d.ts' */
import { ends, ROLES } from '../board/squares.js';

export const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/** Reports whether pieces are to come in this position, listed in brackets. @param {string} fen */
export const hasPiecesToCome = (fen) => /\[(?!\/\])/.test(fen);

/**
 * Returns the view after some moves. Any piece may be tried, even of the side
 * that is not to move: the refusal explains why not.
 * @param {BoardView} boardView
 * @param {string} chosen the letter of the piece to be placed, where the player chooses
 * @returns {View}
 */
export function viewOf(boardView, chosen) {
  const last = boardView.moves.at(-1);
  const letter = placedNext(boardView, chosen);
  const role = ROLES[letter];
  return {
    fen: boardView.fen,
    lastMove: last ? ends(last.uci) : null,
    check: boardView.check,
    movable: 'both',
    legal: boardView.legal,
    place: role ? { piece: { role, color: boardView.turn }, squares: boardView.places?.[letter] ?? [] } : null,
    cleared: last?.cleared?.pieces.map(({ square }) => square) ?? [],
  };
}

/**
 * Returns the letter of the piece to be placed: the waiting one, or the chosen
 * one of several; empty if there is none.
 * @param {BoardView} boardView
 * @param {string} chosen
 */
export function placedNext({ places, saktris, turn }, chosen) {
  const order = [chosen, ...saktris?.[turn].next ?? []];
  return order.find((letter) => places?.[letter]?.length) ?? '';
}

/**
 * Returns the moves of a claim's script without its other actions:
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
 * Returns the results of the last attempt as goals: the code of a refusal; or the
 * move in SAN, its kind, and the state after it.
 * @param {Replay} replay
 * @param {BoardView} boardView
 * @returns {string[]}
 */
export function resultsOf(replay, boardView) {
  if (replay.refusal) return [replay.refusal.code];
  const last = replay.history.at(-1);
  const step = boardView.moves.at(-1);
  if (!last || !step) return [];
  const words = [step.san, replay.status, replay.reason ?? '', ...replay.claims];
  if (last.castling) words.push('castling');
  if (last.enPassant) words.push('en_passant');
  if (last.promotion) words.push('promotion', `promotion_to_${last.promotion}`);
  if (last.captured) words.push('capture');
  if (step.uci[1] === '@') words.push('placement');
  if (step.uci === '0000') words.push('pass');
  if (step.cleared) words.push('clear');
  return words.filter((word) => word !== '');
}

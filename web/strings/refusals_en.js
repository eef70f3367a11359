// The sentences of refusals in English. Each is a template that is filled with
// the typed parts of a refusal by lib/refusal.js, and has no full stop. They say
// the same as the libraries do: tests/refusal.test.js compares them.

/** @import { Castling, Color, PieceOnSquare, RefusalCause } from '../wire.d.ts' */
/** @import { Say, Templates } from '../lib/refusal.js' */

/** @type {Record<Color, string>} */
const SIDES = { white: 'White', black: 'Black' };

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];

/** @type {Record<string, string>} how a game ended, by the code of the reason */
const REASONS = {
  "checkmate": "checkmate",
  "resignation": "resignation",
  "time": "time ran out",
  "abandonment": "abandonment",
  "stalemate": "stalemate",
  "dead_position": "dead position",
  "agreement": "agreement",
  "threefold": "threefold repetition",
  "fivefold": "fivefold repetition",
  "fifty_moves": "fifty-move rule",
  "seventy_five_moves": "seventy-five-move rule",
  "unwinnable_on_time": "time ran out, but the opponent cannot checkmate",
  "unwinnable_on_resignation": "resignation, but the opponent cannot checkmate",
  "king_lost": "king cleared off the board",
  "adjudication": "decision of the arbiter",
  "aborted": "aborted",
};

/** `the rook on f8`. @param {PieceOnSquare} piece */
const at = ({ role, square }) => `the ${role} on ${square}`;

/** `the rook on f8 and the queen on b4`. @param {PieceOnSquare[]} pieces */
const all = (pieces) => join(pieces.map(at), 'and');

/** `the knights on b1 and f3`: pieces of one kind. @param {PieceOnSquare[]} pieces */
function sameRole(pieces) {
  const squares = join(pieces.map(({ square }) => square), 'and');
  return `the ${pieces[0]?.role ?? 'piece'}${plural(pieces.length, '', 's')} on ${squares}`;
}

/** @param {string[]} parts @param {'and' | 'or'} word */
function join(parts, word) {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${word} ${parts.at(-1)}`;
}

/** @param {number} count @param {string} one @param {string} many */
const plural = (count, one, many) => (count === 1 ? one : many);

/** @param {Castling} side */
const castling = (side) => (side === 'kingside' ? 'O-O' : 'O-O-O');

/** @param {string} square */
const isLight = (square) => (square.charCodeAt(0) + square.charCodeAt(1)) % 2 === 1;

/** How a piece moves, in a few words. @param {PieceOnSquare} piece @param {string} to */
function lesson({ role, square }, to) {
  return {
    pawn: 'pawn moves straight ahead and captures one square diagonally ahead',
    knight: 'knight moves in an L shape, two squares in one direction and one to the side',
    bishop: `bishop moves only diagonally${isLight(square) === isLight(to) ? '' : ', so it always stays on one color'}`,
    rook: 'rook moves along its rank or file, never diagonally',
    queen: 'queen moves in a straight line, along a rank, a file or a diagonal',
    king: 'king moves one square in any direction, and two only when castling',
  }[role];
}

/** @param {{ piece: PieceOnSquare, to: string }} parts */
const notItsMove = ({ piece, to }) => `a ${lesson(piece, to)}`;

/** @type {Templates} */
export const templates = {
  "not_a_move": ({ variant }) => `This is not a move. Enter two squares, such as e2e4, or algebraic notation, such as Nf3 or O-O${variant === 'saktris' ? '. To place a piece, enter its letter and square, such as N@g1' : ''}`,
  "not_a_square": ({ found }) => `There is no square ${found}. A square is a letter from a to h followed by a number from 1 to 8, such as e4`,
  "no_such_promotion": ({ role, letter }) => `A pawn cannot promote to ${role ? `a ${role}` : `'${letter}'`}. It promotes to a queen, rook, bishop or knight`,
  "ambiguous": ({ pieces, moves, is_pawn_capture }, say) => {
    const act = is_pawn_capture ? 'capture like that' : 'move there';
    const can = pieces.length === 1 ? `can ${act} in more than one way` : `can ${pieces.length === 2 ? 'both' : 'all'} ${act}`;
    return `${sameRole(pieces)} ${can}. Write ${join(moves.map(say.move), 'or')}`;
  },
  "miswritten": ({ san }, say) => `The correct notation for this move is ${say.move(san)}`,
  "no_passing": ({ variant }) => `Passing is not allowed. ${variant === 'saktris' ? 'You can pass only if you can neither place nor move a piece' : 'You must make a move on every turn'}`,
  "game_over": gameOver,
  "empty_square": ({ square }) => `there is no piece on ${square}`,
  "not_your_piece": ({ piece }) => `${at(piece)} belongs to ${SIDES[piece.color]}, and it is ${SIDES[rival(piece.color)]}'s turn`,
  "no_such_piece": ({ color, role, file, rank }) => {
    const where = file && rank ? ` on ${file}${rank}` : file ? ` on the ${file}-file` : rank ? ` on the ${ORDINALS[rank - 1]} rank` : '';
    return `${SIDES[color]} has no ${role}${where}`;
  },
  "stays_put": ({ square }) => `the piece on ${square} is already there, and a move must end on a different square`,
  "not_a_pawn_move": notItsMove,
  "not_a_knight_move": notItsMove,
  "not_a_bishop_move": notItsMove,
  "not_a_rook_move": notItsMove,
  "not_a_queen_move": notItsMove,
  "not_a_king_move": notItsMove,
  "pawn_backward": () => 'a pawn never moves backward',
  "pawn_sideways": () => 'a pawn moves straight ahead, never sideways',
  "pawn_double_step": ({ pawn }) => `a pawn can advance two squares only from its starting square, and the pawn on ${pawn} has already left it`,
  "pawn_too_far": () => 'a pawn advances one square, or two on its first move, but never more',
  "pawn_takes_nothing": ({ to }) => `a pawn moves diagonally only to capture, and ${to} is empty`,
  "none_reaches": ({ pieces, to }) => `${sameRole(pieces)} cannot reach ${to}${pieces[0] ? `. A ${lesson(pieces[0], to)}` : ''}`,
  "blocked": ({ piece }) => `${at(piece)} is in the way, and only a knight can jump over pieces`,
  "pawn_blocked": ({ piece, lands_on_it }) => `${at(piece)} is in the way, and a pawn ${lands_on_it ? 'captures only diagonally, never straight ahead' : 'cannot jump over pieces'}`,
  "own_piece": ({ piece }) => `${SIDES[piece.color]}'s own ${piece.role} on ${piece.square} is in the way, and you cannot capture your own pieces`,
  "king_taken": ({ piece }) => `${at(piece)} cannot be captured, because the game already ends with checkmate`,
  "capture_not_written": ({ piece, moves }, say) => `no pawn can advance to ${piece.square}. To capture the ${piece.role} there, write ${join(moves.map(say.move), 'or')}`,
  "nothing_to_take": ({ square }) => `there is nothing to capture on ${square}, so write the move without the x`,
  "castling_not_written": ({ side }) => `to castle, write ${castling(side)}`,
  "castling_off_rank": () => 'a king castles only along its own back rank, with a rook that started there',
  "castling_done": ({ side, move_number }) => `the king already castled ${side} on move ${move_number}, and each player can castle only once`,
  "castling_king_moved": ({ king, move_number }) => `the king ${move_number ? `moved on move ${move_number}` : `on ${king} has already moved`}, and a king that has moved can never castle`,
  "castling_rook_moved": ({ rook, move_number, is_there }) => `the rook ${is_there ? 'on' : 'from'} ${rook} ${move_number ? `moved on move ${move_number}` : 'has already moved'}, and a king cannot castle with a rook that has moved`,
  "castling_rook_taken": ({ rook, by, move_number }) => `the rook on ${rook} was captured by a ${by} on move ${move_number}, so there is no rook to castle with on that side`,
  "castling_promoted_rook": ({ rook, move_number }) => `the rook on ${rook} was a pawn until move ${move_number}, and a king can castle only with one of its original rooks`,
  "castling_no_rook": ({ square }) => `there is no rook on ${square} to castle with`,
  "castling_lost": ({ king, rook }) => `the king on ${king} or the rook on ${rook} has already moved, and castling is allowed only if neither has`,
  "castling_blocked": ({ pieces, is_between }) => `${all(pieces)} ${plural(pieces.length, 'is', 'are')} ${is_between ? 'between the king and the rook, and all squares between them must be empty' : 'in the way of the king or the rook, and all squares they cross must be empty'}`,
  "castling_out_of_check": ({ king, pieces }) => `the king on ${king} is in check from ${all(pieces)}, and a king cannot castle out of check`,
  "castling_through_attack": ({ square, pieces }) => `the king would cross ${square}, which ${all(pieces)} ${plural(pieces.length, 'attacks', 'attack')}. A king cannot castle through check`,
  "castling_into_check": ({ square, pieces, rook }) => `the king would land on ${square}, which ${all(pieces)} ${plural(pieces.length, 'attacks', 'attack')}${rook ? ` once the rook has left ${rook}` : ''}. A king cannot castle into check`,
  "en_passant_not_now": ({ pawn }) => `a pawn can be captured en passant only right after it advances two squares, and the pawn on ${pawn} has not just done that`,
  "en_passant_too_late": ({ pawn, move_number, moves_ago }) => `the moment has passed. The pawn on ${pawn} advanced two squares on move ${move_number} and could be captured en passant only right after that, ${moves_ago} ${plural(moves_ago, 'move', 'moves')} ago`,
  "en_passant_no_double_step": ({ pawn, move_number }) => `only a pawn that has just advanced two squares can be captured en passant, and the pawn on ${pawn} arrived there on move ${move_number} in a different way`,
  "en_passant_wrong_rank": ({ pawn, beside, rank }) => `the pawn on ${pawn} cannot capture the pawn on ${beside} en passant. It would have to be on the ${ORDINALS[rank - 1]} rank, beside a pawn that has just advanced two squares`,
  "not_in_passing": ({ square }) => `nothing is captured en passant on ${square}, so leave out the mark e.p`,
  "promotion_not_due": ({ piece, to }) => (piece.role === 'pawn'
    ? `a pawn promotes only on the last rank, and ${to} is not on it`
    : `only a pawn can promote, and the piece on ${piece.square} is a ${piece.role}`),
  "king_into_check": ({ to, pieces }) => `${all(pieces)} would attack the king on ${to}, and a king cannot move into check`,
  "king_takes_protected": ({ piece, pieces }) => `${at(piece)} is protected by ${all(pieces)}, and a king cannot move into check`,
  "king_beside_king": ({ king }) => `the king would be next to the king on ${king}, and kings are never allowed on adjacent squares`,
  "in_check": (parts) => `the king on ${parts.king} is in check from ${at(parts.piece)}${checkAnswers(parts)}`,
  "double_check": ({ king, pieces }) => `the king on ${king} is in double check from ${all(pieces)}, and only a king move can answer that`,
  "pinned": ({ piece, king, by }) => `${at(piece)} is pinned. If it left that line, ${at(by)} would attack the king on ${king}`,
  "en_passant_opens_line": ({ pawn, taken, king, piece }) => `capturing en passant would remove the pawns from both ${pawn} and ${taken}, and then ${at(piece)} would attack the king on ${king}`,
  "nothing_is_placed": () => 'in chess all pieces are on the board from the start. Pieces are placed only in Saktris',
  "placing_is_due": ({ role, squares }) => `${role ? `the waiting ${role}` : 'a piece is waiting and'} must be placed first, on ${join(squares, 'or')}`,
  "nothing_waits": ({ role, moves }) => {
    if (moves == null) return 'all pieces have arrived, and none is waiting to be placed';
    const left = Math.max(moves, 1);
    return `no piece is waiting to be placed. The next piece${role ? `, a ${role},` : ''} arrives after ${left} more ${plural(left, 'move', 'moves')} on the board`;
  },
  "another_waits": ({ role, waiting }) => (waiting
    ? `a ${waiting} is waiting to be placed, not a ${role}`
    : `no ${role} is left to be placed`),
  "placed_off_back_rank": ({ rank }) => `a piece is placed on its own back rank, which is the ${ORDINALS[rank - 1]} rank`,
  "placed_on_piece": ({ piece }) => `${at(piece)} is in the way, and a piece can be placed only on an empty square`,
  "placed_on_bishop_color": ({ bishop, to }) => `the bishop on ${bishop} is on a ${isLight(to) ? 'light' : 'dark'} square, and so is ${to}. The two bishops of a side must be placed on squares of different colors`,
  "clear_exposes_king": ({ cleared, king, pieces }) => `${all(cleared)} would be cleared off the board, and then ${all(pieces)} would attack the king on ${king}`,
  "clear_takes_own_king": ({ king }) => `it would clear the king on ${king} off the board, and you cannot give up your own king`,
  "none_can": ({ role, each }, say) => [
    `no ${role ?? 'piece'} can make this move`,
    ...each.map((it) => `${it.attempt ? `${say.move(it.attempt)}: ` : ''}${say.reason(it)}`),
  ].join('. '),

  "not_your_turn": ({ turn }) => `It is ${SIDES[turn]}'s turn`,
  "touch_out_of_turn": ({ turn }) => `It is ${SIDES[turn]}'s turn, and only the side to move may touch or adjust a piece`,
  "claim_out_of_turn": ({ turn }) => `It is ${SIDES[turn]}'s turn, and only the side to move may claim a draw`,
  "intended_move": ({ intended }, say) => `you claimed a draw with ${intended ? say.move(intended) : 'another move'}, so you must play that move`,
  "touch_move": ({ obligation, only }, say) => `${touched(obligation)}${only ? `. The only such move is ${say.move(only)}` : ''}`,
  "nothing_there": ({ square }) => `There is no piece on ${square} to touch`,
  "adjust_too_late": ({ piece }) => `You have already touched ${at(piece)}. Say "I adjust" before you touch a piece, not after`,
  "too_early_for_draw": () => 'A draw can be offered only after both sides have made a move',
  "offer_stands": () => 'You have already offered a draw. The offer remains open until your opponent accepts it, declines it or makes a move',
  "answer_offer": ({ by }) => `${SIDES[by]} has offered a draw. Accept or decline that offer first`,
  "offered_just_now": () => 'Your last draw offer was declined. Make a move before you offer a draw again',
  "no_offer": () => 'There is no draw offer to answer',
  "no_claim": noClaim,
  "claim_after_touch": () => 'You have touched a piece, so you cannot claim a draw on this move',
  "no_take_backs": () => 'Takebacks are not allowed in this game',
  "nothing_to_take_back": () => 'You have not made a move that could be taken back',
  "take_back_asked": () => "You have already requested a takeback. Wait for your opponent's answer",
  "no_take_back_asked": () => 'Your opponent has not requested a takeback',
  "too_late_to_abort": () => 'A rated game cannot be aborted after both sides have moved. Offer a draw or resign instead',
  "abort_asked": () => 'You have already asked to abort the game. It ends if your opponent agrees',
  "no_clock": () => 'This game is played without a clock',
  "not_a_time": () => 'You can add between one millisecond and one day to a clock',
  "clock_full": () => 'A clock can have at most 30 days',
  "no_berserk": () => 'Berserk is not allowed in this game',
  "too_late_for_berserk": () => 'You can go berserk only before your first move',
  "too_many_actions": () => 'There have been too many offers, claims and other actions in this game. Play a move, accept a draw or resign',
};

/** @param {Extract<RefusalCause, { code: 'game_over' }>} parts @param {Say} say */
function gameOver({ reason, winner, side, pieces, besides }, say) {
  if (!side) {
    const result = winner ? `${SIDES[winner]} wins` : reason === 'aborted' ? 'no result' : 'draw';
    return `The game is over (${result}: ${REASONS[reason] ?? reason})`;
  }
  const isMate = reason === 'checkmate';
  const end = isMate
    ? `${SIDES[side]} is checkmated by ${all(pieces)}, and ${SIDES[rival(side)]} has won`
    : reason === 'stalemate'
      ? `${SIDES[side]} is not in check but has no legal move, so it is a draw by stalemate`
      : `${SIDES[side]}'s king was cleared off the board, and ${SIDES[rival(side)]} has won`;
  if (!besides?.attempt) return `The game is over: ${end}`;
  const why = besides.code === 'in_check'
    ? `${at(besides.piece)} would still attack the king on ${besides.king}`
    : say.reason(besides);
  return `The game is over: ${end}. ${say.move(besides.attempt)} ${isMate ? 'would not help' : 'is not legal'}: ${why}`;
}

/** @param {Extract<RefusalCause, { code: 'in_check' }>} parts */
function checkAnswers({ piece, can_move_king, can_capture, can_block }) {
  const ways = [
    can_move_king ? 'move the king' : '',
    can_capture ? `capture the ${piece.role}` : '',
    can_block ? 'put a piece in between' : '',
  ].filter(Boolean);
  return ways.length > 0 ? `. To end the check, ${join(ways, 'or')}` : '';
}

/** @param {Extract<RefusalCause, { code: 'no_claim' }>} parts @param {Say} say */
function noClaim({ claim, count, intended }, say) {
  if (claim === 'threefold') {
    const times = count < 2 ? 'once' : 'twice';
    const first = intended
      ? `After ${say.move(intended)} the position would have occurred only ${times}`
      : `This position has occurred only ${times}`;
    return `${first}. A draw can be claimed when it has occurred three times`;
  }
  const moves = `${count} ${plural(count, 'half-move', 'half-moves')}`;
  const first = intended
    ? `With ${say.move(intended)} there would have been ${moves}`
    : `There ${plural(count, 'has', 'have')} been ${moves}`;
  return `${first} since the last pawn move or capture. A draw can be claimed at 100, which is 50 moves by each side`;
}

/** @param {Extract<RefusalCause, { code: 'touch_move' }>['obligation']} obligation */
function touched(obligation) {
  if ('take' in obligation) return `you touched ${at(obligation.take)}, which can be captured, so you must capture it`;
  if ('take_with' in obligation) {
    const { piece, taken } = obligation.take_with;
    return `you touched ${at(piece)} and ${at(taken)}, so you must capture the second with the first`;
  }
  if ('castle' in obligation) {
    return `you touched the king and then the rook, so you must play ${castling(obligation.castle)}`;
  }
  const { piece, except } = obligation.move;
  return except
    ? `you touched the rook before the king, so you must move ${at(piece)}, but not by ${castling(except)}`
    : `you touched ${at(piece)}, which can move, so you must move it`;
}

/** @param {Color} color @returns {Color} */
const rival = (color) => (color === 'white' ? 'black' : 'white');

/**
 * What comes before the reason, if it is about a move.
 * @param {string} move
 * @param {RefusalCause['code']} code
 */
export function opening(move, code) {
  if (code === 'ambiguous') return `${move} is ambiguous:`;
  return `${move}${code === 'not_in_passing' ? ' e.p.' : ''} is not allowed:`;
}

/** What else can be wrong: the server says that in English. @type {Record<string, string>} */
export const problems = {};

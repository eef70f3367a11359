use alloc::vec::Vec;

use super::{packed::Packed, work_budget::WorkBudget};
use crate::{Bitboard, Board, Color, Piece, Position, Role, Square, attacks};

/// The number of patterns that a search compares each position with.
const MAX_PATTERNS: usize = 12;

/// The work units of testing an arrangement of pieces for mate.
const TEST_UNITS: u64 = 10;

/// The distance to a square that a piece cannot reach.
const UNREACHABLE: u8 = 64;

const CORNERS: [Square; 4] = [Square::A1, Square::H1, Square::A8, Square::H8];

/// The pieces of the loser that can block their king's way out.
const BLOCKERS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Pawn];

/// A mate of a king in a corner by a knight or a bishop, with one of the loser's own
/// pieces in its way.
///
/// A side with only a knight or only a bishop mates in no other way, or nearly so. A
/// search that counts the moves until each piece is in its place finds such a mate in
/// a small part of the time of one that only brings the pieces close to the corner.
pub(super) struct MatePattern {
    king: Square,
    our_king: Square,
    checker: Piece,
    blocker: Piece,
    /// By square: how many moves a piece there needs to be in its place on an empty
    /// board.
    checker_moves: [u8; 64],
    blocker_moves: [u8; 64],
}

impl MatePattern {
    /// Returns the patterns that are closest in this position, if the winner has no
    /// other pieces than knights and bishops.
    pub(super) fn closest(
        position: &Position,
        winner: Color,
        budget: &WorkBudget,
    ) -> Vec<MatePattern> {
        let board = position.board();
        let strong = board.straight_sliders(winner) | board.pieces(winner, Role::Pawn);
        let mut mates = Vec::new();
        if strong.any() {
            return mates;
        }
        for role in [Role::Knight, Role::Bishop] {
            for blocker in BLOCKERS {
                if board.pieces(winner, role).any() && board.pieces(!winner, blocker).any() {
                    add_mates(winner, role, blocker, budget, &mut mates);
                }
            }
        }
        mates.retain(|pattern| pattern.moves(board) < usize::from(UNREACHABLE));
        mates.sort_by_cached_key(|pattern| pattern.moves(board));
        mates.truncate(MAX_PATTERNS);
        mates
    }

    /// Returns an estimate of the moves that both sides need to reach the pattern.
    pub(super) fn moves(&self, board: &Board) -> usize {
        let kings = [
            (self.blocker.color, self.king),
            (self.checker.color, self.our_king),
        ];
        let kings: u32 = kings
            .into_iter()
            .filter_map(|(color, to)| Some(board.king(color)?.distance(to)))
            .sum();
        let least = |piece: Piece, moves: &[u8; 64]| {
            let pieces = board.pieces(piece.color, piece.role).iter();
            pieces.map(|from| moves[from as usize]).min()
        };
        let checker = least(self.checker, &self.checker_moves).unwrap_or(UNREACHABLE);
        let blocker = least(self.blocker, &self.blocker_moves).unwrap_or(UNREACHABLE);
        kings as usize + usize::from(checker) + usize::from(blocker)
    }
}

/// Adds all mates with a checking piece and a blocking piece of these roles.
fn add_mates(
    winner: Color,
    checker: Role,
    blocker: Role,
    budget: &WorkBudget,
    mates: &mut Vec<MatePattern>,
) {
    let checker = Piece::new(winner, checker);
    let blocker = Piece::new(!winner, blocker);
    for king in CORNERS {
        let ring = attacks::king(king);
        let our_kings = Square::ALL.into_iter().filter(|at| at.distance(king) == 2);
        for our_king in our_kings {
            for to in attacks::by(checker.role, !winner, king, Bitboard::EMPTY).without(our_king) {
                for blocked in ring.without(to) {
                    if !budget.take(TEST_UNITS) {
                        return;
                    }
                    let mut board = Board::EMPTY;
                    board.put(king, Piece::new(!winner, Role::King));
                    board.put(our_king, Piece::new(winner, Role::King));
                    board.put(to, checker);
                    board.put(blocked, blocker);
                    let is_pawn_there =
                        blocker.role == Role::Pawn && Bitboard::BACK_RANKS.contains(blocked);
                    if is_pawn_there || !is_mate(&board, !winner) {
                        continue;
                    }
                    mates.push(MatePattern {
                        king,
                        our_king,
                        checker,
                        blocker,
                        checker_moves: moves_to(to, checker),
                        blocker_moves: moves_to(blocked, blocker),
                    });
                }
            }
        }
    }
}

/// Reports whether this side is mated.
fn is_mate(board: &Board, loser: Color) -> bool {
    let position = Packed::of_board(board, loser).unpack(crate::Variant::Standard);
    position.is_check() && !position.has_legal_move()
}

/// Returns how many moves a piece needs to a square, by its current square.
fn moves_to(to: Square, piece: Piece) -> [u8; 64] {
    let mut moves = [UNREACHABLE; 64];
    let mut reached = to.bitboard();
    let mut newest = reached;
    for count in 0..8 {
        let mut next = Bitboard::EMPTY;
        for square in newest {
            moves[square as usize] = count;
            next |= match piece.role {
                Role::Pawn => square.bitboard().forward(!piece.color),
                role => attacks::by(role, piece.color, square, Bitboard::EMPTY),
            };
        }
        newest = next - reached;
        reached |= next;
    }
    moves
}

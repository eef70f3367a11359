//! Undoes the last move.
//!
//! Every possible last move is tried. In the position before it, the king of the side
//! that did *not* move must not have been in check, because no move may leave the
//! mover's own king in check (R63).

use crate::{
    Bitboard, Board, Castling, CastlingSide, Color, File, Piece, Rank, Role, Setup, Square, attacks,
};

/// Reports whether some last move leads to this setup, including its en-passant square.
/// `king` is that of the side to move.
pub(super) fn exists(setup: &Setup, king: Square) -> bool {
    let before = Before::new(setup, king);
    match setup.valid_en_passant() {
        Some(passed) => before.is_after_double_step(passed),
        None => before.is_after_any(),
    }
}

/// Like [`exists`], but ignores the en-passant square.
pub(super) fn any_exists(setup: &Setup, king: Square) -> bool {
    Before::new(setup, king).is_after_any()
}

/// What is known about the position before the last move.
struct Before<'a> {
    board: &'a Board,
    mover: Color,
    /// The king of the side that did not move.
    king: Square,
    /// The castling rights, whose kings and rooks have not moved.
    castling: Castling,
    /// Whether the last move can have been a pawn move or a capture.
    resets_clock: bool,
    /// Whether the last move can have been a capture.
    takes: bool,
}

impl<'a> Before<'a> {
    fn new(setup: &'a Setup, king: Square) -> Before<'a> {
        // A clock at 0 proves nothing, because people write 0 if they do not know the
        // count. Any other value rules out captures and pawn moves.
        let resets_clock = setup.halfmoves == 0;
        let is_complete = setup.board.of(setup.turn).count() >= 16;
        Before {
            board: &setup.board,
            mover: !setup.turn,
            king,
            castling: setup.valid_castling(),
            resets_clock,
            takes: resets_clock && !is_complete,
        }
    }

    fn is_after_any(&self) -> bool {
        self.is_after_castling()
            || (self.board.of(self.mover) - self.unmoved())
                .iter()
                .any(|to| match self.board.role_at(to) {
                    Some(Role::Pawn) => self.is_after_pawn_move(to),
                    Some(role) => self.is_after_piece_move(role, to) || self.is_after_promotion(to),
                    None => false,
                })
    }

    /// Returns the king and rooks that still have castling rights.
    fn unmoved(&self) -> Bitboard {
        let rooks = self.castling.of(self.mover);
        if rooks.any() {
            rooks | self.board.pieces(self.mover, Role::King)
        } else {
            rooks
        }
    }

    fn is_after_piece_move(&self, role: Role, to: Square) -> bool {
        let occupied = self.board.occupied();
        let origins = attacks::by(role, self.mover, to, occupied) - occupied;
        origins.iter().any(|from| {
            let mut board = self.without(to);
            board.put(from, Piece::new(self.mover, role));
            self.was_legal(&board) || self.takes && self.was_legal(&self.uncaptured(board, to))
        })
    }

    fn is_after_pawn_move(&self, to: Square) -> bool {
        if !self.resets_clock {
            return false;
        }
        let backward = !self.mover;
        let Some(behind) = to.forward(backward) else {
            return false;
        };
        if behind.rank() == self.mover.back_rank() {
            return false;
        }
        let single = self.is_free(behind) && self.was_legal(&self.with_pawn_back(to, behind));
        let double =
            to.rank() == self.mover.rank(Rank::Fourth) && self.is_after_double_step(behind);
        let taking = self.takes
            && attacks::pawn(backward, to).iter().any(|from| {
                self.is_free(from)
                    && self.was_legal(&self.uncaptured(self.with_pawn_back(to, from), to))
            });
        single || double || taking || self.is_after_en_passant(to, behind)
    }

    /// Reports whether a pawn can have passed over this square on the last move.
    fn is_after_double_step(&self, passed: Square) -> bool {
        let (Some(to), Some(from)) = (passed.forward(self.mover), passed.forward(!self.mover))
        else {
            return false;
        };
        self.is_free(passed) && self.is_free(from) && self.was_legal(&self.with_pawn_back(to, from))
    }

    /// Reports whether the last move can have been an en-passant capture. The captured
    /// pawn was next to the capturing one and had just advanced two squares.
    fn is_after_en_passant(&self, to: Square, taken: Square) -> bool {
        let victims = self.board.pieces(!self.mover, Role::Pawn);
        let Some(origin) = to.forward(self.mover) else {
            return false;
        };
        self.takes
            && to.rank() == self.mover.rank(Rank::Sixth)
            && victims.count() < 8
            && self.is_free(taken)
            && self.is_free(origin)
            && attacks::pawn(!self.mover, to).iter().any(|from| {
                let mut board = self.with_pawn_back(to, from);
                board.put(taken, Piece::new(!self.mover, Role::Pawn));
                self.is_free(from) && self.was_legal(&board)
            })
    }

    fn is_after_promotion(&self, to: Square) -> bool {
        let is_possible = self.resets_clock
            && to.rank() == self.mover.rank(Rank::Eighth)
            && self.board.pieces(self.mover, Role::King) != to.bitboard()
            && self.board.pieces(self.mover, Role::Pawn).count() < 8;
        let Some(behind) = to.forward(!self.mover).filter(|_| is_possible) else {
            return false;
        };
        let straight = self.is_free(behind) && self.was_legal(&self.with_pawn_back(to, behind));
        straight
            || self.takes
                && attacks::pawn(!self.mover, to).iter().any(|from| {
                    self.is_free(from)
                        && self.was_legal(&self.uncaptured(self.with_pawn_back(to, from), to))
                })
    }

    /// Reports whether the last move can have been castling, from any starting squares of
    /// Chess960.
    fn is_after_castling(&self) -> bool {
        let color = self.mover;
        self.castling.of(color).is_empty()
            && CastlingSide::ALL.into_iter().any(|side| {
                let (king, rook) = (side.king_target(color), side.rook_target(color));
                self.board.king(color) == Some(king)
                    && self.board.pieces(color, Role::Rook).contains(rook)
                    && File::ALL[1..7].iter().any(|&king_file| {
                        let rook_files = match side {
                            CastlingSide::Short => &File::ALL[king_file as usize + 1..],
                            CastlingSide::Long => &File::ALL[..king_file as usize],
                        };
                        rook_files.iter().any(|&rook_file| {
                            let king_from = Square::new(king_file, color.back_rank());
                            let rook_from = Square::new(rook_file, color.back_rank());
                            self.is_after_castling_from(king_from, king, rook_from, rook)
                        })
                    })
            })
    }

    fn is_after_castling_from(
        &self,
        king_from: Square,
        king_to: Square,
        rook_from: Square,
        rook_to: Square,
    ) -> bool {
        let path = attacks::between(king_from, king_to) | attacks::between(rook_from, rook_to);
        let left = path
            .with(king_from)
            .with(rook_from)
            .without(king_to)
            .without(rook_to);
        if left.meets(self.board.occupied()) {
            return false;
        }
        let mut board = *self.board;
        board.clear(king_to);
        board.clear(rook_to);
        board.put(king_from, Piece::new(self.mover, Role::King));
        board.put(rook_from, Piece::new(self.mover, Role::Rook));
        self.was_legal(&board)
    }

    fn is_free(&self, square: Square) -> bool {
        !self.board.occupied().contains(square)
    }

    fn without(&self, square: Square) -> Board {
        let mut board = *self.board;
        board.clear(square);
        board
    }

    fn with_pawn_back(&self, to: Square, from: Square) -> Board {
        let mut board = self.without(to);
        board.put(from, Piece::new(self.mover, Role::Pawn));
        board
    }

    /// Puts a captured piece back on this square. Its role does not matter, because it can
    /// only block a check.
    fn uncaptured(&self, mut board: Board, square: Square) -> Board {
        board.put(square, Piece::new(!self.mover, Role::Knight));
        board
    }

    fn was_legal(&self, board: &Board) -> bool {
        board
            .attackers(self.king, self.mover, board.occupied())
            .is_empty()
    }
}

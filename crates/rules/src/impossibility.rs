//! What cannot have come about in a game.
//!
//! A doubt is a proof, never a guess: no position of a game that began with
//! one of the 960 starting positions raises any. The other way round nothing
//! is promised; to decide whether a game leads to a position is a hard
//! problem, and only the cheap proofs are here.

mod last_move;
mod material;

use alloc::vec::Vec;
use core::fmt;

use crate::{Bitboard, Color, File, Role, Setup, Square, attacks};

/// Something in a set-up that no game leads to. It stops nobody from playing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Impossibility {
    /// What is doubtful.
    pub kind: ImpossibilityKind,
    /// The squares concerned.
    pub squares: Bitboard,
}

/// What can be doubtful about a set-up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum ImpossibilityKind {
    /// A side has more than sixteen pieces.
    ManyPieces(Color),
    /// A side has more than eight pawns.
    ManyPawns(Color),
    /// A side has more promoted pieces than pawns it has lost.
    ManyPromotions {
        /// Whose pieces they are.
        color: Color,
        /// How many of them must have been pawns, at least.
        promoted: u8,
    },
    /// A side has so many bishops on squares of one color that not enough
    /// pawns can have become bishops.
    MonochromeBishops {
        /// Whose pieces they are.
        color: Color,
        /// How many of them must have been pawns, at least.
        promoted: u8,
    },
    /// Bishops stand outside although no pawn of theirs has let them out, and
    /// not enough pawns can have become bishops.
    LockedBishops {
        /// Whose pieces they are.
        color: Color,
        /// How many of them must have been pawns, at least.
        promoted: u8,
    },
    /// Pawns that faced each other must have passed, and for that too little
    /// has been taken.
    PassedPawns,
    /// Pawns stand on files they cannot have reached: they would have had to
    /// take more than has been taken.
    PawnStructure {
        /// Whose pawns they are.
        color: Color,
        /// How many captures they need, or none if no number is enough.
        captures: Option<u8>,
    },
    /// One piece gives check, and no last move explains it.
    ImpossibleCheck,
    /// Two pieces give check, and no last move explains both.
    ImpossibleDoubleCheck,
    /// Three or more pieces give check.
    TripleCheck,
    /// The side that is said to have moved cannot have made any move.
    NoLastMove(Color),
    /// A castling right without a rook to castle with.
    CastlingWithoutRook(Color),
    /// A castling right although the king is not where he can have started.
    CastlingWithoutKing(Color),
    /// Two castling rights to the same side of the king.
    CastlingTwice(Color),
    /// No pawn can have passed over the en-passant square with the last move.
    EnPassantSquare,
    /// The pawn that is said to have just made a double step cannot be the
    /// reason for the check.
    EnPassantCheck,
    /// A pawn has just made a double step, and yet the half-move clock runs.
    EnPassantClock,
    /// The half-move clock counts more moves than have been played.
    LongClock,
}

impl ImpossibilityKind {
    /// A short name for programs.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            ImpossibilityKind::ManyPieces(_) => "many_pieces",
            ImpossibilityKind::ManyPawns(_) => "many_pawns",
            ImpossibilityKind::ManyPromotions { .. } => "many_promotions",
            ImpossibilityKind::MonochromeBishops { .. } => "monochrome_bishops",
            ImpossibilityKind::LockedBishops { .. } => "locked_bishops",
            ImpossibilityKind::PassedPawns => "passed_pawns",
            ImpossibilityKind::PawnStructure { .. } => "pawn_structure",
            ImpossibilityKind::ImpossibleCheck => "impossible_check",
            ImpossibilityKind::ImpossibleDoubleCheck => "impossible_double_check",
            ImpossibilityKind::TripleCheck => "triple_check",
            ImpossibilityKind::NoLastMove(_) => "no_last_move",
            ImpossibilityKind::CastlingWithoutRook(_) => "castling_without_rook",
            ImpossibilityKind::CastlingWithoutKing(_) => "castling_without_king",
            ImpossibilityKind::CastlingTwice(_) => "castling_twice",
            ImpossibilityKind::EnPassantSquare => "en_passant_square",
            ImpossibilityKind::EnPassantCheck => "en_passant_check",
            ImpossibilityKind::EnPassantClock => "en_passant_clock",
            ImpossibilityKind::LongClock => "long_clock",
        }
    }
}

impl Impossibility {
    /// A short name for programs.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        self.kind.code()
    }
}

impl fmt::Display for Impossibility {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let squares = self.squares;
        match self.kind {
            ImpossibilityKind::ManyPieces(color) => {
                let count = squares.count();
                write!(f, "{color} has {count} pieces; a game begins with 16")
            }
            ImpossibilityKind::ManyPawns(color) => {
                let count = squares.count();
                write!(f, "{color} has {count} pawns; a game begins with 8")
            }
            ImpossibilityKind::ManyPromotions { color, promoted } => write!(
                f,
                "at least {promoted} of {color}'s pieces must be promoted pawns, \
                 and that many pawns are not missing"
            ),
            ImpossibilityKind::MonochromeBishops { color, promoted } => write!(
                f,
                "{color} has too many bishops on squares of one color: at least {promoted} of \
                 its pieces must be promoted pawns, and that many pawns are not missing"
            ),
            ImpossibilityKind::LockedBishops { color, promoted } => write!(
                f,
                "{color}'s own pawns have never let a bishop out: at least {promoted} of its \
                 pieces must be promoted pawns, and that many pawns are not missing"
            ),
            ImpossibilityKind::PassedPawns => f.write_str(
                "so few pieces have been taken that the missing pawns cannot have passed \
                 the pawns in front of them",
            ),
            ImpossibilityKind::PawnStructure {
                color,
                captures: Some(captures),
            } => {
                let plural = if captures == 1 { "" } else { "s" };
                write!(
                    f,
                    "{color}'s pawns need at least {captures} capture{plural} to stand as they \
                     do, and {} has not lost that many pieces",
                    !color
                )
            }
            ImpossibilityKind::PawnStructure {
                color,
                captures: None,
            } => write!(f, "{color}'s pawns cannot have come to stand as they do"),
            ImpossibilityKind::ImpossibleCheck => {
                write!(f, "no last move explains the check: {squares}")
            }
            ImpossibilityKind::ImpossibleDoubleCheck => {
                write!(f, "no single move gives both of these checks: {squares}")
            }
            ImpossibilityKind::TripleCheck => {
                write!(f, "no move gives more than two checks at once: {squares}")
            }
            ImpossibilityKind::NoLastMove(color) => {
                write!(f, "{color} cannot have made the last move: none leads here")
            }
            ImpossibilityKind::CastlingWithoutRook(color) => write!(
                f,
                "{color} has no rook for a castling right to belong to: {squares}"
            ),
            ImpossibilityKind::CastlingWithoutKing(color) => write!(
                f,
                "{color} cannot have kept a right to castle: no game begins with the king there"
            ),
            ImpossibilityKind::CastlingTwice(color) => write!(
                f,
                "{color} cannot castle with two rooks on the same side of the king: {squares}"
            ),
            ImpossibilityKind::EnPassantSquare => {
                write!(
                    f,
                    "no pawn can have passed over {squares} with the last move"
                )
            }
            ImpossibilityKind::EnPassantCheck => write!(
                f,
                "the pawn that passed over the en-passant square does not explain the check: \
                 {squares}"
            ),
            ImpossibilityKind::EnPassantClock => f.write_str(
                "a pawn has just made a double step, and yet the half-move clock is not 0",
            ),
            ImpossibilityKind::LongClock => {
                f.write_str("the half-move clock counts more moves than the game has")
            }
        }
    }
}

impl Setup {
    /// Everything about the set-up that cannot have come about in a game of
    /// chess or Chess960. None of it stops anybody from playing.
    ///
    /// ```
    /// use arbiter_rules::Setup;
    ///
    /// // Two knights give check at once.
    /// let setup: Setup = "4k3/2N3N1/8/8/8/8/8/4K3 b - - 0 1".parse()?;
    /// let doubts = setup.impossibilities();
    /// assert_eq!(doubts[0].code(), "impossible_double_check");
    /// assert_eq!(doubts[0].squares.to_string(), "c7 g7");
    /// assert!(setup.position().is_ok());
    /// # Ok::<(), arbiter_rules::ParseFenError>(())
    /// ```
    #[must_use]
    pub fn impossibilities(&self) -> Vec<Impossibility> {
        let mut doubts = Vec::new();
        if self.saktris.is_some() {
            // All of these are about games that begin with all pieces there.
            return doubts;
        }
        material::doubts(&self.board, &mut doubts);
        self.castling_doubts(&mut doubts);
        self.en_passant_doubts(&mut doubts);
        self.clock_doubts(&mut doubts);
        self.last_move_doubts(&mut doubts);
        doubts
    }

    fn castling_doubts(&self, doubts: &mut Vec<Impossibility>) {
        let valid = self.valid_castling().rooks();
        for color in Color::ALL {
            let half = Bitboard(match color {
                Color::White => 0xffff_ffff,
                Color::Black => !0xffff_ffff,
            });
            let claimed = self.castling & half;
            let back_rank = Bitboard::rank(color.back_rank());
            let rooks = self.board.pieces(color, Role::Rook) & back_rank;
            let without_rook = claimed - rooks;
            let claimed = claimed & rooks;
            // A king starts between two rooks, so never in a corner.
            let starts = back_rank - Bitboard::file(File::A) - Bitboard::file(File::H);
            let without_king = match self.board.king(color) {
                Some(king) if starts.contains(king) => Bitboard::EMPTY,
                _ => claimed,
            };
            let twice = claimed - without_king - valid;
            for (kind, squares) in [
                (ImpossibilityKind::CastlingWithoutRook(color), without_rook),
                (ImpossibilityKind::CastlingWithoutKing(color), without_king),
                (ImpossibilityKind::CastlingTwice(color), twice),
            ] {
                if squares.any() {
                    doubts.push(Impossibility { kind, squares });
                }
            }
        }
    }

    fn en_passant_doubts(&self, doubts: &mut Vec<Impossibility>) {
        let Some(square) = self.en_passant else {
            return;
        };
        let squares = square.bitboard();
        if self.valid_en_passant().is_none() {
            doubts.push(Impossibility {
                kind: ImpossibilityKind::EnPassantSquare,
                squares,
            });
        } else if self.halfmoves > 0 {
            doubts.push(Impossibility {
                kind: ImpossibilityKind::EnPassantClock,
                squares,
            });
        }
    }

    fn clock_doubts(&self, doubts: &mut Vec<Impossibility>) {
        let played = 2 * u32::from(self.fullmoves.max(1) - 1) + self.turn as u32;
        // Both numbers stop at their largest value, then they tell nothing.
        if u32::from(self.halfmoves) > played && self.fullmoves < u16::MAX {
            doubts.push(Impossibility {
                kind: ImpossibilityKind::LongClock,
                squares: Bitboard::EMPTY,
            });
        }
    }

    fn last_move_doubts(&self, doubts: &mut Vec<Impossibility>) {
        let Some(king) = self.kings_and_pawns_are_right() else {
            return;
        };
        let checkers = self
            .board
            .attackers(king, !self.turn, self.board.occupied());
        if checkers.is_empty() && self.can_be_a_start() || last_move::exists(self, king) {
            return;
        }
        let (kind, squares) = match (self.valid_en_passant(), checkers.count()) {
            // Before the double step this king was in check, and it was not
            // its turn.
            (Some(passed), 0) => (ImpossibilityKind::EnPassantSquare, passed.bitboard()),
            (Some(_), _) if last_move::any_exists(self, king) => {
                (ImpossibilityKind::EnPassantCheck, checkers)
            }
            (_, 0) => (
                ImpossibilityKind::NoLastMove(!self.turn),
                self.board.of(!self.turn),
            ),
            (_, 1) => (ImpossibilityKind::ImpossibleCheck, checkers),
            (_, 2) => (ImpossibilityKind::ImpossibleDoubleCheck, checkers),
            _ => (ImpossibilityKind::TripleCheck, checkers),
        };
        doubts.push(Impossibility { kind, squares });
    }

    /// The king of the side to move, if the board is one on which moves can
    /// be taken back at all.
    fn kings_and_pawns_are_right(&self) -> Option<Square> {
        let board = &self.board;
        board.pieces(!self.turn, Role::King).single()?;
        let king = board.pieces(self.turn, Role::King).single()?;
        let has_back_pawns = board.by_role(Role::Pawn).meets(Bitboard::BACK_RANKS);
        let kings_touch = attacks::king(king).meets(board.pieces(!self.turn, Role::King));
        (!has_back_pawns && !kings_touch).then_some(king)
    }

    /// Whether this may be the position before the first move, of chess or of
    /// Chess960.
    fn can_be_a_start(&self) -> bool {
        let homes = 0x00ff_0000_0000_ff00;
        self.turn == Color::White
            && self.board.occupied().count() == 32
            && self.board.by_role(Role::Pawn) == Bitboard(homes)
    }
}

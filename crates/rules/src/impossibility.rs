//! Setups that cannot arise in a game.
//!
//! Each impossibility is proven: no position of a game from any of the 960 starting
//! positions has one. The converse does not hold. To decide whether a position can be
//! reached is a hard problem, and only the quick proofs are implemented here.

mod last_move;
mod material;

use alloc::vec::Vec;
use core::fmt;

use crate::{Bitboard, Color, File, Role, Setup, Square, attacks};

/// Something about a setup that cannot arise in a game. The setup may still be
/// playable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Impossibility {
    /// What is impossible.
    pub kind: ImpossibilityKind,
    /// The squares involved.
    pub squares: Bitboard,
}

/// What can be impossible about a setup.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum ImpossibilityKind {
    /// A side has more than sixteen pieces.
    ManyPieces(Color),
    /// A side has more than eight pawns.
    ManyPawns(Color),
    /// A side has more promoted pieces than pawns it has lost.
    ManyPromotions {
        /// The side.
        color: Color,
        /// How many of its pieces must be promoted pawns, at least.
        promoted: u8,
    },
    /// A side has more bishops on squares of one color than its missing pawns can
    /// account for.
    MonochromeBishops {
        /// The side.
        color: Color,
        /// How many of its pieces must be promoted pawns, at least.
        promoted: u8,
    },
    /// Bishops are beyond their own unmoved pawns, and there are more of them than the
    /// missing pawns can account for.
    LockedBishops {
        /// The side.
        color: Color,
        /// How many of its pieces must be promoted pawns, at least.
        promoted: u8,
    },
    /// Opposing pawns of one file must have passed each other, and there were too few
    /// captures for that.
    PassedPawns,
    /// The pawns would have needed more captures to reach their files than there were.
    PawnStructure {
        /// The side.
        color: Color,
        /// How many captures its pawns need, or `None` if no number is enough.
        captures: Option<u8>,
    },
    /// One piece gives check, and no last move explains it.
    ImpossibleCheck,
    /// Two pieces give check, and no last move explains both.
    ImpossibleDoubleCheck,
    /// Three or more pieces give check.
    TripleCheck,
    /// The side that is not to move cannot have made the last move.
    NoLastMove(Color),
    /// A castling right without a rook to castle with.
    CastlingWithoutRook(Color),
    /// A castling right although the king is not on a possible starting square.
    CastlingWithoutKing(Color),
    /// Two castling rights to the same side of the king.
    CastlingTwice(Color),
    /// No pawn can have passed over the en-passant square on the last move.
    EnPassantSquare,
    /// The double step that the en-passant square implies does not explain the check.
    EnPassantCheck,
    /// There is an en-passant square although the half-move clock is not 0.
    EnPassantClock,
    /// The half-move clock counts more moves than have been played.
    LongClock,
}

impl ImpossibilityKind {
    /// Returns a stable name for programs.
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
    /// Returns a stable name for programs.
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
                write!(f, "{color} has {count} pieces; a game starts with 16")
            }
            ImpossibilityKind::ManyPawns(color) => {
                let count = squares.count();
                write!(f, "{color} has {count} pawns; a game starts with 8")
            }
            ImpossibilityKind::ManyPromotions { color, promoted } => write!(
                f,
                "at least {promoted} of {color}'s pieces must be promoted pawns, but fewer pawns \
                 are missing"
            ),
            ImpossibilityKind::MonochromeBishops { color, promoted } => write!(
                f,
                "{color} has too many bishops on squares of one color: at least {promoted} of \
                 its pieces must be promoted pawns, but fewer pawns are missing"
            ),
            ImpossibilityKind::LockedBishops { color, promoted } => write!(
                f,
                "{color} has a bishop that its own pawns have never let out: at least {promoted} \
                 of its pieces must be promoted pawns, but fewer pawns are missing"
            ),
            ImpossibilityKind::PassedPawns => f.write_str(
                "too few pieces have been captured for the missing pawns to have passed the pawns \
                 in front of them",
            ),
            ImpossibilityKind::PawnStructure {
                color,
                captures: Some(captures),
            } => {
                let plural = if captures == 1 { "" } else { "s" };
                write!(
                    f,
                    "{color}'s pawns need at least {captures} capture{plural} to be where they \
                     are, but {} has lost fewer pieces",
                    !color
                )
            }
            ImpossibilityKind::PawnStructure {
                color,
                captures: None,
            } => write!(
                f,
                "{color}'s pawns cannot have reached the squares they are on"
            ),
            ImpossibilityKind::ImpossibleCheck => {
                write!(f, "no possible last move explains the check: {squares}")
            }
            ImpossibilityKind::ImpossibleDoubleCheck => {
                write!(f, "no single move can give both of these checks: {squares}")
            }
            ImpossibilityKind::TripleCheck => {
                write!(
                    f,
                    "no move can give more than two checks at once: {squares}"
                )
            }
            ImpossibilityKind::NoLastMove(color) => {
                write!(
                    f,
                    "{color} cannot have made the last move: no legal move leads to this position"
                )
            }
            ImpossibilityKind::CastlingWithoutRook(color) => {
                write!(f, "{color} has a castling right without a rook: {squares}")
            }
            ImpossibilityKind::CastlingWithoutKing(color) => write!(
                f,
                "{color} cannot have a castling right: no game starts with the king on that square"
            ),
            ImpossibilityKind::CastlingTwice(color) => write!(
                f,
                "{color} cannot castle with two rooks on the same side of the king: {squares}"
            ),
            ImpossibilityKind::EnPassantSquare => {
                write!(f, "no pawn can have passed over {squares} on the last move")
            }
            ImpossibilityKind::EnPassantCheck => write!(
                f,
                "the double step over the en-passant square does not explain the check: {squares}"
            ),
            ImpossibilityKind::EnPassantClock => {
                f.write_str("a pawn has just made a double step, but the half-move clock is not 0")
            }
            ImpossibilityKind::LongClock => {
                f.write_str("the half-move clock is higher than the number of moves played")
            }
        }
    }
}

impl Setup {
    /// Returns everything about the setup that cannot arise in a game of chess or
    /// Chess960. A setup with impossibilities may still be playable.
    ///
    /// ```
    /// use arbiter_rules::Setup;
    ///
    /// // Two knights give check at the same time.
    /// let setup: Setup = "4k3/2N3N1/8/8/8/8/8/4K3 b - - 0 1".parse()?;
    /// let found = setup.impossibilities();
    /// assert_eq!(found[0].code(), "impossible_double_check");
    /// assert_eq!(found[0].squares.to_string(), "c7 g7");
    /// assert!(setup.position().is_ok());
    /// # Ok::<(), arbiter_rules::ParseFenError>(())
    /// ```
    #[must_use]
    pub fn impossibilities(&self) -> Vec<Impossibility> {
        let mut found = Vec::new();
        if self.saktris.is_some() {
            // All of them assume that the game starts with all pieces on the board.
            return found;
        }
        material::impossibilities(&self.board, &mut found);
        self.castling_impossibilities(&mut found);
        self.en_passant_impossibilities(&mut found);
        self.clock_impossibilities(&mut found);
        self.last_move_impossibilities(&mut found);
        found
    }

    fn castling_impossibilities(&self, found: &mut Vec<Impossibility>) {
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
                    found.push(Impossibility { kind, squares });
                }
            }
        }
    }

    fn en_passant_impossibilities(&self, found: &mut Vec<Impossibility>) {
        let Some(square) = self.en_passant else {
            return;
        };
        let squares = square.bitboard();
        if self.valid_en_passant().is_none() {
            found.push(Impossibility {
                kind: ImpossibilityKind::EnPassantSquare,
                squares,
            });
        } else if self.halfmoves > 0 {
            found.push(Impossibility {
                kind: ImpossibilityKind::EnPassantClock,
                squares,
            });
        }
    }

    fn clock_impossibilities(&self, found: &mut Vec<Impossibility>) {
        let played = 2 * u32::from(self.fullmoves.max(1) - 1) + self.turn as u32;
        // Both numbers saturate, and then prove nothing.
        if u32::from(self.halfmoves) > played && self.fullmoves < u16::MAX {
            found.push(Impossibility {
                kind: ImpossibilityKind::LongClock,
                squares: Bitboard::EMPTY,
            });
        }
    }

    fn last_move_impossibilities(&self, found: &mut Vec<Impossibility>) {
        let Some(king) = self.king_of_sound_board() else {
            return;
        };
        let checkers = self
            .board
            .attackers(king, !self.turn, self.board.occupied());
        if checkers.is_empty() && self.may_be_start() || last_move::exists(self, king) {
            return;
        }
        let (kind, squares) = match (self.valid_en_passant(), checkers.count()) {
            // Before the double step this king was in check although its side was not
            // to move.
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
        found.push(Impossibility { kind, squares });
    }

    /// Returns the king of the side to move, if kings and pawns are placed so that moves
    /// can be undone at all.
    fn king_of_sound_board(&self) -> Option<Square> {
        let board = &self.board;
        board.pieces(!self.turn, Role::King).single()?;
        let king = board.pieces(self.turn, Role::King).single()?;
        let has_back_pawns = board.by_role(Role::Pawn).meets(Bitboard::BACK_RANKS);
        let kings_touch = attacks::king(king).meets(board.pieces(!self.turn, Role::King));
        (!has_back_pawns && !kings_touch).then_some(king)
    }

    /// Reports whether this may be a starting position of chess or Chess960.
    fn may_be_start(&self) -> bool {
        let homes = 0x00ff_0000_0000_ff00;
        self.turn == Color::White
            && self.board.occupied().count() == 32
            && self.board.by_role(Role::Pawn) == Bitboard(homes)
    }
}

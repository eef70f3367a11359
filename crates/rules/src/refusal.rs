mod attempt;
mod cause;
mod message;
mod wording;

use crate::{Bitboard, Role, Square, Variant};

pub use attempt::{Attempt, Occupant};
pub(crate) use cause::Stage;
pub use cause::{Cause, CheckAnswers, GameOverReason, Obstruction, RookLocation};

/// Why a move is refused: what was tried, and the first law it breaks in the
/// order of R82.
///
/// A refusal teaches (R84). It has a stable [`code`](Refusal::code) for programs,
/// the [`article`](Refusal::article) of the Laws of Chess and the
/// [`squares`](Refusal::squares) to highlight, and it prints as an English
/// sentence.
///
/// ```
/// use arbiter_rules::Position;
///
/// let position: Position = "4kr2/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
/// let refusal = position.find("e1g1".parse()?).unwrap_err();
/// assert_eq!(
///     refusal.to_string(),
///     "O-O is not allowed: the king would cross f1, which the rook on f8 attacks. \
///      A king cannot castle through check."
/// );
/// assert_eq!(refusal.code(), "castling_through_attack");
/// assert_eq!(refusal.article(), Some("3.8.2.2"));
/// assert_eq!(refusal.squares().to_string(), "f8 f1");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Refusal {
    /// The variant being played, on which the explanation may depend.
    pub variant: Variant,
    /// The move that was tried, or `None` if the text could not be read as a move.
    pub attempt: Option<Attempt>,
    /// Why it is refused.
    pub cause: Cause,
}

/// The two kinds of refusals (R84).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum RefusalKind {
    /// The text is not a move, or could mean several moves.
    InvalidInput,
    /// The move breaks a law.
    IllegalMove,
}

impl RefusalKind {
    /// Returns `"invalid_input"` or `"illegal_move"`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            RefusalKind::InvalidInput => "invalid_input",
            RefusalKind::IllegalMove => "illegal_move",
        }
    }
}

impl Refusal {
    /// Returns whether the text is wrong or the move.
    #[must_use]
    pub const fn kind(&self) -> RefusalKind {
        match self.cause {
            Cause::NotAMove { .. }
            | Cause::NotASquare { .. }
            | Cause::NoSuchPromotion { .. }
            | Cause::Ambiguous { .. }
            | Cause::Miswritten { .. }
            | Cause::NothingToTake { .. }
            | Cause::CastlingNotWritten { .. } => RefusalKind::InvalidInput,
            _ => RefusalKind::IllegalMove,
        }
    }

    /// Returns a stable name for programs. It does not change when the sentence is
    /// reworded.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match &self.cause {
            Cause::NotAMove { .. } => "not_a_move",
            Cause::NotASquare { .. } => "not_a_square",
            Cause::NoSuchPromotion { .. } => "no_such_promotion",
            Cause::Ambiguous { .. } => "ambiguous",
            Cause::Miswritten { .. } => "miswritten",
            Cause::Pass => "no_passing",
            Cause::GameOver { .. } => "game_over",
            Cause::EmptySquare { .. } => "empty_square",
            Cause::NotYourPiece { .. } => "not_your_piece",
            Cause::NoSuchPiece { .. } => "no_such_piece",
            Cause::StaysPut { .. } => "stays_put",
            Cause::NotItsMove { piece, .. } => match piece.piece.role {
                Role::Pawn => "not_a_pawn_move",
                Role::Knight => "not_a_knight_move",
                Role::Bishop => "not_a_bishop_move",
                Role::Rook => "not_a_rook_move",
                Role::Queen => "not_a_queen_move",
                Role::King => "not_a_king_move",
            },
            Cause::PawnBackward { .. } => "pawn_backward",
            Cause::PawnSideways { .. } => "pawn_sideways",
            Cause::PawnDoubleStep { .. } => "pawn_double_step",
            Cause::PawnTooFar { .. } => "pawn_too_far",
            Cause::PawnTakesNothing { .. } => "pawn_takes_nothing",
            Cause::NoneReaches { .. } => "none_reaches",
            Cause::Blocked { .. } => "blocked",
            Cause::PawnBlocked { .. } => "pawn_blocked",
            Cause::OwnPiece { .. } => "own_piece",
            Cause::KingTaken { .. } => "king_taken",
            Cause::CaptureNotWritten { .. } => "capture_not_written",
            Cause::NothingToTake { .. } => "nothing_to_take",
            Cause::CastlingNotWritten { .. } => "castling_not_written",
            Cause::CastlingOffRank { .. } => "castling_off_rank",
            Cause::CastlingDone { .. } => "castling_done",
            Cause::CastlingKingMoved { .. } => "castling_king_moved",
            Cause::CastlingRookMoved { .. } => "castling_rook_moved",
            Cause::CastlingRookTaken { .. } => "castling_rook_taken",
            Cause::CastlingPromotedRook { .. } => "castling_promoted_rook",
            Cause::CastlingNoRook { .. } => "castling_no_rook",
            Cause::CastlingLost { .. } => "castling_lost",
            Cause::CastlingBlocked { .. } => "castling_blocked",
            Cause::CastlingOutOfCheck { .. } => "castling_out_of_check",
            Cause::CastlingThroughAttack { .. } => "castling_through_attack",
            Cause::CastlingIntoCheck { .. } => "castling_into_check",
            Cause::EnPassantNotNow { .. } => "en_passant_not_now",
            Cause::EnPassantTooLate { .. } => "en_passant_too_late",
            Cause::EnPassantNoDoubleStep { .. } => "en_passant_no_double_step",
            Cause::EnPassantWrongRank { .. } => "en_passant_wrong_rank",
            Cause::NotInPassing { .. } => "not_in_passing",
            Cause::PromotionNotDue { .. } => "promotion_not_due",
            Cause::KingIntoCheck { .. } => "king_into_check",
            Cause::KingTakesProtected { .. } => "king_takes_protected",
            Cause::KingBesideKing { .. } => "king_beside_king",
            Cause::InCheck { .. } => "in_check",
            Cause::DoubleCheck { .. } => "double_check",
            Cause::Pinned { .. } => "pinned",
            Cause::EnPassantOpensLine { .. } => "en_passant_opens_line",
            Cause::NothingIsPlaced => "nothing_is_placed",
            Cause::PlacingIsDue { .. } => "placing_is_due",
            Cause::NothingWaits { .. } => "nothing_waits",
            Cause::AnotherWaits { .. } => "another_waits",
            Cause::PlacedOffBackRank { .. } => "placed_off_back_rank",
            Cause::PlacedOnPiece { .. } => "placed_on_piece",
            Cause::PlacedOnBishopColor { .. } => "placed_on_bishop_color",
            Cause::ClearExposesKing { .. } => "clear_exposes_king",
            Cause::ClearTakesOwnKing { .. } => "clear_takes_own_king",
            Cause::NoneCan { .. } => "none_can",
        }
    }

    /// Returns the article of the FIDE Laws of Chess (in force from January 1, 2023)
    /// that forbids the move, or `None` for invalid input and for the laws of
    /// Saktris.
    #[must_use]
    pub const fn article(&self) -> Option<&'static str> {
        Some(match &self.cause {
            Cause::NotAMove { .. }
            | Cause::NotASquare { .. }
            | Cause::Ambiguous { .. }
            | Cause::Miswritten { .. }
            | Cause::NothingToTake { .. }
            | Cause::CastlingNotWritten { .. } => return None,
            Cause::NoSuchPromotion { .. } | Cause::PromotionNotDue { .. } => "3.7.3.3",
            Cause::Pass | Cause::NotYourPiece { .. } => "1.2",
            Cause::GameOver { reason, .. } => match reason {
                GameOverReason::Checkmate => "5.1.1",
                GameOverReason::Stalemate => "5.2.1",
                GameOverReason::KingLost => return None,
            },
            Cause::NothingIsPlaced
            | Cause::PlacingIsDue { .. }
            | Cause::NothingWaits { .. }
            | Cause::AnotherWaits { .. }
            | Cause::PlacedOffBackRank { .. }
            | Cause::PlacedOnPiece { .. }
            | Cause::PlacedOnBishopColor { .. }
            | Cause::ClearExposesKing { .. }
            | Cause::ClearTakesOwnKing { .. } => return None,
            Cause::EmptySquare { .. }
            | Cause::NoSuchPiece { .. }
            | Cause::StaysPut { .. }
            | Cause::NoneCan { .. } => "3.10.2",
            Cause::NotItsMove { piece, .. } => article_on_movement(piece.piece.role),
            Cause::NoneReaches { pieces, .. } => match pieces.as_slice() {
                [piece, ..] => article_on_movement(piece.piece.role),
                [] => "3.10.2",
            },
            Cause::PawnBackward { .. } | Cause::PawnSideways { .. } => "3.7.1",
            Cause::PawnDoubleStep { .. } | Cause::PawnTooFar { .. } => "3.7.2",
            Cause::PawnTakesNothing { .. } | Cause::CaptureNotWritten { .. } => "3.7.3",
            Cause::Blocked { .. } => "3.5",
            Cause::PawnBlocked {
                pawn,
                blocker,
                obstructs,
            } => match obstructs {
                Obstruction::Target if is_one_step(*pawn, blocker.square) => "3.7.1",
                Obstruction::Target | Obstruction::Path => "3.7.2",
            },
            Cause::OwnPiece { .. } => "3.1",
            Cause::KingTaken { .. } => "1.4.1",
            Cause::CastlingOffRank { .. }
            | Cause::CastlingNoRook { .. }
            | Cause::CastlingRookTaken { .. }
            | Cause::CastlingPromotedRook { .. } => "3.8.2",
            Cause::CastlingDone { .. }
            | Cause::CastlingKingMoved { .. }
            | Cause::CastlingRookMoved { .. }
            | Cause::CastlingLost { .. } => "3.8.2.1",
            Cause::CastlingBlocked { .. }
            | Cause::CastlingOutOfCheck { .. }
            | Cause::CastlingThroughAttack { .. }
            | Cause::CastlingIntoCheck { .. } => "3.8.2.2",
            Cause::EnPassantNotNow { .. } | Cause::EnPassantTooLate { .. } => "3.7.3.2",
            Cause::EnPassantNoDoubleStep { .. }
            | Cause::EnPassantWrongRank { .. }
            | Cause::NotInPassing { .. } => "3.7.3.1",
            Cause::KingIntoCheck { .. }
            | Cause::KingTakesProtected { .. }
            | Cause::KingBesideKing { .. }
            | Cause::InCheck { .. }
            | Cause::DoubleCheck { .. }
            | Cause::Pinned { .. }
            | Cause::EnPassantOpensLine { .. } => "3.9.2",
        })
    }

    /// Returns the byte offset of the mistake, if the text is wrong.
    #[must_use]
    pub const fn offset(&self) -> Option<usize> {
        match self.cause {
            Cause::NotAMove { offset }
            | Cause::NotASquare { offset, .. }
            | Cause::NoSuchPromotion { offset, .. } => Some(offset),
            _ => None,
        }
    }

    /// Adds to the byte offset, for text that is part of a longer text.
    pub(crate) fn shifted(mut self, by: usize) -> Refusal {
        if let Cause::NotAMove { offset }
        | Cause::NotASquare { offset, .. }
        | Cause::NoSuchPromotion { offset, .. } = &mut self.cause
        {
            *offset += by;
        }
        self
    }

    /// Returns the squares to highlight: those of the pieces and squares that the
    /// explanation names.
    #[must_use]
    pub fn squares(&self) -> Bitboard {
        match &self.cause {
            Cause::NotAMove { .. }
            | Cause::NotASquare { .. }
            | Cause::NoSuchPromotion { .. }
            | Cause::Pass
            | Cause::NothingIsPlaced
            | Cause::NothingWaits { .. }
            | Cause::AnotherWaits { .. }
            | Cause::Miswritten { .. } => Bitboard::EMPTY,
            Cause::PlacingIsDue { squares, .. } => *squares,
            Cause::PlacedOffBackRank { to, .. } => (*to).into(),
            Cause::PlacedOnPiece { piece } => piece.square.into(),
            Cause::PlacedOnBishopColor { bishop, to } => [*bishop, *to].into(),
            Cause::ClearExposesKing {
                cleared,
                king,
                attackers,
            } => (squares_of(cleared) | squares_of(attackers)).with(*king),
            Cause::ClearTakesOwnKing { cleared, king } => squares_of(cleared).with(*king),
            Cause::NoSuchPiece { file, rank, .. } => match (*file, *rank) {
                (Some(file), Some(rank)) => Square::new(file, rank).into(),
                _ => Bitboard::EMPTY,
            },
            Cause::GameOver {
                king,
                checkers,
                move_refusal,
                ..
            } => {
                let move_refusal = move_refusal.as_deref().map(Refusal::squares);
                squares_of(checkers)
                    | move_refusal.unwrap_or_default()
                    | king.map(Bitboard::from).unwrap_or_default()
            }
            Cause::EmptySquare { square }
            | Cause::StaysPut { square }
            | Cause::NothingToTake { square }
            | Cause::NotInPassing { square }
            | Cause::CastlingNoRook { square } => (*square).into(),
            Cause::NotYourPiece { piece } | Cause::OwnPiece { piece } => piece.square.into(),
            Cause::NotItsMove { piece, to } | Cause::PromotionNotDue { piece, to } => {
                [piece.square, *to].into()
            }
            Cause::PawnBackward { pawn, to }
            | Cause::PawnSideways { pawn, to }
            | Cause::PawnDoubleStep { pawn, to }
            | Cause::PawnTooFar { pawn, to }
            | Cause::PawnTakesNothing { pawn, to } => [*pawn, *to].into(),
            Cause::Blocked { blocker } | Cause::PawnBlocked { blocker, .. } => {
                blocker.square.into()
            }
            Cause::KingTaken { king: piece } | Cause::CaptureNotWritten { target: piece, .. } => {
                piece.square.into()
            }
            Cause::CastlingOffRank { king, rook } | Cause::CastlingLost { king, rook } => {
                [*king, *rook].into()
            }
            Cause::CastlingNotWritten { king, to, .. } => [*king, *to].into(),
            Cause::CastlingDone { king, .. } | Cause::CastlingKingMoved { king, .. } => {
                (*king).into()
            }
            Cause::CastlingRookMoved { rook, .. }
            | Cause::CastlingRookTaken { rook, .. }
            | Cause::CastlingPromotedRook { rook, .. } => (*rook).into(),
            Cause::NoneReaches { pieces, to } => squares_of(pieces).with(*to),
            Cause::Ambiguous { pieces, .. }
            | Cause::CastlingBlocked {
                blockers: pieces, ..
            } => squares_of(pieces),
            Cause::CastlingOutOfCheck { king, checkers }
            | Cause::DoubleCheck { king, checkers } => squares_of(checkers).with(*king),
            Cause::CastlingThroughAttack { square, attackers }
            | Cause::CastlingIntoCheck {
                square, attackers, ..
            }
            | Cause::KingIntoCheck {
                to: square,
                attackers,
            } => squares_of(attackers).with(*square),
            Cause::EnPassantNotNow { pawn }
            | Cause::EnPassantTooLate { pawn, .. }
            | Cause::EnPassantNoDoubleStep { pawn, .. } => (*pawn).into(),
            Cause::EnPassantWrongRank { pawn, beside, .. } => [*pawn, *beside].into(),
            Cause::KingTakesProtected { taken, protectors } => {
                squares_of(protectors).with(taken.square)
            }
            Cause::KingBesideKing { to, king } => [*to, *king].into(),
            Cause::InCheck { king, checker, .. } => [*king, checker.square].into(),
            Cause::Pinned {
                piece,
                king,
                pinner,
            } => [piece.square, *king, pinner.square].into(),
            Cause::EnPassantOpensLine {
                pawn,
                taken,
                king,
                attacker,
            } => [*pawn, *taken, *king, attacker.square].into(),
            Cause::NoneCan { refusals } => refusals
                .iter()
                .map(Refusal::squares)
                .fold(Bitboard::EMPTY, |all, squares| all | squares),
        }
    }
}

/// Returns the article on how a piece moves.
const fn article_on_movement(role: Role) -> &'static str {
    match role {
        Role::Pawn => "3.7",
        Role::Knight => "3.6",
        Role::Bishop => "3.2",
        Role::Rook => "3.3",
        Role::Queen => "3.4",
        Role::King => "3.8.1",
    }
}

/// Reports whether the second square is directly in front of a pawn on the first.
const fn is_one_step(pawn: Square, to: Square) -> bool {
    (pawn as u8).abs_diff(to as u8) == 8
}

impl core::error::Error for Refusal {}

fn squares_of(pieces: &[Occupant]) -> Bitboard {
    pieces.iter().map(|occupant| occupant.square).collect()
}

use alloc::{boxed::Box, vec::Vec};

use super::{Occupant, Refusal};
use crate::{Bitboard, CastlingSide, Color, File, MoveText, Piece, Rank, Role, Square};

/// Why a move is refused, with the pieces and squares involved. The variants are
/// listed in the order in which the laws are checked (R82).
///
/// A move number is `None` where it is not known: a [`Position`] has no history, a
/// [`PlayedLine`] does.
///
/// [`Position`]: crate::Position
/// [`PlayedLine`]: crate::PlayedLine
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Cause {
    // The form of the move.
    /// The text is not a move.
    NotAMove {
        /// The byte offset at which reading stopped.
        offset: usize,
    },
    /// Part of the text looks like a square, but the board has no such square.
    NotASquare {
        /// The byte offset of that part.
        offset: usize,
        /// The letter and the digit found there.
        found: [char; 2],
    },
    /// A pawn cannot promote to this (R60).
    NoSuchPromotion {
        /// The byte offset of the letter.
        offset: usize,
        /// The letter of the requested role.
        letter: char,
    },
    /// Several pieces could make the move as written.
    Ambiguous {
        /// Those pieces, all of one role and side.
        pieces: Vec<Occupant>,
        /// The unambiguous notation of each of their moves.
        moves: Vec<MoveText>,
    },
    /// The text names a legal move, but not in its strict notation.
    Miswritten {
        /// The strict notation.
        san: MoveText,
    },
    /// A player may not pass (R20). In Saktris a player who can do nothing else
    /// may.
    Pass,
    /// Checkmate and stalemate end the game at once (R24).
    GameOver {
        /// The side that has no move, or that lost its king.
        side: Color,
        /// How the game ended.
        reason: GameOverReason,
        /// The king of the side to move.
        king: Option<Square>,
        /// The pieces that check it.
        checkers: Vec<Occupant>,
        /// Why the move would be illegal in any case, if that is because of the
        /// king's safety.
        move_refusal: Option<Box<Refusal>>,
    },
    /// The square of departure is empty.
    EmptySquare {
        /// The empty square.
        square: Square,
    },
    /// The piece belongs to the side that is not to move (R19).
    NotYourPiece {
        /// The piece.
        piece: Occupant,
    },
    /// The side to move has no such piece.
    NoSuchPiece {
        /// The missing piece.
        piece: Piece,
        /// The file it should be on, if the move names one.
        file: Option<File>,
        /// The rank it should be on, if the move names one.
        rank: Option<Rank>,
    },
    /// The square of departure is also the square of arrival.
    StaysPut {
        /// The square.
        square: Square,
    },

    // How the piece moves.
    /// The piece does not move like that (R25–R29). For pawns, the variants below
    /// are more specific.
    NotItsMove {
        /// The piece.
        piece: Occupant,
        /// The square of arrival.
        to: Square,
    },
    /// A pawn never moves backward (R33).
    PawnBackward {
        /// The pawn.
        pawn: Square,
        /// The square of arrival.
        to: Square,
    },
    /// A pawn never moves sideways.
    PawnSideways {
        /// The pawn.
        pawn: Square,
        /// The square of arrival.
        to: Square,
    },
    /// A pawn advances two squares only from its starting square (R31).
    PawnDoubleStep {
        /// The pawn.
        pawn: Square,
        /// The square of arrival.
        to: Square,
    },
    /// A pawn never advances more than two squares.
    PawnTooFar {
        /// The pawn.
        pawn: Square,
        /// The square of arrival.
        to: Square,
    },
    /// A pawn moves diagonally only to capture, and there is nothing to capture
    /// (R34).
    PawnTakesNothing {
        /// The pawn.
        pawn: Square,
        /// The empty square.
        to: Square,
    },
    /// No piece of the role that was written moves like that.
    NoneReaches {
        /// All pieces of that role.
        pieces: Vec<Occupant>,
        /// The square of arrival.
        to: Square,
    },

    // A clear path.
    /// A piece is in the way (R36).
    Blocked {
        /// The first such piece.
        blocker: Occupant,
    },
    /// A piece is in front of the pawn, which captures only diagonally (R35).
    PawnBlocked {
        /// The pawn.
        pawn: Square,
        /// The piece in front of it.
        blocker: Occupant,
        /// Which part of the pawn's move that piece obstructs.
        obstructs: Obstruction,
    },

    // What may be captured.
    /// The square of arrival is occupied by a piece of the same side (R37).
    OwnPiece {
        /// That piece.
        piece: Occupant,
    },
    /// A king is never captured (R38).
    KingTaken {
        /// The king.
        king: Occupant,
    },
    /// No pawn can advance to the square, but one can capture the piece on it.
    CaptureNotWritten {
        /// The piece that can be captured.
        target: Occupant,
        /// The notation of those captures.
        moves: Vec<MoveText>,
    },
    /// The move is written as a capture, and there is nothing to capture.
    NothingToTake {
        /// The empty square.
        square: Square,
    },

    // Castling.
    /// Castling is legal, but written as a move of the king.
    CastlingNotWritten {
        /// The side to which the king can castle.
        side: CastlingSide,
        /// The king.
        king: Square,
        /// The square to which the king was to move.
        to: Square,
    },
    /// A king castles only along its back rank (R45).
    CastlingOffRank {
        /// The king.
        king: Square,
        /// The rook on the king's file.
        rook: Square,
    },
    /// The player has already castled (R46).
    CastlingDone {
        /// The side to which the king castled.
        side: CastlingSide,
        /// The number of that move.
        move_number: u16,
        /// The square the king is on.
        king: Square,
    },
    /// The king has moved (R41).
    CastlingKingMoved {
        /// The square the king is on.
        king: Square,
        /// The number of its first move.
        move_number: Option<u16>,
    },
    /// The rook has moved (R41).
    CastlingRookMoved {
        /// The square the rook started on.
        rook: Square,
        /// The number of its first move.
        move_number: Option<u16>,
        /// Whether a rook is on that square.
        now: RookLocation,
    },
    /// The rook was captured.
    CastlingRookTaken {
        /// The square it was captured on.
        rook: Square,
        /// The piece that captured it.
        by: Piece,
        /// The number of that move.
        move_number: u16,
    },
    /// The rook is a promoted pawn (R45).
    CastlingPromotedRook {
        /// The square of the rook.
        rook: Square,
        /// The number of the move on which the pawn promoted.
        move_number: u16,
    },
    /// There is no rook to castle with.
    CastlingNoRook {
        /// The square it should be on.
        square: Square,
    },
    /// King and rook are on their starting squares, but one of them has moved.
    CastlingLost {
        /// The king.
        king: Square,
        /// The rook.
        rook: Square,
    },
    /// A piece is between king and rook (R42).
    CastlingBlocked {
        /// The king.
        king: Square,
        /// The rook.
        rook: Square,
        /// All pieces in the way. In Chess960 they may be outside of the squares
        /// between king and rook.
        blockers: Vec<Occupant>,
    },
    /// The king is in check (R43).
    CastlingOutOfCheck {
        /// The king.
        king: Square,
        /// The pieces that give check.
        checkers: Vec<Occupant>,
    },
    /// The king would cross an attacked square (R43).
    CastlingThroughAttack {
        /// The attacked square.
        square: Square,
        /// The pieces that attack it.
        attackers: Vec<Occupant>,
    },
    /// The king would land on an attacked square (R43).
    CastlingIntoCheck {
        /// The attacked square.
        square: Square,
        /// The pieces that attack it.
        attackers: Vec<Occupant>,
        /// The rook, if it shields that square until it moves, as is possible in
        /// Chess960.
        shield: Option<Square>,
    },

    // En passant and promotion.
    /// The adjacent pawn has not just advanced two squares (R51).
    EnPassantNotNow {
        /// The pawn that cannot be captured.
        pawn: Square,
    },
    /// The adjacent pawn advanced two squares earlier: the moment has passed.
    EnPassantTooLate {
        /// The pawn that can no longer be captured.
        pawn: Square,
        /// The number of the move on which it advanced two squares.
        move_number: u16,
        /// How many moves ago it could have been captured.
        moves_ago: u16,
    },
    /// The adjacent pawn arrived without advancing two squares (R51).
    EnPassantNoDoubleStep {
        /// The pawn that cannot be captured.
        pawn: Square,
        /// The number of the move on which it arrived.
        move_number: u16,
    },
    /// A pawn captures en passant only from one rank: White's from the fifth, Black's
    /// from the fourth (R53).
    EnPassantWrongRank {
        /// The capturing pawn.
        pawn: Square,
        /// The adjacent pawn.
        beside: Square,
        /// The rank from which this side's pawns capture en passant.
        rank: Rank,
    },
    /// The move is marked as an en-passant capture and is not one.
    NotInPassing {
        /// The square of the capture, or of arrival if nothing is captured.
        square: Square,
    },
    /// Only a pawn that reaches the last rank promotes (R56).
    PromotionNotDue {
        /// The piece that would move.
        piece: Occupant,
        /// The square of arrival.
        to: Square,
    },

    // The safety of the king (R63).
    /// The king would move to an attacked square.
    KingIntoCheck {
        /// The square of arrival.
        to: Square,
        /// The pieces that attack it.
        attackers: Vec<Occupant>,
    },
    /// The king would capture a protected piece (R25).
    KingTakesProtected {
        /// The piece it would capture.
        taken: Occupant,
        /// The pieces that protect it.
        protectors: Vec<Occupant>,
    },
    /// The kings would be on adjacent squares.
    KingBesideKing {
        /// The square of arrival.
        to: Square,
        /// The other king.
        king: Square,
    },
    /// The king is in check, and the move does not end it (R62).
    InCheck {
        /// The king.
        king: Square,
        /// The piece that gives check.
        checker: Occupant,
        /// What would end the check.
        answers: CheckAnswers,
    },
    /// The king is in double check: only the king can move (C26).
    DoubleCheck {
        /// The king.
        king: Square,
        /// The pieces that give check.
        checkers: Vec<Occupant>,
    },
    /// The piece shields its king from an attacker.
    Pinned {
        /// The pinned piece.
        piece: Occupant,
        /// The king.
        king: Square,
        /// The piece that would attack the king.
        pinner: Occupant,
    },
    /// An en-passant capture would remove two pawns from a line to the king.
    EnPassantOpensLine {
        /// The capturing pawn.
        pawn: Square,
        /// The captured pawn.
        taken: Square,
        /// The king.
        king: Square,
        /// The piece that would attack the king.
        attacker: Occupant,
    },

    // Saktris.
    /// Pieces are placed only in Saktris.
    NothingIsPlaced,
    /// A piece is waiting and can be placed, so it must be placed first.
    PlacingIsDue {
        /// The waiting piece, or `None` if the player chooses.
        role: Option<Role>,
        /// The squares on which it can be placed.
        squares: Bitboard,
    },
    /// No piece is waiting to be placed.
    NothingWaits {
        /// The next piece, if the order is fixed and a piece is still to come.
        next: Option<Role>,
        /// After how many more moves it arrives, or `None` if all have arrived.
        moves: Option<u16>,
    },
    /// A different piece is waiting, or no such piece is left to come.
    AnotherWaits {
        /// The piece that was to be placed.
        role: Role,
        /// The waiting piece, or `None` if the player chooses.
        waiting: Option<Role>,
    },
    /// Pieces are placed only on the back rank.
    PlacedOffBackRank {
        /// The square on which the piece was to be placed.
        to: Square,
        /// The back rank of the side to move.
        rank: Rank,
    },
    /// The square is occupied.
    PlacedOnPiece {
        /// The piece on it.
        piece: Occupant,
    },
    /// The two bishops of a side are placed on squares of different colors.
    PlacedOnBishopColor {
        /// The bishop on the board.
        bishop: Square,
        /// The square on which the other bishop was to be placed.
        to: Square,
    },
    /// Clearing pieces would expose the player's own king to an attack.
    ClearExposesKing {
        /// The pieces that would be cleared.
        cleared: Vec<Occupant>,
        /// The king.
        king: Square,
        /// The pieces that would attack the king.
        attackers: Vec<Occupant>,
    },
    /// The player's own king would be cleared off the board.
    ClearTakesOwnKing {
        /// The pieces that would be cleared.
        cleared: Vec<Occupant>,
        /// The king.
        king: Square,
    },

    // Several pieces, none of which can move as written.
    /// No piece of the role can make the move as written, for different reasons.
    NoneCan {
        /// One refusal for each piece.
        refusals: Vec<Refusal>,
    },
}

/// How the position ended the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameOverReason {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// A king was cleared off the board (Saktris).
    KingLost,
}

/// The ways in which a legal move can end a check.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct CheckAnswers {
    /// The king can move out of check without capturing the piece that gives it.
    pub move_king: bool,
    /// That piece can be captured.
    pub capture: bool,
    /// A piece can move or be placed in between.
    pub block: bool,
}

/// Which part of a pawn's move a piece obstructs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Obstruction {
    /// The square of arrival.
    Target,
    /// The square that a double step passes over.
    Path,
}

/// Whether a rook of the side is on the square the castling rook started on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RookLocation {
    /// There is one.
    Home,
    /// There is none.
    Away,
}

/// The steps of R82 at which a move can fail, in their order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Stage {
    /// The form of the move, or how the piece moves.
    Shape,
    /// A clear path.
    Path,
    /// What may be captured.
    Capture,
    /// Castling, en passant, promotion.
    Special,
    /// The safety of the king.
    Safety,
}

impl Cause {
    /// Returns the step of R82 at which the move fails.
    pub(crate) const fn stage(&self) -> Stage {
        match self {
            Cause::Blocked { .. } | Cause::PawnBlocked { .. } => Stage::Path,
            Cause::OwnPiece { .. } | Cause::KingTaken { .. } | Cause::NothingToTake { .. } => {
                Stage::Capture
            }
            Cause::CastlingNotWritten { .. }
            | Cause::CastlingOffRank { .. }
            | Cause::CastlingDone { .. }
            | Cause::CastlingKingMoved { .. }
            | Cause::CastlingRookMoved { .. }
            | Cause::CastlingRookTaken { .. }
            | Cause::CastlingPromotedRook { .. }
            | Cause::CastlingNoRook { .. }
            | Cause::CastlingLost { .. }
            | Cause::CastlingBlocked { .. }
            | Cause::CastlingOutOfCheck { .. }
            | Cause::CastlingThroughAttack { .. }
            | Cause::CastlingIntoCheck { .. }
            | Cause::EnPassantNotNow { .. }
            | Cause::EnPassantTooLate { .. }
            | Cause::EnPassantNoDoubleStep { .. }
            | Cause::EnPassantWrongRank { .. }
            | Cause::NotInPassing { .. }
            | Cause::PromotionNotDue { .. } => Stage::Special,
            Cause::KingIntoCheck { .. }
            | Cause::KingTakesProtected { .. }
            | Cause::KingBesideKing { .. }
            | Cause::InCheck { .. }
            | Cause::DoubleCheck { .. }
            | Cause::Pinned { .. }
            | Cause::ClearExposesKing { .. }
            | Cause::ClearTakesOwnKing { .. }
            | Cause::EnPassantOpensLine { .. } => Stage::Safety,
            _ => Stage::Shape,
        }
    }
}

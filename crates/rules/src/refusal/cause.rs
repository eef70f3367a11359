use alloc::{boxed::Box, vec::Vec};

use super::{Occupant, Refusal};
use crate::{Bitboard, CastlingSide, Color, File, MoveText, Piece, Rank, Role, Square};

/// What stands against a move, in the order in which it is looked for (R82).
/// Where a move number is not given, it is not known: a [`Position`] has no
/// past, a [`PlayedLine`] has.
///
/// [`Position`]: crate::Position
/// [`PlayedLine`]: crate::PlayedLine
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Cause {
    // The form of the move.
    /// The text is not a move.
    NotAMove {
        /// The byte where reading stopped.
        offset: usize,
    },
    /// A part of the text should name a square, and there is no such square.
    NotASquare {
        /// The byte where it stands.
        offset: usize,
        /// What stands there.
        found: [char; 2],
    },
    /// No pawn becomes that (R60).
    NoSuchPromotion {
        /// The byte where it stands.
        offset: usize,
        /// The letter of what was asked for.
        letter: char,
    },
    /// Several pieces could make the move that was written.
    Ambiguous {
        /// These.
        pieces: Vec<Occupant>,
        /// How each of their moves is written.
        moves: Vec<MoveText>,
    },
    /// The text names a legal move, but not in its one strict spelling.
    Miswritten {
        /// How it is written.
        san: MoveText,
    },
    /// Nobody may pass (R20); in Saktris only who can do nothing.
    Pass,
    /// Mate and stalemate end the game at once (R24).
    GameOver {
        /// The side that has no move.
        side: Color,
        /// Whether its king is in check.
        reason: GameOverReason,
        /// Its king.
        king: Option<Square>,
        /// What gives mate.
        checkers: Vec<Occupant>,
        /// Why the move would not have helped: it does nothing for the king.
        move_refusal: Option<Box<Refusal>>,
    },
    /// There is nothing on the square of departure.
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
        /// What it has not.
        piece: Piece,
        /// The file on which it was looked for.
        file: Option<File>,
        /// The rank on which it was looked for.
        rank: Option<Rank>,
    },
    /// The square of departure is the square of arrival.
    StaysPut {
        /// The square.
        square: Square,
    },

    // How the piece moves.
    /// The piece does not move like that (R25–R29); for pawns, none of the
    /// cases below.
    NotItsMove {
        /// What was to move.
        piece: Occupant,
        /// Where to.
        to: Square,
    },
    /// A pawn never goes back (R33).
    PawnBackward {
        /// The pawn.
        pawn: Square,
        /// Where to.
        to: Square,
    },
    /// A pawn never goes sideways.
    PawnSideways {
        /// The pawn.
        pawn: Square,
        /// Where to.
        to: Square,
    },
    /// A pawn goes two squares from its first square only (R31).
    PawnDoubleStep {
        /// The pawn.
        pawn: Square,
        /// Where to.
        to: Square,
    },
    /// A pawn never goes more than two squares ahead.
    PawnTooFar {
        /// The pawn.
        pawn: Square,
        /// Where to.
        to: Square,
    },
    /// A pawn goes diagonally only to take, and nothing is there to be taken
    /// (R34).
    PawnTakesNothing {
        /// The pawn.
        pawn: Square,
        /// The empty square.
        to: Square,
    },

    /// No piece of the role that was written moves like that.
    NoneReaches {
        /// All of them.
        pieces: Vec<Occupant>,
        /// Where to.
        to: Square,
    },

    // A clear path.
    /// A piece stands in the way (R36).
    Blocked {
        /// The first one.
        blocker: Occupant,
    },
    /// Something stands ahead of the pawn, which takes diagonally only (R35).
    PawnBlocked {
        /// The pawn.
        pawn: Square,
        /// What stands there.
        blocker: Occupant,
        /// Whether the pawn was to land on it or to step over it.
        obstructs: Obstruction,
    },

    // What may be taken.
    /// One's own piece stands on the square of arrival (R37).
    OwnPiece {
        /// That piece.
        piece: Occupant,
    },
    /// A king is never taken (R38).
    KingTaken {
        /// The king.
        king: Occupant,
    },

    /// No pawn can step there, but one can take what stands there.
    CaptureNotWritten {
        /// What can be taken.
        target: Occupant,
        /// How that is written.
        moves: Vec<MoveText>,
    },
    /// What was written takes something, and nothing is there.
    NothingToTake {
        /// The empty square.
        square: Square,
    },

    // Castling.
    /// What was written as the king's capture is castling.
    CastlingNotWritten {
        /// To which side.
        side: CastlingSide,
        /// The king.
        king: Square,
        /// Where he was to take.
        to: Square,
    },
    /// One castles along one's first rank only (R45).
    CastlingOffRank {
        /// The king.
        king: Square,
        /// The rook.
        rook: Square,
    },
    /// Already castled (R46).
    CastlingDone {
        /// Where to.
        side: CastlingSide,
        /// On which move.
        move_number: u16,
        /// Where the king stands now.
        king: Square,
    },
    /// The king has moved (R41).
    CastlingKingMoved {
        /// Where he stands now.
        king: Square,
        /// The number of his first move.
        move_number: Option<u16>,
    },
    /// The rook has moved (R41).
    CastlingRookMoved {
        /// The square it started from.
        rook: Square,
        /// The number of its first move.
        move_number: Option<u16>,
        /// Whether a rook stands there now.
        now: RookLocation,
    },
    /// The rook was taken.
    CastlingRookTaken {
        /// The square it stood on.
        rook: Square,
        /// By what.
        by: Piece,
        /// On which move.
        move_number: u16,
    },
    /// The rook on that square was once a pawn (R45).
    CastlingPromotedRook {
        /// Where it stands.
        rook: Square,
        /// On which move it was promoted.
        move_number: u16,
    },
    /// There is no rook to castle with.
    CastlingNoRook {
        /// Where it should stand.
        square: Square,
    },
    /// King and rook stand in place, but one of them has moved.
    CastlingLost {
        /// The king.
        king: Square,
        /// The rook.
        rook: Square,
    },
    /// Something stands between (R42).
    CastlingBlocked {
        /// The king.
        king: Square,
        /// The rook.
        rook: Square,
        /// All that stands in their way; in Chess960 that may be beyond both.
        blockers: Vec<Occupant>,
    },
    /// The king is in check (R43).
    CastlingOutOfCheck {
        /// The king.
        king: Square,
        /// What gives check.
        checkers: Vec<Occupant>,
    },
    /// The king would cross an attacked square (R43).
    CastlingThroughAttack {
        /// The square.
        square: Square,
        /// What attacks it.
        attackers: Vec<Occupant>,
    },
    /// The king would land on an attacked square (R43).
    CastlingIntoCheck {
        /// The square.
        square: Square,
        /// What attacks it.
        attackers: Vec<Occupant>,
        /// The rook, if it must leave before the square is attacked: in
        /// Chess960 it may be what shields the king.
        shield: Option<Square>,
    },

    // Capturing in passing, and promotion.
    /// The pawn beside has not just made a double step (R51).
    EnPassantNotNow {
        /// The pawn that cannot be taken.
        pawn: Square,
    },
    /// The pawn beside made its double step earlier: the moment has passed.
    EnPassantTooLate {
        /// The pawn that can no longer be taken.
        pawn: Square,
        /// On which move it made the double step.
        move_number: u16,
        /// How many moves ago it could have been taken.
        moves_ago: u16,
    },
    /// The pawn beside came there without a double step (R51).
    EnPassantNoDoubleStep {
        /// The pawn that cannot be taken.
        pawn: Square,
        /// On which move it came there.
        move_number: u16,
    },
    /// Only a pawn on its fifth rank takes in passing (R53).
    EnPassantWrongRank {
        /// The pawn that wants to take.
        pawn: Square,
        /// The pawn beside it.
        beside: Square,
        /// The rank on which pawns take in passing, the fifth in chess.
        rank: Rank,
    },
    /// What was written as a capture in passing is an ordinary move.
    NotInPassing {
        /// Where it takes, or where it goes.
        square: Square,
    },
    /// Only a pawn that reaches the last rank is promoted (R56).
    PromotionNotDue {
        /// What was to move.
        piece: Occupant,
        /// Where to.
        to: Square,
    },

    // The safety of one's own king (R63).
    /// The king would step onto an attacked square.
    KingIntoCheck {
        /// Where to.
        to: Square,
        /// What attacks it.
        attackers: Vec<Occupant>,
    },
    /// The king would take a protected piece (R25).
    KingTakesProtected {
        /// What he would take.
        taken: Occupant,
        /// What protects it.
        protectors: Vec<Occupant>,
    },
    /// The kings would stand side by side.
    KingBesideKing {
        /// Where to.
        to: Square,
        /// The other king.
        king: Square,
    },
    /// The king is in check, and the move does nothing about it (R62).
    InCheck {
        /// The king.
        king: Square,
        /// What gives check.
        checker: Occupant,
    },
    /// The king is in check twice over: only he can move (C26).
    DoubleCheck {
        /// The king.
        king: Square,
        /// What gives check.
        checkers: Vec<Occupant>,
    },
    /// The piece shields its king from this attacker.
    Pinned {
        /// The pinned piece.
        piece: Occupant,
        /// The king.
        king: Square,
        /// What would attack him.
        pinner: Occupant,
    },
    /// Two pawns would leave at once, and open a line to the king.
    EnPassantOpensLine {
        /// The pawn that would take.
        pawn: Square,
        /// The pawn that would be taken.
        taken: Square,
        /// The king.
        king: Square,
        /// What would attack him.
        attacker: Occupant,
    },

    // Saktris.
    /// Only in Saktris are pieces placed.
    NothingIsPlaced,
    /// A piece waits and can be placed, so it must be.
    PlacingIsDue {
        /// The piece that waits; none if the player chooses.
        role: Option<Role>,
        /// Where it can be placed.
        squares: Bitboard,
    },
    /// Nothing waits to be placed.
    NothingWaits {
        /// What comes next, if that is settled and anything is to come.
        next: Option<Role>,
        /// After how many more moves; none if nothing is to come.
        moves: Option<u16>,
    },
    /// Another piece waits, or this one is not to come any more.
    AnotherWaits {
        /// What was to be placed.
        role: Role,
        /// What waits; none if the player chooses.
        waiting: Option<Role>,
    },
    /// Pieces are placed on the back rank.
    PlacedOffBackRank {
        /// Where it was to go.
        to: Square,
        /// The rank.
        rank: Rank,
    },
    /// Something stands there already.
    PlacedOnPiece {
        /// What.
        piece: Occupant,
    },
    /// Two bishops of a side are never placed on squares of one color.
    PlacedOnBishopColor {
        /// The bishop that is there.
        bishop: Square,
        /// Where the other was to go.
        to: Square,
    },
    /// What leaves the board would open a line to one's own king.
    ClearExposesKing {
        /// What leaves.
        cleared: Vec<Occupant>,
        /// The king.
        king: Square,
        /// What would attack him.
        attackers: Vec<Occupant>,
    },
    /// One's own king would leave the board.
    ClearTakesOwnKing {
        /// What leaves with him.
        cleared: Vec<Occupant>,
        /// The king.
        king: Square,
    },

    // Several pieces, none of which can.
    /// No piece of the role can make the move that was written: why each
    /// cannot.
    NoneCan {
        /// One refusal for each piece.
        refusals: Vec<Refusal>,
    },
}

/// How a game ends when a side has no legal move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameOverReason {
    /// The king is in check.
    Checkmate,
    /// He is not.
    Stalemate,
    /// He was cleared off the board (Saktris).
    KingLost,
}

/// What a pawn was to do with the piece ahead of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Obstruction {
    /// Land on its square.
    Target,
    /// Step over it.
    Path,
}

/// Whether a rook of the side stands on the square the rook started from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RookLocation {
    /// One does.
    Home,
    /// None does.
    Away,
}

/// The steps of R82 at which a move can fail.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Stage {
    /// The form of the move, or how the piece moves.
    Shape,
    /// A clear path.
    Path,
    /// What may be taken.
    Capture,
    /// Castling, capturing in passing, promotion.
    Special,
    /// The safety of one's own king.
    Safety,
}

impl Cause {
    /// How far on the way of R82 the move came.
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

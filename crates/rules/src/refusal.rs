mod message;

use alloc::{boxed::Box, vec::Vec};
use core::fmt;

use crate::{Bitboard, CastlingSide, Color, File, MoveText, Piece, Rank, Role, SanMove, Square};

/// Why a move is refused: what was tried, and the first law against it in
/// the order of R82.
///
/// A refusal teaches (R84). It has a [`code`](Refusal::code) for programs, the
/// [`article`](Refusal::article) of the Laws of Chess, the
/// [`squares`](Refusal::squares) to point at, and prints as a sentence for
/// people.
///
/// ```
/// use arbiter_rules::Position;
///
/// let position: Position = "4kr2/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
/// let refusal = position.find("e1g1".parse()?).unwrap_err();
/// assert_eq!(
///     refusal.to_string(),
///     "O-O is not allowed: the king would cross f1, which the rook on f8 attacks. \
///      A king never castles through check."
/// );
/// assert_eq!(refusal.code(), "castling_through_attack");
/// assert_eq!(refusal.article(), Some("3.8.2.2"));
/// assert_eq!(refusal.squares().to_string(), "f8 f1");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Refusal {
    /// What was tried; nothing if the text could not be read as a move.
    pub attempt: Option<Attempt>,
    /// What stands against it.
    pub cause: Cause,
}

/// The two families of refusals (R84).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum RefusalKind {
    /// What was written is no move at all, or could be several.
    InvalidInput,
    /// It is a move, and the laws forbid it here.
    IllegalMove,
}

impl RefusalKind {
    /// `"invalid_input"` or `"illegal_move"`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            RefusalKind::InvalidInput => "invalid_input",
            RefusalKind::IllegalMove => "illegal_move",
        }
    }
}

/// The move that was tried. It prints in long algebraic notation (`Ng1-f3`,
/// `O-O`), which says what was meant even where it is impossible.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Attempt {
    /// From one square to another.
    Between {
        /// What stands on the square of departure.
        piece: Option<Piece>,
        /// The square of departure.
        from: Square,
        /// The square of arrival.
        to: Square,
        /// What would be taken.
        captured: Option<Occupant>,
        /// What a pawn would become.
        promotion: Option<Role>,
    },
    /// What standard notation says, where no one piece is meant: `Nd4`.
    Written(SanMove),
    /// A pawn's capture in short: `ed`.
    Files {
        /// The file of departure.
        from: File,
        /// The file of arrival.
        to: File,
    },
    /// Castling.
    Castle(CastlingSide),
}

/// A piece and the square it stands on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Occupant {
    /// The piece.
    pub piece: Piece,
    /// Where it stands.
    pub square: Square,
}

/// What stands against a move, in the order in which it is looked for (R82).
/// Where a move number is not given, it is not known: a [`Position`] has no
/// past, a [`Line`] has.
///
/// [`Position`]: crate::Position
/// [`Line`]: crate::Line
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
    /// Nobody may pass (R20).
    Pass,
    /// Mate and stalemate end the game at once (R24).
    GameOver {
        /// The side that has no move.
        side: Color,
        /// Whether its king is in check.
        end: Mate,
        /// Its king.
        king: Option<Square>,
        /// What gives mate.
        checkers: Vec<Occupant>,
        /// Why the move would not have helped: it does nothing for the king.
        besides: Option<Box<Refusal>>,
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
        /// What stands there.
        blocker: Occupant,
        /// Whether the pawn was to land on it or to step over it.
        lands: Landing,
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
        on: u16,
        /// Where the king stands now.
        king: Square,
    },
    /// The king has moved (R41).
    CastlingKingMoved {
        /// Where he stands now.
        king: Square,
        /// The number of his first move.
        on: Option<u16>,
    },
    /// The rook has moved (R41).
    CastlingRookMoved {
        /// The square it started from.
        rook: Square,
        /// The number of its first move.
        on: Option<u16>,
        /// Whether a rook stands there now.
        now: RookNow,
    },
    /// The rook was taken.
    CastlingRookTaken {
        /// The square it stood on.
        rook: Square,
        /// By what.
        by: Piece,
        /// On which move.
        on: u16,
    },
    /// The rook on that square was once a pawn (R45).
    CastlingPromotedRook {
        /// Where it stands.
        rook: Square,
        /// On which move it was promoted.
        on: u16,
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
        /// All of it.
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
        /// What attacks it, or would once the rook has left.
        attackers: Vec<Occupant>,
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
        on: u16,
        /// How many moves ago it could have been taken.
        ago: u16,
    },
    /// The pawn beside came there without a double step (R51).
    EnPassantNoDoubleStep {
        /// The pawn that cannot be taken.
        pawn: Square,
        /// On which move it came there.
        on: u16,
    },
    /// Only a pawn on its fifth rank takes in passing (R53).
    EnPassantWrongRank {
        /// The pawn that wants to take.
        pawn: Square,
        /// The pawn beside it.
        beside: Square,
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

    // Several pieces, none of which can.
    /// No piece of the role can make the move that was written: why each
    /// cannot.
    NoneCan {
        /// One refusal for each piece.
        each: Vec<Refusal>,
    },
}

/// How a game ends when a side has no legal move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mate {
    /// The king is in check.
    Checkmate,
    /// He is not.
    Stalemate,
}

/// What a pawn was to do with the piece ahead of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Landing {
    /// Land on its square.
    OnIt,
    /// Step over it.
    Beyond,
}

/// Whether a rook of the side stands on the square the rook started from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RookNow {
    /// One does.
    There,
    /// None does.
    Away,
}

impl Refusal {
    pub(crate) const fn of(attempt: Attempt, cause: Cause) -> Refusal {
        Refusal {
            attempt: Some(attempt),
            cause,
        }
    }

    /// Which of the two families it belongs to.
    #[must_use]
    pub const fn kind(&self) -> RefusalKind {
        match self.cause {
            Cause::NotAMove { .. }
            | Cause::NotASquare { .. }
            | Cause::NoSuchPromotion { .. }
            | Cause::Ambiguous { .. }
            | Cause::Miswritten { .. } => RefusalKind::InvalidInput,
            _ => RefusalKind::IllegalMove,
        }
    }

    /// A short name for programs, which stays the same when the sentence is
    /// improved.
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
            Cause::NoneCan { .. } => "none_can",
        }
    }

    /// The article of the FIDE Laws of Chess (in force from 1 January 2023)
    /// that forbids the move; none for what is not a move.
    #[must_use]
    pub const fn article(&self) -> Option<&'static str> {
        Some(match &self.cause {
            Cause::NotAMove { .. }
            | Cause::NotASquare { .. }
            | Cause::Ambiguous { .. }
            | Cause::Miswritten { .. } => return None,
            Cause::NoSuchPromotion { .. } | Cause::PromotionNotDue { .. } => "3.7.3.3",
            Cause::Pass | Cause::NotYourPiece { .. } => "1.2",
            Cause::GameOver { end, .. } => match end {
                Mate::Checkmate => "5.1.1",
                Mate::Stalemate => "5.2.1",
            },
            Cause::EmptySquare { .. }
            | Cause::NoSuchPiece { .. }
            | Cause::StaysPut { .. }
            | Cause::NoneCan { .. } => "3.10.2",
            Cause::NotItsMove { piece, .. } => how_it_moves(piece.piece.role),
            Cause::NoneReaches { pieces, .. } => match pieces.as_slice() {
                [piece, ..] => how_it_moves(piece.piece.role),
                [] => "3.10.2",
            },
            Cause::PawnBackward { .. } | Cause::PawnSideways { .. } => "3.7.1",
            Cause::PawnDoubleStep { .. } | Cause::PawnTooFar { .. } => "3.7.2",
            Cause::PawnTakesNothing { .. } | Cause::CaptureNotWritten { .. } => "3.7.3",
            Cause::Blocked { .. } => "3.5",
            Cause::PawnBlocked { lands, .. } => match lands {
                Landing::OnIt => "3.7.1",
                Landing::Beyond => "3.7.2",
            },
            Cause::OwnPiece { .. } => "3.1",
            Cause::NothingToTake { .. } => "3.1.1",
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

    /// The squares to point at: the pieces and squares that stand against the
    /// move.
    #[must_use]
    pub fn squares(&self) -> Bitboard {
        match &self.cause {
            Cause::NotAMove { .. }
            | Cause::NotASquare { .. }
            | Cause::NoSuchPromotion { .. }
            | Cause::Pass
            | Cause::Miswritten { .. }
            | Cause::NoSuchPiece { .. } => Bitboard::EMPTY,
            Cause::GameOver {
                king,
                checkers,
                besides,
                ..
            } => {
                let besides = besides.as_deref().map(Refusal::squares);
                squares_of(checkers)
                    | besides.unwrap_or_default()
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
            Cause::CastlingDone { king, .. } | Cause::CastlingKingMoved { king, .. } => {
                (*king).into()
            }
            Cause::CastlingRookMoved { rook, .. }
            | Cause::CastlingRookTaken { rook, .. }
            | Cause::CastlingPromotedRook { rook, .. } => (*rook).into(),
            Cause::NoneReaches { pieces, to } => squares_of(pieces).with(*to),
            Cause::Ambiguous { pieces, .. } | Cause::CastlingBlocked { blockers: pieces } => {
                squares_of(pieces)
            }
            Cause::CastlingOutOfCheck { king, checkers }
            | Cause::DoubleCheck { king, checkers } => squares_of(checkers).with(*king),
            Cause::CastlingThroughAttack { square, attackers }
            | Cause::CastlingIntoCheck { square, attackers }
            | Cause::KingIntoCheck {
                to: square,
                attackers,
            } => squares_of(attackers).with(*square),
            Cause::EnPassantNotNow { pawn }
            | Cause::EnPassantTooLate { pawn, .. }
            | Cause::EnPassantNoDoubleStep { pawn, .. } => (*pawn).into(),
            Cause::EnPassantWrongRank { pawn, beside } => [*pawn, *beside].into(),
            Cause::KingTakesProtected { taken, protectors } => {
                squares_of(protectors).with(taken.square)
            }
            Cause::KingBesideKing { to, king } => [*to, *king].into(),
            Cause::InCheck { king, checker } => [*king, checker.square].into(),
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
            Cause::NoneCan { each } => each
                .iter()
                .map(Refusal::squares)
                .fold(Bitboard::EMPTY, |all, squares| all | squares),
        }
    }
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
            Cause::CastlingOffRank { .. }
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
            | Cause::EnPassantOpensLine { .. } => Stage::Safety,
            _ => Stage::Shape,
        }
    }
}

/// The article that says how a piece moves.
const fn how_it_moves(role: Role) -> &'static str {
    match role {
        Role::Pawn => "3.7",
        Role::Knight => "3.6",
        Role::Bishop => "3.2",
        Role::Rook => "3.3",
        Role::Queen => "3.4",
        Role::King => "3.8.1",
    }
}

impl core::error::Error for Refusal {}

/// Prints as in long algebraic notation.
impl fmt::Display for Attempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Attempt::Castle(side) => f.write_str(side.san()),
            Attempt::Written(wish) => wish.fmt(f),
            Attempt::Files { from, to } => write!(f, "{from}x{to}"),
            Attempt::Between {
                piece,
                from,
                to,
                captured,
                promotion,
            } => {
                if let Some(piece) = piece {
                    write!(f, "{}", Letter(piece.role))?;
                }
                let sign = if captured.is_some() { 'x' } else { '-' };
                write!(f, "{from}{sign}{to}")?;
                match promotion {
                    Some(role) => write!(f, "={}", role.letter()),
                    None => Ok(()),
                }
            }
        }
    }
}

/// The letter of a piece as in notation: pawns have none (R9).
struct Letter(Role);

impl fmt::Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Role::Pawn => Ok(()),
            role => write!(f, "{}", role.letter()),
        }
    }
}

/// `"rook on f8"`.
impl fmt::Display for Occupant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}", self.piece.role, self.square)
    }
}

fn squares_of(pieces: &[Occupant]) -> Bitboard {
    pieces.iter().map(|occupant| occupant.square).collect()
}

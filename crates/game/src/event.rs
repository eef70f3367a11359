mod text;

use alloc::boxed::Box;

use arbiter_rules::{Claim, Color, Move, Square};

use crate::{Ending, Options, Span, Time};

pub use text::EventError;

/// Something that has happened. Events are the only way a game changes, so
/// that storing, replaying, resuming, watching and taking back are one thing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// When.
    pub at: Time,
    /// What.
    pub fact: Fact,
}

/// What has happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fact {
    /// The game began. Every game begins with this.
    Started(Box<Options>),
    /// The side to move played a move.
    Played {
        /// The move.
        mv: Move,
        /// The part of its time that is not charged, because the move was on
        /// its way.
        spared: Span,
    },
    /// The side to move touched a piece.
    Touched(Square),
    /// The side to move adjusted a piece.
    Adjusted(Square),
    /// A draw was offered.
    DrawOffered {
        /// By whom.
        by: Color,
    },
    /// An offer was declined.
    DrawDeclined {
        /// By whom.
        by: Color,
    },
    /// The side to move claimed a draw in vain: the opponent gets two minutes,
    /// and the move that was intended must be played (FIDE 9.5.3).
    ClaimFailed {
        /// What was claimed.
        claim: Claim,
        /// The move that was intended.
        intended: Option<Move>,
    },
    /// Somebody asks to take his last move back.
    TakebackRequested {
        /// Who.
        by: Color,
    },
    /// That was refused.
    TakebackDeclined {
        /// By whom.
        by: Color,
    },
    /// That was granted: this many moves are taken back.
    TakenBack {
        /// Moves of either side.
        plies: usize,
    },
    /// Somebody asks to call the game off.
    AbortRequested {
        /// Who.
        by: Color,
    },
    /// A clock got more time.
    TimeGiven {
        /// Whose.
        to: Color,
        /// How much.
        span: Span,
    },
    /// The game ended. Nothing comes after.
    Ended(Ending),
}

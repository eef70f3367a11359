use alloc::boxed::Box;

use arbiter_rules::{Claim, Color, Move, Square};

use crate::{Ending, Options, Span, Time};

/// Something that happened in a game, and when. Events are the only way in
/// which a game changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// The time at which it happened.
    pub at: Time,
    /// What happened.
    pub fact: Fact,
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fact {
    /// The game started. This is the first event of every game.
    Started(Box<Options>),
    /// The side to move played a move.
    Played {
        /// The move.
        mv: Move,
        /// The part of its time that is not charged, because of network lag.
        spared: Span,
    },
    /// The side to move touched the piece on this square.
    Touched(Square),
    /// The side to move adjusted the piece on this square.
    Adjusted(Square),
    /// A draw was offered.
    DrawOffered {
        /// The side that offered it.
        by: Color,
    },
    /// A draw offer was declined.
    DrawDeclined {
        /// The side that declined it.
        by: Color,
    },
    /// The side to move claimed a draw incorrectly: the opponent gets two extra
    /// minutes, and an intended move must be played (FIDE 9.5.3).
    ClaimFailed {
        /// The draw that was claimed.
        claim: Claim,
        /// The move with which it was claimed.
        intended: Option<Move>,
    },
    /// A player requested a takeback.
    TakebackRequested {
        /// The side that requested it.
        by: Color,
    },
    /// A takeback was declined.
    TakebackDeclined {
        /// The side that declined it.
        by: Color,
    },
    /// A takeback was accepted, and moves were taken back.
    TakenBack {
        /// The number of half-moves taken back.
        plies: usize,
    },
    /// A player asked to abort the game.
    AbortRequested {
        /// The side that asked.
        by: Color,
    },
    /// Time was added to a clock.
    TimeGiven {
        /// The side whose clock got it.
        to: Color,
        /// The amount of time.
        span: Span,
    },
    /// A player gave up half of their time and the increment.
    Berserked {
        /// The side that did so.
        by: Color,
    },
    /// The game ended. No event follows.
    Ended(Ending),
}

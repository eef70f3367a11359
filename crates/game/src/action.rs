use arbiter_rules::{Claim, Square, UciMove};

use crate::Span;

/// What a player wishes to do. [`Game::decide`](crate::Game::decide) says what comes of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Play a move (R19).
    Play(PlayRequest),
    /// Touch a piece with the intention of moving or taking it (R76). It
    /// binds only in a formal game.
    Touch(Square),
    /// Say "I adjust" and straighten a piece (R77).
    Adjust(Square),
    /// Offer a draw (R70, C8).
    OfferDraw,
    /// Accept the offer of the opponent.
    AcceptDraw,
    /// Decline the offer of the opponent.
    DeclineDraw,
    /// Claim a draw (C4, C5): because of the position on the board, or with
    /// the move that is about to be played (FIDE 9.2.1, 9.3.1).
    Claim {
        /// What is claimed.
        claim: Claim,
        /// The move intended, if it is that which brings the draw about.
        intended: Option<UciMove>,
    },
    /// Give up (R68, C7).
    Resign,
    /// Ask to take one's last move back (R79).
    RequestTakeback,
    /// Let the opponent take his last move back.
    AcceptTakeback,
    /// Do not let him.
    DeclineTakeback,
    /// Call the game off: at once before both have moved, later if the
    /// opponent wants it too (R80).
    Abort,
    /// Add time to the opponent's clock.
    GiveTime(Span),
    /// Leave for good: said on behalf of a player who is gone (C19).
    Abandon,
}

/// A move as it is wished for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PlayRequest {
    /// The move.
    pub uci: UciMove,
    /// Whether a draw is offered with it (FIDE 9.1.2.1).
    pub offers_draw: bool,
    /// How long the move was on its way, as measured by whoever received it.
    pub lag: Span,
}

impl From<UciMove> for PlayRequest {
    fn from(uci: UciMove) -> PlayRequest {
        PlayRequest {
            uci,
            offers_draw: false,
            lag: Span::ZERO,
        }
    }
}

impl From<UciMove> for Action {
    fn from(uci: UciMove) -> Action {
        Action::Play(uci.into())
    }
}

use arbiter_rules::{Claim, Square, UciMove};

use crate::Span;

/// Something a player asks for. [`Game::decide`](crate::Game::decide) answers
/// with the events that follow, or with a refusal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Play a move (R19).
    Play(PlayRequest),
    /// Touch a piece with the intention of moving or capturing it (R76). The
    /// touch is binding only in a formal game.
    Touch(Square),
    /// Say "I adjust" and adjust a piece on its square (R77).
    Adjust(Square),
    /// Offer a draw (R70, C8).
    OfferDraw,
    /// Accept the opponent's draw offer.
    AcceptDraw,
    /// Decline the opponent's draw offer.
    DeclineDraw,
    /// Claim a draw (C4, C5), either in the position on the board or with the
    /// move that the player intends to make (FIDE 9.2.1, 9.3.1).
    Claim {
        /// The draw that is claimed.
        claim: Claim,
        /// The intended move that would bring the draw about.
        intended: Option<UciMove>,
    },
    /// Resign (R68, C7).
    Resign,
    /// Ask the opponent for a takeback of one's last move (R79).
    RequestTakeback,
    /// Let the opponent take back their last move.
    AcceptTakeback,
    /// Decline the opponent's request for a takeback.
    DeclineTakeback,
    /// Abort the game: at once before both sides have moved, and later if the
    /// opponent asks for it too (R80).
    Abort,
    /// Add time to the opponent's clock.
    GiveTime(Span),
    /// Give up half of one's time and the increment, before one's first move, if the
    /// game allows it.
    Berserk,
    /// Abandon the game. The caller says this on behalf of a player who has
    /// left and does not return (C19).
    Abandon,
}

/// A move that a player asks to play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PlayRequest {
    /// The move.
    pub uci: UciMove,
    /// Whether the player offers a draw with it (FIDE 9.1.2.1).
    pub offers_draw: bool,
    /// How long the move took to arrive, as measured by its receiver.
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

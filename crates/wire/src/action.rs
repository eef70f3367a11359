use arbiter_game::{self as game, Span};
use arbiter_rules::{self as rules, PlayedLine, Square, UciMove};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::state::is_not;

/// What a player wishes to do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Play a move, written as programs do (`e2e4`, `e7e8q`) or as people do
    /// (`e4`, `e8=Q`, `O-O`). In Saktris a piece is placed with `N@g1`, and
    /// `0000` passes.
    Play {
        /// The move.
        #[serde(rename = "move")]
        mv: String,
        /// Whether a draw is offered with it.
        #[serde(default, skip_serializing_if = "is_not")]
        offer_draw: bool,
    },
    /// Touch the piece on this square.
    Touch(String),
    /// Say "I adjust" and straighten the piece on this square.
    Adjust(String),
    /// Offer a draw.
    OfferDraw,
    /// Accept the opponent's offer.
    AcceptDraw,
    /// Decline it.
    DeclineDraw,
    /// Claim a draw, because of the position or with a move.
    Claim {
        /// What is claimed.
        claim: Claim,
        /// The move that is intended.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        with: Option<String>,
    },
    /// Give up.
    Resign,
    /// Ask to take one's last move back.
    #[serde(rename = "ask_take_back")]
    RequestTakeback,
    /// Let the opponent take his move back.
    #[serde(rename = "grant_take_back")]
    AcceptTakeback,
    /// Do not let him.
    #[serde(rename = "refuse_take_back")]
    DeclineTakeback,
    /// Call the game off, or ask to.
    Abort,
    /// Give the opponent so many seconds.
    GiveTime(u32),
    /// Claim the win, because the opponent has left and does not come back.
    ClaimAbandonment,
}

/// Which draw is claimed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Claim {
    /// The same position for the third time.
    Threefold,
    /// Fifty moves of each side without pawn move or capture.
    FiftyMoves,
}

/// Why an action cannot even be put before the referee.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ActionError {
    /// The move.
    Move(rules::Refusal),
    /// This is no square.
    Square(String),
}

impl Action {
    /// The action as the referee knows it. The lag is what the receiver
    /// measured of a move's way. That somebody has left is said on his behalf:
    /// of the opponent of whoever claims it.
    ///
    /// # Errors
    ///
    /// The square or the move that cannot be read.
    pub fn read(&self, line: &PlayedLine, lag: Span) -> Result<game::Action, ActionError> {
        Ok(match self {
            Action::Play { mv, offer_draw } => game::Action::Play(game::PlayRequest {
                uci: uci_move(line, mv)?,
                offers_draw: *offer_draw,
                lag,
            }),
            Action::Touch(square) => game::Action::Touch(self::square(square)?),
            Action::Adjust(square) => game::Action::Adjust(self::square(square)?),
            Action::OfferDraw => game::Action::OfferDraw,
            Action::AcceptDraw => game::Action::AcceptDraw,
            Action::DeclineDraw => game::Action::DeclineDraw,
            Action::Claim { claim, with } => game::Action::Claim {
                claim: (*claim).into(),
                intended: match with {
                    Some(text) => Some(uci_move(line, text)?),
                    None => None,
                },
            },
            Action::Resign => game::Action::Resign,
            Action::RequestTakeback => game::Action::RequestTakeback,
            Action::AcceptTakeback => game::Action::AcceptTakeback,
            Action::DeclineTakeback => game::Action::DeclineTakeback,
            Action::Abort => game::Action::Abort,
            Action::GiveTime(seconds) => {
                game::Action::GiveTime(Span::from_seconds(u64::from(*seconds)))
            }
            Action::ClaimAbandonment => game::Action::Abandon,
        })
    }
}

/// A move in the notation of programs is a wish that the referee looks at; in
/// that of people it takes the position to know which squares are meant.
fn uci_move(line: &PlayedLine, text: &str) -> Result<UciMove, ActionError> {
    if let Ok(uci) = text.parse() {
        return Ok(uci);
    }
    let mv = line.read(text).map_err(ActionError::Move)?;
    Ok(line.position().uci(mv))
}

fn square(text: &str) -> Result<Square, ActionError> {
    text.parse()
        .map_err(|_| ActionError::Square(text.to_owned()))
}

impl From<Claim> for rules::Claim {
    fn from(claim: Claim) -> rules::Claim {
        match claim {
            Claim::Threefold => rules::Claim::Threefold,
            Claim::FiftyMoves => rules::Claim::FiftyMoves,
        }
    }
}

impl From<rules::Claim> for Claim {
    fn from(claim: rules::Claim) -> Claim {
        match claim {
            rules::Claim::Threefold => Claim::Threefold,
            rules::Claim::FiftyMoves => Claim::FiftyMoves,
        }
    }
}

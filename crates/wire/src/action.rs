use arbiter_game::{self as game, Span};
use arbiter_rules::{self as rules, PlayedLine, Square, UciMove};
use serde::{Deserialize, Serialize};

use crate::json::is_false;

/// Something a player asks to do in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Play a move, in UCI notation (`e2e4`, `e7e8q`) or in standard notation
    /// (`e4`, `e8=Q`, `O-O`). In Saktris, `N@g1` places a piece and `0000`
    /// passes.
    Play {
        /// The move.
        #[serde(rename = "move")]
        mv: String,
        /// Whether the player offers a draw with it.
        #[serde(default, skip_serializing_if = "is_false")]
        offer_draw: bool,
    },
    /// Touch the piece on this square.
    Touch(String),
    /// Say "I adjust" and adjust the piece on this square.
    Adjust(String),
    /// Offer a draw.
    OfferDraw,
    /// Accept the opponent's draw offer.
    AcceptDraw,
    /// Decline the opponent's draw offer.
    DeclineDraw,
    /// Claim a draw, in the current position or with the next move.
    Claim {
        /// The draw that is claimed.
        claim: Claim,
        /// The move that the player intends to make.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        with: Option<String>,
    },
    /// Resign.
    Resign,
    /// Request a takeback of the player's last move.
    #[serde(rename = "ask_take_back")]
    RequestTakeback,
    /// Accept the opponent's request for a takeback.
    #[serde(rename = "grant_take_back")]
    AcceptTakeback,
    /// Decline the opponent's request for a takeback.
    #[serde(rename = "refuse_take_back")]
    DeclineTakeback,
    /// Abort the game or, once both sides have moved, ask to.
    Abort,
    /// Add this many seconds to the opponent's clock.
    GiveTime(u32),
    /// Give up half of one's time and the increment, before one's first move in a game of
    /// an arena.
    Berserk,
    /// Claim the win because the opponent has left the game.
    ClaimAbandonment,
}

/// A draw that can be claimed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Claim {
    /// The same position has occurred three times.
    Threefold,
    /// Each side has made fifty moves without a pawn move or a capture.
    FiftyMoves,
}

/// Why an action cannot be understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ActionError {
    /// The move cannot be read.
    Move(rules::Refusal),
    /// The text is not a square.
    Square(String),
}

impl Action {
    /// Converts the action for the referee. The lag is the delay of the message
    /// as measured by its receiver. A claim of abandonment becomes an action of
    /// the opponent, who has left the game.
    ///
    /// # Errors
    ///
    /// Returns an error if the square or the move cannot be read.
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
            Action::Berserk => game::Action::Berserk,
            Action::ClaimAbandonment => game::Action::Abandon,
        })
    }

    /// Returns the move in the action, as it was written.
    #[must_use]
    pub fn move_text(&self) -> Option<&str> {
        match self {
            Action::Play { mv, .. } => Some(mv),
            Action::Claim { with, .. } => with.as_deref(),
            _ => None,
        }
    }
}

/// Reads a move. Standard notation needs the position to tell which squares are
/// meant; UCI notation names them, and the referee judges the move.
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

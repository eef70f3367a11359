use arbiter_game::{self as game, Game};
use serde::{Deserialize, Serialize};

use crate::{Claim, Cleared, Color, json};

/// Something that happened in a game, with its number.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[cfg_attr(feature = "descriptions", ts(rename = "GameEvent"))]
pub struct Event {
    /// The number of the event, counted from 0 without gaps.
    pub seq: u64,
    /// When it happened, in milliseconds on the server's clock, which stands
    /// still while the server is down.
    pub at: u64,
    /// What happened.
    #[serde(flatten)]
    pub fact: Fact,
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case", tag = "event")]
pub enum Fact {
    /// The game started.
    Started,
    /// The side to move played a move.
    Played {
        /// The move in UCI notation.
        uci: String,
        /// The move in standard notation.
        san: String,
        /// How long the player thought, in milliseconds.
        took: u64,
        /// The time on the player's clock after the move, in milliseconds.
        left: Option<u64>,
        /// The pieces that the move cleared from the board (Saktris).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cleared: Option<Box<Cleared>>,
    },
    /// The side to move touched a piece.
    Touched {
        /// The square of the piece.
        square: String,
    },
    /// The side to move adjusted a piece.
    Adjusted {
        /// The square of the piece.
        square: String,
    },
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
    /// A draw was claimed incorrectly.
    ClaimFailed {
        /// The draw that was claimed.
        claim: Claim,
        /// The move with which it was claimed, in UCI notation. It must be played.
        intended: Option<String>,
    },
    /// A player requested a takeback.
    #[serde(rename = "take_back_asked")]
    TakebackRequested {
        /// The side that requested it.
        by: Color,
    },
    /// A takeback was declined.
    #[serde(rename = "take_back_refused")]
    TakebackDeclined {
        /// The side that declined it.
        by: Color,
    },
    /// Moves were taken back.
    #[serde(rename = "took_back")]
    TakenBack {
        /// The number of half-moves.
        plies: usize,
    },
    /// A player asked to abort the game.
    #[serde(rename = "abort_asked")]
    AbortRequested {
        /// The side that asked.
        by: Color,
    },
    /// Time was added to a clock.
    TimeGiven {
        /// The side whose clock got it.
        to: Color,
        /// The amount in milliseconds.
        span: u64,
    },
    /// A player gave up half of their time and the increment.
    Berserked {
        /// The side that did so.
        by: Color,
    },
    /// The game ended.
    Ended {
        /// The result: `1-0`, `1/2-1/2`, `0-1`, or `*` for an aborted game.
        result: String,
        /// The code of the reason: `checkmate`, `resignation`, `time`, …
        reason: String,
        /// The winner, if there is one.
        winner: Option<Color>,
        /// The result and the reason in words.
        message: String,
    },
}

impl Event {
    /// Converts an event that is about to be applied to this game. The times
    /// of a move are not known yet: see [`Event::with_clock`].
    #[must_use]
    pub fn of(game: &Game, event: &game::Event) -> Event {
        let position = game.position();
        let fact = match &event.fact {
            game::Fact::Started(_) => Fact::Started,
            game::Fact::Played { mv, .. } => Fact::Played {
                uci: position.uci(*mv).to_string(),
                san: position.san(*mv).to_string(),
                took: 0,
                left: None,
                cleared: Cleared::of(position, *mv).map(Box::new),
            },
            game::Fact::Touched(square) => Fact::Touched {
                square: square.to_string(),
            },
            game::Fact::Adjusted(square) => Fact::Adjusted {
                square: square.to_string(),
            },
            game::Fact::DrawOffered { by } => Fact::DrawOffered { by: (*by).into() },
            game::Fact::DrawDeclined { by } => Fact::DrawDeclined { by: (*by).into() },
            game::Fact::ClaimFailed { claim, intended } => Fact::ClaimFailed {
                claim: (*claim).into(),
                intended: intended.map(|mv| position.uci(mv).to_string()),
            },
            game::Fact::TakebackRequested { by } => Fact::TakebackRequested { by: (*by).into() },
            game::Fact::TakebackDeclined { by } => Fact::TakebackDeclined { by: (*by).into() },
            game::Fact::TakenBack { plies } => Fact::TakenBack { plies: *plies },
            game::Fact::AbortRequested { by } => Fact::AbortRequested { by: (*by).into() },
            game::Fact::TimeGiven { to, span } => Fact::TimeGiven {
                to: (*to).into(),
                span: span.as_millis(),
            },
            game::Fact::Berserked { by } => Fact::Berserked { by: (*by).into() },
            game::Fact::Ended(ending) => Fact::Ended {
                result: ending.result().to_owned(),
                reason: ending.reason.code().to_owned(),
                winner: ending.winner.map(Color::from),
                message: ending.to_string(),
            },
        };
        Event {
            seq: game.event_count(),
            at: event.at.as_millis(),
            fact,
        }
    }

    /// Adds the thinking time and the time on the clock, once the event has
    /// been applied.
    #[must_use]
    pub fn with_clock(mut self, after: &Game) -> Event {
        if let Fact::Played { took, left, .. } = &mut self.fact
            && let Some(played) = after.moves().next_back()
        {
            *took = played.took.as_millis();
            *left = played.left.map(game::Span::as_millis);
        }
        self
    }

    /// Writes the event as JSON. Moves, which nearly all events are, are written
    /// by hand for speed.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        let Fact::Played {
            uci,
            san,
            took,
            left: Some(left),
            cleared: None,
        } = &self.fact
        else {
            return json::any(out, self);
        };
        out.extend_from_slice(b"{\"seq\":");
        json::number(out, self.seq);
        out.extend_from_slice(b",\"at\":");
        json::number(out, self.at);
        out.extend_from_slice(b",\"event\":\"played\",\"uci\":");
        json::text(out, uci);
        out.extend_from_slice(b",\"san\":");
        json::text(out, san);
        out.extend_from_slice(b",\"took\":");
        json::number(out, *took);
        out.extend_from_slice(b",\"left\":");
        json::number(out, *left);
        out.push(b'}');
    }

    /// Returns the first event of a game that starts at this time.
    #[must_use]
    pub fn start(at: game::Time) -> Event {
        Event {
            seq: 0,
            at: at.as_millis(),
            fact: Fact::Started,
        }
    }
}

use arbiter_game::{self as game, Game};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{Claim, Cleared, Color, json};

/// Something that has happened in a game, with its number.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[ts(rename = "GameEvent")]
pub struct Event {
    /// Counted from 0, without gaps.
    pub seq: u64,
    /// When, in milliseconds: the time of the server while it is up.
    pub at: u64,
    /// What.
    #[serde(flatten)]
    pub fact: Fact,
}

/// What has happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case", tag = "event")]
pub enum Fact {
    /// The game began.
    Started,
    /// The side to move played a move.
    Played {
        /// In the notation of programs.
        uci: String,
        /// In that of people.
        san: String,
        /// What the player's clock shows after it, in milliseconds.
        left: Option<u64>,
        /// What left the board with it (Saktris).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cleared: Option<Box<Cleared>>,
    },
    /// The side to move touched a piece.
    Touched {
        /// Where.
        square: String,
    },
    /// The side to move adjusted a piece.
    Adjusted {
        /// Where.
        square: String,
    },
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
    /// A draw was claimed in vain.
    ClaimFailed {
        /// What was claimed.
        claim: Claim,
        /// The move that was intended, and must be played now.
        intended: Option<String>,
    },
    /// Somebody asks to take his last move back.
    #[serde(rename = "take_back_asked")]
    TakebackRequested {
        /// Who.
        by: Color,
    },
    /// That was refused.
    #[serde(rename = "take_back_refused")]
    TakebackDeclined {
        /// By whom.
        by: Color,
    },
    /// So many moves of either side were taken back.
    #[serde(rename = "took_back")]
    TakenBack {
        /// How many.
        plies: usize,
    },
    /// Somebody asks to call the game off.
    #[serde(rename = "abort_asked")]
    AbortRequested {
        /// Who.
        by: Color,
    },
    /// A clock got more time.
    TimeGiven {
        /// Whose.
        to: Color,
        /// How much, in milliseconds.
        span: u64,
    },
    /// The game ended.
    Ended {
        /// `1-0`, `1/2-1/2`, `0-1`, or `*` without a result.
        result: String,
        /// How: `checkmate`, `resignation`, `time`, …
        reason: String,
        /// Who won.
        winner: Option<Color>,
        /// The same as a sentence.
        message: String,
    },
}

impl Event {
    /// An event that is about to be applied to this game. Nothing is known of
    /// the clock yet: see [`Event::with_clock`].
    #[must_use]
    pub fn of(game: &Game, event: &game::Event) -> Event {
        let position = game.position();
        let fact = match &event.fact {
            game::Fact::Started(_) => Fact::Started,
            game::Fact::Played { mv, .. } => Fact::Played {
                uci: position.uci(*mv).to_string(),
                san: position.san(*mv).to_string(),
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

    /// The same, once it has been applied: with what the clock then showed.
    #[must_use]
    pub fn with_clock(mut self, after: &Game) -> Event {
        if let Fact::Played { left, .. } = &mut self.fact {
            *left = after
                .moves()
                .next_back()
                .and_then(|played| played.left)
                .map(game::Span::as_millis);
        }
        self
    }

    /// Writes it as JSON: a move by hand, since nearly all are moves.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        let Fact::Played {
            uci,
            san,
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
        out.extend_from_slice(b",\"left\":");
        json::number(out, *left);
        out.push(b'}');
    }

    /// The beginning of a game: its first event.
    #[must_use]
    pub fn start(at: game::Time) -> Event {
        Event {
            seq: 0,
            at: at.as_millis(),
            fact: Fact::Started,
        }
    }
}

use serde::{Deserialize, Serialize};

use crate::{Color, GameOptions, PlayerView, Speed};

/// A challenge to a named player.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct NewChallenge {
    /// The options of the game.
    pub options: GameOptions,
    /// The side of the player who challenges; random if null.
    pub color: Option<Color>,
}

/// A challenge as its two players see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ChallengeView {
    /// The identifier of the challenge.
    pub id: String,
    /// The player who challenges.
    pub challenger: PlayerView,
    /// The player who is challenged.
    pub challenged: PlayerView,
    /// The options of the game.
    pub options: GameOptions,
    /// The rating category of the game.
    pub speed: Speed,
    /// The side of the player who challenges. Absent if it is random.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    /// When the challenge was made, in milliseconds since 1970.
    pub created: u64,
    /// When an open challenge expires, in milliseconds since 1970.
    pub expires: u64,
    /// Whether the challenge is open, and how it was answered.
    pub state: ChallengeState,
    /// Why the challenge was declined.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<DeclineReason>,
    /// The identifier of the game, once the challenge is accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
}

/// What became of a challenge.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ChallengeState {
    /// It waits for an answer.
    Open,
    /// It was accepted: there is a game.
    Accepted,
    /// It was declined.
    Declined,
    /// The player who made it has withdrawn it.
    Withdrawn,
    /// Nobody answered in time.
    Expired,
}

/// Why a challenge is declined. Programs use the same reasons.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum DeclineReason {
    /// No reason is given.
    #[default]
    Generic,
    /// Not now; perhaps later.
    Later,
    /// The time control is too fast.
    TooFast,
    /// The time control is too slow.
    TooSlow,
    /// Another kind of time control is wanted.
    TimeControl,
    /// A rated game is wanted.
    Rated,
    /// A casual game is wanted.
    Casual,
    /// Standard chess is wanted.
    Standard,
    /// This variant is not wanted.
    Variant,
    /// The player does not play against programs.
    NoBot,
    /// The player plays only against programs.
    OnlyBot,
}

/// The answer that declines a challenge.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct DeclineChallenge {
    /// Why it is declined.
    pub reason: DeclineReason,
}

/// The open challenges of a player, the newest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ChallengeList {
    /// Those that others have made to the player.
    pub incoming: Vec<ChallengeView>,
    /// Those that the player has made.
    pub outgoing: Vec<ChallengeView>,
}

impl ChallengeState {
    /// All states.
    pub const ALL: [ChallengeState; 5] = [
        ChallengeState::Open,
        ChallengeState::Accepted,
        ChallengeState::Declined,
        ChallengeState::Withdrawn,
        ChallengeState::Expired,
    ];

    /// Returns the stable name, as in JSON.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            ChallengeState::Open => "open",
            ChallengeState::Accepted => "accepted",
            ChallengeState::Declined => "declined",
            ChallengeState::Withdrawn => "withdrawn",
            ChallengeState::Expired => "expired",
        }
    }

    /// Returns the state with this name.
    #[must_use]
    pub fn from_code(code: &str) -> Option<ChallengeState> {
        ChallengeState::ALL
            .into_iter()
            .find(|state| state.code() == code)
    }
}

impl DeclineReason {
    /// All reasons.
    pub const ALL: [DeclineReason; 11] = [
        DeclineReason::Generic,
        DeclineReason::Later,
        DeclineReason::TooFast,
        DeclineReason::TooSlow,
        DeclineReason::TimeControl,
        DeclineReason::Rated,
        DeclineReason::Casual,
        DeclineReason::Standard,
        DeclineReason::Variant,
        DeclineReason::NoBot,
        DeclineReason::OnlyBot,
    ];

    /// Returns the stable name, as in JSON.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            DeclineReason::Generic => "generic",
            DeclineReason::Later => "later",
            DeclineReason::TooFast => "too_fast",
            DeclineReason::TooSlow => "too_slow",
            DeclineReason::TimeControl => "time_control",
            DeclineReason::Rated => "rated",
            DeclineReason::Casual => "casual",
            DeclineReason::Standard => "standard",
            DeclineReason::Variant => "variant",
            DeclineReason::NoBot => "no_bot",
            DeclineReason::OnlyBot => "only_bot",
        }
    }

    /// Returns the reason with this name.
    #[must_use]
    pub fn from_code(code: &str) -> Option<DeclineReason> {
        DeclineReason::ALL
            .into_iter()
            .find(|reason| reason.code() == code)
    }
}

use serde::{Deserialize, Serialize};

use crate::{Color, GameOptions, GameView};

/// A request to create a game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct NewGame {
    /// The options of the game.
    pub options: GameOptions,
    /// The color that the caller wants; random if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    /// The opponent.
    pub opponent: Opponent,
    /// The first move, which the caller plays at once: against the computer, or
    /// for both sides. A move that is refused leaves a game without moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_move: Option<String>,
}

/// The opponent in a new game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Opponent {
    /// The first player who opens the link of the game.
    #[default]
    Friend,
    /// The computer.
    Computer {
        /// The level, from 1 to 10.
        #[cfg_attr(feature = "descriptions", schema(minimum = 1, maximum = 10))]
        level: u8,
    },
    /// Nobody else: the caller plays both sides on one device.
    #[serde(rename = "self")]
    Itself,
}

/// A game that the caller has created or joined.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct SeatedGame {
    /// The game.
    #[serde(flatten)]
    pub game: GameView,
    /// The token of a caller who was not signed in and is now a guest. It is
    /// shown only once, and only to programs; a browser gets a cookie instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

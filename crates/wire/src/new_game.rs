use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{Color, GameOptions, GameView};

/// A game that somebody wants to play.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema, TS)]
#[serde(default, deny_unknown_fields)]
pub struct NewGame {
    /// What is agreed on.
    pub options: GameOptions,
    /// The side one wants; by lot if none is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    /// Against whom.
    pub opponent: Opponent,
}

/// Against whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Opponent {
    /// Whoever joins first: send him the link.
    #[default]
    Friend,
    /// The computer.
    Computer {
        /// From 1 to 10.
        #[schema(minimum = 1, maximum = 10)]
        level: u8,
    },
    /// Oneself, or somebody at the same board: both seats are one's own.
    #[serde(rename = "self")]
    Itself,
}

/// A game in which one has a seat.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct SeatedGame {
    /// The game.
    #[serde(flatten)]
    pub game: GameView,
    /// Whoever was nobody is a guest now, and this is his token: shown once,
    /// and only to programs. A browser has a cookie instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// Somebody who plays.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct PlayerView {
    /// The name: that of an account, `Guest` with a number, or what the
    /// computer is called at its level.
    pub name: String,
    /// What kind of player it is.
    pub kind: PlayerKind,
    /// The rating at the speed of the game, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<i32>,
    /// By how much it changed, once a rated game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<i32>,
}

/// What kind of player somebody is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum PlayerKind {
    /// Somebody without an account.
    Guest,
    /// Somebody with one.
    Account,
    /// The computer.
    Computer,
}

/// Who sits where.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema, TS)]
pub struct Seats {
    /// White; nobody while the seat is free.
    pub white: Option<PlayerView>,
    /// Black.
    pub black: Option<PlayerView>,
}

use serde::{Deserialize, Serialize};

/// A player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct PlayerView {
    /// The name of the account, `Guest` with a number, or the name of the
    /// computer's level.
    pub name: String,
    /// The kind of player.
    pub kind: PlayerKind,
    /// The rating in the category of the game, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<i32>,
    /// The change of the rating, once a rated game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<i32>,
}

/// A kind of player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum PlayerKind {
    /// A player without an account.
    Guest,
    /// A player with an account.
    Account,
    /// A program with an account.
    Bot,
    /// The computer.
    Computer,
}

impl PlayerKind {
    /// Reports whether the player has an account, with a name and ratings.
    #[must_use]
    pub const fn has_account(self) -> bool {
        match self {
            PlayerKind::Account | PlayerKind::Bot => true,
            PlayerKind::Guest | PlayerKind::Computer => false,
        }
    }
}

/// The players of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Seats {
    /// The player with the white pieces. Null while the seat is free.
    pub white: Option<PlayerView>,
    /// The player with the black pieces. Null while the seat is free.
    pub black: Option<PlayerView>,
}

use core::fmt;

use super::super::error::StoreError;
use crate::base::GameId;

/// A game that cannot be read from the database.
#[derive(Clone, Debug)]
pub struct DamagedGame {
    /// The number of the game in the database.
    pub number: i64,
    /// The cause.
    pub error: StoreError,
}

impl DamagedGame {
    /// Returns the id of the game, or its number if it is not one.
    #[must_use]
    pub fn id(&self) -> String {
        display_id(self.number)
    }
}

impl fmt::Display for DamagedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}: it cannot be read: {}", self.id(), self.error)
    }
}

/// Returns the id of a game, or its number if it is not one.
pub(in super::super) fn display_id(number: i64) -> String {
    let id = GameId::from_number(number);
    id.map_or_else(|| number.to_string(), |id| id.to_string())
}

//! How far games are, for nodes that compare what they know with the database.

use super::{
    Store,
    columns::{to_game_id, to_time, to_u64},
    connection::Connection,
    error::StoreError,
    interruptions::Interruptions,
    value::Row,
};
use crate::base::GameId;

/// How far a game is. A node that knows the same version knows the whole game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameVersion {
    /// The number of its events.
    pub events: u64,
    /// The game that is its rematch.
    pub rematch: Option<GameId>,
    /// Since when its players are interrupted.
    pub interruptions: Interruptions,
}

impl GameVersion {
    /// Reports whether a node that knows this version has missed something of a version
    /// in the store.
    #[must_use]
    pub fn is_behind(self, stored: GameVersion) -> bool {
        self.events < stored.events || self.events == stored.events && self != stored
    }
}

impl Store {
    /// Returns the version of a game, or `None` if there is no such game.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn game_version(&self, game: GameId) -> Result<Option<GameVersion>, StoreError> {
        let found = self.game_versions(vec![game]).await?;
        Ok(found.into_iter().next().map(|(_, version)| version))
    }

    /// Returns the versions of those of these games that exist.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn game_versions(
        &self,
        games: Vec<GameId>,
    ) -> Result<Vec<(GameId, GameVersion)>, StoreError> {
        let ids: Vec<String> = games.iter().map(|id| id.to_number().to_string()).collect();
        let ids = ids.join(",");
        self.read(move |db| read_versions(db, &ids)).await
    }
}

/// Only nodes on PostgreSQL share a database.
fn read_versions(
    db: &mut dyn Connection,
    ids: &str,
) -> Result<Vec<(GameId, GameVersion)>, StoreError> {
    db.query(
        "SELECT g.id, (SELECT max(seq) FROM events e WHERE e.game = g.id), g.rematch, \
         (SELECT at FROM interruptions i WHERE i.game = g.id AND i.is_white = 1 AND g.stage = 1), \
         (SELECT at FROM interruptions i WHERE i.game = g.id AND i.is_white = 0 AND g.stage = 1) \
         FROM games g WHERE g.id = ANY (CAST(string_to_array($1, ',') AS BIGINT[]))",
        &[ids.into()],
        read_version,
    )
}

fn read_version(row: &Row) -> Result<(GameId, GameVersion), StoreError> {
    let last: Option<i64> = row.get(1)?;
    let rematch: Option<i64> = row.get(2)?;
    let version = GameVersion {
        events: last.map_or(0, |last| to_u64(last) + 1),
        rematch: rematch.map(to_game_id).transpose()?,
        interruptions: Interruptions {
            white: row.get::<Option<i64>>(3)?.map(to_time),
            black: row.get::<Option<i64>>(4)?.map(to_time),
        },
    };
    Ok((to_game_id(row.get(0)?)?, version))
}

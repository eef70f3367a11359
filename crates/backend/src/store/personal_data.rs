//! What the server stores about a player, for an export.

use super::{
    Store,
    columns::{read_u64, to_game_id, to_u64},
    error::StoreError,
    identities::{self, ProviderIdentity},
    value::Value,
};
use crate::base::{GameId, PlayerId};

/// What belongs to a player and is in no list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PersonalData {
    /// When the player was created, in milliseconds since 1970.
    pub created: u64,
    /// The confirmed email address.
    pub email: Option<String>,
    /// The accounts at providers with which the player signs in.
    pub identities: Vec<ProviderIdentity>,
    /// The names of the players who are blocked.
    pub blocked: Vec<String>,
    /// The texts of the reports that the player has written, with their times.
    pub reports: Vec<(u64, String)>,
}

/// A chat message of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OwnChat {
    /// The number of the message, with which the list continues.
    pub id: i64,
    /// The game.
    pub game: GameId,
    /// When it was written, in milliseconds since 1970.
    pub at: u64,
    /// The message.
    pub text: String,
}

/// The most blocked players and reports that are read.
const MAX_ENTRIES: usize = 10_000;

impl Store {
    /// Returns what is stored about a player, without what is in lists.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn personal_data(
        &self,
        player: PlayerId,
    ) -> Result<Option<PersonalData>, StoreError> {
        self.read(move |db| {
            let id = Value::Int(player.0);
            let found = db.find(
                "SELECT created, email FROM players WHERE id = $1",
                &[id],
                |row| Ok((read_u64(row, 0)?.unwrap_or(0), row.get(1)?)),
            )?;
            let Some((created, email)) = found else {
                return Ok(None);
            };
            let blocked = db.query(
                "SELECT p.name FROM blocks b JOIN players p ON p.id = b.blocked \
                 WHERE b.player = $1 AND p.name IS NOT NULL ORDER BY p.folded LIMIT $2",
                &[id, Value::count(MAX_ENTRIES)],
                |row| row.get(0),
            )?;
            let reports = db.query(
                "SELECT created, text FROM reports WHERE reporter = $1 ORDER BY id LIMIT $2",
                &[id, Value::count(MAX_ENTRIES)],
                |row| Ok((to_u64(row.get(0)?), row.get(1)?)),
            )?;
            Ok(Some(PersonalData {
                created,
                email,
                identities: identities::of_player(db, player)?,
                blocked,
                reports,
            }))
        })
        .await
    }

    /// Returns the chat messages of a player after the one of this number, the
    /// oldest first.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn chat_of(
        &self,
        player: PlayerId,
        after: i64,
        limit: usize,
    ) -> Result<Vec<OwnChat>, StoreError> {
        self.read(move |db| {
            db.query(
                "SELECT id, game, at, text FROM chat WHERE player = $1 AND id > $2 \
                 ORDER BY id LIMIT $3",
                &[player.0.into(), after.into(), Value::count(limit)],
                |row| {
                    Ok(OwnChat {
                        id: row.get(0)?,
                        game: to_game_id(row.get(1)?)?,
                        at: to_u64(row.get(2)?),
                        text: row.get(3)?,
                    })
                },
            )
        })
        .await
    }
}

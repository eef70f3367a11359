//! What is deleted when it is old: `docs/hosting.md` lists the rules.

use super::{
    Store,
    columns::{from_u64, to_game_id},
    connection::Connection,
    error::StoreError,
    value::Value,
};
use crate::base::{GameId, PlayerId};

/// Some players who were inspected, in the order of their ids.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InspectedPlayers {
    /// The last of them; none after the last player.
    pub last: Option<PlayerId>,
    /// The guests among them who can be deleted.
    pub unused_guests: Vec<PlayerId>,
}

/// How many players are inspected at once.
const PLAYERS_PER_READ: usize = 1_000;

/// Is true of a guest `p` who has left no trace that others can see, and who has not
/// been here since `$1`.
macro_rules! is_unused_guest {
    () => {
        "p.id > 0 AND p.name IS NULL AND p.deleted IS NULL AND p.created <= $1 \
         AND NOT EXISTS (SELECT 1 FROM tokens t WHERE t.player = p.id AND t.used > $1) \
         AND NOT EXISTS (SELECT 1 FROM games g WHERE g.white = p.id) \
         AND NOT EXISTS (SELECT 1 FROM games g WHERE g.black = p.id) \
         AND NOT EXISTS (SELECT 1 FROM games g WHERE g.maker = p.id AND g.stage = 0) \
         AND NOT EXISTS (SELECT 1 FROM chat c WHERE c.player = p.id) \
         AND NOT EXISTS (SELECT 1 FROM tournaments t WHERE t.organizer = p.id) \
         AND NOT EXISTS (SELECT 1 FROM bans b WHERE b.player = p.id) \
         AND NOT EXISTS (SELECT 1 FROM reports r WHERE r.reporter = p.id) \
         AND NOT EXISTS (SELECT 1 FROM reports r WHERE r.reported = p.id) \
         AND NOT EXISTS (SELECT 1 FROM audit a WHERE a.player = p.id)"
    };
}

impl Store {
    /// Deletes games that nobody has joined and that were created before this time,
    /// in milliseconds since 1970. Returns them; at most `limit` are deleted.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn delete_waiting_games(
        &self,
        before: u64,
        limit: usize,
    ) -> Result<Vec<GameId>, StoreError> {
        self.write(move |db| {
            db.query(
                "DELETE FROM games WHERE id IN \
                 (SELECT id FROM games WHERE stage = 0 AND created < $1 LIMIT $2) RETURNING id",
                &[from_u64(before), Value::count(limit)],
                |row| to_game_id(row.get(0)?),
            )
        })
        .await
    }

    /// Deletes cancelled tournaments that were created before this time, in milliseconds
    /// since 1970. They have no games. Returns how many were deleted, at most `limit`.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn delete_cancelled_tournaments(
        &self,
        before: u64,
        limit: usize,
    ) -> Result<u64, StoreError> {
        self.write(move |db| {
            let old = db.query(
                "SELECT id FROM tournaments WHERE state = 'cancelled' AND created < $1 LIMIT $2",
                &[from_u64(before), Value::count(limit)],
                |row| row.get::<i64>(0),
            )?;
            for &id in &old {
                let id = [Value::Int(id)];
                db.execute("DELETE FROM tournament_events WHERE tournament = $1", &id)?;
                db.execute("DELETE FROM tournaments WHERE id = $1", &id)?;
            }
            Ok(old.len() as u64)
        })
        .await
    }

    /// Deletes chat messages that were written before this time, in milliseconds
    /// since 1970. Returns how many were deleted, at most `limit`.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn delete_old_chat(&self, before: u64, limit: usize) -> Result<u64, StoreError> {
        self.write(move |db| {
            db.execute(
                "DELETE FROM chat WHERE id IN \
                 (SELECT id FROM chat WHERE at < $1 ORDER BY at LIMIT $2)",
                &[from_u64(before), Value::count(limit)],
            )
        })
        .await
    }

    /// Deletes sessions of guests that were last used before this time, in
    /// milliseconds since 1970. Returns how many were deleted, at most `limit`.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn delete_idle_guest_sessions(
        &self,
        before: u64,
        limit: usize,
    ) -> Result<u64, StoreError> {
        self.write(move |db| {
            db.execute(
                "DELETE FROM tokens WHERE id IN \
                 (SELECT t.id FROM tokens t JOIN players p ON p.id = t.player \
                 WHERE p.name IS NULL AND t.used < $1 LIMIT $2)",
                &[from_u64(before), Value::count(limit)],
            )
        })
        .await
    }

    /// Finds guests who never played and have not been here since this time, in
    /// milliseconds since 1970, among the players after this one.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn find_unused_guests(
        &self,
        after: PlayerId,
        since: u64,
    ) -> Result<InspectedPlayers, StoreError> {
        self.read(move |db| {
            let last = db.find(
                "SELECT max(id) FROM \
                 (SELECT id FROM players WHERE id > $1 ORDER BY id LIMIT $2) AS inspected",
                &[after.0.into(), Value::count(PLAYERS_PER_READ)],
                |row| row.get::<Option<i64>>(0),
            )?;
            let last = last.flatten();
            let Some(end) = last else {
                return Ok(InspectedPlayers {
                    last: None,
                    unused_guests: Vec::new(),
                });
            };
            let unused_guests = db.query(
                concat!(
                    "SELECT p.id FROM players p WHERE ",
                    is_unused_guest!(),
                    " AND p.id > $2 AND p.id <= $3"
                ),
                &[from_u64(since), after.0.into(), end.into()],
                |row| Ok(PlayerId(row.get(0)?)),
            )?;
            Ok(InspectedPlayers {
                last: last.map(PlayerId),
                unused_guests,
            })
        })
        .await
    }

    /// Deletes guests who were found to be unused, except those who have done
    /// something meanwhile. Returns how many were deleted.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn delete_unused_guests(
        &self,
        guests: Vec<PlayerId>,
        since: u64,
    ) -> Result<u64, StoreError> {
        self.write(move |db| {
            let mut deleted = 0;
            for guest in &guests {
                deleted += delete_guest(db, *guest, since)?;
            }
            Ok(deleted)
        })
        .await
    }

    /// Deletes the ratings of accounts that were deleted while a game of theirs
    /// ended.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn delete_ratings_of_the_deleted(&self) -> Result<u64, StoreError> {
        self.write(|db| {
            db.execute(
                "DELETE FROM ratings WHERE player IN \
                 (SELECT id FROM players WHERE deleted IS NOT NULL)",
                &[],
            )
        })
        .await
    }
}

fn delete_guest(db: &mut dyn Connection, guest: PlayerId, since: u64) -> Result<u64, StoreError> {
    let id = Value::Int(guest.0);
    let is_unused = db.find(
        concat!(
            "SELECT 1 FROM players p WHERE ",
            is_unused_guest!(),
            " AND p.id = $2"
        ),
        &[from_u64(since), id],
        |_| Ok(()),
    )?;
    if is_unused.is_none() {
        return Ok(0);
    }
    for sql in [
        "DELETE FROM tokens WHERE player = $1",
        "DELETE FROM blocks WHERE player = $1 OR blocked = $1",
    ] {
        db.execute(sql, &[id])?;
    }
    db.execute("DELETE FROM players WHERE id = $1", &[id])
}

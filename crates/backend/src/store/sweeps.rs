//! Decides which node handles a game whose deadline has passed.

use arbiter_game::Time;

use super::{
    Store,
    columns::{from_time, to_game_id},
    connection::Connection,
    error::StoreError,
    value::Value,
};
use crate::base::GameId;

/// Overdue games, in two statements because two indexes find them.
const CLAIM_FAST: &str = "UPDATE games SET swept = $1 WHERE id IN ( \
     SELECT id FROM games WHERE stage = 1 AND speed <> 'correspondence' \
     AND speed IN ('bullet', 'blitz', 'rapid', 'classical', 'saktris') \
     AND deadline <= $2 AND (swept IS NULL OR swept <= $2) \
     ORDER BY deadline LIMIT $3 FOR UPDATE SKIP LOCKED) RETURNING id";
const CLAIM_SLOW: &str = "UPDATE games SET swept = $1 WHERE id IN ( \
     SELECT id FROM games WHERE stage = 1 AND speed = 'correspondence' \
     AND deadline <= $2 AND (swept IS NULL OR swept <= $2) \
     ORDER BY deadline LIMIT $3 FOR UPDATE SKIP LOCKED) RETURNING id";
const CLAIM_LIVE: &str = "UPDATE games SET swept = $1 WHERE id IN ( \
     SELECT id FROM games WHERE stage = 1 AND (swept IS NULL OR swept <= $2) \
     ORDER BY created LIMIT $3 FOR UPDATE SKIP LOCKED) RETURNING id";

impl Store {
    /// Returns games whose deadline has passed, and keeps other nodes from doing so until
    /// the given time. Only nodes on PostgreSQL share a database.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn claim_overdue_games(
        &self,
        now: Time,
        until: Time,
        limit: usize,
    ) -> Result<Vec<GameId>, StoreError> {
        self.write(move |db| {
            let mut claimed = claim(db, CLAIM_FAST, now, until, limit)?;
            claimed.extend(claim(db, CLAIM_SLOW, now, until, limit)?);
            Ok(claimed)
        })
        .await
    }

    /// Returns games that are being played, in the same way.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn claim_live_games(
        &self,
        now: Time,
        until: Time,
        limit: usize,
    ) -> Result<Vec<GameId>, StoreError> {
        self.write(move |db| claim(db, CLAIM_LIVE, now, until, limit))
            .await
    }
}

fn claim(
    db: &mut dyn Connection,
    sql: &'static str,
    now: Time,
    until: Time,
    limit: usize,
) -> Result<Vec<GameId>, StoreError> {
    db.query(
        sql,
        &[from_time(until), from_time(now), Value::count(limit)],
        |row| to_game_id(row.get(0)?),
    )
}

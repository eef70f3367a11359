//! The game clock, which stands still while the server is down.

use arbiter_game::Time;

use super::{
    Store,
    columns::{event_time, from_time, to_time},
    connection::Connection,
    error::StoreError,
    value::Value,
};

/// The row of the clock: all nodes share one.
const NODE: i64 = 0;

impl Store {
    /// Returns the time from which the game clock continues: the last time the
    /// server is known to have been up, or `wall` for a new database.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn resume_clock(&self, wall: u64) -> Result<Time, StoreError> {
        let last = self.read(last_time).await?;
        Ok(last.unwrap_or(Time::from_millis(wall)))
    }

    /// Saves the time, about once a second: after a crash, the time since the
    /// last heartbeat and the last event counts for no player.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn heartbeat(&self, now: Time) -> Result<(), StoreError> {
        self.write(move |db| save_time(db, now)).await
    }
}

/// Returns the time of the last heartbeat or the last event, whichever is
/// later.
pub(super) fn last_time(db: &mut dyn Connection) -> Result<Option<Time>, StoreError> {
    let mut last = None;
    for sql in [
        "SELECT max(time) FROM clock",
        "SELECT max(ended) FROM games WHERE ended IS NOT NULL",
    ] {
        let found = db.find(sql, &[], |row| row.get::<Option<i64>>(0))?;
        last = last.max(found.flatten().map(to_time));
    }
    for sql in [
        "SELECT e.line FROM games g JOIN events e ON e.game = g.id WHERE g.stage = 1 \
         AND e.seq = (SELECT max(seq) FROM events WHERE game = g.id)",
        "SELECT line FROM recent",
    ] {
        db.for_each_row(sql, &[], &mut |row| {
            // A damaged line has no time.
            if let Ok(line) = row.get::<String>(0) {
                last = last.max(event_time(&line));
            }
            Ok(())
        })?;
    }
    Ok(last)
}

/// Saves the time, unless a later one is saved.
pub(super) fn save_time(db: &mut dyn Connection, now: Time) -> Result<(), StoreError> {
    db.execute(
        "INSERT INTO clock (node, time) VALUES ($1, $2) \
         ON CONFLICT (node) DO UPDATE SET time = excluded.time WHERE clock.time < excluded.time",
        &[Value::Int(NODE), from_time(now)],
    )?;
    Ok(())
}

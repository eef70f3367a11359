//! How far time has come. It stands still while the server is down.

use arbiter_game::Time;

use super::{Connection, Store, StoreError, Value};

/// The server; there is one.
const NODE: i64 = 0;

impl Store {
    /// Where time goes on: where it had come to when the server was last up,
    /// or where the calendar is if it never was.
    ///
    /// # Errors
    ///
    /// What the database says.
    pub async fn resume_clock(&self, wall: u64) -> Result<Time, StoreError> {
        let last = self.read(last_time).await?;
        Ok(last.unwrap_or(Time::from_millis(wall)))
    }

    /// Writes down how far time has come, every second or so: what passes
    /// after the last of it may count for nobody. Each event does the same.
    ///
    /// # Errors
    ///
    /// What the database says.
    pub async fn heartbeat(&self, now: Time) -> Result<(), StoreError> {
        self.write(move |db| note(db, now)).await
    }
}

pub(super) fn last_time(db: &mut Connection) -> Result<Option<Time>, StoreError> {
    let last = db.find("SELECT max(time) FROM clock", &[], |row| {
        row.get::<Option<i64>>(0)
    })?;
    Ok(last.flatten().map(time))
}

pub(super) fn note(db: &mut Connection, now: Time) -> Result<(), StoreError> {
    db.execute(
        "INSERT INTO clock (node, time) VALUES ($1, $2) \
         ON CONFLICT (node) DO UPDATE SET time = excluded.time WHERE clock.time < excluded.time",
        &[Value::Int(NODE), millis(now)],
    )?;
    Ok(())
}

/// A time as a column has it.
pub(super) fn millis(time: Time) -> Value<'static> {
    Value::Int(time.as_millis().cast_signed())
}

/// A time from its column.
pub(super) fn time(millis: i64) -> Time {
    Time::from_millis(u64::try_from(millis).unwrap_or(0))
}

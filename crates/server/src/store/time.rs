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
    /// after it and after the last event counts for nobody.
    ///
    /// # Errors
    ///
    /// What the database says.
    pub async fn heartbeat(&self, now: Time) -> Result<(), StoreError> {
        self.write(move |db| note(db, now)).await
    }
}

/// The last heartbeat or the last event, which may have come after it.
pub(super) fn last_time(db: &mut Connection) -> Result<Option<Time>, StoreError> {
    let mut last = None;
    for sql in [
        "SELECT max(time) FROM clock",
        "SELECT max(ended) FROM games WHERE ended IS NOT NULL",
    ] {
        let found = db.find(sql, &[], |row| row.get::<Option<i64>>(0))?;
        last = last.max(found.flatten().map(time));
    }
    db.each(
        "SELECT e.line FROM games g JOIN events e ON e.game = g.id WHERE g.stage = 1 \
         AND e.seq = (SELECT max(seq) FROM events WHERE game = g.id)",
        &[],
        |row| {
            last = last.max(event_time(&row.get::<String>(0)?));
            Ok(())
        },
    )?;
    db.each("SELECT line FROM recent", &[], |row| {
        last = last.max(event_time(&row.get::<String>(0)?));
        Ok(())
    })?;
    Ok(last)
}

pub(super) fn note(db: &mut Connection, now: Time) -> Result<(), StoreError> {
    db.execute(
        "INSERT INTO clock (node, time) VALUES ($1, $2) \
         ON CONFLICT (node) DO UPDATE SET time = excluded.time WHERE clock.time < excluded.time",
        &[Value::Int(NODE), millis(now)],
    )?;
    Ok(())
}

/// When an event happened: with that its line begins.
pub(super) fn event_time(line: &str) -> Option<Time> {
    let (millis, _) = line.split_once(' ')?;
    millis.parse().ok().map(Time::from_millis)
}

/// A time as a column has it.
pub(super) fn millis(time: Time) -> Value<'static> {
    Value::Int(time.as_millis().cast_signed())
}

/// A time from its column.
pub(super) fn time(millis: i64) -> Time {
    Time::from_millis(u64::try_from(millis).unwrap_or(0))
}

//! How the writer appends events: the interface that each database implements,
//! and what is the same for both.

use arbiter_game::{Ending, Reason};
use arbiter_rules::ByColor;
use arbiter_wire::Speed;

use super::{
    append::{Append, Appended, GameProgress},
    audit::record,
    columns::{from_opening, from_time, from_u64},
    connection::{Connection, in_transaction},
    error::StoreError,
    interruptions::{delete_interruption, interruptions_of},
    job::AppendJob,
    ratings::{rounded_rating, update_ratings},
    value::Value,
};
use crate::base::{GameId, PlayerId};

/// The writer's connection, with whatever it caches about the log.
///
/// All methods but [`flush_some`](EventWriter::flush_some) are called within a
/// transaction.
pub(super) trait EventWriter {
    /// Returns the connection, for everything but the log.
    fn connection(&mut self) -> &mut dyn Connection;

    /// Does the appends of a batch and sets their outcomes. Appends to the same
    /// game are done in the given order.
    fn append_batch(&mut self, jobs: &mut [&mut AppendJob]) -> Result<(), StoreError>;

    /// Adds events to the log. Returns `false`, and adds nothing, if the
    /// sequence number of the first is not free.
    fn insert(&mut self, append: &Append) -> Result<bool, StoreError>;

    /// Reports whether the log is known to have this event. If so, the event
    /// may not be in the `events` table yet; if not, that table decides.
    fn is_cached(&mut self, game: GameId, seq: u64) -> Result<bool, StoreError>;

    /// Moves some of the pending events into the `events` table, if there are
    /// enough. Returns whether there were.
    fn flush_some(&mut self) -> Result<bool, StoreError>;

    /// Rolls the transaction back, along with everything cached in it.
    fn roll_back(&mut self);
}

/// Adds the events of a game to the log and updates its row. Returns `None`,
/// and writes nothing, if the game has changed in the meantime.
pub(super) fn append_one(
    writer: &mut dyn EventWriter,
    append: &Append,
) -> Result<Option<Appended>, StoreError> {
    let game = Value::Int(append.game.to_number());
    if let Some(seats) = append.seats {
        let begun = writer.connection().execute(
            "UPDATE games SET white = $1, black = $2, stage = 1 WHERE id = $3 AND stage = 0",
            &[seats.white.0.into(), seats.black.0.into(), game],
        )?;
        if begun == 0 {
            return Ok(None);
        }
    }
    if append.lines.is_empty() {
        return Ok(Some(Appended::default()));
    }
    // Another node may have given the time back.
    if let Some(side) = append.ends_interruption
        && interruptions_of(writer.connection(), append.game)?[side].is_none()
    {
        return Ok(None);
    }
    if !writer.insert(append)? {
        // A game that was waiting cannot have events.
        return match append.seats {
            Some(_) => Err(append.missing()),
            None => Ok(None),
        };
    }
    if let Some(progress) = append.progress {
        save_progress(writer, append.game, append.next_seq(), progress)?;
    }
    if let Some(side) = append.ends_interruption {
        delete_interruption(writer.connection(), append.game, side)?;
    }
    if let Some(entry) = &append.audit_entry {
        record(writer.connection(), entry)?;
    }
    match append.ended {
        Some(ending) => finish(writer.connection(), append, ending).map(Some),
        None => Ok(Some(Appended::default())),
    }
}

/// Saves the progress of a game in its row, unless the game has an event with
/// the number `next_seq`: then the progress is out of date.
pub(super) fn save_progress(
    writer: &mut dyn EventWriter,
    game: GameId,
    next_seq: u64,
    progress: GameProgress,
) -> Result<(), StoreError> {
    if writer.is_cached(game, next_seq)? {
        return Ok(());
    }
    writer.connection().execute(
        "UPDATE games SET deadline = $1, plies = $2, opening = $3 WHERE id = $4 \
         AND NOT EXISTS (SELECT 1 FROM events WHERE game = $4 AND seq = $5)",
        &[
            progress.deadline.map_or(Value::Null, from_time),
            Value::Int(progress.plies.into()),
            progress.opening.map(from_opening).into(),
            game.to_number().into(),
            from_u64(next_seq),
        ],
    )?;
    Ok(())
}

/// Updates the row of a game that has ended, and the ratings of its players.
fn finish(
    db: &mut dyn Connection,
    append: &Append,
    ending: Ending,
) -> Result<Appended, StoreError> {
    let game = Value::Int(append.game.to_number());
    let at = append.time().unwrap_or_default();
    let row = db.find(
        "SELECT white, black, speed, rated FROM games WHERE id = $1",
        &[game],
        |row| {
            Ok((
                row.get::<Option<i64>>(0)?.map(PlayerId),
                row.get::<Option<i64>>(1)?.map(PlayerId),
                row.get::<String>(2)?,
                row.get::<i64>(3)? != 0,
            ))
        },
    )?;
    let Some((Some(white), Some(black), speed, is_rated)) = row else {
        return Err(append.missing());
    };
    let speed = Speed::from_code(&speed).ok_or_else(|| append.missing())?;
    let counts = is_rated && white != black && ending.reason != Reason::Aborted;
    let (before, ratings) = if counts {
        let changes = update_ratings(db, ByColor { white, black }, speed, ending.winner, at)?;
        let before = ByColor::new_with(|color| Some(changes[color].before));
        (before, Some(changes))
    } else {
        let white = rounded_rating(db, white, speed)?;
        let black = rounded_rating(db, black, speed)?;
        (ByColor { white, black }, None)
    };
    let change = ratings.map(|ratings| ByColor::new_with(|color| ratings[color].change()));
    db.execute(
        "UPDATE games SET stage = 2, deadline = NULL, result = $1, reason = $2, ended = $3, \
         white_rating = $4, black_rating = $5, white_change = $6, black_change = $7 \
         WHERE id = $8",
        &[
            ending.result().into(),
            ending.reason.code().into(),
            from_time(at),
            before.white.map(i64::from).into(),
            before.black.map(i64::from).into(),
            change.map(|change| i64::from(change.white)).into(),
            change.map(|change| i64::from(change.black)).into(),
            game,
        ],
    )?;
    Ok(Appended { ratings })
}

/// Moves all pending events into the `events` table. PostgreSQL has none.
///
/// # Errors
///
/// Returns an error if the database fails. Nothing has changed then.
pub fn flush(db: &mut dyn Connection) -> Result<(), StoreError> {
    in_transaction(db, |db| {
        db.execute(
            "INSERT INTO events (game, seq, line, command) \
             SELECT game, seq, line, command FROM recent WHERE true ORDER BY game, seq \
             ON CONFLICT DO NOTHING",
            &[],
        )?;
        db.execute("DELETE FROM recent", &[])?;
        Ok(())
    })
}

//! What happened just now, in SQLite. The events of a game stand together, so
//! that moves of many games at a time would each change a page of their own;
//! here they are written one after the other, and sorted in when there are
//! enough of them for a page of each game.

use rusqlite::{CachedStatement, OptionalExtension, params};

use super::{Append, Connection, StoreError};

/// How many events are sorted in at once. It takes some 50 ms.
const ENOUGH: i64 = 16_384;

/// What adds events, for as many games as there are to add some.
pub(super) struct Recent<'c> {
    connection: &'c rusqlite::Connection,
    advance: CachedStatement<'c>,
    insert: CachedStatement<'c>,
}

impl Recent<'_> {
    pub(super) fn open(connection: &rusqlite::Connection) -> Result<Recent<'_>, StoreError> {
        let advance = "UPDATE tails SET next = ?1 WHERE game = ?2 AND next = ?3";
        let insert = "INSERT INTO recent (game, seq, line, command) VALUES (?1, ?2, ?3, ?4)";
        Ok(Recent {
            advance: connection.prepare_cached(advance)?,
            insert: connection.prepare_cached(insert)?,
            connection,
        })
    }

    /// Adds the events of a game, if they are the next ones. Whether they were.
    pub(super) fn add(&mut self, append: &Append) -> Result<bool, StoreError> {
        let game = append.game.to_number();
        let seq = append.seq.cast_signed();
        let next = seq + append.lines.len() as i64;
        let moved = self.advance.execute([next, game, seq])?;
        if moved == 0 && !self.begin(game, seq, next)? {
            return Ok(false);
        }
        let mut command = append.command.as_deref();
        for (seq, line) in (seq..).zip(&append.lines) {
            self.insert
                .execute(params![game, seq, line, command.take()])?;
        }
        Ok(true)
    }

    /// The first events of a game since all was sorted in; unless there are
    /// others, and somebody was faster.
    fn begin(&self, game: i64, seq: i64, next: i64) -> Result<bool, StoreError> {
        let last = "SELECT max(seq) FROM events WHERE game = ?1";
        let mut last = self.connection.prepare_cached(last)?;
        let last: Option<Option<i64>> = last.query_row([game], |row| row.get(0)).optional()?;
        if seq != last.flatten().map_or(0, |last| last + 1) {
            return Ok(false);
        }
        let begin = "INSERT INTO tails (game, next) VALUES (?1, ?2) ON CONFLICT DO NOTHING";
        let begun = self
            .connection
            .prepare_cached(begin)?
            .execute([game, next])?;
        Ok(begun > 0)
    }
}

/// Sorts everything in, if it is enough. In a transaction.
pub(super) fn settle_if_enough(db: &mut Connection) -> Result<(), StoreError> {
    let last = "SELECT max(id) FROM recent";
    let last = db.find(last, &[], |row| row.get::<Option<i64>>(0))?;
    if last.flatten().is_some_and(|last| last >= ENOUGH) {
        sort_in(db)?;
    }
    Ok(())
}

/// Sorts everything in.
///
/// # Errors
///
/// What the database says. Then all is as it was.
pub fn settle(db: &mut Connection) -> Result<(), StoreError> {
    db.begin()?;
    match sort_in(db) {
        Ok(()) => db.commit(),
        Err(error) => {
            db.roll_back();
            Err(error)
        }
    }
}

fn sort_in(db: &mut Connection) -> Result<(), StoreError> {
    db.execute(
        "INSERT INTO events (game, seq, line, command) \
         SELECT game, seq, line, command FROM recent ORDER BY game, seq",
        &[],
    )?;
    // The numbers of an empty table begin with 1 again.
    db.execute("DELETE FROM recent", &[])?;
    db.execute("DELETE FROM tails", &[])?;
    Ok(())
}

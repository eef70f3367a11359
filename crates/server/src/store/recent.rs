//! What happened just now, in SQLite. The events of a game stand together, so
//! that moves of many games at a time would each change a page of their own;
//! here they are written one after the other, and sorted in when there are
//! enough of them for a page of each game.

use std::collections::HashMap;

use rusqlite::{CachedStatement, Connection as Sqlite, params};

use super::{Append, Connection, StoreError};

/// How many events of each game are sorted in at once: they fill a good part
/// of a page.
const ENOUGH: i64 = 16;

/// And how many there are of all games together. The most take some 50 ms.
const LEAST: i64 = 1_024;
const MOST: i64 = 16_384;

/// The numbers of the next events of the games of which there are recent ones,
/// as long as nobody else writes into the same file.
#[derive(Debug, Default)]
pub struct Tails {
    next: HashMap<i64, i64>,
    /// How many events are recent.
    count: i64,
    /// What SQLite calls the state of the file in which that is true; none if
    /// it was forgotten.
    version: Option<i64>,
}

/// What adds events, for as many games as there are to add some.
pub(super) struct Recent<'c> {
    sqlite: &'c Sqlite,
    tails: &'c mut Tails,
    insert: CachedStatement<'c>,
}

impl Tails {
    /// To be called when it is not known whether they are true.
    pub(super) fn forget(&mut self) {
        *self = Tails::default();
    }

    /// The number of the next event of a game, if the last one is recent.
    pub(super) fn next(&self, game: i64) -> Option<i64> {
        self.next.get(&game).copied()
    }

    /// Whether there is enough to be sorted in.
    fn are_long(&self) -> bool {
        let games = self.next.len() as i64;
        self.count >= (games * ENOUGH).clamp(LEAST, MOST)
    }

    /// Makes sure that they are true within this transaction.
    pub(super) fn refresh(&mut self, sqlite: &Sqlite) -> Result<(), StoreError> {
        let version = sqlite
            .prepare_cached("PRAGMA data_version")?
            .query_row([], |row| row.get(0))?;
        if self.version == Some(version) {
            return Ok(());
        }
        self.forget();
        let mut last =
            sqlite.prepare_cached("SELECT game, max(seq), count(*) FROM recent GROUP BY game")?;
        let mut rows = last.query([])?;
        while let Some(row) = rows.next()? {
            self.next.insert(row.get(0)?, row.get::<_, i64>(1)? + 1);
            self.count += row.get::<_, i64>(2)?;
        }
        self.version = Some(version);
        Ok(())
    }
}

impl<'c> Recent<'c> {
    /// To be used within a transaction.
    pub(super) fn open(sqlite: &'c Sqlite, tails: &'c mut Tails) -> Result<Recent<'c>, StoreError> {
        tails.refresh(sqlite)?;
        let insert = "INSERT INTO recent (game, seq, line, command) VALUES (?1, ?2, ?3, ?4)";
        Ok(Recent {
            insert: sqlite.prepare_cached(insert)?,
            sqlite,
            tails,
        })
    }

    /// Adds the events of a game, if they are the next ones. Whether they were.
    pub(super) fn add(&mut self, append: &Append) -> Result<bool, StoreError> {
        let game = append.game.to_number();
        let first = append.seq.cast_signed();
        let next = match self.tails.next(game) {
            Some(next) => next,
            None => self.next_after_sorted(game)?,
        };
        // Somebody was faster.
        if first != next {
            return Ok(false);
        }
        let mut command = append.command.as_deref();
        for (seq, line) in (first..).zip(&append.lines) {
            self.insert
                .execute(params![game, seq, line, command.take()])?;
        }
        let count = append.lines.len() as i64;
        self.tails.next.insert(game, first + count);
        self.tails.count += count;
        Ok(true)
    }

    /// The number of the next event of a game that has no recent ones.
    fn next_after_sorted(&self, game: i64) -> Result<i64, StoreError> {
        let last = "SELECT max(seq) FROM events WHERE game = ?1";
        let mut last = self.sqlite.prepare_cached(last)?;
        let last: Option<i64> = last.query_row([game], |row| row.get(0))?;
        Ok(last.map_or(0, |last| last + 1))
    }
}

/// Sorts everything in, if it is enough. In a transaction.
pub(super) fn settle_if_enough(db: &mut Connection) -> Result<(), StoreError> {
    match db {
        Connection::Sqlite(_, tails) if tails.are_long() => sort_in(db),
        _ => Ok(()),
    }
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
    if let Connection::Sqlite(_, tails) = db {
        tails.next.clear();
        tails.count = 0;
    }
    Ok(())
}

//! What happened just now, in SQLite. The events of a game stand together, so
//! that moves of many games at a time would each change a page of their own;
//! here they are written one after the other, and sorted in when there are
//! enough of them for a page of each game: some games at a time, so that nobody
//! waits long. What is sorted in stays here until all that is older is, too.

use std::collections::HashMap;

use rusqlite::{CachedStatement, Connection as Sqlite, params};

use super::{Append, Connection, StoreError};

/// How many events of each game are sorted in at once: they fill a good part
/// of a page.
const ENOUGH: usize = 16;

/// And how many there are of all games together.
const LEAST: usize = 1_024;
const MOST: usize = 16_384;

/// How many are sorted in between two batches of moves, more or less: that
/// takes some milliseconds.
const SOME: usize = 1_024;

/// What is known of the games in which something happened just now, as long as
/// nobody else writes into the same file.
#[derive(Debug, Default)]
pub struct Tails {
    games: HashMap<i64, Tail>,
    /// How many events are not sorted in.
    count: usize,
    sorting: Option<Sorting>,
    /// What SQLite calls the state of the file in which that is true; none if
    /// it was forgotten.
    version: Option<i64>,
}

/// The end of the record of a game.
#[derive(Debug, Default)]
struct Tail {
    /// The number of the next event.
    next: i64,
    /// The events before it that are not sorted in, each with its command.
    events: Vec<(String, Option<String>)>,
}

/// What is being sorted in.
#[derive(Debug)]
struct Sorting {
    /// The games whose turn has not come, the first of them last.
    games: Vec<i64>,
    /// The last row of what was there when it began.
    last: i64,
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

    /// The number of the next event of a game, if something happened just now.
    pub(super) fn next(&self, game: i64) -> Option<i64> {
        self.games.get(&game).map(|tail| tail.next)
    }

    /// Whether there is something to be sorted in.
    fn are_long(&self) -> bool {
        let enough = (self.games.len() * ENOUGH).clamp(LEAST, MOST);
        self.sorting.is_some() || self.count >= enough
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
        let all = "SELECT game, seq, line, command FROM recent ORDER BY id";
        let mut all = sqlite.prepare_cached(all)?;
        let mut rows = all.query([])?;
        while let Some(row) = rows.next()? {
            let tail = self.games.entry(row.get(0)?).or_default();
            tail.next = row.get::<_, i64>(1)? + 1;
            tail.events.push((row.get(2)?, row.get(3)?));
            self.count += 1;
        }
        self.version = Some(version);
        Ok(())
    }

    /// Sorts in the events of some games, within a transaction.
    fn sort_in_some(&mut self, sqlite: &Sqlite) -> Result<(), StoreError> {
        self.refresh(sqlite)?;
        let mut sorting = match self.sorting.take() {
            Some(sorting) => sorting,
            None => self.begin_sorting(sqlite)?,
        };
        // Somebody else may have begun with the same games.
        let insert = "INSERT INTO events (game, seq, line, command) VALUES (?1, ?2, ?3, ?4) \
                      ON CONFLICT DO NOTHING";
        let mut insert = sqlite.prepare_cached(insert)?;
        let mut sorted = 0;
        while sorted < SOME
            && let Some(game) = sorting.games.pop()
            && let Some(tail) = self.games.get_mut(&game)
        {
            let first = tail.next - tail.events.len() as i64;
            for (seq, (line, command)) in (first..).zip(tail.events.drain(..)) {
                insert.execute(params![game, seq, line, command])?;
                sorted += 1;
            }
        }
        self.count -= sorted;
        if sorting.games.is_empty() {
            let remove = "DELETE FROM recent WHERE id <= ?1";
            sqlite.prepare_cached(remove)?.execute([sorting.last])?;
        } else {
            self.sorting = Some(sorting);
        }
        Ok(())
    }

    fn begin_sorting(&mut self, sqlite: &Sqlite) -> Result<Sorting, StoreError> {
        // Nothing has happened in these for a while.
        self.games.retain(|_, tail| !tail.events.is_empty());
        let mut games: Vec<_> = self.games.keys().copied().collect();
        games.sort_unstable_by(|one, other| other.cmp(one));
        let last = "SELECT coalesce(max(id), 0) FROM recent";
        let last = sqlite.prepare_cached(last)?.query_row([], |row| row.get(0));
        Ok(Sorting { games, last: last? })
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
        let tail = self.tails.games.entry(game).or_default();
        let mut command = append.command.as_ref();
        for (seq, line) in (first..).zip(&append.lines) {
            let command = command.take();
            self.insert.execute(params![game, seq, line, command])?;
            tail.events.push((line.clone(), command.cloned()));
        }
        tail.next = first + append.lines.len() as i64;
        self.tails.count += append.lines.len();
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

/// Sorts some of it in, if there is enough. Whether there was.
pub(super) fn settle_some(db: &mut Connection) -> Result<bool, StoreError> {
    match db {
        Connection::Sqlite(_, tails) if tails.are_long() => {}
        _ => return Ok(false),
    }
    in_transaction(db, |db| match db {
        Connection::Sqlite(sqlite, tails) => tails.sort_in_some(sqlite),
        Connection::Postgres(_) => Ok(()),
    })?;
    Ok(true)
}

/// Sorts everything in.
///
/// # Errors
///
/// What the database says. Then all is as it was.
pub fn flush(db: &mut Connection) -> Result<(), StoreError> {
    in_transaction(db, |db| {
        db.execute(
            "INSERT INTO events (game, seq, line, command) \
             SELECT game, seq, line, command FROM recent WHERE true ORDER BY game, seq \
             ON CONFLICT DO NOTHING",
            &[],
        )?;
        // The numbers of an empty table begin with 1 again.
        db.execute("DELETE FROM recent", &[])?;
        if let Connection::Sqlite(_, tails) = db {
            tails.forget();
        }
        Ok(())
    })
}

fn in_transaction(
    db: &mut Connection,
    work: impl FnOnce(&mut Connection) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    db.begin()?;
    match work(db) {
        Ok(()) => db.commit(),
        Err(error) => {
            db.roll_back();
            Err(error)
        }
    }
}

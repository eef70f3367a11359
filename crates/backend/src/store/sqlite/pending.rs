//! The events that SQLite keeps in the `recent` table.
//!
//! The `events` table stores the events of a game side by side, so moves in
//! many games at once would each change a page of their own. They are appended
//! to `recent` instead, one after the other, and flushed to `events` when there
//! are enough to fill a good part of a page for each game: a few games at a
//! time, so that no move waits long. Flushed events stay in `recent` until
//! everything older is flushed too, and readers skip the duplicates.

use std::collections::HashMap;

use rusqlite::{CachedStatement, params};

use super::super::{append::Append, error::StoreError};

/// How many events per game to gather before a flush; they fill a good part of
/// a page.
const EVENTS_PER_GAME_BEFORE_FLUSH: usize = 16;

/// The least and the most events of all games to gather before a flush.
const MIN_EVENTS_BEFORE_FLUSH: usize = 1_024;
const MAX_EVENTS_BEFORE_FLUSH: usize = 16_384;

/// After how many events a flush pauses, at the end of a game, to let the next
/// moves through. This many take a few milliseconds.
const EVENTS_PER_FLUSH_STEP: usize = 1_024;

/// The writer's cache of the `recent` table: the next sequence number of each
/// game in it, and the events that are not flushed yet.
///
/// It is valid for one connection while no other connection writes, so:
///
/// - every transaction calls [`refresh`](PendingEvents::refresh) before it uses
///   the cache, which reloads it if another connection has committed anything;
/// - a transaction that is rolled back calls [`clear`](PendingEvents::clear);
/// - it is dropped with its connection, because versions of different
///   connections cannot be compared.
#[derive(Debug, Default)]
pub(super) struct PendingEvents {
    games: HashMap<i64, PendingGame>,
    /// The number of events that are not flushed.
    count: usize,
    flush: Option<FlushState>,
    /// The `PRAGMA data_version` for which the cache is valid; `None` if it is
    /// invalid.
    data_version: Option<i64>,
}

/// The end of the log of one game.
#[derive(Debug, Default)]
struct PendingGame {
    /// The sequence number of the next event.
    next_seq: i64,
    /// The events before it that are not flushed, each with its command.
    events: Vec<(String, Option<String>)>,
}

/// A flush that continues between batches of moves.
#[derive(Debug)]
struct FlushState {
    /// The games that are not flushed yet, in descending order.
    games: Vec<i64>,
    /// The last id in `recent` when the flush began.
    last_id: i64,
}

/// Appends events to the `recent` table within a transaction.
pub(super) struct RecentEvents<'c> {
    sqlite: &'c rusqlite::Connection,
    pending: &'c mut PendingEvents,
    insert: CachedStatement<'c>,
}

impl PendingEvents {
    /// Invalidates the cache.
    pub(super) fn clear(&mut self) {
        *self = PendingEvents::default();
    }

    /// Returns the sequence number of the next event of a game, if it is
    /// cached.
    pub(super) fn next_seq(&self, game: i64) -> Option<i64> {
        self.games.get(&game).map(|game| game.next_seq)
    }

    /// Reports whether a flush is under way or due.
    pub(super) fn needs_flush(&self) -> bool {
        let enough = (self.games.len() * EVENTS_PER_GAME_BEFORE_FLUSH)
            .clamp(MIN_EVENTS_BEFORE_FLUSH, MAX_EVENTS_BEFORE_FLUSH);
        self.flush.is_some() || self.count >= enough
    }

    /// Reloads the cache if it is not valid in the current transaction.
    pub(super) fn refresh(&mut self, sqlite: &rusqlite::Connection) -> Result<(), StoreError> {
        let version = sqlite
            .prepare_cached("PRAGMA data_version")?
            .query_row([], |row| row.get(0))?;
        if self.data_version == Some(version) {
            return Ok(());
        }
        self.clear();
        let all = "SELECT game, seq, line, command FROM recent ORDER BY id";
        let mut all = sqlite.prepare_cached(all)?;
        let mut rows = all.query([])?;
        while let Some(row) = rows.next()? {
            let game = self.games.entry(row.get(0)?).or_default();
            game.next_seq = row.get::<_, i64>(1)? + 1;
            game.events.push((row.get(2)?, row.get(3)?));
            self.count += 1;
        }
        self.data_version = Some(version);
        Ok(())
    }

    /// Flushes the events of some games within a transaction.
    pub(super) fn flush_some(&mut self, sqlite: &rusqlite::Connection) -> Result<(), StoreError> {
        self.refresh(sqlite)?;
        let mut flush = match self.flush.take() {
            Some(flush) => flush,
            None => self.begin_flush(sqlite)?,
        };
        // Another process may have begun to flush the same games.
        let insert = "INSERT INTO events (game, seq, line, command) VALUES (?1, ?2, ?3, ?4) \
                      ON CONFLICT DO NOTHING";
        let mut insert = sqlite.prepare_cached(insert)?;
        let mut flushed = 0;
        while flushed < EVENTS_PER_FLUSH_STEP
            && let Some(number) = flush.games.pop()
            && let Some(game) = self.games.get_mut(&number)
        {
            let first = game.next_seq - game.events.len() as i64;
            for (seq, (line, command)) in (first..).zip(game.events.drain(..)) {
                insert.execute(params![number, seq, line, command])?;
                flushed += 1;
            }
        }
        self.count -= flushed;
        if flush.games.is_empty() {
            let remove = "DELETE FROM recent WHERE id <= ?1";
            sqlite.prepare_cached(remove)?.execute([flush.last_id])?;
        } else {
            self.flush = Some(flush);
        }
        Ok(())
    }

    fn begin_flush(&mut self, sqlite: &rusqlite::Connection) -> Result<FlushState, StoreError> {
        // Games without an event since the last flush are not needed anymore.
        self.games.retain(|_, game| !game.events.is_empty());
        let mut games: Vec<_> = self.games.keys().copied().collect();
        games.sort_unstable_by(|one, other| other.cmp(one));
        let last = "SELECT coalesce(max(id), 0) FROM recent";
        let last_id = sqlite
            .prepare_cached(last)?
            .query_row([], |row| row.get(0))?;
        Ok(FlushState { games, last_id })
    }
}

impl<'c> RecentEvents<'c> {
    /// Opens the table within a transaction.
    pub(super) fn open(
        sqlite: &'c rusqlite::Connection,
        pending: &'c mut PendingEvents,
    ) -> Result<RecentEvents<'c>, StoreError> {
        pending.refresh(sqlite)?;
        let insert = "INSERT INTO recent (game, seq, line, command) VALUES (?1, ?2, ?3, ?4)";
        Ok(RecentEvents {
            insert: sqlite.prepare_cached(insert)?,
            sqlite,
            pending,
        })
    }

    /// Adds the events of a game. Returns `false`, and adds nothing, if they
    /// are not the next ones.
    pub(super) fn insert(&mut self, append: &Append) -> Result<bool, StoreError> {
        let number = append.game.to_number();
        let first = append.seq.cast_signed();
        let next_seq = match self.pending.next_seq(number) {
            Some(next_seq) => next_seq,
            None => self.next_seq_in_events(number)?,
        };
        if first != next_seq {
            return Ok(false);
        }
        let game = self.pending.games.entry(number).or_default();
        let mut command = append.command.as_ref();
        for (seq, line) in (first..).zip(&append.lines) {
            let command = command.take();
            self.insert.execute(params![number, seq, line, command])?;
            game.events.push((line.clone(), command.cloned()));
        }
        game.next_seq = first + append.lines.len() as i64;
        self.pending.count += append.lines.len();
        Ok(true)
    }

    /// Returns the sequence number of the next event of a game that has no
    /// recent ones.
    fn next_seq_in_events(&self, game: i64) -> Result<i64, StoreError> {
        let last = "SELECT max(seq) FROM events WHERE game = ?1";
        let mut last = self.sqlite.prepare_cached(last)?;
        let last: Option<i64> = last.query_row([game], |row| row.get(0))?;
        Ok(last.map_or(0, |last| last + 1))
    }
}

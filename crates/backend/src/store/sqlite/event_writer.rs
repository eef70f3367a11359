use super::{
    super::{
        append::{Append, Appended},
        connection::Connection,
        error::StoreError,
        event_writer::{EventWriter, append_one},
        job::AppendJob,
    },
    Sqlite,
    pending::{PendingEvents, RecentEvents},
};
use crate::base::GameId;

/// Appends events to the `recent` table, and flushes them to `events` when
/// there are enough.
pub(in super::super) struct SqliteEventWriter {
    sqlite: Sqlite,
    pending: PendingEvents,
}

impl SqliteEventWriter {
    pub(in super::super) fn new(sqlite: Sqlite) -> SqliteEventWriter {
        SqliteEventWriter {
            sqlite,
            pending: PendingEvents::default(),
        }
    }
}

impl EventWriter for SqliteEventWriter {
    fn connection(&mut self) -> &mut dyn Connection {
        &mut self.sqlite
    }

    fn append_batch(&mut self, jobs: &mut [&mut AppendJob]) -> Result<(), StoreError> {
        let are_moves = |one: &&mut AppendJob, next: &&mut AppendJob| {
            one.append.is_plain_move() && next.append.is_plain_move()
        };
        for run in jobs.chunk_by_mut(are_moves) {
            match run {
                [job] => job.outcome = append_one(self, &job.append)?,
                moves => {
                    let mut recent = RecentEvents::open(&self.sqlite.0, &mut self.pending)?;
                    for job in moves {
                        let is_next = recent.insert(&job.append)?;
                        job.outcome = is_next.then(Appended::default);
                    }
                }
            }
        }
        Ok(())
    }

    fn insert(&mut self, append: &Append) -> Result<bool, StoreError> {
        RecentEvents::open(&self.sqlite.0, &mut self.pending)?.insert(append)
    }

    fn is_cached(&mut self, game: GameId, seq: u64) -> Result<bool, StoreError> {
        self.pending.refresh(&self.sqlite.0)?;
        let next_seq = self.pending.next_seq(game.to_number());
        Ok(next_seq.is_some_and(|next_seq| next_seq > seq.cast_signed()))
    }

    fn flush_some(&mut self) -> Result<bool, StoreError> {
        if !self.pending.needs_flush() {
            return Ok(false);
        }
        self.sqlite.begin()?;
        match self.pending.flush_some(&self.sqlite.0) {
            Ok(()) => self.connection().commit()?,
            Err(error) => {
                self.roll_back();
                return Err(error);
            }
        }
        Ok(true)
    }

    fn roll_back(&mut self) {
        self.pending.clear();
        self.connection().roll_back();
    }
}

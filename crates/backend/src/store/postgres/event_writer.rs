use std::collections::HashSet;

use tokio_postgres::types::ToSql;

use super::{
    super::{
        append::{Append, Appended},
        columns::from_u64,
        connection::Connection,
        error::StoreError,
        event_writer::{EventWriter, append_one},
        job::AppendJob,
    },
    Postgres,
};
use crate::base::GameId;

/// Appends events directly to the `events` table, whose primary key decides
/// which of several nodes gets a sequence number. It caches nothing.
pub(in super::super) struct PostgresEventWriter(Postgres);

impl PostgresEventWriter {
    pub(in super::super) const fn new(postgres: Postgres) -> PostgresEventWriter {
        PostgresEventWriter(postgres)
    }

    /// Inserts one event for each of these games. Returns the games where the
    /// sequence number was free.
    fn insert_moves(&mut self, appends: &[&Append]) -> Result<HashSet<GameId>, StoreError> {
        if appends.is_empty() {
            return Ok(HashSet::new());
        }
        let column = |value: fn(&Append) -> i64| appends.iter().map(|it| value(it)).collect();
        let games: Vec<i64> = column(|it| it.game.to_number());
        let numbers: Vec<i64> = column(|it| it.seq.cast_signed());
        let lines: Vec<&str> = appends.iter().map(|it| it.lines[0].as_str()).collect();
        let commands: Vec<Option<&str>> = appends.iter().map(|it| it.command.as_deref()).collect();
        let statement = self.0.prepare(
            "INSERT INTO events (game, seq, line, command) \
             SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[]) \
             ON CONFLICT DO NOTHING RETURNING game",
        )?;
        let values: [&(dyn ToSql + Sync); 4] = [&games, &numbers, &lines, &commands];
        let rows = (self.0.session).ask(async |client| client.query(&statement, &values).await)?;
        let mut inserted = HashSet::with_capacity(rows.len());
        for row in rows {
            inserted.extend(GameId::from_number(row.try_get(0)?));
        }
        Ok(inserted)
    }
}

impl EventWriter for PostgresEventWriter {
    fn connection(&mut self) -> &mut dyn Connection {
        &mut self.0
    }

    /// Each statement takes a round trip, so plain moves share one. A second
    /// append to the same game waits until that one is done.
    fn append_batch(&mut self, jobs: &mut [&mut AppendJob]) -> Result<(), StoreError> {
        let mut games = HashSet::new();
        let mut moves = Vec::new();
        let mut others = Vec::new();
        for job in jobs {
            if games.insert(job.append.game) && job.append.is_plain_move() {
                moves.push(job);
            } else {
                others.push(job);
            }
        }
        // All nodes take locks in the same order, so that there is no deadlock.
        moves.sort_unstable_by_key(|job| job.append.game);
        let appends: Vec<&Append> = moves.iter().map(|job| &job.append).collect();
        let inserted = self.insert_moves(&appends)?;
        for job in moves {
            let is_inserted = inserted.contains(&job.append.game);
            job.outcome = is_inserted.then(Appended::default);
        }
        for job in others {
            job.outcome = append_one(self, &job.append)?;
        }
        Ok(())
    }

    fn insert(&mut self, append: &Append) -> Result<bool, StoreError> {
        let game = append.game.to_number();
        let mut command = append.command.as_deref();
        for (seq, line) in (append.seq..).zip(&append.lines) {
            let inserted = self.0.execute(
                "INSERT INTO events (game, seq, line, command) VALUES ($1, $2, $3, $4) \
                 ON CONFLICT DO NOTHING",
                &[
                    game.into(),
                    from_u64(seq),
                    line.as_str().into(),
                    command.take().into(),
                ],
            )?;
            if inserted == 0 {
                return match seq == append.seq {
                    true => Ok(false),
                    false => Err(append.missing()),
                };
            }
        }
        Ok(true)
    }

    fn is_cached(&mut self, _: GameId, _: u64) -> Result<bool, StoreError> {
        Ok(false)
    }

    fn flush_some(&mut self) -> Result<bool, StoreError> {
        Ok(false)
    }

    fn roll_back(&mut self) {
        self.connection().roll_back();
    }
}

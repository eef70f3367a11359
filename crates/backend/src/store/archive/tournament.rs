//! The tournaments in an archive.

use serde::{Deserialize, Serialize};

use super::super::{connection::Connection, error::StoreError, value::Value};

/// A tournament with its events and the games of its pairings.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArchivedTournament {
    id: i64,
    name: String,
    organizer: i64,
    created: i64,
    /// JSON.
    options: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    starts: Option<i64>,
    state: String,
    round: i64,
    rounds: i64,
    players: i64,
    /// The times and the lines of the events.
    events: Vec<(i64, String)>,
    /// Round, board and game.
    games: Vec<(i64, i64, i64)>,
}

impl ArchivedTournament {
    pub fn all(db: &mut dyn Connection) -> Result<Vec<ArchivedTournament>, StoreError> {
        let sql = "SELECT id, name, organizer, created, options, starts, state, round, rounds, \
                   players FROM tournaments ORDER BY id";
        let mut all = db.query(sql, &[], |row| {
            Ok(ArchivedTournament {
                id: row.get(0)?,
                name: row.get(1)?,
                organizer: row.get(2)?,
                created: row.get(3)?,
                options: row.get(4)?,
                starts: row.get(5)?,
                state: row.get(6)?,
                round: row.get(7)?,
                rounds: row.get(8)?,
                players: row.get(9)?,
                events: Vec::new(),
                games: Vec::new(),
            })
        })?;
        for tournament in &mut all {
            let id = Value::Int(tournament.id);
            tournament.events = db.query(
                "SELECT at, line FROM tournament_events WHERE tournament = $1 ORDER BY seq",
                &[id],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )?;
            tournament.games = db.query(
                "SELECT round, board, game FROM tournament_games WHERE tournament = $1 \
                 ORDER BY round, board",
                &[id],
                |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
            )?;
        }
        Ok(all)
    }

    pub fn insert(&self, db: &mut dyn Connection) -> Result<(), StoreError> {
        let id = Value::Int(self.id);
        db.execute(
            "INSERT INTO tournaments \
             (id, name, organizer, created, options, starts, state, round, rounds, players) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
            &[
                id,
                self.name.as_str().into(),
                self.organizer.into(),
                self.created.into(),
                self.options.as_str().into(),
                self.starts.into(),
                self.state.as_str().into(),
                self.round.into(),
                self.rounds.into(),
                self.players.into(),
            ],
        )?;
        for (seq, (at, line)) in (0_i64..).zip(&self.events) {
            db.execute(
                "INSERT INTO tournament_events (tournament, seq, at, line) \
                 VALUES ($1, $2, $3, $4)",
                &[id, seq.into(), (*at).into(), line.as_str().into()],
            )?;
        }
        for &(round, board, game) in &self.games {
            db.execute(
                "INSERT INTO tournament_games (tournament, round, board, game) \
                 VALUES ($1, $2, $3, $4)",
                &[id, round.into(), board.into(), game.into()],
            )?;
        }
        Ok(())
    }
}

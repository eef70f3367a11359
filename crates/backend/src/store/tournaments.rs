//! Tournaments: their events, and the games of their pairings.

use arbiter_game::Time;
use arbiter_rules::ByColor;
use arbiter_wire::{NewTournament, Speed, TournamentState, TournamentSystem};

use super::{
    CreateGameError, NewGame, Store,
    columns::{from_time, from_u64, read_u64, to_game_id, to_json, to_time, to_u64},
    connection::Connection,
    error::StoreError,
    games,
    player_card::{PlayerCard, read_card},
    value::{Row, Value},
};
use crate::base::{GameId, PlayerId, TournamentId};

/// A tournament to be stored.
#[derive(Clone, Debug)]
pub struct NewStoredTournament {
    /// The id of the tournament.
    pub id: TournamentId,
    /// The player who creates it.
    pub organizer: PlayerId,
    /// When it is created, in milliseconds since 1970.
    pub created: u64,
    /// What the organizer has chosen.
    pub options: NewTournament,
}

/// What lists show of a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TournamentRow {
    /// The id of the tournament.
    pub id: TournamentId,
    /// The player who created it.
    pub organizer: PlayerCard,
    /// When it was created, in milliseconds since 1970.
    pub created: u64,
    /// What the organizer has chosen.
    pub options: NewTournament,
    /// What its events have led to.
    pub progress: TournamentProgress,
}

/// What the row of a tournament shows of its events.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TournamentProgress {
    /// Whether it has begun.
    pub state: TournamentState,
    /// The round that is paired or played, 0 before the first.
    pub round: u32,
    /// The number of rounds, as far as it is known.
    pub rounds: u32,
    /// The number of players.
    pub players: u32,
}

/// A tournament with its events and games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredTournament {
    /// What lists show.
    pub row: TournamentRow,
    /// The events, with their times.
    pub events: Vec<(Time, String)>,
    /// The games of its pairings.
    pub games: Vec<(BoardSlot, GameId)>,
}

/// A place for a game in a tournament.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BoardSlot {
    /// The round, from 1.
    pub round: u32,
    /// The board, from 1.
    pub board: u32,
}

impl BoardSlot {
    /// The most matches of a round of a knockout: the board of a game is the number of its
    /// match, and this many more for each earlier game of the match.
    pub const MAX_MATCHES: u32 = 10_000;

    /// Returns the board as people know it; in a knockout, the number of the match.
    #[must_use]
    pub const fn shown_board(self, system: TournamentSystem) -> u32 {
        match system {
            TournamentSystem::Knockout => self.board % BoardSlot::MAX_MATCHES,
            _ => self.board,
        }
    }
}

/// Events to add to a tournament.
#[derive(Clone, Debug)]
pub struct AppendTournament {
    /// The tournament.
    pub id: TournamentId,
    /// The number of the first event.
    pub seq: u64,
    /// When they happen.
    pub at: Time,
    /// The events in their text form.
    pub lines: Vec<String>,
    /// What they lead to.
    pub progress: TournamentProgress,
}

/// A game of a tournament that is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinishedGame {
    /// Where it was played.
    pub slot: BoardSlot,
    /// The result: `1-0`, `1/2-1/2`, `0-1` or `*`.
    pub result: String,
    /// The number of moves that were played.
    pub plies: u32,
    /// Which sides have given up half of their time.
    pub berserk: ByColor<bool>,
}

/// The tournament to which a game belongs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredPairing {
    /// The tournament.
    pub tournament: TournamentId,
    /// Its name.
    pub name: String,
    /// How it is paired.
    pub system: TournamentSystem,
    /// Where the game is played.
    pub slot: BoardSlot,
}

impl Store {
    /// Returns how many events and games a tournament has.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn tournament_version(&self, id: TournamentId) -> Result<(u64, u64), StoreError> {
        let version = self.read(move |db| {
            db.find(
                "SELECT (SELECT count(*) FROM tournament_events WHERE tournament = $1), \
                 (SELECT count(*) FROM tournament_games WHERE tournament = $1)",
                &[id.0.to_number().into()],
                |row| Ok((to_u64(row.get(0)?), to_u64(row.get(1)?))),
            )
        });
        Ok(version.await?.unwrap_or_default())
    }

    /// Reports whether there is such a tournament.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn has_tournament(&self, id: TournamentId) -> Result<bool, StoreError> {
        let found = self.read(move |db| {
            db.find(
                "SELECT id FROM tournaments WHERE id = $1",
                &[id.0.to_number().into()],
                |row| row.get::<i64>(0),
            )
        });
        Ok(found.await?.is_some())
    }

    /// Stores a new tournament, unless the organizer has `most` that are not over, or has
    /// created `most_of_day` in the last 24 hours. Returns whether it is stored.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn create_tournament(
        &self,
        new: NewStoredTournament,
        most: u64,
        most_of_day: u64,
    ) -> Result<bool, StoreError> {
        self.write(move |db| insert(db, &new, most, most_of_day))
            .await
    }

    /// Returns a tournament with its events.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn tournament(
        &self,
        id: TournamentId,
    ) -> Result<Option<StoredTournament>, StoreError> {
        self.read(move |db| load(db, id)).await
    }

    /// Adds events to a tournament. Returns false if there is an event with this
    /// number already: the caller's copy of the tournament is out of date.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn append_tournament(&self, append: AppendTournament) -> Result<bool, StoreError> {
        self.write(move |db| add_events(db, &append)).await
    }

    /// Returns the public tournaments in a state, the latest first.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn tournaments(
        &self,
        state: TournamentState,
        limit: usize,
    ) -> Result<Vec<TournamentRow>, StoreError> {
        self.read(move |db| {
            db.query(
                concat!(
                    select_tournament!(),
                    " WHERE t.state = $1 ORDER BY t.created DESC LIMIT $2"
                ),
                &[state.code().into(), Value::count(limit)],
                read_row,
            )
        })
        .await
    }

    /// Returns the tournaments that are in progress, those that should have started by
    /// this time, in milliseconds since 1970, and those without start time that were created
    /// before `stale`.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn due_tournaments(
        &self,
        now: u64,
        stale: u64,
    ) -> Result<Vec<TournamentId>, StoreError> {
        self.read(move |db| {
            db.query(
                "SELECT id FROM tournaments WHERE state = 'running' \
                 UNION ALL SELECT id FROM tournaments WHERE state = 'open' AND starts <= $1 \
                 UNION ALL SELECT id FROM tournaments \
                 WHERE state = 'open' AND starts IS NULL AND created <= $2",
                &[from_u64(now), from_u64(stale)],
                |row| to_game_id(row.get(0)?).map(TournamentId),
            )
        })
        .await
    }

    /// Returns those of these games that are over.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn finished_tournament_games(
        &self,
        games: Vec<(BoardSlot, GameId)>,
    ) -> Result<Vec<FinishedGame>, StoreError> {
        self.read(move |db| {
            let mut finished = Vec::new();
            for &(slot, game) in &games {
                let found = db.find(
                    "SELECT result, plies FROM games WHERE id = $1 AND stage = 2",
                    &[game.to_number().into()],
                    |row| {
                        Ok(FinishedGame {
                            slot,
                            result: row.get::<Option<String>>(0)?.unwrap_or_default(),
                            plies: to_u32(row.get(1)?),
                            berserk: ByColor::default(),
                        })
                    },
                )?;
                if let Some(mut found) = found {
                    found.berserk = berserk_in(db, game)?;
                    finished.push(found);
                }
            }
            Ok(finished)
        })
        .await
    }

    /// Stores the game of a pairing, unless there is one. Returns the game of the
    /// pairing.
    ///
    /// # Errors
    ///
    /// Returns an error if the id is taken or the database fails.
    pub async fn create_tournament_game(
        &self,
        tournament: TournamentId,
        slot: BoardSlot,
        game: NewGame,
    ) -> Result<GameId, CreateGameError> {
        self.write(move |db| insert_game(db, tournament, slot, &game))
            .await?
    }

    /// Returns these players with their ratings at a speed; those who are gone are
    /// left out.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn player_cards(
        &self,
        players: Vec<PlayerId>,
        speed: Speed,
    ) -> Result<Vec<PlayerCard>, StoreError> {
        self.read(move |db| {
            let mut found = Vec::with_capacity(players.len());
            for player in &players {
                found.extend(db.find(
                    "SELECT p.id, p.name, p.state, r.rating FROM players p \
                     LEFT JOIN ratings r ON r.player = p.id AND r.speed = $1 WHERE p.id = $2",
                    &[speed.code().into(), player.0.into()],
                    |row| read_card(row, 0),
                )?);
            }
            Ok(found)
        })
        .await
    }
}

/// Returns who gave up half of their time in a game.
fn berserk_in(db: &mut dyn Connection, game: GameId) -> Result<ByColor<bool>, StoreError> {
    let lines = db.query(
        "SELECT line FROM all_events WHERE game = $1 AND line LIKE '% berserk %'",
        &[game.to_number().into()],
        |row| row.get::<String>(0),
    )?;
    let has = |color: &str| lines.iter().any(|it| it.ends_with(color));
    Ok(ByColor {
        white: has(" berserk white"),
        black: has(" berserk black"),
    })
}

/// Returns the tournament to which a game belongs.
pub(super) fn pairing_of(
    db: &mut dyn Connection,
    game: GameId,
) -> Result<Option<StoredPairing>, StoreError> {
    db.find(
        "SELECT g.tournament, t.name, g.round, g.board, t.options FROM tournament_games g \
         JOIN tournaments t ON t.id = g.tournament WHERE g.game = $1",
        &[game.to_number().into()],
        |row| {
            let options: String = row.get(4)?;
            let options = serde_json::from_str::<NewTournament>(&options);
            Ok(StoredPairing {
                tournament: TournamentId(to_game_id(row.get(0)?)?),
                name: row.get(1)?,
                system: options.map(|it| it.system).unwrap_or_default(),
                slot: BoardSlot {
                    round: to_u32(row.get(2)?),
                    board: to_u32(row.get(3)?),
                },
            })
        },
    )
}

/// Selects the columns of a tournament and its organizer for [`read_row`].
macro_rules! select_tournament {
    () => {
        "SELECT t.id, t.created, t.options, t.state, t.round, t.rounds, t.players, \
         p.id, p.name, p.state, CAST(NULL AS DOUBLE PRECISION), t.starts \
         FROM tournaments t JOIN players p ON p.id = t.organizer"
    };
}
use select_tournament;

fn read_row(row: &Row) -> Result<TournamentRow, StoreError> {
    let id = TournamentId(to_game_id(row.get(0)?)?);
    let unreadable = |column, text: &str| StoreError::Unreadable {
        row: format!("tournament {id}"),
        column,
        text: text.to_owned(),
    };
    let text: String = row.get(2)?;
    let state: String = row.get(3)?;
    let options = serde_json::from_str(&text).map_err(|_| unreadable("options", &text))?;
    Ok(TournamentRow {
        id,
        created: to_u64(row.get(1)?),
        options: NewTournament {
            starts: read_u64(row, 11)?,
            ..options
        },
        progress: TournamentProgress {
            state: TournamentState::from_code(&state).ok_or_else(|| unreadable("state", &state))?,
            round: to_u32(row.get(4)?),
            rounds: to_u32(row.get(5)?),
            players: to_u32(row.get(6)?),
        },
        organizer: read_card(row, 7)?,
    })
}

fn to_u32(number: i64) -> u32 {
    u32::try_from(number).unwrap_or(0)
}

fn insert(
    db: &mut dyn Connection,
    new: &NewStoredTournament,
    most: u64,
    most_of_day: u64,
) -> Result<bool, StoreError> {
    let yesterday = new.created.saturating_sub(24 * 60 * 60 * 1_000);
    let counts = db.find(
        "SELECT (SELECT count(*) FROM tournaments WHERE organizer = $1 \
                 AND state IN ('open', 'running')), \
                (SELECT count(*) FROM tournaments WHERE organizer = $1 AND created > $2)",
        &[new.organizer.0.into(), from_u64(yesterday)],
        |row| Ok((to_u64(row.get(0)?), to_u64(row.get(1)?))),
    )?;
    let (unfinished, of_day) = counts.unwrap_or_default();
    if unfinished >= most || of_day >= most_of_day {
        return Ok(false);
    }
    let options = to_json(&new.options)?;
    db.execute(
        "INSERT INTO tournaments \
         (id, name, organizer, created, options, starts, state, round, rounds, players) \
         VALUES ($1, $2, $3, $4, $5, $6, 'open', 0, $7, 0)",
        &[
            new.id.0.to_number().into(),
            new.options.name.as_str().into(),
            new.organizer.0.into(),
            from_u64(new.created),
            options.as_str().into(),
            new.options.starts.map_or(Value::Null, from_u64),
            i64::from(new.options.rounds).into(),
        ],
    )?;
    Ok(true)
}

fn load(db: &mut dyn Connection, id: TournamentId) -> Result<Option<StoredTournament>, StoreError> {
    let number = Value::Int(id.0.to_number());
    let sql = concat!(select_tournament!(), " WHERE t.id = $1");
    let Some(row) = db.find(sql, &[number], read_row)? else {
        return Ok(None);
    };
    let events = db.query(
        "SELECT at, line FROM tournament_events WHERE tournament = $1 ORDER BY seq",
        &[number],
        |row| Ok((to_time(row.get(0)?), row.get(1)?)),
    )?;
    let games = db.query(
        "SELECT round, board, game FROM tournament_games WHERE tournament = $1",
        &[number],
        |row| {
            let slot = BoardSlot {
                round: to_u32(row.get(0)?),
                board: to_u32(row.get(1)?),
            };
            Ok((slot, to_game_id(row.get(2)?)?))
        },
    )?;
    Ok(Some(StoredTournament { row, events, games }))
}

fn add_events(db: &mut dyn Connection, append: &AppendTournament) -> Result<bool, StoreError> {
    let id = Value::Int(append.id.0.to_number());
    let next = db.find(
        "SELECT count(*) FROM tournament_events WHERE tournament = $1",
        &[id],
        |row| row.get(0).map(to_u64),
    )?;
    if next != Some(append.seq) {
        return Ok(false);
    }
    for (seq, line) in (append.seq..).zip(&append.lines) {
        let added = db.execute(
            "INSERT INTO tournament_events (tournament, seq, at, line) VALUES ($1, $2, $3, $4) \
             ON CONFLICT DO NOTHING",
            &[
                id,
                from_u64(seq),
                from_time(append.at),
                line.as_str().into(),
            ],
        )?;
        // Another node was faster. Its first event has the number of ours.
        if added == 0 {
            return Ok(false);
        }
    }
    let progress = &append.progress;
    db.execute(
        "UPDATE tournaments SET state = $1, round = $2, rounds = $3, players = $4 WHERE id = $5",
        &[
            progress.state.code().into(),
            i64::from(progress.round).into(),
            i64::from(progress.rounds).into(),
            i64::from(progress.players).into(),
            id,
        ],
    )?;
    Ok(true)
}

fn insert_game(
    db: &mut dyn Connection,
    tournament: TournamentId,
    slot: BoardSlot,
    game: &NewGame,
) -> Result<Result<GameId, CreateGameError>, StoreError> {
    let place = [
        Value::Int(tournament.0.to_number()),
        Value::Int(slot.round.into()),
        Value::Int(slot.board.into()),
    ];
    let id = Value::Int(game.id.to_number());
    let inserted = db.execute(
        "INSERT INTO tournament_games (tournament, round, board, game) VALUES ($1, $2, $3, $4) \
         ON CONFLICT DO NOTHING",
        &[place[0], place[1], place[2], id],
    )?;
    if inserted == 0 {
        let found = db.find(
            "SELECT game FROM tournament_games \
             WHERE tournament = $1 AND round = $2 AND board = $3",
            &place,
            |row| to_game_id(row.get(0)?),
        )?;
        return Ok(found.ok_or(CreateGameError::IdTaken));
    }
    match games::insert(db, game)? {
        Ok(()) => Ok(Ok(game.id)),
        Err(error) => {
            db.execute("DELETE FROM tournament_games WHERE game = $1", &[id])?;
            Ok(Err(error))
        }
    }
}

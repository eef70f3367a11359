use arbiter_game::Time;
use arbiter_rules::ByColor;
use arbiter_wire::{GameOptions, Speed, Stage};

use super::{
    Store,
    append::GameProgress,
    challenges::{is_open, mark_accepted},
    columns::{from_time, from_u64, from_variant, to_game_id, to_json},
    connection::Connection,
    error::StoreError,
    game_list::{read_summary, select_summary},
    interruptions::{Interruptions, interruptions_of},
    player_card::PlayerCard,
    seeks::{lock_open, mark_paired},
    tournaments::{StoredPairing, pairing_of},
    value::Value,
};
use crate::base::{ChallengeId, GameId, PlayerId};

/// A game to be stored.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// The id of the game.
    pub id: GameId,
    /// When it is created, in milliseconds since 1970.
    pub created: u64,
    /// The settings of the game.
    pub options: GameOptions,
    /// The players; `None` where a seat is free.
    pub seats: ByColor<Option<PlayerId>>,
    /// The player who creates it, and may withdraw it.
    pub maker: PlayerId,
    /// The speed for which it is rated; see [`Speed::of`].
    pub speed: Speed,
    /// The first event of its log, if both seats are taken.
    pub first_event: Option<String>,
    /// The next time at which something may happen without a player acting.
    pub deadline: Option<Time>,
    /// The game of which it is the rematch.
    pub rematch_of: Option<GameId>,
    /// The challenge that it accepts.
    pub accepts: Option<ChallengeId>,
    /// The open seeks that lead to it, if they are in the store.
    pub seeks: Vec<u64>,
}

/// An error that is returned when a game is not created.
#[derive(Clone, Debug, thiserror::Error)]
pub enum CreateGameError {
    /// Another game has this id, so a different one must be chosen.
    #[error("the id of the game is taken")]
    IdTaken,
    /// The game has a rematch already.
    #[error("the rematch is game {0}")]
    RematchExists(GameId),
    /// The challenge has been answered or has expired.
    #[error("the challenge is no longer open")]
    ChallengeGone,
    /// A seek has led to another game or was withdrawn.
    #[error("the seek is no longer open")]
    SeekGone,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A game with its log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredGame {
    /// The id of the game.
    pub id: GameId,
    /// When it was created, in milliseconds since 1970.
    pub created: u64,
    /// The settings of the game.
    pub options: GameOptions,
    /// The players. In a finished game they have the ratings of that time.
    pub seats: ByColor<Option<PlayerCard>>,
    /// The player who created it.
    pub maker: PlayerId,
    /// The speed for which it is rated.
    pub speed: Speed,
    /// Whether it is waiting, being played or over.
    pub stage: Stage,
    /// The rematch that followed it.
    pub rematch: Option<GameId>,
    /// The tournament to which it belongs.
    pub pairing: Option<StoredPairing>,
    /// The progress that its row shows.
    pub progress: GameProgress,
    /// Since when its players are interrupted.
    pub interruptions: Interruptions,
    /// Its log; empty while a seat is free.
    pub events: Vec<StoredEvent>,
}

/// An event in the log of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredEvent {
    /// The event in the text form of the log.
    pub line: String,
    /// The command that caused it, as "player:command", if it is the first
    /// event of a command.
    pub command: Option<String>,
}

impl Store {
    /// Stores a new game.
    ///
    /// # Errors
    ///
    /// Returns an error if the id is taken, the rematch exists, or the database
    /// fails.
    pub async fn create_game(&self, game: NewGame) -> Result<(), CreateGameError> {
        self.write(move |db| insert(db, &game)).await?
    }

    /// Returns a game with all its events.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn load_game(&self, id: GameId) -> Result<Option<StoredGame>, StoreError> {
        self.read(move |db| load(db, id)).await
    }

    /// Deletes a waiting game that this player created. Returns whether there
    /// was one.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn withdraw_game(&self, id: GameId, maker: PlayerId) -> Result<bool, StoreError> {
        self.write(move |db| {
            let withdrawn = db.execute(
                "DELETE FROM games WHERE id = $1 AND maker = $2 AND stage = 0",
                &[id.to_number().into(), maker.0.into()],
            )?;
            Ok(withdrawn > 0)
        })
        .await
    }

    /// Returns the games that a player is playing.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn live_games_of(&self, player: PlayerId) -> Result<Vec<GameId>, StoreError> {
        self.read(move |db| {
            db.query(
                "SELECT id FROM games WHERE white = $1 AND stage = 1 \
                 UNION SELECT id FROM games WHERE black = $1 AND stage = 1",
                &[player.0.into()],
                |row| to_game_id(row.get(0)?),
            )
        })
        .await
    }

    /// Returns the games that these players play, each with its player.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn live_games_of_all(
        &self,
        players: &[PlayerId],
    ) -> Result<Vec<(PlayerId, GameId)>, StoreError> {
        let ids: Vec<String> = players.iter().map(|player| player.0.to_string()).collect();
        let ids = ids.join(",");
        self.read(move |db| {
            // Only nodes on PostgreSQL share a database.
            db.query(
                "SELECT white, id FROM games WHERE stage = 1 \
                 AND white = ANY (CAST(string_to_array($1, ',') AS BIGINT[])) \
                 UNION SELECT black, id FROM games WHERE stage = 1 \
                 AND black = ANY (CAST(string_to_array($1, ',') AS BIGINT[]))",
                &[ids.as_str().into()],
                |row| Ok((PlayerId(row.get(0)?), to_game_id(row.get(1)?)?)),
            )
        })
        .await
    }

    /// Returns games whose deadline has passed, the longest overdue first.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn overdue_games(&self, now: Time, limit: usize) -> Result<Vec<GameId>, StoreError> {
        self.read(move |db| {
            db.query(
                "SELECT id, deadline FROM games \
                 WHERE stage = 1 AND speed <> 'correspondence' \
                 AND speed IN ('bullet', 'blitz', 'rapid', 'classical', 'saktris') \
                 AND deadline <= $1 \
                 UNION ALL \
                 SELECT id, deadline FROM games \
                 WHERE stage = 1 AND speed = 'correspondence' AND deadline <= $1 \
                 ORDER BY 2 LIMIT $2",
                &[from_time(now), Value::count(limit)],
                |row| to_game_id(row.get(0)?),
            )
        })
        .await
    }

    /// Returns all games that are being played.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn live_game_ids(&self) -> Result<Vec<GameId>, StoreError> {
        self.read(|db| {
            db.query("SELECT id FROM games WHERE stage = 1", &[], |row| {
                to_game_id(row.get(0)?)
            })
        })
        .await
    }

    /// Returns the games of a player that are waiting or in progress.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn unfinished_games_of(&self, player: PlayerId) -> Result<Vec<GameId>, StoreError> {
        let ids = self.read(move |db| {
            db.query(
                "SELECT id FROM games WHERE white = $1 AND stage < 2 \
                 UNION SELECT id FROM games WHERE black = $1 AND stage < 2",
                &[player.0.into()],
                |row| row.get(0),
            )
        });
        Ok(ids
            .await?
            .into_iter()
            .filter_map(GameId::from_number)
            .collect())
    }

    /// Counts the games of a player that are waiting or being played.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn count_unfinished_games(&self, player: PlayerId) -> Result<u64, StoreError> {
        let count = self.read(move |db| {
            db.find(
                "SELECT count(*) FROM games WHERE stage < 2 AND (white = $1 OR black = $1)",
                &[player.0.into()],
                |row| row.get::<i64>(0),
            )
        });
        Ok(count.await?.map_or(0, i64::unsigned_abs))
    }

    /// Returns those of these games that are waiting or being played.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn unfinished_games(&self, games: Vec<GameId>) -> Result<Vec<GameId>, StoreError> {
        self.read(move |db| {
            let mut unfinished = Vec::new();
            for &id in &games {
                let sql = "SELECT 1 FROM games WHERE id = $1 AND stage < 2";
                unfinished.extend(db.find(sql, &[id.to_number().into()], |_| Ok(id))?);
            }
            Ok(unfinished)
        })
        .await
    }
}

pub(super) fn insert(
    db: &mut dyn Connection,
    game: &NewGame,
) -> Result<Result<(), CreateGameError>, StoreError> {
    let id = Value::Int(game.id.to_number());
    if let Some(before) = game.rematch_of {
        let rematch = db.find(
            "SELECT rematch FROM games WHERE id = $1",
            &[before.to_number().into()],
            |row| row.get::<Option<i64>>(0),
        )?;
        if let Some(rematch) = rematch.flatten() {
            return Ok(Err(CreateGameError::RematchExists(to_game_id(rematch)?)));
        }
    }
    if let Some(challenge) = game.accepts
        && !is_open(db, challenge, game.created)?
    {
        return Ok(Err(CreateGameError::ChallengeGone));
    }
    if !lock_open(db, &game.seeks)? {
        return Ok(Err(CreateGameError::SeekGone));
    }
    let options = to_json(&game.options)?;
    let inserted = db.execute(
        "INSERT INTO games (id, created, options, maker, white, black, stage, speed, rated, \
         plies, deadline, variant) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, $10, $11) \
         ON CONFLICT DO NOTHING",
        &[
            id,
            from_u64(game.created),
            options.as_str().into(),
            game.maker.0.into(),
            game.seats.white.map(|player| player.0).into(),
            game.seats.black.map(|player| player.0).into(),
            i64::from(game.first_event.is_some()).into(),
            game.speed.code().into(),
            i64::from(game.options.rated).into(),
            game.deadline.map_or(Value::Null, from_time),
            from_variant(game.options.variant).into(),
        ],
    )?;
    if inserted == 0 {
        return Ok(Err(CreateGameError::IdTaken));
    }
    if let Some(line) = &game.first_event {
        db.execute(
            "INSERT INTO events (game, seq, line) VALUES ($1, 0, $2)",
            &[id, line.as_str().into()],
        )?;
    }
    if let Some(before) = game.rematch_of {
        db.execute(
            "UPDATE games SET rematch = $1 WHERE id = $2 AND rematch IS NULL",
            &[id, before.to_number().into()],
        )?;
    }
    if let Some(challenge) = game.accepts {
        mark_accepted(db, challenge, game.id)?;
    }
    mark_paired(db, &game.seeks, game.id)?;
    Ok(Ok(()))
}

/// Returns the stage of a game as it is stored.
const fn stage_number(stage: Stage) -> i64 {
    match stage {
        Stage::Waiting => 0,
        Stage::Playing => 1,
        Stage::Over => 2,
    }
}

fn load(db: &mut dyn Connection, id: GameId) -> Result<Option<StoredGame>, StoreError> {
    let sql = concat!(select_summary!(), " WHERE g.id = $1");
    let (summary, events) = loop {
        let Some(summary) = db.find(sql, &[id.to_number().into()], read_summary)? else {
            return Ok(None);
        };
        let mut stage = None;
        let events = db.query(
            "SELECT line, command, (SELECT stage FROM games WHERE id = $1) \
             FROM all_events WHERE game = $1 ORDER BY seq",
            &[id.to_number().into()],
            |row| {
                stage = Some(row.get::<i64>(2)?);
                Ok(StoredEvent {
                    line: row.get(0)?,
                    command: row.get(1)?,
                })
            },
        )?;
        // Another node may have let the game begin or end in between.
        if stage.is_none_or(|stage| stage == stage_number(summary.stage)) {
            break (summary, events);
        }
    };
    let interruptions = match summary.stage {
        Stage::Playing => interruptions_of(db, id)?,
        Stage::Waiting | Stage::Over => Interruptions::default(),
    };
    Ok(Some(StoredGame {
        id,
        created: summary.created,
        options: summary.options,
        seats: summary.seats,
        maker: summary.maker,
        speed: summary.speed,
        stage: summary.stage,
        rematch: summary.rematch,
        pairing: pairing_of(db, id)?,
        progress: GameProgress {
            deadline: summary.deadline,
            plies: summary.plies,
            opening: summary.opening,
        },
        interruptions,
        events,
    }))
}

use core::{fmt, str::FromStr};

use arbiter_game::Time;
use arbiter_rules::{ByColor, Color};
use arbiter_wire::{GameOptions, Speed, Stage};

use super::{
    Connection, GameProgress, PlayerCard, Row, Store, StoreError, Value,
    players::{read_card, small},
    time::{millis, time},
};
use crate::base::{GameId, PlayerId};

/// A game to be kept.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// Its name.
    pub id: GameId,
    /// When it is made, in milliseconds since 1970.
    pub created: u64,
    /// What is agreed on.
    pub options: GameOptions,
    /// Who sits where.
    pub seats: ByColor<Option<PlayerId>>,
    /// Who made it and may withdraw it.
    pub maker: PlayerId,
    /// Whose ratings it counts for; see [`Speed::of`].
    pub speed: Speed,
    /// Its first event, if both seats are taken.
    pub first_event: Option<String>,
    /// When something may happen by itself.
    pub deadline: Option<Time>,
    /// The game after which it is played.
    pub rematch_of: Option<GameId>,
}

/// Why a game was not made.
#[derive(Clone, Debug, thiserror::Error)]
pub enum CreateGameError {
    /// There is a game of this name: draw another.
    #[error("there is a game of this name")]
    IdTaken,
    /// The players have made it already.
    #[error("the next game is game {0}")]
    RematchExists(GameId),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A game as it was kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredGame {
    /// Its name.
    pub id: GameId,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// What was agreed on.
    pub options: GameOptions,
    /// Who sits where. Once it is over the ratings are those of that time.
    pub seats: ByColor<Option<PlayerCard>>,
    /// Who made it.
    pub maker: PlayerId,
    /// Whose ratings it counts for.
    pub speed: Speed,
    /// Where it is on its way.
    pub stage: Stage,
    /// The game that was played after it.
    pub rematch: Option<GameId>,
    /// What its row says of its progress.
    pub progress: GameProgress,
    /// What has happened; nothing while a seat is free.
    pub events: Vec<StoredEvent>,
}

/// An event as it was kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredEvent {
    /// As it was written.
    pub line: String,
    /// The command that brought it about, if it is the first of its events:
    /// "player:command".
    pub command: Option<String>,
}

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameSummary {
    /// Its name.
    pub id: GameId,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// What was agreed on.
    pub options: GameOptions,
    /// Who sits where. Once it is over the ratings are those of that time.
    pub seats: ByColor<Option<PlayerCard>>,
    /// Who made it.
    pub maker: PlayerId,
    /// Whose ratings it counts for.
    pub speed: Speed,
    /// Where it is on its way.
    pub stage: Stage,
    /// How many moves stood when its row was last written.
    pub plies: u32,
    /// `1-0`, `1/2-1/2`, `0-1` or `*`; nothing while it goes on.
    pub result: Option<String>,
    /// How it ended; nothing while it goes on.
    pub reason: Option<String>,
    /// The game that was played after it.
    pub rematch: Option<GameId>,
}

/// Which games of a player.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum GamesFilter {
    /// All.
    #[default]
    All,
    /// Those that wait or are played.
    UnderWay,
    /// Those that are over.
    Over,
}

/// Where a list goes on: after this game. Its text is for links.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cursor {
    created: u64,
    id: GameId,
}

/// This is nowhere in a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a list does not go on here: take the cursor from the answer before")]
pub struct ParseCursorError;

impl Store {
    /// Keeps a new game.
    ///
    /// # Errors
    ///
    /// That its name is taken, that there is a rematch, or what the database
    /// says.
    pub async fn create_game(&self, game: NewGame) -> Result<(), CreateGameError> {
        self.write(move |db| insert(db, &game)).await?
    }

    /// A game with all its events.
    ///
    /// # Errors
    ///
    /// What the database says.
    pub async fn load_game(&self, id: GameId) -> Result<Option<StoredGame>, StoreError> {
        self.read(move |db| load(db, id)).await
    }

    /// Forgets a game that waits, if this player made it. Whether it was so.
    ///
    /// # Errors
    ///
    /// What the database says.
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

    /// Games in which something may have happened by itself, the longest
    /// overdue first.
    ///
    /// # Errors
    ///
    /// What the database says.
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
                &[millis(now), Value::count(limit)],
                |row| game_id(row.get(0)?),
            )
        })
        .await
    }

    /// All games that are played.
    ///
    /// # Errors
    ///
    /// What the database says.
    pub async fn live_game_ids(&self) -> Result<Vec<GameId>, StoreError> {
        self.read(|db| {
            db.query("SELECT id FROM games WHERE stage = 1", &[], |row| {
                game_id(row.get(0)?)
            })
        })
        .await
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

    /// The games of a player, the newest first, after the cursor. A game with
    /// oneself is there once.
    ///
    /// # Errors
    ///
    /// What the database says.
    pub async fn games_of(
        &self,
        player: PlayerId,
        filter: GamesFilter,
        cursor: Option<Cursor>,
        limit: usize,
    ) -> Result<Vec<GameSummary>, StoreError> {
        self.read(move |db| {
            let (least, most) = filter.stages();
            let after = cursor.unwrap_or(Cursor::TOP);
            db.query(
                concat!(
                    summary!(),
                    " WHERE g.id IN ( \
                     SELECT id FROM ( \
                         SELECT id, created FROM games WHERE white = $1 \
                         AND stage BETWEEN $2 AND $3 AND (created, id) < ($4, $5) \
                         ORDER BY created DESC, id DESC LIMIT $6 \
                     ) AS as_white \
                     UNION \
                     SELECT id FROM ( \
                         SELECT id, created FROM games WHERE black = $1 \
                         AND stage BETWEEN $2 AND $3 AND (created, id) < ($4, $5) \
                         ORDER BY created DESC, id DESC LIMIT $6 \
                     ) AS as_black \
                     ) ORDER BY g.created DESC, g.id DESC LIMIT $6"
                ),
                &[
                    player.0.into(),
                    least.into(),
                    most.into(),
                    Value::Int(after.created.cast_signed()),
                    Value::Int(after.id.to_number()),
                    Value::count(limit),
                ],
                read_summary,
            )
        })
        .await
    }

    /// Games that are played, the newest first, for those who want to watch.
    ///
    /// # Errors
    ///
    /// What the database says.
    pub async fn newest_live_games(&self, limit: usize) -> Result<Vec<GameSummary>, StoreError> {
        self.read(move |db| {
            db.query(
                concat!(
                    summary!(),
                    " WHERE g.stage = 1 AND g.white <> g.black \
                     ORDER BY g.created DESC LIMIT $1"
                ),
                &[Value::count(limit)],
                read_summary,
            )
        })
        .await
    }
}

/// A game with its players, from column 0 on; see [`read_summary`].
macro_rules! summary {
    () => {
        "SELECT g.id, g.created, g.options, g.maker, g.speed, g.stage, g.plies, g.result, \
         g.reason, g.rematch, g.white_rating, g.black_rating, g.white_change, g.black_change, \
         w.id, w.name, w.deleted, wr.rating, b.id, b.name, b.deleted, br.rating, g.deadline \
         FROM games g \
         LEFT JOIN players w ON w.id = g.white \
         LEFT JOIN players b ON b.id = g.black \
         LEFT JOIN ratings wr ON wr.player = g.white AND wr.speed = g.speed \
         LEFT JOIN ratings br ON br.player = g.black AND br.speed = g.speed"
    };
}
use summary;

fn insert(db: &mut Connection, game: &NewGame) -> Result<Result<(), CreateGameError>, StoreError> {
    let id = Value::Int(game.id.to_number());
    if let Some(before) = game.rematch_of {
        let rematch = db.find(
            "SELECT rematch FROM games WHERE id = $1",
            &[before.to_number().into()],
            |row| row.get::<Option<i64>>(0),
        )?;
        if let Some(rematch) = rematch.flatten() {
            return Ok(Err(CreateGameError::RematchExists(game_id(rematch)?)));
        }
    }
    let options = serde_json::to_string(&game.options).map_err(|_| StoreError::Panicked)?;
    let made = db.execute(
        "INSERT INTO games (id, created, options, maker, white, black, stage, speed, rated, \
         plies, deadline) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, $10) \
         ON CONFLICT DO NOTHING",
        &[
            id,
            Value::Int(game.created.cast_signed()),
            options.as_str().into(),
            game.maker.0.into(),
            game.seats.white.map(|player| player.0).into(),
            game.seats.black.map(|player| player.0).into(),
            i64::from(game.first_event.is_some()).into(),
            game.speed.code().into(),
            i64::from(game.options.rated).into(),
            game.deadline.map_or(Value::Null, millis),
        ],
    )?;
    if made == 0 {
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
    Ok(Ok(()))
}

fn load(db: &mut Connection, id: GameId) -> Result<Option<StoredGame>, StoreError> {
    let sql = concat!(summary!(), " WHERE g.id = $1");
    let read = |row: &Row| Ok((read_summary(row)?, row.get::<Option<i64>>(22)?));
    let Some((summary, deadline)) = db.find(sql, &[id.to_number().into()], read)? else {
        return Ok(None);
    };
    let events = db.query(
        "SELECT line, command FROM all_events WHERE game = $1 ORDER BY seq",
        &[id.to_number().into()],
        |row| {
            Ok(StoredEvent {
                line: row.get(0)?,
                command: row.get(1)?,
            })
        },
    )?;
    Ok(Some(StoredGame {
        id,
        created: summary.created,
        options: summary.options,
        seats: summary.seats,
        maker: summary.maker,
        speed: summary.speed,
        stage: summary.stage,
        rematch: summary.rematch,
        progress: GameProgress {
            deadline: deadline.map(time),
            plies: summary.plies,
        },
        events,
    }))
}

fn read_summary(row: &Row) -> Result<GameSummary, StoreError> {
    let id = game_id(row.get(0)?)?;
    let unreadable = |column, text: &str| StoreError::Unreadable {
        row: format!("game {id}"),
        column,
        text: text.to_owned(),
    };
    let options: String = row.get(2)?;
    let speed: String = row.get(4)?;
    let stage: i64 = row.get(5)?;
    let stage = match stage {
        0 => Stage::Waiting,
        1 => Stage::Playing,
        2 => Stage::Over,
        _ => return Err(unreadable("stage", &stage.to_string())),
    };
    let seat = |color: Color| {
        let (column, card) = match color {
            Color::White => (10, 14),
            Color::Black => (11, 18),
        };
        if row.get::<Option<i64>>(card)?.is_none() {
            return Ok(None);
        }
        let mut card = read_card(row, card)?;
        if stage == Stage::Over {
            card.view.rating = row.get::<Option<i64>>(column)?.map(small);
            card.view.change = row.get::<Option<i64>>(column + 2)?.map(small);
        }
        Ok::<_, StoreError>(Some(card))
    };
    let rematch = row.get::<Option<i64>>(9)?;
    Ok(GameSummary {
        id,
        created: u64::try_from(row.get::<i64>(1)?).unwrap_or(0),
        options: serde_json::from_str(&options).map_err(|_| unreadable("options", &options))?,
        seats: ByColor {
            white: seat(Color::White)?,
            black: seat(Color::Black)?,
        },
        maker: PlayerId(row.get(3)?),
        speed: Speed::from_code(&speed).ok_or_else(|| unreadable("speed", &speed))?,
        stage,
        plies: u32::try_from(row.get::<i64>(6)?).unwrap_or(0),
        result: row.get(7)?,
        reason: row.get(8)?,
        rematch: rematch.map(game_id).transpose()?,
    })
}

/// The name of a game from its column.
pub(super) fn game_id(number: i64) -> Result<GameId, StoreError> {
    GameId::from_number(number).ok_or_else(|| StoreError::Unreadable {
        row: "a game".to_owned(),
        column: "id",
        text: number.to_string(),
    })
}

impl GameSummary {
    /// Where a list goes on after this game.
    #[must_use]
    pub fn cursor(&self) -> Cursor {
        Cursor {
            created: self.created,
            id: self.id,
        }
    }
}

impl GamesFilter {
    /// The first and the last stage, as the column has them.
    const fn stages(self) -> (i64, i64) {
        match self {
            GamesFilter::All => (0, 2),
            GamesFilter::UnderWay => (0, 1),
            GamesFilter::Over => (2, 2),
        }
    }
}

impl Cursor {
    /// Before all games.
    const TOP: Cursor = Cursor {
        created: i64::MAX.cast_unsigned(),
        id: GameId::from_random(0),
    };
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.created, self.id)
    }
}

impl FromStr for Cursor {
    type Err = ParseCursorError;

    fn from_str(text: &str) -> Result<Cursor, ParseCursorError> {
        let (created, id) = text.split_once('-').ok_or(ParseCursorError)?;
        Ok(Cursor {
            created: created.parse().map_err(|_| ParseCursorError)?,
            id: id.parse().map_err(|_| ParseCursorError)?,
        })
    }
}

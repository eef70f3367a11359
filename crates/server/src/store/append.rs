use arbiter_game::{Ending, Reason, Time};
use arbiter_rules::ByColor;
use arbiter_wire::Speed;
use tokio::sync::oneshot;

use super::{
    Connection, Store, StoreError, Value,
    connection::Postgres,
    players::{rounded_rating, update_ratings},
    recent::Recent,
    time::{event_time, millis},
    writer::{AppendJob, Job},
};
use crate::base::{GameId, PlayerId, ignore::Ignore};

/// Events to add to the log of a game, and what they change in its row.
#[derive(Clone, Debug)]
pub struct Append {
    /// The game.
    pub game: GameId,
    /// The number of the first event.
    pub seq: u64,
    /// The events as they are written; at least one.
    pub lines: Vec<String>,
    /// The command that brought them about: "player:command".
    pub command: Option<String>,
    /// How far the game has come with them, if its row would mislead.
    pub progress: Option<GameProgress>,
    /// Who sits where, if the game begins with them.
    pub seats: Option<ByColor<PlayerId>>,
    /// How the game ends with them.
    pub ended: Option<Ending>,
}

/// How far a game has come, as its row has it. Most moves leave the row alone:
/// it is behind while the game is played, and the deadline is never too late.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct GameProgress {
    /// When something may happen by itself.
    pub deadline: Option<Time>,
    /// How many moves stand.
    pub plies: u32,
}

/// The events are on the disk.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Appended {
    /// How the ratings changed, if a rated game is over.
    pub ratings: Option<ByColor<RatingChange>>,
}

/// What a game did to a rating.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RatingChange {
    /// The rating with which the player came to its end.
    pub before: i32,
    /// And with which he left.
    pub after: i32,
}

/// The events were not added.
#[derive(Clone, Debug, thiserror::Error)]
pub enum AppendError {
    /// There is an event of this number, or the game had begun, or it was
    /// withdrawn: what is known of the game is out of date.
    #[error("the game has gone on meanwhile")]
    Conflict,
    /// The database failed, and nobody knows whether they were.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Store {
    /// Adds events to a game. When this returns they are on the disk.
    ///
    /// # Errors
    ///
    /// That somebody else was first, or what the database says.
    pub async fn append(&self, append: Append) -> Result<Appended, AppendError> {
        let (answer, outcome) = oneshot::channel();
        let tell = move |outcome| {
            let answer: oneshot::Sender<_> = answer;
            answer
                .send(outcome)
                .ignore("the room is gone, and what it wrote stands");
        };
        self.append_then(append, tell).await;
        outcome
            .await
            .unwrap_or(Err(AppendError::Store(StoreError::Closed)))
    }

    /// The same for whoever does not wait: then this is done with what came of
    /// it, together with what waits for the same transaction. Without a store
    /// it is dropped.
    pub async fn append_then(
        &self,
        mut append: Append,
        then: impl FnOnce(Result<Appended, AppendError>) + Send + 'static,
    ) {
        // The one character that PostgreSQL does not keep.
        if let Some(command) = &mut append.command
            && command.contains('\0')
        {
            *command = command.replace('\0', "\u{fffd}");
        }
        let job = Job::Append(AppendJob {
            append,
            outcome: None,
            then: Box::new(then),
        });
        let enqueued = self.enqueue(job).await;
        enqueued.ignore("who waits sees that it was dropped");
    }

    /// Brings the row of a game up to date, unless the game has gone on
    /// meanwhile: with the event of this number, its next.
    ///
    /// # Errors
    ///
    /// What the database says.
    pub async fn save_progress(
        &self,
        game: GameId,
        next: u64,
        progress: GameProgress,
    ) -> Result<(), StoreError> {
        self.write(move |db| save_progress(db, game, next, progress))
            .await
    }
}

impl RatingChange {
    /// By how much.
    #[must_use]
    pub const fn change(self) -> i32 {
        self.after - self.before
    }
}

/// Adds the events of many games. Most are moves, which change little.
pub(super) fn append_all(
    db: &mut Connection,
    jobs: &mut [&mut AppendJob],
) -> Result<(), StoreError> {
    match db {
        Connection::Sqlite(..) => {
            let is_run = |one: &&mut AppendJob, next: &&mut AppendJob| {
                one.append.is_move() && next.append.is_move()
            };
            for jobs in jobs.chunk_by_mut(is_run) {
                append_in_turn(db, jobs)?;
            }
        }
        Connection::Postgres(_) => append_together(db, jobs)?,
    }
    Ok(())
}

/// Adds moves of many games, or whatever else happens in one.
fn append_in_turn(db: &mut Connection, jobs: &mut [&mut AppendJob]) -> Result<(), StoreError> {
    match (&mut *db, jobs) {
        (Connection::Sqlite(sqlite, tails), moves @ [_, _, ..]) => {
            let mut recent = Recent::open(sqlite, tails)?;
            for job in moves {
                let is_next = recent.add(&job.append)?;
                job.outcome = is_next.then(Appended::default);
            }
        }
        (_, others) => {
            for job in others {
                job.outcome = append(db, &job.append)?;
            }
        }
    }
    Ok(())
}

/// Adds the events of a game, one statement after the other. None if they
/// are out of date; then nothing was written.
fn append(db: &mut Connection, append: &Append) -> Result<Option<Appended>, StoreError> {
    let game = Value::Int(append.game.to_number());
    if let Some(seats) = append.seats {
        let begun = db.execute(
            "UPDATE games SET white = $1, black = $2, stage = 1 WHERE id = $3 AND stage = 0",
            &[seats.white.0.into(), seats.black.0.into(), game],
        )?;
        if begun == 0 {
            return Ok(None);
        }
    }
    if append.lines.is_empty() {
        return Ok(Some(Appended::default()));
    }
    if !add(db, append)? {
        // A game that waited has no events; with one it is out of order.
        return match append.seats {
            Some(_) => Err(append.missing()),
            None => Ok(None),
        };
    }
    if let Some(progress) = append.progress {
        let next = append.seq + append.lines.len() as u64;
        save_progress(db, append.game, next, progress)?;
    }
    match append.ended {
        Some(ending) => finish(db, append, ending).map(Some),
        None => Ok(Some(Appended::default())),
    }
}

/// Adds the events of a game. Whether their numbers were free.
fn add(db: &mut Connection, append: &Append) -> Result<bool, StoreError> {
    if let Connection::Sqlite(sqlite, tails) = db {
        return Recent::open(sqlite, tails)?.add(append);
    }
    let game = Value::Int(append.game.to_number());
    let mut command = append.command.as_deref();
    for (seq, line) in (append.seq..).zip(&append.lines) {
        let written = db.execute(
            "INSERT INTO events (game, seq, line, command) VALUES ($1, $2, $3, $4) \
             ON CONFLICT DO NOTHING",
            &[
                game,
                number(seq),
                line.as_str().into(),
                command.take().into(),
            ],
        )?;
        if written == 0 {
            return match seq == append.seq {
                true => Ok(false),
                false => Err(append.missing()),
            };
        }
    }
    Ok(true)
}

fn save_progress(
    db: &mut Connection,
    game: GameId,
    next: u64,
    progress: GameProgress,
) -> Result<(), StoreError> {
    if let Connection::Sqlite(sqlite, tails) = db {
        tails.refresh(sqlite)?;
        let recent = tails.next(game.to_number());
        if recent.is_some_and(|recent| recent > next.cast_signed()) {
            return Ok(());
        }
    }
    db.execute(
        "UPDATE games SET deadline = $1, plies = $2 WHERE id = $3 \
         AND NOT EXISTS (SELECT 1 FROM events WHERE game = $3 AND seq = $4)",
        &[
            progress.deadline.map_or(Value::Null, millis),
            Value::Int(progress.plies.into()),
            game.to_number().into(),
            number(next),
        ],
    )?;
    Ok(())
}

/// The row of a game that is over, and the ratings of those who played it.
fn finish(db: &mut Connection, append: &Append, ending: Ending) -> Result<Appended, StoreError> {
    let game = Value::Int(append.game.to_number());
    let at = append.time().unwrap_or_default();
    let row = db.find(
        "SELECT white, black, speed, rated FROM games WHERE id = $1",
        &[game],
        |row| {
            Ok((
                row.get::<Option<i64>>(0)?.map(PlayerId),
                row.get::<Option<i64>>(1)?.map(PlayerId),
                row.get::<String>(2)?,
                row.get::<i64>(3)? != 0,
            ))
        },
    )?;
    let Some((Some(white), Some(black), speed, is_rated)) = row else {
        return Err(append.missing());
    };
    let speed = Speed::from_code(&speed).ok_or_else(|| append.missing())?;
    let counts = is_rated && white != black && ending.reason != Reason::Aborted;
    let (before, ratings) = if counts {
        let changes = update_ratings(db, ByColor { white, black }, speed, ending.winner, at)?;
        let before = ByColor::new_with(|color| Some(changes[color].before));
        (before, Some(changes))
    } else {
        let white = rounded_rating(db, white, speed)?;
        let black = rounded_rating(db, black, speed)?;
        (ByColor { white, black }, None)
    };
    let change = ratings.map(|ratings| ByColor::new_with(|color| ratings[color].change()));
    db.execute(
        "UPDATE games SET stage = 2, deadline = NULL, result = $1, reason = $2, ended = $3, \
         white_rating = $4, black_rating = $5, white_change = $6, black_change = $7 \
         WHERE id = $8",
        &[
            ending.result().into(),
            ending.reason.code().into(),
            millis(at),
            before.white.map(i64::from).into(),
            before.black.map(i64::from).into(),
            change.map(|change| i64::from(change.white)).into(),
            change.map(|change| i64::from(change.black)).into(),
            game,
        ],
    )?;
    Ok(Appended { ratings })
}

/// PostgreSQL is a way away, so many moves go in one statement. A game that
/// is there twice waits for its turn: of two with the same number the first
/// wins, and one that comes after the other must find it there.
fn append_together(db: &mut Connection, jobs: &mut [&mut AppendJob]) -> Result<(), StoreError> {
    let mut games = std::collections::HashSet::new();
    let mut moves = Vec::new();
    let mut others = Vec::new();
    for job in jobs {
        if games.insert(job.append.game) && job.append.is_move() {
            moves.push(job);
        } else {
            others.push(job);
        }
    }
    if let Connection::Postgres(postgres) = db {
        // The same order everywhere, so that two servers never wait for each other.
        moves.sort_unstable_by_key(|job| job.append.game);
        let appends: Vec<&Append> = moves.iter().map(|job| &job.append).collect();
        let first = insert_moves(postgres, &appends)?;
        for job in moves {
            let is_first = first.contains(&job.append.game);
            job.outcome = is_first.then(Appended::default);
        }
    }
    for job in others {
        job.outcome = append(db, &job.append)?;
    }
    Ok(())
}

/// One event for each of these games; those where it was the first of its
/// number.
fn insert_moves(
    postgres: &mut Postgres,
    appends: &[&Append],
) -> Result<std::collections::HashSet<GameId>, StoreError> {
    if appends.is_empty() {
        return Ok(std::collections::HashSet::new());
    }
    let column = |value: fn(&Append) -> i64| appends.iter().map(|it| value(it)).collect();
    let games: Vec<i64> = column(|it| it.game.to_number());
    let numbers: Vec<i64> = column(|it| it.seq.cast_signed());
    let lines: Vec<&str> = appends.iter().map(|it| it.lines[0].as_str()).collect();
    let commands: Vec<Option<&str>> = appends.iter().map(|it| it.command.as_deref()).collect();
    let statement = postgres.statement(
        "INSERT INTO events (game, seq, line, command) \
         SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[]) \
         ON CONFLICT DO NOTHING RETURNING game",
    )?;
    let rows = postgres
        .client
        .query(&statement, &[&games, &numbers, &lines, &commands])?;
    let mut first = std::collections::HashSet::with_capacity(rows.len());
    for row in rows {
        first.extend(GameId::from_number(row.try_get(0)?));
    }
    Ok(first)
}

impl Append {
    /// Whether it is a move that changes nothing else, as most are.
    fn is_move(&self) -> bool {
        self.progress.is_none()
            && self.seats.is_none()
            && self.ended.is_none()
            && self.lines.len() == 1
    }

    /// When the last of the events happened.
    fn time(&self) -> Option<Time> {
        event_time(self.lines.last()?)
    }

    fn missing(&self) -> StoreError {
        StoreError::Missing {
            row: format!("game {}", self.game),
        }
    }
}

pub(super) fn number(seq: u64) -> Value<'static> {
    Value::Int(seq.cast_signed())
}

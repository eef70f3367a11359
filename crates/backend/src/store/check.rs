use core::fmt;

use arbiter_game::{Ending, EventError, Game};
use arbiter_wire::{GameOptions, Speed};

use super::{
    archive::{ArchivedGame, display_id, for_each_page},
    connection::Connection,
    error::StoreError,
    migrations,
};

/// The result of a check.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct CheckSummary {
    /// The number of games in the database.
    pub total: u64,
    /// The number of games checked.
    pub games: u64,
    /// The number of their events.
    pub events: u64,
    /// The number of games with flaws.
    pub corrupt: u64,
}

/// An error in a stored game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flaw {
    /// The id of the game.
    pub game: String,
    /// What is wrong.
    pub kind: FlawKind,
}

/// What is wrong with a stored game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FlawKind {
    /// It has events, but no row in the `games` table.
    NoRow,
    /// It cannot be read from the database.
    Damaged {
        /// The cause.
        error: String,
    },
    /// An event cannot have happened.
    Event {
        /// The number of the event, from 0.
        number: u64,
        /// The cause.
        error: EventError,
    },
    /// An event is missing, but a later one exists.
    Gap {
        /// The number of the missing event, from 0.
        number: u64,
    },
    /// A column of its row cannot be read.
    Unreadable {
        /// The column.
        column: &'static str,
        /// The stored value.
        text: String,
    },
    /// A column of its row contradicts the events.
    Differs {
        /// The column.
        column: &'static str,
        /// The stored value.
        row: String,
        /// The value according to the events.
        events: String,
    },
}

/// A report while games are checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CheckUpdate {
    /// How much has been checked so far.
    Progress(CheckSummary),
    /// A flaw was found.
    Flaw(Flaw),
}

/// Replays every game by the rules and reports what is wrong. Nothing is
/// repaired: the log is the truth. A server may write to the database in the
/// meantime.
///
/// # Errors
///
/// Returns an error if the database has another schema or fails.
pub fn check(
    db: &mut dyn Connection,
    report: &mut dyn FnMut(CheckUpdate),
) -> Result<CheckSummary, StoreError> {
    migrations::check_version(db)?;
    db.begin_snapshot()?;
    let done = check_all(db, report);
    db.roll_back();
    done
}

fn check_all(
    db: &mut dyn Connection,
    report: &mut dyn FnMut(CheckUpdate),
) -> Result<CheckSummary, StoreError> {
    let total = db.find("SELECT count(*) FROM games", &[], |row| row.get::<i64>(0))?;
    let mut done = CheckSummary {
        total: total.map_or(0, i64::unsigned_abs),
        ..CheckSummary::default()
    };
    let orphans = db.query(
        "SELECT DISTINCT game FROM all_events \
         WHERE NOT EXISTS (SELECT 1 FROM games WHERE games.id = all_events.game)",
        &[],
        |row| row.get::<i64>(0),
    )?;
    for number in orphans {
        done.corrupt += 1;
        let kind = FlawKind::NoRow;
        let game = display_id(number);
        report(CheckUpdate::Flaw(Flaw { game, kind }));
    }
    for_each_page(db, &mut |games| {
        for game in games {
            done.games += 1;
            let (number, kinds) = match game {
                Ok(game) => {
                    done.events += game.events.len() as u64;
                    (game.number, flaws(&game))
                }
                Err(damaged) => {
                    let error = damaged.error.to_string();
                    (damaged.number, vec![FlawKind::Damaged { error }])
                }
            };
            done.corrupt += u64::from(!kinds.is_empty());
            for kind in kinds {
                let game = display_id(number);
                report(CheckUpdate::Flaw(Flaw { game, kind }));
            }
        }
        report(CheckUpdate::Progress(done));
        Ok::<_, StoreError>(())
    })?;
    Ok(done)
}

fn flaws(game: &ArchivedGame) -> Vec<FlawKind> {
    let mut flaws = Vec::new();
    if serde_json::from_str::<GameOptions>(&game.options).is_err() {
        flaws.push(FlawKind::Unreadable {
            column: "options",
            text: game.options.clone(),
        });
    }
    if Speed::from_code(&game.speed).is_none() {
        flaws.push(FlawKind::Unreadable {
            column: "speed",
            text: game.speed.clone(),
        });
    }
    match replay(game) {
        Ok(replayed) => flaws.extend(differences(game, replayed.as_ref())),
        Err(flaw) => flaws.push(flaw),
    }
    flaws
}

/// Replays the events, if there are any.
fn replay(game: &ArchivedGame) -> Result<Option<Game>, FlawKind> {
    let mut replayed = None::<Game>;
    for (number, event) in (0..).zip(&game.events) {
        if u64::try_from(event.seq) != Ok(number) {
            return Err(FlawKind::Gap { number });
        }
        let read = match &mut replayed {
            None => Game::from_first_line(&event.line).map(|game| replayed = Some(game)),
            Some(game) => game.apply_line(&event.line).map(drop),
        };
        read.map_err(|corrupt| FlawKind::Event {
            number,
            error: corrupt.error,
        })?;
    }
    Ok(replayed)
}

/// Compares the row of a game with its events.
fn differences(game: &ArchivedGame, replayed: Option<&Game>) -> Vec<FlawKind> {
    let ending = replayed.and_then(Game::ending);
    let stage = match (replayed, ending) {
        (None, _) => 0,
        (Some(_), None) => 1,
        (Some(_), Some(_)) => 2,
    };
    let plies = replayed.map_or(0, |game| game.line().moves().len());
    let text = |text: Option<&str>| text.unwrap_or("none").to_owned();
    let seats = i64::from(game.white.is_some()) + i64::from(game.black.is_some());
    let mut pairs = vec![
        ("stage", game.stage.to_string(), stage.to_string()),
        (
            "result",
            text(game.result.as_deref()),
            text(ending.map(Ending::result)),
        ),
        (
            "reason",
            text(game.reason.as_deref()),
            text(ending.map(|ending| ending.reason.code())),
        ),
    ];
    // While a game is played, its row may lag behind.
    if ending.is_some() {
        pairs.push(("number of plies", game.plies.to_string(), plies.to_string()));
    }
    if replayed.is_some() {
        pairs.push(("number of seats taken", seats.to_string(), "2".to_owned()));
    }
    pairs
        .into_iter()
        .filter(|(_, row, events)| row != events)
        .map(|(column, row, events)| FlawKind::Differs {
            column,
            row,
            events,
        })
        .collect()
}

impl FlawKind {
    /// Returns the number of the event, if the flaw is in one.
    #[must_use]
    pub const fn event(&self) -> Option<u64> {
        match self {
            FlawKind::Event { number, .. } | FlawKind::Gap { number } => Some(*number),
            FlawKind::NoRow
            | FlawKind::Damaged { .. }
            | FlawKind::Unreadable { .. }
            | FlawKind::Differs { .. } => None,
        }
    }
}

impl fmt::Display for FlawKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FlawKind::NoRow => f.write_str("it has events, but no row in the games table"),
            FlawKind::Damaged { error } => write!(f, "it cannot be read: {error}"),
            FlawKind::Event { number, error } => write!(f, "event {number}: {error}"),
            FlawKind::Gap { number } => write!(f, "event {number} is missing"),
            FlawKind::Unreadable { column, text } => {
                write!(f, "cannot read the {column}: {text:?}")
            }
            FlawKind::Differs {
                column,
                row,
                events,
            } => write!(
                f,
                "the {column} is {row}, but {events} according to its events"
            ),
        }
    }
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}: {}", self.game, self.kind)
    }
}

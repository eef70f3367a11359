use core::fmt;

use arbiter_game::{Ending, EventError, Game};
use arbiter_wire::{GameOptions, Speed};

use super::{
    Connection, StoreError,
    archive::{ArchivedGame, each_page},
    migrations,
};
use crate::base::GameId;

/// What was looked through.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct CheckSummary {
    /// How many games there are.
    pub total: u64,
    /// How many were looked at.
    pub games: u64,
    /// How many events they have.
    pub events: u64,
    /// How many of the games are not as they should be.
    pub corrupt: u64,
}

/// Something is wrong with a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flaw {
    /// The game.
    pub game: String,
    /// What.
    pub kind: FlawKind,
}

/// What is wrong with a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FlawKind {
    /// It has events, and nothing is known about it.
    NoRow,
    /// This event cannot have happened.
    Event {
        /// Its number, counted from 0.
        number: u64,
        /// Why.
        error: EventError,
    },
    /// An event is not there, though one after it is.
    Gap {
        /// Its number, counted from 0.
        number: u64,
    },
    /// A column of its row cannot be read.
    Unreadable {
        /// Which.
        column: &'static str,
        /// What stands there.
        text: String,
    },
    /// A column of its row says something else than the events.
    Differs {
        /// Which.
        column: &'static str,
        /// What stands there.
        row: String,
        /// What the events say.
        events: String,
    },
}

/// Something to be told while games are looked through.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CheckUpdate {
    /// So far it has come.
    Progress(CheckSummary),
    /// This was found.
    Flaw(Flaw),
}

/// Replays every game by the rules, and tells what is wrong. Nothing is
/// mended: what happened is what was written. It may be called while a server
/// writes.
///
/// # Errors
///
/// What the database says.
pub fn check(
    db: &mut Connection,
    tell: &mut dyn FnMut(CheckUpdate),
) -> Result<CheckSummary, StoreError> {
    migrations::check_version(db)?;
    db.begin_reading()?;
    let done = check_all(db, tell);
    db.roll_back();
    done
}

fn check_all(
    db: &mut Connection,
    tell: &mut dyn FnMut(CheckUpdate),
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
        let game = name(number);
        tell(CheckUpdate::Flaw(Flaw { game, kind }));
    }
    each_page(db, &mut |games| {
        for game in games {
            done.games += 1;
            done.events += game.events.len() as u64;
            let kinds = flaws(&game);
            done.corrupt += u64::from(!kinds.is_empty());
            for kind in kinds {
                let game = name(game.number);
                tell(CheckUpdate::Flaw(Flaw { game, kind }));
            }
        }
        tell(CheckUpdate::Progress(done));
        Ok::<_, StoreError>(())
    })?;
    Ok(done)
}

fn name(number: i64) -> String {
    let id = GameId::from_number(number);
    id.map_or_else(|| number.to_string(), |id| id.to_string())
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

/// The game that the events tell, if there are any.
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

/// Where the row of a game and its events do not agree.
fn differences(game: &ArchivedGame, replayed: Option<&Game>) -> Vec<FlawKind> {
    let ending = replayed.and_then(Game::ending);
    let stage = match (replayed, ending) {
        (None, _) => 0,
        (Some(_), None) => 1,
        (Some(_), Some(_)) => 2,
    };
    let plies = replayed.map_or(0, |game| game.line().moves().len());
    let text = |text: Option<&str>| text.unwrap_or("nothing").to_owned();
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
    // The row of a game that is played may be behind.
    if ending.is_some() {
        pairs.push(("plies", game.plies.to_string(), plies.to_string()));
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
    /// The number of the event, where it is about one.
    #[must_use]
    pub const fn event(&self) -> Option<u64> {
        match self {
            FlawKind::Event { number, .. } | FlawKind::Gap { number } => Some(*number),
            FlawKind::NoRow | FlawKind::Unreadable { .. } | FlawKind::Differs { .. } => None,
        }
    }
}

impl fmt::Display for FlawKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FlawKind::NoRow => f.write_str("it has events and no row among the games"),
            FlawKind::Event { number, error } => write!(f, "event {number}: {error}"),
            FlawKind::Gap { number } => write!(f, "event {number} is missing"),
            FlawKind::Unreadable { column, text } => {
                write!(f, "the {column} cannot be read: {text:?}")
            }
            FlawKind::Differs {
                column,
                row,
                events,
            } => write!(f, "the {column} is {row}, and by its events {events}"),
        }
    }
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}: {}", self.game, self.kind)
    }
}

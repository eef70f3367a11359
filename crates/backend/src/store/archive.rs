//! A whole site as lines of JSON, to move it to another database or to archive
//! it. A game is one line, with its events in the text form of the log.

mod damaged_game;
mod identity;
mod moderation;
mod push;
mod record;
mod reserved_name;
mod tournament;

use std::{
    collections::HashSet,
    io::{self, BufRead, Write},
};

use super::{
    connection::{Connection, in_transaction},
    error::StoreError,
    game_clock, migrations,
    value::Value,
};
use crate::base::clock;

pub use damaged_game::DamagedGame;
pub(super) use damaged_game::display_id;
use identity::ArchivedIdentity;
use moderation::{
    ArchivedAct, ArchivedBan, ArchivedBlock, ArchivedFollow, ArchivedReport, ArchivedSetting,
};
use push::ArchivedPush;
pub use record::ArchiveCounts;
pub(super) use record::ArchivedGame;
use record::{ArchivedPlayer, ArchivedRating, ArchivedToken, Record};
use reserved_name::ArchivedName;
use tournament::ArchivedTournament;

/// An error that is returned when a site is not exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The archive cannot be written.
    #[error("cannot write the archive: {0}")]
    Write(#[from] io::Error),
}

/// A report while a site is exported.
#[derive(Clone, Debug)]
pub enum ExportUpdate {
    /// How much has been written so far.
    Progress(ArchiveCounts),
    /// A game is left out because it cannot be read.
    Damaged(DamagedGame),
}

/// An error that is returned when an archive is not imported. The database is
/// unchanged then.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The archive cannot be read.
    #[error("cannot read the archive: {0}")]
    Read(#[from] io::Error),
    /// The database already has players or games.
    #[error("the database is not empty: import into a new database")]
    NotEmpty,
    /// The file is something else, or an archive of another version.
    #[error("this is not an Arbiter archive of version {VERSION}")]
    NotAnArchive,
    /// A line cannot be parsed.
    #[error("line {line} is invalid: {error}")]
    Line {
        /// The number of the line, from 1.
        line: u64,
        /// The cause.
        error: serde_json::Error,
    },
    /// The last line is missing, or records are.
    #[error("the archive is incomplete: it ends after line {line}")]
    Incomplete {
        /// The number of the last line read, from 1.
        line: u64,
    },
}

/// The version of the archive format.
const VERSION: u32 = 1;

/// The number of games that are read at once, and between progress reports.
const GAMES_PER_PAGE: usize = 200;

/// Writes the whole site, as it is at one moment, except for games that cannot be
/// read. A server may write to the database in the meantime.
///
/// # Errors
///
/// Returns an error if the database has another schema or fails, or the archive
/// cannot be written.
pub fn export(
    db: &mut dyn Connection,
    out: &mut dyn Write,
    report: &mut dyn FnMut(ExportUpdate),
) -> Result<ArchiveCounts, ExportError> {
    migrations::check_version(db)?;
    db.begin_snapshot()?;
    let done = write_all(db, out, report);
    db.roll_back();
    done
}

fn write_all(
    db: &mut dyn Connection,
    out: &mut dyn Write,
    report: &mut dyn FnMut(ExportUpdate),
) -> Result<ArchiveCounts, ExportError> {
    let mut done = ArchiveCounts::default();
    let exported = clock::wall();
    let version = VERSION;
    write(out, &Record::Arbiter { version, exported })?;
    if let Some(time) = game_clock::last_time(db)? {
        let time = time.as_millis();
        write(out, &Record::Clock { time })?;
    }
    for player in ArchivedPlayer::all(db)? {
        done.players += 1;
        write(out, &Record::Player(player))?;
    }
    for token in ArchivedToken::all(db)? {
        done.tokens += 1;
        write(out, &Record::Token(token))?;
    }
    for rating in ArchivedRating::all(db)? {
        done.ratings += 1;
        write(out, &Record::Rating(rating))?;
    }
    let mut left_out = HashSet::new();
    for_each_page(db, &mut |games| {
        for game in games {
            let game = match game.and_then(ArchivedGame::with_valid_ids) {
                Ok(game) => game,
                Err(damaged) => {
                    left_out.insert(damaged.number);
                    report(ExportUpdate::Damaged(damaged));
                    continue;
                }
            };
            done.games += 1;
            done.events += game.events.len() as u64;
            done.chat += game.chat.len() as u64;
            write(out, &Record::Game(Box::new(game)))?;
        }
        report(ExportUpdate::Progress(done));
        Ok::<_, ExportError>(())
    })?;
    for ban in ArchivedBan::all(db)? {
        done.bans += 1;
        write(out, &Record::Ban(ban))?;
    }
    for report in ArchivedReport::all(db)? {
        done.reports += 1;
        write(out, &Record::Report(report.without_games(&left_out)))?;
    }
    for block in ArchivedBlock::all(db)? {
        done.blocks += 1;
        write(out, &Record::Block(block))?;
    }
    for follow in ArchivedFollow::all(db)? {
        done.follows += 1;
        write(out, &Record::Follow(follow))?;
    }
    for act in ArchivedAct::all(db)? {
        done.acts += 1;
        write(out, &Record::Act(act))?;
    }
    for setting in ArchivedSetting::all(db)? {
        done.settings += 1;
        write(out, &Record::Setting(setting))?;
    }
    for name in ArchivedName::all(db)? {
        done.reserved_names += 1;
        write(out, &Record::ReservedName(name))?;
    }
    for identity in ArchivedIdentity::all(db)? {
        done.identities += 1;
        write(out, &Record::Identity(identity))?;
    }
    for push in ArchivedPush::all(db)? {
        done.push_subscriptions += 1;
        write(out, &Record::Push(push))?;
    }
    for tournament in ArchivedTournament::all(db)? {
        done.tournaments += 1;
        write(out, &Record::Tournament(Box::new(tournament)))?;
    }
    write(out, &Record::End(done))?;
    out.flush()?;
    Ok(done)
}

fn write(out: &mut dyn Write, record: &Record) -> Result<(), ExportError> {
    serde_json::to_writer(&mut *out, record).map_err(io::Error::from)?;
    out.write_all(b"\n")?;
    Ok(())
}

/// Reads an archive into an empty database, all of it or nothing.
///
/// # Errors
///
/// Returns an error if the database is not empty or fails, or the archive is
/// invalid.
pub fn import(
    db: &mut dyn Connection,
    archive: &mut dyn BufRead,
    progress: &mut dyn FnMut(ArchiveCounts),
) -> Result<ArchiveCounts, ImportError> {
    migrations::migrate(db)?;
    in_transaction(db, |db| read_all(db, archive, progress))
}

fn read_all(
    db: &mut dyn Connection,
    archive: &mut dyn BufRead,
    progress: &mut dyn FnMut(ArchiveCounts),
) -> Result<ArchiveCounts, ImportError> {
    let content = db.find(
        "SELECT 1 FROM players WHERE id > 0 UNION ALL SELECT 1 FROM games LIMIT 1",
        &[],
        |_| Ok(()),
    )?;
    if content.is_some() {
        return Err(ImportError::NotEmpty);
    }
    let mut done = ArchiveCounts::default();
    let mut text = String::new();
    for line in 1.. {
        text.clear();
        if archive.read_line(&mut text)? == 0 {
            return Err(ImportError::Incomplete { line: line - 1 });
        }
        let record = match serde_json::from_str(&text) {
            Ok(record) => record,
            Err(_) if line == 1 => return Err(ImportError::NotAnArchive),
            Err(error) => return Err(ImportError::Line { line, error }),
        };
        match record {
            Record::Arbiter { version, .. } if line == 1 && version == VERSION => {}
            _ if line == 1 => return Err(ImportError::NotAnArchive),
            Record::Arbiter { .. } => return Err(ImportError::Incomplete { line }),
            Record::Clock { time } => {
                game_clock::save_time(db, arbiter_game::Time::from_millis(time))?;
            }
            Record::Player(player) => {
                player.insert(db)?;
                done.players += 1;
            }
            Record::Token(token) => {
                token.insert(db)?;
                done.tokens += 1;
            }
            Record::Rating(rating) => {
                rating.insert(db)?;
                done.ratings += 1;
            }
            Record::Game(game) => {
                game.insert(db)?;
                done.games += 1;
                done.events += game.events.len() as u64;
                done.chat += game.chat.len() as u64;
                if done.games.is_multiple_of(GAMES_PER_PAGE as u64) {
                    progress(done);
                }
            }
            Record::Ban(ban) => {
                ban.insert(db)?;
                done.bans += 1;
            }
            Record::Report(report) => {
                report.insert(db)?;
                done.reports += 1;
            }
            Record::Block(block) => {
                block.insert(db)?;
                done.blocks += 1;
            }
            Record::Follow(follow) => {
                follow.insert(db)?;
                done.follows += 1;
            }
            Record::Act(act) => {
                act.insert(db)?;
                done.acts += 1;
            }
            Record::Setting(setting) => {
                setting.insert(db)?;
                done.settings += 1;
            }
            Record::ReservedName(name) => {
                name.insert(db)?;
                done.reserved_names += 1;
            }
            Record::Identity(identity) => {
                identity.insert(db)?;
                done.identities += 1;
            }
            Record::Push(push) => {
                push.insert(db)?;
                done.push_subscriptions += 1;
            }
            Record::Tournament(tournament) => {
                tournament.insert(db)?;
                done.tournaments += 1;
            }
            Record::End(contents) if contents == done => break,
            Record::End(_) => return Err(ImportError::Incomplete { line }),
        }
    }
    db.advance_generated_ids()?;
    Ok(done)
}

/// Calls `visit` with all games, page by page, ordered by number.
pub(super) fn for_each_page<E: From<StoreError>>(
    db: &mut dyn Connection,
    visit: &mut dyn FnMut(Vec<Result<ArchivedGame, DamagedGame>>) -> Result<(), E>,
) -> Result<(), E> {
    let mut after = i64::MIN;
    loop {
        let numbers = ArchivedGame::numbers(db, after, Value::count(GAMES_PER_PAGE))?;
        let (Some(&first), Some(&last)) = (numbers.first(), numbers.last()) else {
            return Ok(());
        };
        let games = match attempt(db, |db| ArchivedGame::between(db, first, last))? {
            Ok(games) => games.into_iter().map(Ok).collect(),
            Err(_) => one_by_one(db, &numbers)?,
        };
        after = last;
        visit(games)?;
    }
}

/// Reads games of which at least one is damaged.
fn one_by_one(
    db: &mut dyn Connection,
    numbers: &[i64],
) -> Result<Vec<Result<ArchivedGame, DamagedGame>>, StoreError> {
    let mut games = Vec::with_capacity(numbers.len());
    for &number in numbers {
        match attempt(db, |db| ArchivedGame::between(db, number, number))? {
            Ok(game) => games.extend(game.into_iter().map(Ok)),
            Err(error) => games.push(Err(DamagedGame { number, error })),
        }
    }
    Ok(games)
}

/// Reads in a nested transaction: in PostgreSQL, an error ends the one it happens in.
/// The outer error means that the database fails altogether.
fn attempt<T>(
    db: &mut dyn Connection,
    read: impl FnOnce(&mut dyn Connection) -> Result<T, StoreError>,
) -> Result<Result<T, StoreError>, StoreError> {
    db.run_script("SAVEPOINT attempt")?;
    let done = read(db);
    match (done, db.run_script("ROLLBACK TO attempt; RELEASE attempt")) {
        (Err(error), Err(_)) => Err(error),
        (done, ended) => ended.map(|()| done),
    }
}

//! Everything a site has as lines of JSON, to move it to another database or
//! to keep it. A game is one line with its events as they were written.

mod record;

use std::io::{self, BufRead, Write};

use super::{Connection, StoreError, Value, migrate, migrations, time};
use crate::base::clock;

pub(super) use record::ArchivedGame;
use record::{ArchivedPlayer, ArchivedRating, ArchivedToken, Record};

/// How much there is, or was done.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, serde::Serialize, serde::Deserialize)]
pub struct ArchiveCounts {
    /// Players, the computer not counted.
    pub players: u64,
    /// Sessions and the tokens of programs.
    pub tokens: u64,
    /// Ratings of a player at a speed.
    pub ratings: u64,
    /// Games.
    pub games: u64,
    /// Their events.
    pub events: u64,
    /// Lines of chat.
    pub chat: u64,
}

/// Why there is no archive.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The archive cannot be written.
    #[error("cannot write: {0}")]
    Write(#[from] io::Error),
}

/// Why an archive was not read. Then nothing of it was kept.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The archive cannot be read.
    #[error("cannot read: {0}")]
    Read(#[from] io::Error),
    /// There is something in the database already.
    #[error("the database is not empty: import into a new one")]
    NotEmpty,
    /// This is something else, or from a later version.
    #[error("this is no archive of version {VERSION}: it begins with something else")]
    NotAnArchive,
    /// A line that makes no sense.
    #[error("line {line} makes no sense: {error}")]
    Line {
        /// Counted from 1.
        line: u64,
        /// What is wrong.
        error: serde_json::Error,
    },
    /// The last line is missing, or counts more than there was.
    #[error("the archive is not whole: it breaks off after line {line}")]
    BrokenOff {
        /// Counted from 1.
        line: u64,
    },
}

/// The version of the lines.
const VERSION: u32 = 1;

/// How many games are read at once.
const PAGE: usize = 200;

/// Writes everything, as it is at one moment. It may be called while a server
/// writes.
///
/// # Errors
///
/// What the database or the writer says.
pub fn export(
    db: &mut Connection,
    out: &mut dyn Write,
    progress: &mut dyn FnMut(ArchiveCounts),
) -> Result<ArchiveCounts, ExportError> {
    migrations::check_version(db)?;
    db.begin_reading()?;
    let done = write_all(db, out, progress);
    db.roll_back();
    done
}

fn write_all(
    db: &mut Connection,
    out: &mut dyn Write,
    progress: &mut dyn FnMut(ArchiveCounts),
) -> Result<ArchiveCounts, ExportError> {
    let mut done = ArchiveCounts::default();
    let exported = clock::wall();
    let version = VERSION;
    write(out, &Record::Arbiter { version, exported })?;
    if let Some(time) = time::last_time(db)? {
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
    each_page(db, &mut |games| {
        for game in games {
            done.games += 1;
            done.events += game.events.len() as u64;
            done.chat += game.chat.len() as u64;
            write(out, &Record::Game(Box::new(game)))?;
        }
        progress(done);
        Ok::<_, ExportError>(())
    })?;
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
/// What is wrong with the archive, or what the database says.
pub fn import(
    db: &mut Connection,
    archive: &mut dyn BufRead,
    progress: &mut dyn FnMut(ArchiveCounts),
) -> Result<ArchiveCounts, ImportError> {
    migrate(db)?;
    db.begin()?;
    let done = read_all(db, archive, progress);
    match done {
        Ok(_) => db.commit()?,
        Err(_) => db.roll_back(),
    }
    done
}

fn read_all(
    db: &mut Connection,
    archive: &mut dyn BufRead,
    progress: &mut dyn FnMut(ArchiveCounts),
) -> Result<ArchiveCounts, ImportError> {
    let is_full = db.find(
        "SELECT 1 FROM players WHERE id > 0 UNION ALL SELECT 1 FROM games LIMIT 1",
        &[],
        |_| Ok(()),
    )?;
    if is_full.is_some() {
        return Err(ImportError::NotEmpty);
    }
    let mut done = ArchiveCounts::default();
    let mut text = String::new();
    for line in 1.. {
        text.clear();
        if archive.read_line(&mut text)? == 0 {
            return Err(ImportError::BrokenOff { line: line - 1 });
        }
        let record = match serde_json::from_str(&text) {
            Ok(record) => record,
            Err(_) if line == 1 => return Err(ImportError::NotAnArchive),
            Err(error) => return Err(ImportError::Line { line, error }),
        };
        match record {
            Record::Arbiter { version, .. } if line == 1 && version == VERSION => {}
            _ if line == 1 => return Err(ImportError::NotAnArchive),
            Record::Arbiter { .. } => return Err(ImportError::BrokenOff { line }),
            Record::Clock { time } => {
                time::note(db, arbiter_game::Time::from_millis(time))?;
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
                if done.games.is_multiple_of(PAGE as u64) {
                    progress(done);
                }
            }
            Record::End(contents) if contents == done => break,
            Record::End(_) => return Err(ImportError::BrokenOff { line }),
        }
    }
    if let Connection::Postgres(_) = db {
        // New numbers come after those that were given.
        for table in ["players", "tokens"] {
            db.run_script(&format!(
                "SELECT setval(pg_get_serial_sequence('{table}', 'id'), \
                 (SELECT greatest(max(id), 0) + 1 FROM {table}), false)"
            ))?;
        }
    }
    Ok(done)
}

/// Shows all games in pages, by their number.
pub(super) fn each_page<E: From<StoreError>>(
    db: &mut Connection,
    see: &mut dyn FnMut(Vec<ArchivedGame>) -> Result<(), E>,
) -> Result<(), E> {
    let mut after = i64::MIN;
    loop {
        let games = ArchivedGame::page(db, after, Value::count(PAGE))?;
        let Some(last) = games.last() else {
            return Ok(());
        };
        after = last.number;
        see(games)?;
    }
}

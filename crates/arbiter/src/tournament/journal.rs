use core::fmt;
use std::{
    collections::HashSet,
    fs::{File, OpenOptions},
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use arbiter_rules::Color;

use super::verdict::{Cause, Verdict};

/// What a match is played for: two with different terms are two matches.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Terms {
    pub engines: Vec<String>,
    pub limits: Vec<String>,
    pub format: String,
    pub openings: String,
    pub order: String,
    pub draw: Option<String>,
    pub resign: Option<String>,
    pub max_moves: Option<u32>,
    pub margin_ms: u64,
}

/// A finished game, as a line of the log.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// Which game it was, the first being 0.
    pub game: usize,
    pub white: String,
    pub black: String,
    pub result: String,
    pub cause: String,
    pub plies: usize,
    /// How long the file of games was after it.
    pub pgn_bytes: u64,
}

/// The files that a match leaves behind: the games, and a log of their
/// results. A line is written to the log when its game is safe in the file, so
/// that whatever happens no game is counted twice.
#[derive(Debug)]
pub struct Journal {
    log: Option<Kept>,
    pgn: Option<Kept>,
}

/// A file to which is added.
#[derive(Debug)]
struct Kept {
    path: PathBuf,
    file: File,
    bytes: u64,
}

#[derive(Serialize, Deserialize)]
struct Heading {
    arbiter_match: Terms,
}

impl Record {
    /// How the game ended; none if the line was written by somebody else.
    pub fn verdict(&self) -> Option<Verdict> {
        let winner = match self.result.as_str() {
            "1-0" => Some(Color::White),
            "0-1" => Some(Color::Black),
            "1/2-1/2" => None,
            _ => return None,
        };
        let cause = Cause::read(&self.cause)?;
        Some(Verdict { winner, cause })
    }
}

/// Whether a match that was begun is gone on with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Beginning {
    New,
    Resumed,
}

impl Journal {
    /// Opens the files, and gives the games that are finished already.
    pub fn open(
        log: Option<&Path>,
        pgn: Option<&Path>,
        terms: &Terms,
        beginning: Beginning,
    ) -> Result<(Journal, Vec<Record>), JournalError> {
        let mut journal = Journal {
            log: log.map(Kept::open).transpose()?,
            pgn: pgn.map(Kept::open).transpose()?,
        };
        let mut records = Vec::new();
        if beginning == Beginning::New {
            for kept in [&journal.log, &journal.pgn].into_iter().flatten() {
                if kept.bytes > 0 {
                    return Err(JournalError::Exists(kept.path.clone()));
                }
            }
        }
        if let Some(log) = &mut journal.log {
            records = log.read_records(terms)?;
            if log.bytes == 0 {
                let heading = Heading {
                    arbiter_match: terms.clone(),
                };
                log.add_line(&heading)?;
            }
        }
        if let Some(pgn) = &mut journal.pgn {
            // A game that is in the file but not in the log is played again.
            pgn.cut(
                records
                    .iter()
                    .map(|record| record.pgn_bytes)
                    .max()
                    .unwrap_or(0),
            )?;
        }
        Ok((journal, records))
    }

    /// Keeps a game.
    pub fn add(&mut self, mut record: Record, pgn: &str) -> Result<(), JournalError> {
        if let Some(kept) = &mut self.pgn {
            kept.add(pgn.as_bytes())?;
            record.pgn_bytes = kept.bytes;
        }
        match &mut self.log {
            Some(log) => log.add_line(&record),
            None => Ok(()),
        }
    }

    /// Where the log is, to be told to who may want to go on.
    pub fn log(&self) -> Option<&Path> {
        self.log.as_ref().map(|log| &*log.path)
    }
}

impl Kept {
    fn open(path: &Path) -> Result<Kept, JournalError> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let failed = |error| JournalError::File(path.to_owned(), error);
        let mut file = options.open(path).map_err(failed)?;
        let bytes = file.seek(SeekFrom::End(0)).map_err(failed)?;
        Ok(Kept {
            path: path.to_owned(),
            file,
            bytes,
        })
    }

    /// The finished games of a log. A last line that was cut off by a crash is
    /// taken away.
    fn read_records(&mut self, terms: &Terms) -> Result<Vec<Record>, JournalError> {
        let mut text = Vec::new();
        let read = self
            .file
            .seek(SeekFrom::Start(0))
            .and_then(|_| self.file.read_to_end(&mut text));
        read.map_err(|error| self.failed(error))?;
        let whole = text
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |end| end + 1);
        let text = String::from_utf8_lossy(&text[..whole]).into_owned();
        let mut lines = text.lines();
        if let Some(heading) = lines.next() {
            let heading: Heading = serde_json::from_str(heading)
                .map_err(|_| JournalError::NoLog(self.path.clone()))?;
            if let Some(difference) = difference(&heading.arbiter_match, terms) {
                return Err(JournalError::OtherMatch(self.path.clone(), difference));
            }
        }
        let mut seen = HashSet::new();
        let mut records = Vec::new();
        for (index, line) in lines.enumerate() {
            let record = serde_json::from_str::<Record>(line).ok();
            let record = record.filter(|record| record.verdict().is_some());
            let damaged = || JournalError::Damaged(self.path.clone(), index + 2);
            let record = record.ok_or_else(damaged)?;
            if seen.insert(record.game) {
                records.push(record);
            }
        }
        self.cut(whole as u64)?;
        Ok(records)
    }

    fn cut(&mut self, bytes: u64) -> Result<(), JournalError> {
        let bytes = bytes.min(self.bytes);
        let cut = self
            .file
            .set_len(bytes)
            .and_then(|()| self.file.seek(SeekFrom::End(0)));
        self.bytes = cut.map_err(|error| self.failed(error))?;
        Ok(())
    }

    fn add(&mut self, text: &[u8]) -> Result<(), JournalError> {
        let added = self.file.write_all(text);
        added.map_err(|error| self.failed(error))?;
        self.bytes += text.len() as u64;
        Ok(())
    }

    fn add_line(&mut self, line: &impl Serialize) -> Result<(), JournalError> {
        let mut text = serde_json::to_vec(line).map_err(|error| self.failed(error.into()))?;
        text.push(b'\n');
        self.add(&text)
    }

    fn failed(&self, error: io::Error) -> JournalError {
        JournalError::File(self.path.clone(), error)
    }
}

/// The first of the terms that differs: its name, and both values.
fn difference(there: &Terms, here: &Terms) -> Option<(String, String, String)> {
    let fields = |terms: &Terms| match serde_json::to_value(terms) {
        Ok(Value::Object(fields)) => fields,
        _ => serde_json::Map::new(),
    };
    let here = fields(here);
    fields(there).into_iter().find_map(|(name, value)| {
        let other = here.get(&name).cloned().unwrap_or_default();
        (value != other).then(|| (name, value.to_string(), other.to_string()))
    })
}

/// Why the files of a match cannot be used.
#[derive(Debug)]
pub enum JournalError {
    File(PathBuf, io::Error),
    /// There is something in it, and nobody wants to go on with it.
    Exists(PathBuf),
    /// This is no log of a match.
    NoLog(PathBuf),
    /// This line of the log makes no sense.
    Damaged(PathBuf, usize),
    /// It is the log of another match: what differs, there and here.
    OtherMatch(PathBuf, (String, String, String)),
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JournalError::File(path, error) => write!(f, "{}: {error}", path.display()),
            JournalError::Exists(path) => write!(
                f,
                "{} is there already: --resume goes on with the match, or choose another name",
                path.display()
            ),
            JournalError::NoLog(path) => {
                write!(f, "{} is no log of a match", path.display())
            }
            JournalError::Damaged(path, line) => {
                write!(f, "{}: line {line} is no game of a match", path.display())
            }
            JournalError::OtherMatch(path, (name, there, here)) => write!(
                f,
                "{} is of another match: {name} {there} there, {here} here",
                path.display()
            ),
        }
    }
}

impl std::error::Error for JournalError {}

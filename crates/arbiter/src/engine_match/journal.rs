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

use super::game_result::{Cause, GameResult};

/// The terms of a match. A match can be resumed only under the same terms.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MatchTerms {
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

/// A finished game as a line of the log.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// The number of the game, from 0.
    pub game: usize,
    pub white: String,
    pub black: String,
    pub result: String,
    pub cause: String,
    pub plies: usize,
    /// The size of the PGN file after the game.
    pub pgn_bytes: u64,
}

/// The files of a match: the games in PGN, and a log of their results. A game is written
/// to the log after the PGN file, so no game is ever counted twice.
#[derive(Debug)]
pub struct Journal {
    log: Option<AppendFile>,
    pgn: Option<AppendFile>,
}

/// A file that is only appended to.
#[derive(Debug)]
struct AppendFile {
    path: PathBuf,
    file: File,
    bytes: u64,
}

#[derive(Serialize, Deserialize)]
struct Heading {
    arbiter_match: MatchTerms,
}

impl Record {
    /// Parses the result; none if the record is invalid.
    pub fn game_result(&self) -> Option<GameResult> {
        let winner = match self.result.as_str() {
            "1-0" => Some(Color::White),
            "0-1" => Some(Color::Black),
            "1/2-1/2" => None,
            _ => return None,
        };
        let cause = Cause::from_code(&self.cause)?;
        Some(GameResult { winner, cause })
    }
}

/// Whether a match is started or resumed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StartMode {
    New,
    Resumed,
}

impl Journal {
    /// Opens the files and returns the games already finished.
    pub fn open(
        log: Option<&Path>,
        pgn: Option<&Path>,
        terms: &MatchTerms,
        mode: StartMode,
    ) -> Result<(Journal, Vec<Record>), JournalError> {
        let mut journal = Journal {
            log: log.map(AppendFile::open).transpose()?,
            pgn: pgn.map(AppendFile::open).transpose()?,
        };
        let mut records = Vec::new();
        if mode == StartMode::New {
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
            // A game that is missing in the log is played again.
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

    /// Adds a game.
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

    /// Returns the path of the log.
    pub fn log(&self) -> Option<&Path> {
        self.log.as_ref().map(|log| &*log.path)
    }
}

impl AppendFile {
    fn open(path: &Path) -> Result<AppendFile, JournalError> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let failed = |error| JournalError::File(path.to_owned(), error);
        let mut file = options.open(path).map_err(failed)?;
        let bytes = file.seek(SeekFrom::End(0)).map_err(failed)?;
        Ok(AppendFile {
            path: path.to_owned(),
            file,
            bytes,
        })
    }

    /// Reads the finished games of a log. An incomplete last line is removed.
    fn read_records(&mut self, terms: &MatchTerms) -> Result<Vec<Record>, JournalError> {
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
            let record = record.filter(|record| record.game_result().is_some());
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

/// Returns the first term that differs: its name and both values.
fn difference(there: &MatchTerms, here: &MatchTerms) -> Option<(String, String, String)> {
    let fields = |terms: &MatchTerms| match serde_json::to_value(terms) {
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
    /// The file is not empty, and the match is not resumed.
    Exists(PathBuf),
    /// The file is not the log of a match.
    NoLog(PathBuf),
    /// This line of the log is invalid.
    Damaged(PathBuf, usize),
    /// The log belongs to another match: the differing term with its value in the log and
    /// in this match.
    OtherMatch(PathBuf, (String, String, String)),
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JournalError::File(path, error) => write!(f, "{}: {error}", path.display()),
            JournalError::Exists(path) => write!(
                f,
                "{} already exists: add --resume to continue the match, or choose another name",
                path.display()
            ),
            JournalError::NoLog(path) => {
                write!(f, "{} is not the log of a match", path.display())
            }
            JournalError::Damaged(path, line) => {
                write!(f, "{}: line {line} is not a game record", path.display())
            }
            JournalError::OtherMatch(path, (name, there, here)) => write!(
                f,
                "{} belongs to another match: {name} was {there}, and is {here} here",
                path.display()
            ),
        }
    }
}

impl std::error::Error for JournalError {}

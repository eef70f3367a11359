//! The file of a tournament: its settings, then one event in each line. It is only
//! appended to.

use std::{
    fs::{File, OpenOptions},
    io::{Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use arbiter_tournament::{Action, Event, Settings, Tournament};

use super::error::TournamentError;

/// An open file, locked against other processes.
pub struct TournamentFile {
    path: PathBuf,
    file: File,
    pub tournament: Tournament,
}

impl TournamentFile {
    /// Creates the file of a new tournament.
    pub fn create(
        path: &Path,
        settings: Settings,
        events: &[Event],
    ) -> Result<TournamentFile, TournamentError> {
        let fail = |error| TournamentError::file(path, error);
        let opened = OpenOptions::new().write(true).create_new(true).open(path);
        let file = match opened {
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
                return Err(TournamentError::Exists(path.to_owned()));
            }
            other => other.map_err(fail)?,
        };
        let tournament = Tournament::start(settings);
        let mut created = TournamentFile {
            path: path.to_owned(),
            file,
            tournament,
        };
        let mut text = created.tournament.write_settings();
        text.push('\n');
        created.append(&text)?;
        created.store(events)?;
        Ok(created)
    }

    /// Opens the file of a tournament. A last line that is incomplete, because a
    /// crash interrupted it, is removed.
    pub fn open(path: &Path) -> Result<TournamentFile, TournamentError> {
        let fail = |error| TournamentError::file(path, error);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .open(path)
            .map_err(fail)?;
        file.lock().map_err(fail)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(fail)?;
        let complete = bytes
            .iter()
            .rposition(|&it| it == b'\n')
            .map_or(0, |it| it + 1);
        let is_cut = complete < bytes.len();
        bytes.truncate(complete);
        let text = String::from_utf8_lossy(&bytes);
        let tournament =
            Tournament::from_record(text.lines()).map_err(|error| TournamentError::Record {
                path: path.to_owned(),
                error,
            })?;
        if is_cut {
            file.set_len(complete as u64).map_err(fail)?;
        }
        file.seek(SeekFrom::Start(complete as u64)).map_err(fail)?;
        Ok(TournamentFile {
            path: path.to_owned(),
            file,
            tournament,
        })
    }

    /// Decides, stores, then applies.
    pub fn act(&mut self, action: &Action) -> Result<(), TournamentError> {
        let events = self.tournament.decide(action)?;
        self.store(&events)
    }

    fn store(&mut self, events: &[Event]) -> Result<(), TournamentError> {
        let text: String = events.iter().map(|it| format!("{it}\n")).collect();
        self.append(&text)?;
        for event in events {
            self.tournament.apply(event);
        }
        Ok(())
    }

    fn append(&mut self, text: &str) -> Result<(), TournamentError> {
        let written = self.file.write_all(text.as_bytes());
        written
            .and_then(|()| self.file.sync_data())
            .map_err(|error| TournamentError::file(&self.path, error))
    }
}

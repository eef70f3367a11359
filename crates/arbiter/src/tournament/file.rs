//! The file of a tournament: its settings, then one event in each line. It is only
//! appended to.

use std::{
    fs::{File, OpenOptions},
    io::{Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use arbiter_server::base::clock::wall;
use arbiter_tournament::{
    Tournament,
    arena::{Arena, ArenaAction},
    knockout::Knockout,
    trf,
};

use super::{contest::Contest, error::TournamentError};

/// An open file, locked against other processes.
pub struct TournamentFile<C> {
    path: PathBuf,
    file: File,
    pub tournament: C,
}

/// The file of a tournament of any kind.
pub enum AnyFile {
    /// Swiss, round robin, Keizer or team match: everybody plays round by round.
    Rounds(TournamentFile<Tournament>),
    Knockout(TournamentFile<Knockout>),
    Arena(TournamentFile<Arena>),
}

impl AnyFile {
    /// Opens the file of a tournament; its first word says of which kind it is. A last
    /// line that is incomplete, because a crash interrupted it, is removed.
    pub fn open(path: &Path) -> Result<AnyFile, TournamentError> {
        let opened = Opened::new(path)?;
        match opened.text.split(' ').next() {
            Some("knockout") => Ok(AnyFile::Knockout(opened.restore()?)),
            Some("arena") => {
                let mut file: TournamentFile<Arena> = opened.restore()?;
                let is_over = file.tournament.end_ms().is_some_and(|it| wall() >= it);
                if is_over && !file.tournament.has_ended() {
                    file.act(&ArenaAction::End)?;
                }
                Ok(AnyFile::Arena(file))
            }
            _ => Ok(AnyFile::Rounds(opened.restore()?)),
        }
    }

    /// Opens the file of a tournament in which everybody plays round by round; `what` is
    /// what others do not have.
    pub fn open_rounds(
        path: &Path,
        what: &'static str,
    ) -> Result<TournamentFile<Tournament>, TournamentError> {
        match AnyFile::open(path)? {
            AnyFile::Rounds(file) => Ok(file),
            AnyFile::Knockout(_) => Err(TournamentError::OtherSystem("A knockout", what)),
            AnyFile::Arena(_) => Err(TournamentError::OtherSystem("An arena", what)),
        }
    }
}

/// A locked file and its complete lines.
struct Opened {
    path: PathBuf,
    file: File,
    text: String,
    /// The length of the complete lines, and of the file.
    bytes: (u64, u64),
}

impl Opened {
    fn new(path: &Path) -> Result<Opened, TournamentError> {
        let fail = |error| TournamentError::file(path, error);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .open(path)
            .map_err(fail)?;
        file.lock().map_err(fail)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(fail)?;
        let all = bytes.len() as u64;
        let complete = bytes
            .iter()
            .rposition(|&it| it == b'\n')
            .map_or(0, |it| it + 1);
        bytes.truncate(complete);
        Ok(Opened {
            path: path.to_owned(),
            file,
            text: String::from_utf8_lossy(&bytes).into_owned(),
            bytes: (complete as u64, all),
        })
    }

    fn restore<C: Contest>(mut self) -> Result<TournamentFile<C>, TournamentError> {
        let restored = C::from_lines(self.text.lines());
        let tournament = restored.map_err(|error| {
            let path = self.path.clone();
            match trf::read(self.text.as_bytes()) {
                Ok(_) => TournamentError::IsReport(path),
                Err(_) => TournamentError::Record { path, error },
            }
        })?;
        let fail = |error| TournamentError::file(&self.path, error);
        let (complete, all) = self.bytes;
        if complete < all {
            self.file.set_len(complete).map_err(fail)?;
        }
        self.file.seek(SeekFrom::Start(complete)).map_err(fail)?;
        Ok(TournamentFile {
            path: self.path,
            file: self.file,
            tournament,
        })
    }
}

impl<C: Contest> TournamentFile<C> {
    /// Creates the file of a new tournament, with what has happened already.
    pub fn create(
        path: &Path,
        tournament: C,
        events: &[C::Event],
    ) -> Result<TournamentFile<C>, TournamentError> {
        let fail = |error| TournamentError::file(path, error);
        let opened = OpenOptions::new().write(true).create_new(true).open(path);
        let file = match opened {
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
                let opened = Opened::new(path)?;
                // A crash may have interrupted the creation of the file.
                if opened.bytes.1 > 0 {
                    return Err(TournamentError::Exists(path.to_owned()));
                }
                opened.file
            }
            other => other.map_err(fail)?,
        };
        let mut created = TournamentFile {
            path: path.to_owned(),
            file,
            tournament,
        };
        let mut text = created.tournament.first_line();
        text.push('\n');
        created.append(&text)?;
        // The name of a new file is on disk when its folder is.
        let folder = path.parent().filter(|it| !it.as_os_str().is_empty());
        let folder = File::open(folder.unwrap_or(Path::new(".")));
        if let Ok(folder) = folder {
            let _ = folder.sync_all();
        }
        created.store(events)?;
        Ok(created)
    }

    /// Decides, stores, then applies.
    pub fn act(&mut self, action: &C::Action) -> Result<(), TournamentError> {
        let events = self.tournament.decide(action)?;
        self.store(&events)
    }

    /// Does the same for several actions: if one is refused, nothing is changed.
    pub fn act_all(&mut self, actions: &[C::Action]) -> Result<(), TournamentError> {
        let mut after = self.tournament.clone();
        let mut all = Vec::new();
        for action in actions {
            let events = after.decide(action)?;
            events.iter().for_each(|it| after.apply(it));
            all.extend(events);
        }
        self.store(&all)
    }

    pub fn store(&mut self, events: &[C::Event]) -> Result<(), TournamentError> {
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

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Read, Write},
    path::{Path, PathBuf},
    time::{SystemTime, UNIX_EPOCH},
};

use crate::{IfExists, Journal, Storage};

/// The directory of the journals of games in progress.
///
/// Each running program has its own journal and holds a lock on it. When a new
/// game begins, the journal of the previous one is kept under another name.
#[derive(Debug)]
pub struct JournalDir {
    path: PathBuf,
    file: File,
}

/// What was found in the journal directory.
#[derive(Debug, Default)]
pub struct RecoveredJournal {
    /// An unfinished game.
    pub unfinished: Option<Journal>,
    /// A sentence for the players about a damaged journal.
    pub notice: Option<String>,
}

/// The maximum number of programs that play at the same time.
const MAX_JOURNALS: u32 = 64;

impl JournalDir {
    /// Opens the directory and looks for an unfinished game that no other program
    /// is playing.
    ///
    /// # Errors
    ///
    /// Returns the error of the file system.
    pub fn open(folder: &Path) -> io::Result<(JournalDir, RecoveredJournal)> {
        fs::create_dir_all(folder)?;
        for number in 1..=MAX_JOURNALS {
            let path = match number {
                1 => folder.join("current.game"),
                _ => folder.join(format!("current-{number}.game")),
            };
            let file = open(&path)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => continue,
                Err(TryLockError::Error(error)) => return Err(error),
            }
            return JournalDir { path, file }.recover();
        }
        Err(io::ErrorKind::ResourceBusy.into())
    }

    fn recover(mut self) -> io::Result<(JournalDir, RecoveredJournal)> {
        let mut bytes = Vec::new();
        self.file.read_to_end(&mut bytes)?;
        let mut recovered = RecoveredJournal::default();
        match Journal::parse(&bytes) {
            Ok(Some(journal)) => {
                // An incomplete line must not precede the next one.
                self.file.set_len(journal.length as u64)?;
                let has_moves = journal.game.moves().len() > 0;
                if has_moves && journal.game.ending().is_none() {
                    recovered.unfinished = Some(journal);
                }
            }
            Ok(None) => self.file.set_len(0)?,
            Err(error) => {
                let kept = self.set_aside("damaged")?;
                recovered.notice = Some(format!(
                    "The journal of the last game is damaged ({error}). It was kept as {}.",
                    kept.display()
                ));
            }
        }
        Ok((self, recovered))
    }

    /// Renames the journal and begins an empty one. Returns the new path.
    fn set_aside(&mut self, what: &str) -> io::Result<PathBuf> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let millis = now.map_or(0, |now| now.as_millis());
        let kept = self.path.with_file_name(format!("{what}-{millis}.game"));
        fs::rename(&self.path, &kept)?;
        let file = open(&self.path)?;
        file.lock()?;
        self.file = file;
        Ok(kept)
    }
}

fn open(path: &Path) -> io::Result<File> {
    OpenOptions::new()
        .read(true)
        .append(true)
        .create(true)
        .open(path)
}

impl Storage for JournalDir {
    fn begin_journal(&mut self) -> io::Result<()> {
        // A journal without moves is not worth keeping.
        let text = fs::read(&self.path)?;
        if text.windows(8).any(|part| part == b" played ") {
            self.set_aside("past")?;
            return Ok(());
        }
        self.file.set_len(0)
    }

    fn append_to_journal(&mut self, line: &str) -> io::Result<()> {
        self.file.write_all(format!("{line}\n").as_bytes())?;
        if line.starts_with('#') {
            return Ok(());
        }
        self.file.sync_data()
    }

    fn save(&mut self, path: &str, text: &str, if_exists: IfExists) -> io::Result<()> {
        save(path, text, if_exists)
    }

    fn load(&mut self, path: &str) -> io::Result<Vec<u8>> {
        fs::read(path)
    }
}

/// Writes to a temporary file and renames it, so that a file is never half
/// written.
fn save(path: &str, text: &str, if_exists: IfExists) -> io::Result<()> {
    let mut path = PathBuf::from(path);
    match path.symlink_metadata() {
        Ok(_) if if_exists == IfExists::Keep => return Err(io::ErrorKind::AlreadyExists.into()),
        Ok(_) if path.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        // The target of a link is replaced, not the link, and never a device.
        Ok(_) if path.is_file() => path = path.canonicalize()?,
        Ok(_) => return Err(io::ErrorKind::InvalidInput.into()),
        Err(_) => {}
    }
    let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
    let mut temporary = name.to_owned();
    temporary.push(format!(".{}.part", std::process::id()));
    let temporary = path.with_file_name(temporary);
    let result = write_new(&temporary, text).and_then(|()| fs::rename(&temporary, &path));
    if result.is_err() {
        // There may be nothing to remove.
        let _ = fs::remove_file(&temporary);
    }
    result
}

fn write_new(path: &Path, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// Storage without a journal, for when the journal directory cannot be opened.
#[derive(Clone, Debug)]
pub struct NoJournal {
    reason: String,
}

impl NoJournal {
    /// Creates storage that reports this error whenever the journal is written.
    #[must_use]
    pub fn because(error: &io::Error) -> NoJournal {
        NoJournal {
            reason: error.to_string(),
        }
    }
}

impl Storage for NoJournal {
    fn begin_journal(&mut self) -> io::Result<()> {
        Err(io::Error::other(self.reason.clone()))
    }

    fn append_to_journal(&mut self, _line: &str) -> io::Result<()> {
        Err(io::Error::other(self.reason.clone()))
    }

    fn save(&mut self, path: &str, text: &str, if_exists: IfExists) -> io::Result<()> {
        save(path, text, if_exists)
    }

    fn load(&mut self, path: &str) -> io::Result<Vec<u8>> {
        fs::read(path)
    }
}

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Read, Write},
    path::{Path, PathBuf},
    time::{SystemTime, UNIX_EPOCH},
};

use crate::{Desk, Existing, Journal};

/// The folder in which games that are being played are kept.
///
/// Each running program has a journal of its own, and holds a lock on it. A
/// journal that is left for a new game is kept under another name.
#[derive(Debug)]
pub struct Drawer {
    path: PathBuf,
    file: File,
}

/// What was in the drawer.
#[derive(Debug, Default)]
pub struct Found {
    /// A game that is not over.
    pub unfinished: Option<Journal>,
    /// What the players have to know.
    pub news: Option<String>,
}

/// No more programs than this play at once.
const MOST: u32 = 64;

impl Drawer {
    /// Opens the drawer and looks for a game that nobody plays now.
    ///
    /// # Errors
    ///
    /// What the disk says.
    pub fn open(folder: &Path) -> io::Result<(Drawer, Found)> {
        fs::create_dir_all(folder)?;
        for number in 1..=MOST {
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
            return Drawer { path, file }.look();
        }
        Err(io::ErrorKind::ResourceBusy.into())
    }

    fn look(mut self) -> io::Result<(Drawer, Found)> {
        let mut bytes = Vec::new();
        self.file.read_to_end(&mut bytes)?;
        let mut found = Found::default();
        match Journal::read(&bytes) {
            Ok(Some(journal)) => {
                // What a crash tore off must not stand before the next line.
                self.file.set_len(journal.length as u64)?;
                let is_played = journal.game.moves().len() > 0;
                if is_played && journal.game.ending().is_none() {
                    found.unfinished = Some(journal);
                }
            }
            Ok(None) => self.file.set_len(0)?,
            Err(damage) => {
                let kept = self.set_aside("damaged")?;
                found.news = Some(format!(
                    "The journal of the last game is damaged ({damage}). It is kept as {}.",
                    kept.display()
                ));
            }
        }
        Ok((self, found))
    }

    /// Keeps the journal under another name and begins an empty one.
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

impl Desk for Drawer {
    fn begin(&mut self) -> io::Result<()> {
        // Where no move was played nothing is lost.
        let text = fs::read(&self.path)?;
        if text.windows(8).any(|part| part == b" played ") {
            self.set_aside("past")?;
            return Ok(());
        }
        self.file.set_len(0)
    }

    fn record(&mut self, line: &str) -> io::Result<()> {
        self.file.write_all(format!("{line}\n").as_bytes())?;
        if line.starts_with('#') {
            return Ok(());
        }
        self.file.sync_data()
    }

    fn save(&mut self, path: &str, text: &str, existing: Existing) -> io::Result<()> {
        save(path, text, existing)
    }

    fn load(&mut self, path: &str) -> io::Result<Vec<u8>> {
        fs::read(path)
    }

    fn chance(&mut self, below: u16) -> u16 {
        chance(below)
    }
}

/// Writes beside and renames, so that a file is never half written.
fn save(path: &str, text: &str, existing: Existing) -> io::Result<()> {
    let mut path = PathBuf::from(path);
    match path.symlink_metadata() {
        Ok(_) if existing == Existing::Keep => return Err(io::ErrorKind::AlreadyExists.into()),
        Ok(_) if path.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        // Where a link points to is replaced, not the link; and no device is.
        Ok(_) if path.is_file() => path = path.canonicalize()?,
        Ok(_) => return Err(io::ErrorKind::InvalidInput.into()),
        Err(_) => {}
    }
    let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
    let mut beside = name.to_owned();
    beside.push(format!(".{}.part", std::process::id()));
    let beside = path.with_file_name(beside);
    let done = write_new(&beside, text).and_then(|()| fs::rename(&beside, &path));
    if done.is_err() {
        // Perhaps there is nothing to remove.
        let _ = fs::remove_file(&beside);
    }
    done
}

fn write_new(path: &Path, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// A number below this one, drawn by chance.
///
/// The standard library draws a key by chance for every table of hashes.
#[must_use]
pub fn chance(below: u16) -> u16 {
    use std::hash::{BuildHasher, Hasher, RandomState};
    let drawn = RandomState::new().build_hasher().finish();
    u16::try_from(drawn % u64::from(below.max(1))).unwrap_or(0)
}

/// A desk without a journal, where the drawer cannot be opened.
#[derive(Clone, Debug)]
pub struct Loose {
    why: String,
}

impl Loose {
    /// A desk that says why it keeps no journal.
    #[must_use]
    pub fn because(error: &io::Error) -> Loose {
        Loose {
            why: error.to_string(),
        }
    }
}

impl Desk for Loose {
    fn begin(&mut self) -> io::Result<()> {
        Err(io::Error::other(self.why.clone()))
    }

    fn record(&mut self, _line: &str) -> io::Result<()> {
        Err(io::Error::other(self.why.clone()))
    }

    fn save(&mut self, path: &str, text: &str, existing: Existing) -> io::Result<()> {
        save(path, text, existing)
    }

    fn load(&mut self, path: &str) -> io::Result<Vec<u8>> {
        fs::read(path)
    }

    fn chance(&mut self, below: u16) -> u16 {
        chance(below)
    }
}

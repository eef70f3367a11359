use std::io;

use arbiter_game::{Game, Span, Time};
use arbiter_rules::ByColor;

use crate::{Computer, IfExists, Journal, Storage};

/// Writes the journal of the game, and saves and loads games.
pub(super) struct Recorder {
    storage: Box<dyn Storage>,
    /// The time of the last line of the journal.
    last_entry: Time,
    /// Why the journal is not being written, if it is not.
    journal_error: Option<String>,
    /// The file that the game was saved to or loaded from.
    file: Option<String>,
}

/// How often a line is written to the journal while a clock runs, so that a
/// crash gives back no more thinking time than this.
const HEARTBEAT: Span = Span::from_seconds(10);

impl Recorder {
    pub(super) fn new(storage: Box<dyn Storage>, at: Time) -> Recorder {
        Recorder {
            storage,
            last_entry: at,
            journal_error: None,
            file: None,
        }
    }

    /// Begins the journal of a game that has just started.
    pub(super) fn begin(
        &mut self,
        game: &Game,
        names: &ByColor<String>,
        computer: Option<&Computer>,
    ) {
        self.last_entry = game.last_event_at();
        self.journal_error = None;
        if let Err(error) = self.storage.begin_journal() {
            self.journal_error = Some(error.to_string());
            return;
        }
        for line in Journal::opening(game, names, computer) {
            self.append(&line);
        }
    }

    /// Writes an event to the journal.
    pub(super) fn record(&mut self, line: &str, at: Time) {
        self.append(line);
        self.last_entry = self.last_entry.max(at);
    }

    /// Notes in the journal that the program is running at this time.
    pub(super) fn heartbeat(&mut self, now: Time) {
        self.last_entry = now;
        self.append(&Journal::heartbeat(now));
    }

    pub(super) fn is_heartbeat_due(&self, now: Time) -> bool {
        now - self.last_entry >= HEARTBEAT
    }

    /// Continues a journal whose last line is of this time.
    pub(super) fn resume(&mut self, last_entry: Time) {
        self.last_entry = last_entry;
    }

    pub(super) fn journal_error(&self) -> Option<&str> {
        self.journal_error.as_deref()
    }

    /// Sets the file that the game belongs to.
    pub(super) fn set_file(&mut self, path: Option<&str>) {
        self.file = path.map(str::to_owned);
    }

    /// Saves the game and returns the path. Without a path, the game's own file
    /// is used or else `default`. The game's own file is always overwritten.
    pub(super) fn save(
        &mut self,
        path: Option<String>,
        default: impl FnOnce() -> String,
        text: &str,
        if_exists: IfExists,
    ) -> Result<String, (String, io::Error)> {
        let is_own = self.file.is_some() && (path.is_none() || path == self.file);
        let if_exists = if is_own { IfExists::Replace } else { if_exists };
        let path = path.or_else(|| self.file.clone()).unwrap_or_else(default);
        match self.storage.save(&path, text, if_exists) {
            Ok(()) => {
                self.set_file(Some(&path));
                Ok(path)
            }
            Err(error) => Err((path, error)),
        }
    }

    pub(super) fn load(&mut self, path: &str) -> io::Result<Vec<u8>> {
        self.storage.load(path)
    }

    fn append(&mut self, line: &str) {
        if self.journal_error.is_some() {
            return;
        }
        if let Err(error) = self.storage.append_to_journal(line) {
            self.journal_error = Some(error.to_string());
        }
    }
}

//! The journal of a game: every event as a line, so that the game can be resumed
//! after the program was quit or has crashed.
//!
//! Lines that begin with `#` are not events: they name the players, or say that
//! the program was running at a time (`# seen TIME`). No clock runs while the
//! program does not: a game resumes at the time of its last line, and the time in
//! between is subtracted from all later times.

use core::fmt;

use arbiter_game::{CorruptRecord, Event, Game, Time};
use arbiter_rules::{ByColor, Color};

use crate::Computer;

/// The content of a journal.
#[derive(Clone, Debug)]
pub struct Journal {
    /// The game so far.
    pub game: Game,
    /// The names of the players.
    pub names: ByColor<String>,
    /// The computer, if it is one of the players.
    pub computer: Option<Computer>,
    /// The time of the last line.
    pub last_seen: Time,
    /// The number of valid bytes. The rest must be cut off before anything is
    /// appended.
    pub length: usize,
    /// Whether the last line was incomplete.
    pub is_truncated: bool,
}

/// Why a journal cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum JournalError {
    /// It is not UTF-8.
    NotText,
    /// An event is malformed or impossible.
    Corrupt(CorruptRecord),
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JournalError::NotText => f.write_str("it is not valid UTF-8"),
            JournalError::Corrupt(corrupt) => corrupt.fmt(f),
        }
    }
}

impl core::error::Error for JournalError {}

impl Journal {
    /// Parses a journal. Returns `None` if not even the start of a game was
    /// written. A last line without its end is dropped: the program crashed while
    /// writing it, before showing the event to the players.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with the journal.
    pub fn parse(bytes: &[u8]) -> Result<Option<Journal>, JournalError> {
        let whole = bytes.iter().rposition(|&byte| byte == b'\n');
        let length = whole.map_or(0, |end| end + 1);
        let text = str::from_utf8(&bytes[..length]).map_err(|_| JournalError::NotText)?;
        let mut names = ByColor::new_with(|color| color.name().to_owned());
        let mut computer = None;
        let mut seen = Time::from_millis(0);
        let mut events = Vec::new();
        for line in text.lines() {
            let Some(remark) = line.strip_prefix('#') else {
                events.push(line);
                continue;
            };
            match remark.trim_start().split_once(' ') {
                Some(("white", name)) => names[Color::White] = name.to_owned(),
                Some(("black", name)) => names[Color::Black] = name.to_owned(),
                // An unknown opponent is replaced by a person.
                Some(("computer", text)) => computer = text.parse().ok(),
                Some(("seen", time)) => {
                    if let Ok(millis) = time.parse() {
                        seen = Time::from_millis(millis);
                    }
                }
                _ => {}
            }
        }
        if events.is_empty() {
            return Ok(None);
        }
        let game = Game::from_record(events).map_err(JournalError::Corrupt)?;
        Ok(Some(Journal {
            last_seen: seen.max(game.last_event_at()),
            game,
            names,
            computer,
            length,
            is_truncated: length < bytes.len(),
        }))
    }

    /// Returns the lines with which the journal of a new game begins.
    pub(crate) fn opening(
        game: &Game,
        names: &ByColor<String>,
        computer: Option<&Computer>,
    ) -> Vec<String> {
        let start = Event {
            at: game.last_event_at(),
            fact: game.start_fact(),
        };
        let mut lines = vec![
            format!("# white {}", names.white),
            format!("# black {}", names.black),
        ];
        lines.extend(computer.map(|computer| format!("# computer {computer}")));
        lines.push(game.write_event(&start));
        lines
    }

    /// Returns the line that says that the program is running.
    pub(crate) fn heartbeat(at: Time) -> String {
        format!("# seen {}", at.as_millis())
    }
}

#[cfg(test)]
mod tests {
    use arbiter_game::Options;

    use super::*;

    fn written(lines: &[&str]) -> String {
        let game = Game::start(Options::default(), Time::from_millis(5)).unwrap();
        let names = ByColor {
            white: "Anna".to_owned(),
            black: "Bo".to_owned(),
        };
        let mut text = Journal::opening(&game, &names, None).join("\n");
        for line in lines {
            text.push('\n');
            text.push_str(line);
        }
        text
    }

    #[test]
    fn a_journal_contains_the_game_the_names_and_the_time() {
        let text = written(&["1000 played e2e4", "# seen 9000", ""]);
        let journal = Journal::parse(text.as_bytes()).unwrap().unwrap();
        assert_eq!(journal.game.moves().count(), 1);
        assert_eq!(journal.names.black, "Bo");
        assert_eq!(journal.last_seen, Time::from_millis(9000));
        assert!(!journal.is_truncated);
        assert_eq!(journal.length, text.len());
    }

    #[test]
    fn an_incomplete_last_line_is_dropped() {
        let text = written(&["1000 played e2e4", "2000 played e7e5", ""]);
        let first = text.find("2000").unwrap();
        for end in first + 1..text.len() {
            let journal = Journal::parse(&text.as_bytes()[..end]).unwrap().unwrap();
            assert_eq!(journal.game.moves().count(), 1, "{end}");
            assert!(journal.is_truncated);
            assert_eq!(journal.length, first);
        }
    }

    #[test]
    fn a_journal_without_a_start_has_no_game() {
        for text in ["", "# white Anna\n", "17 star"] {
            assert!(Journal::parse(text.as_bytes()).unwrap().is_none(), "{text}");
        }
    }

    #[test]
    fn an_error_says_where_the_journal_is_damaged() {
        let text = written(&["1000 played e2e4", "2000 played e2e4", ""]);
        let error = Journal::parse(text.as_bytes()).unwrap_err();
        assert_eq!(error.to_string(), "event 2: the move is not legal here");
        let error = Journal::parse(b"\xff\n").unwrap_err();
        assert_eq!(error, JournalError::NotText);
    }
}

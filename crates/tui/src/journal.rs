//! The journal of a game: every event as a line, so that a game goes on after
//! the program was left or has died.
//!
//! Lines that begin with `#` are not events: who plays, and `# seen TIME`, a
//! sign that the program still ran then. While it does not run nobody's clock
//! runs: a game is resumed at the time of the last line, and the time away
//! is taken off all times that come.

use core::fmt;

use arbiter_game::{CorruptRecord, Event, Game, Time};
use arbiter_rules::{ByColor, Color};

use crate::Computer;

/// A journal as it was read.
#[derive(Clone, Debug)]
pub struct Journal {
    /// The game, as far as it went.
    pub game: Game,
    /// Who plays.
    pub names: ByColor<String>,
    /// The computer, if it is one of them.
    pub computer: Option<Computer>,
    /// When something was last written.
    pub seen: Time,
    /// How many bytes make sense: what comes after is cut off before more is
    /// written.
    pub length: usize,
    /// Whether the last line was cut off when the program died.
    pub is_torn: bool,
}

/// A journal that tells no game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Damage {
    /// It is not text.
    NotText,
    /// This event makes no sense or cannot have happened.
    Corrupt(CorruptRecord),
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Damage::NotText => f.write_str("it is not text"),
            Damage::Corrupt(corrupt) => corrupt.fmt(f),
        }
    }
}

impl core::error::Error for Damage {}

impl Journal {
    /// Reads a journal. A last line without its end was being written when
    /// the program died: what it says had not been shown to anybody, and it
    /// is dropped. Nothing if not even the start of a game was written.
    ///
    /// # Errors
    ///
    /// What makes no sense.
    pub fn read(bytes: &[u8]) -> Result<Option<Journal>, Damage> {
        let whole = bytes.iter().rposition(|&byte| byte == b'\n');
        let length = whole.map_or(0, |end| end + 1);
        let text = str::from_utf8(&bytes[..length]).map_err(|_| Damage::NotText)?;
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
                // Whom nobody knows any more is played by a person.
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
        let game = Game::from_record(events).map_err(Damage::Corrupt)?;
        Ok(Some(Journal {
            seen: seen.max(game.last_event_at()),
            game,
            names,
            computer,
            length,
            is_torn: length < bytes.len(),
        }))
    }

    /// The lines with which the journal of this new game begins.
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

    /// The line that says that the program still runs.
    pub(crate) fn mark(at: Time) -> String {
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
    fn a_journal_tells_the_game_the_names_and_the_time() {
        let text = written(&["1000 played e2e4", "# seen 9000", ""]);
        let journal = Journal::read(text.as_bytes()).unwrap().unwrap();
        assert_eq!(journal.game.moves().count(), 1);
        assert_eq!(journal.names.black, "Bo");
        assert_eq!(journal.seen, Time::from_millis(9000));
        assert!(!journal.is_torn);
        assert_eq!(journal.length, text.len());
    }

    /// However much of the last line is missing, the lines before it stand.
    #[test]
    fn a_torn_last_line_is_dropped() {
        let text = written(&["1000 played e2e4", "2000 played e7e5", ""]);
        let first = text.find("2000").unwrap();
        for end in first + 1..text.len() {
            let journal = Journal::read(&text.as_bytes()[..end]).unwrap().unwrap();
            assert_eq!(journal.game.moves().count(), 1, "{end}");
            assert!(journal.is_torn);
            assert_eq!(journal.length, first);
        }
    }

    #[test]
    fn a_journal_without_a_start_is_none() {
        for text in ["", "# white Anna\n", "17 star"] {
            assert!(Journal::read(text.as_bytes()).unwrap().is_none(), "{text}");
        }
    }

    #[test]
    fn a_damaged_journal_says_where() {
        let text = written(&["1000 played e2e4", "2000 played e2e4", ""]);
        let damage = Journal::read(text.as_bytes()).unwrap_err();
        assert_eq!(damage.to_string(), "event 2: the move is not legal here");
        let damage = Journal::read(b"\xff\n").unwrap_err();
        assert_eq!(damage, Damage::NotText);
    }
}

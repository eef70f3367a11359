//! What is typed: positions, and where items come from.

use std::fmt;

use arbiter_rules::{Epd, ParseFenError, Position, Setup, SetupErrors};
use serde::Serialize;

/// Where the items of a command come from.
pub enum Items {
    /// The arguments: one item.
    One(String),
    /// Standard input: one a line.
    Lines,
}

/// The sign for standard input.
const STANDARD_INPUT: &str = "-";

impl Items {
    /// The words of a FEN, quoted into one argument or not; none is the
    /// starting position.
    pub fn from_words(words: &[String]) -> Items {
        match words {
            [] => Items::One(START.to_owned()),
            [word] if word == STANDARD_INPUT => Items::Lines,
            _ => Items::One(words.join(" ")),
        }
    }
}

const START: &str = "start";

/// Reads a position, playable or not.
pub fn setup(text: &str) -> Result<Setup, BadInput> {
    // Some editors mark the beginning of a file.
    let text = text.trim_start_matches('\u{feff}');
    match text.trim() {
        START | "startpos" => return Ok(Position::start().to_setup()),
        word if word.split(' ').next() == Some(STANDARD_INPUT) => return Err(not_alone()),
        _ => {}
    }
    match text.parse::<Setup>() {
        Ok(setup) => Ok(setup),
        // Test suites are EPD: there the position is followed by operations.
        Err(error) => text
            .parse::<Epd>()
            .map(|epd| *epd.setup())
            .map_err(|_| error.into()),
    }
}

/// The sign for standard input was given beside other words.
pub fn not_alone() -> BadInput {
    let message = "- stands alone: it means that everything comes from standard input";
    BadInput::at(0, "dash_not_alone", message)
}

/// Reads a position that can be played.
pub fn position(text: &str) -> Result<Position, BadInput> {
    setup(text)?.position().map_err(BadInput::from)
}

/// Splits `FEN<tab>REST`, the form of a line with two things.
pub fn fields(line: &str) -> Result<(&str, &str), BadInput> {
    line.split_once('\t').ok_or_else(|| {
        let message = "a line needs a FEN and a tab, and then what is asked about it";
        BadInput::at(line.len(), "missing_tab", message)
    })
}

/// Something that cannot be read, and where.
#[derive(Serialize, Debug)]
pub struct BadInput {
    code: &'static str,
    message: String,
    /// The byte at which reading stopped; none if the text is well-formed and
    /// what it describes is impossible.
    offset: Option<usize>,
}

impl BadInput {
    pub fn at(offset: usize, code: &'static str, message: &str) -> BadInput {
        BadInput {
            code,
            message: message.to_owned(),
            offset: Some(offset),
        }
    }

    /// The message for people, with a pointer into what they typed.
    pub fn pointing_into(&self, item: &str) -> impl fmt::Display {
        fmt::from_fn(move |f| {
            writeln!(f, "error: {}", self.message)?;
            let Some(before) = self.offset.and_then(|offset| item.get(..offset)) else {
                return Ok(());
            };
            let shown = item.replace('\t', " ");
            writeln!(f, "  {shown}\n  {}^", " ".repeat(before.chars().count()))
        })
    }
}

impl fmt::Display for BadInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for BadInput {}

impl From<ParseFenError> for BadInput {
    fn from(error: ParseFenError) -> BadInput {
        BadInput::at(error.offset, error.code(), &error.to_string())
    }
}

impl From<SetupErrors> for BadInput {
    fn from(errors: SetupErrors) -> BadInput {
        BadInput {
            code: errors
                .errors()
                .first()
                .map_or("unplayable", |error| error.kind.code()),
            message: errors.to_string(),
            offset: None,
        }
    }
}

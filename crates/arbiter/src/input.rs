//! What is typed: positions, and where items come from.

use arbiter_rules::{Position, Setup};
use arbiter_wire::rules;
pub use arbiter_wire::rules::InvalidInput;

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
pub fn setup(text: &str) -> Result<Setup, InvalidInput> {
    rules::setup(alone(text)?)
}

/// Reads a position that can be played.
pub fn position(text: &str) -> Result<Position, InvalidInput> {
    rules::position(alone(text)?)
}

/// A text that does not begin with the sign for standard input, which would
/// have stood alone.
pub fn alone(text: &str) -> Result<&str, InvalidInput> {
    if text.trim().split(' ').next() == Some(STANDARD_INPUT) {
        let message = "- stands alone: it means that everything comes from standard input";
        return Err(InvalidInput::at(0, "dash_not_alone", message));
    }
    Ok(text)
}

/// What helps with bad input besides its message.
pub fn advice(error: &InvalidInput, item: &str) -> Option<&'static str> {
    let is_hidden = item.get(error.offset?..)?.starts_with('?');
    (is_hidden && error.code == "fen_orders").then_some(
        "A ? is a piece that nobody had seen when this was written: only the game itself knows it.",
    )
}

/// Splits `FEN<tab>REST`, the form of a line with two things.
pub fn fields(line: &str) -> Result<(&str, &str), InvalidInput> {
    line.split_once('\t').ok_or_else(|| {
        let message = "a line needs a FEN and a tab, and then what is asked about it";
        InvalidInput::at(line.len(), "missing_tab", message)
    })
}

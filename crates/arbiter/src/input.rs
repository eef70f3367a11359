//! Reads positions, and decides where the items of a command come from.

use std::{error::Error, fmt};

use arbiter_rules::{Position, Setup};
use arbiter_wire::rules;
pub use arbiter_wire::rules::InvalidInput;

/// The items a command works on.
pub enum Items {
    /// One item, from the arguments.
    One(String),
    /// One item on each line of standard input.
    Lines,
}

/// The argument that stands for standard input.
const STANDARD_INPUT: &str = "-";

impl Items {
    /// Joins the words of a FEN, which may be quoted or not. Without words it is
    /// the starting position.
    pub fn from_words(words: &[String]) -> Items {
        match words {
            [] => Items::One(START.to_owned()),
            [word] if word == STANDARD_INPUT => Items::Lines,
            _ => Items::One(words.join(" ")),
        }
    }
}

const START: &str = "start";

/// Parses a position, which need not be playable.
pub fn setup(text: &str) -> Result<Setup, InvalidInput> {
    rules::setup(alone(text)?)
}

/// Parses a playable position.
pub fn position(text: &str) -> Result<Position, InvalidInput> {
    rules::position(alone(text)?)
}

/// Returns the text unless it starts with `-`, which must be the only argument.
pub fn alone(text: &str) -> Result<&str, InvalidInput> {
    if text.trim().split(' ').next() == Some(STANDARD_INPUT) {
        let message =
            "- must be the only argument: it means that items are read from standard input";
        return Err(InvalidInput::at(0, "dash_not_alone", message));
    }
    Ok(text)
}

/// Returns advice for a bad input, in addition to its message.
pub fn advice(error: &InvalidInput, item: &str) -> Option<&'static str> {
    let is_hidden = item.get(error.offset?..)?.starts_with('?');
    (is_hidden && error.code == "fen_orders").then_some(
        "A ? is a piece that was still hidden when this was written; only the game itself knows it.",
    )
}

/// Splits a line `FEN<tab>REST`.
pub fn fields(line: &str) -> Result<(&str, &str), InvalidInput> {
    line.split_once('\t').ok_or_else(|| {
        let message = "a line consists of a FEN, a tab, and the rest of the question";
        InvalidInput::at(line.len(), "missing_tab", message)
    })
}

/// An argument that is not a number in a range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotInRange {
    min: u64,
    max: u64,
}

impl fmt::Display for NotInRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "choose a number from {} to {}", self.min, self.max)
    }
}

impl Error for NotInRange {}

/// Returns a parser of numbers in a range.
pub fn number<T: TryFrom<u64>>(
    min: u64,
    max: u64,
) -> impl Fn(&str) -> Result<T, NotInRange> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse().ok().filter(|it| (min..=max).contains(it));
        let number = number.and_then(|it| T::try_from(it).ok());
        number.ok_or(NotInRange { min, max })
    }
}

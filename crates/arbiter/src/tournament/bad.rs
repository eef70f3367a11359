use core::fmt;
use std::path::PathBuf;

use super::{
    entrant::EntrantError, journal::JournalError, openings::OpeningsError, seat::SeatError,
};

/// What keeps a match from being played, or from being played to its end.
pub enum Bad {
    TooFewEngines,
    OddGames(usize),
    Engine(String, EntrantError),
    Option(String),
    NobodyHas(String),
    Openings(PathBuf, OpeningsError),
    NoChess960(String),
    TestOfTwo,
    NothingToResume,
    Seat(SeatError),
    Journal(JournalError),
}

impl fmt::Display for Bad {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bad::TooFewEngines => f.write_str("a match needs two engines: --engine A --engine B"),
            Bad::OddGames(games) => {
                write!(
                    f,
                    "--games {games}: games come in pairs, give an even number above 0"
                )
            }
            Bad::Engine(text, error) => write!(f, "--engine {text:?}: {error}"),
            Bad::Option(text) => write!(f, "--option {text}: NAME=VALUE is wanted"),
            Bad::NobodyHas(name) => write!(f, "--option {name}: no engine has it"),
            Bad::Openings(path, error) => write!(f, "{}: {error}", path.display()),
            Bad::NoChess960(name) => write!(f, "{name} does not know Chess960"),
            Bad::TestOfTwo => f.write_str("--sprt is a test of two engines"),
            Bad::NothingToResume => f.write_str("--resume needs the log of the match: --log FILE"),
            Bad::Seat(error) => error.fmt(f),
            Bad::Journal(error) => error.fmt(f),
        }
    }
}

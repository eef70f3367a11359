use core::fmt;
use std::path::PathBuf;

use super::{
    engine_process::EngineProcessError, engine_spec::EngineSpecError, journal::JournalError,
    openings::OpeningsError,
};

/// Why a match cannot be played, or not to its end.
pub enum MatchError {
    TooFewEngines,
    OddGames(usize),
    Engine(String, EngineSpecError),
    Option(String),
    UnknownOption(String),
    Openings(PathBuf, OpeningsError),
    NoChess960(String),
    SprtNeedsTwoEngines,
    NoGames,
    SprtInTournament,
    InvalidRounds {
        rounds: usize,
        most: usize,
    },
    /// The next round of a tournament cannot be paired.
    Unpaired(String),
    NothingToResume,
    EngineProcess(EngineProcessError),
    Journal(JournalError),
}

impl fmt::Display for MatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MatchError::TooFewEngines => {
                f.write_str("a match needs at least two engines: --engine A --engine B")
            }
            MatchError::OddGames(games) => {
                write!(
                    f,
                    "--games {games}: must be an even number greater than 0, because games are played in pairs"
                )
            }
            MatchError::Engine(text, error) => write!(f, "--engine {text:?}: {error}"),
            MatchError::Option(text) => write!(f, "--option {text}: expected NAME=VALUE"),
            MatchError::UnknownOption(name) => {
                write!(f, "--option {name}: no engine has this option")
            }
            MatchError::Openings(path, error) => write!(f, "{}: {error}", path.display()),
            MatchError::NoChess960(name) => write!(f, "{name} does not support Chess960"),
            MatchError::SprtNeedsTwoEngines => f.write_str("--sprt needs exactly two engines"),
            MatchError::NoGames => f.write_str("--games 0: a match has at least one game"),
            MatchError::SprtInTournament => {
                f.write_str("--sprt needs a match of two engines, not a tournament")
            }
            MatchError::InvalidRounds { rounds, most } => write!(
                f,
                "--rounds {rounds}: this many engines can play 1 to {most} rounds without \
                 meeting again"
            ),
            MatchError::Unpaired(reason) => write!(f, "the tournament ends early: {reason}"),
            MatchError::NothingToResume => {
                f.write_str("--resume needs the log of the match: add --log FILE or --pgn FILE")
            }
            MatchError::EngineProcess(error) => error.fmt(f),
            MatchError::Journal(error) => error.fmt(f),
        }
    }
}

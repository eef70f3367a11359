use core::{fmt, str::FromStr};

use arbiter_rules::Color;

use crate::{Mode, Outcome};

/// The result of a pairing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GameResult {
    /// What White got.
    pub white: Outcome,
    /// What Black got.
    pub black: Outcome,
    /// Whether the game was played.
    pub mode: Mode,
}

impl GameResult {
    /// All results, with the text of each.
    pub const ALL: [(&'static str, GameResult); 15] = {
        use Mode::{Forfeit, Played, Unrated};
        use Outcome::{Draw, Loss, Win};
        const fn result(white: Outcome, black: Outcome, mode: Mode) -> GameResult {
            GameResult { white, black, mode }
        }
        [
            ("1-0", result(Win, Loss, Played)),
            ("1/2", result(Draw, Draw, Played)),
            ("0-1", result(Loss, Win, Played)),
            ("0-0", result(Loss, Loss, Played)),
            ("1/2-0", result(Draw, Loss, Played)),
            ("0-1/2", result(Loss, Draw, Played)),
            ("+-", result(Win, Loss, Forfeit)),
            ("-+", result(Loss, Win, Forfeit)),
            ("--", result(Loss, Loss, Forfeit)),
            ("1-0u", result(Win, Loss, Unrated)),
            ("1/2u", result(Draw, Draw, Unrated)),
            ("0-1u", result(Loss, Win, Unrated)),
            ("0-0u", result(Loss, Loss, Unrated)),
            ("1/2-0u", result(Draw, Loss, Unrated)),
            ("0-1/2u", result(Loss, Draw, Unrated)),
        ]
    };

    /// Returns what the player of this color got.
    #[must_use]
    pub const fn outcome(self, color: Color) -> Outcome {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }
}

/// Writes `1-0`, `1/2`, `+-` and so on; an unrated game ends with `u`.
impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = GameResult::ALL.iter().find(|(_, it)| it == self);
        f.pad(found.map_or("?", |(text, _)| text))
    }
}

/// The text is not a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseResultError;

impl fmt::Display for ParseResultError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the results are 1-0, 1/2, 0-1, 0-0, and by forfeit +-, -+, --")
    }
}

impl core::error::Error for ParseResultError {}

impl FromStr for GameResult {
    type Err = ParseResultError;

    fn from_str(text: &str) -> Result<GameResult, ParseResultError> {
        let text = match text {
            "=" | "½" | "½-½" | "1/2-1/2" | "0.5" => "1/2",
            "1" => "1-0",
            "0" => "0-1",
            "+--" | "+:-" => "+-",
            "--+" | "-:+" => "-+",
            "---" | "-:-" => "--",
            other => other,
        };
        let found = GameResult::ALL.iter().find(|(it, _)| *it == text);
        found.map(|&(_, it)| it).ok_or(ParseResultError)
    }
}

use core::fmt;

use arbiter_rules::Color;

/// How the moves of a game end in the text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum Termination {
    /// `1-0` or `0-1`.
    Won(Color),
    /// `1/2-1/2`.
    Drawn,
    /// `*`: the game goes on, or its end is not known.
    #[default]
    Unknown,
    /// Nothing stands there.
    Missing,
}

impl Termination {
    /// As PGN writes it. What is missing is not known.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Termination::Won(Color::White) => "1-0",
            Termination::Won(Color::Black) => "0-1",
            Termination::Drawn => "1/2-1/2",
            Termination::Unknown | Termination::Missing => "*",
        }
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

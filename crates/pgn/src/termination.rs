use core::fmt;

use arbiter_rules::Color;

/// The result at the end of the moves of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum Termination {
    /// `1-0` or `0-1`.
    Won(Color),
    /// `1/2-1/2`.
    Drawn,
    /// `*`: the game is in progress, or its result is unknown.
    #[default]
    Unknown,
    /// There is no result in the text.
    Missing,
}

impl Termination {
    /// Parses a result in any of its spellings (C27).
    ///
    /// ```
    /// use arbiter_pgn::Termination;
    ///
    /// assert_eq!(Termination::parse("1/2-1/2"), Some(Termination::Drawn));
    /// assert_eq!(Termination::parse("½–½"), Some(Termination::Drawn));
    /// assert_eq!(Termination::parse("2-0"), None);
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Option<Termination> {
        match text {
            "1-0" => Some(Termination::Won(Color::White)),
            "0-1" => Some(Termination::Won(Color::Black)),
            "1/2-1/2" => Some(Termination::Drawn),
            "*" => Some(Termination::Unknown),
            _ => parse_unusual(text),
        }
    }

    /// Returns the result as PGN writes it. A missing result is written as
    /// unknown.
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

#[cold]
fn parse_unusual(text: &str) -> Option<Termination> {
    let mut plain = String::new();
    for c in text.chars() {
        match c {
            '–' | '—' | '−' | '‐' | '‑' | ':' => plain.push('-'),
            '½' => plain.push_str("1/2"),
            _ => plain.push(c),
        }
        if plain.len() > 16 {
            return None;
        }
    }
    match plain.as_str() {
        "1-0" => Some(Termination::Won(Color::White)),
        "0-1" => Some(Termination::Won(Color::Black)),
        "1/2-1/2" | "1/2" | "0.5-0.5" => Some(Termination::Drawn),
        _ => None,
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

use core::fmt;

use arbiter_rules::{PlayedLine, Position};

use crate::{OpeningFinder, table};

/// An opening with a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opening {
    pub(crate) key: u64,
    pub(crate) eco: &'static str,
    pub(crate) name: &'static str,
}

impl Opening {
    /// Returns the opening of a game: the last of its positions that has a name. A
    /// game that does not begin with the starting position of standard chess has none.
    #[must_use]
    pub fn of(line: &PlayedLine) -> Option<Opening> {
        OpeningFinder::of(line).found()
    }

    /// Returns the opening whose moves lead to this position.
    #[must_use]
    pub fn at(position: &Position) -> Option<Opening> {
        if position.saktris_state().is_some() {
            return None;
        }
        Opening::with_key(position.key())
    }

    /// Returns the opening whose position has this key, which [`Opening::key`] returns.
    #[must_use]
    pub fn with_key(key: u64) -> Option<Opening> {
        table::OPENINGS.find(key)
    }

    /// Returns the key of its position, which stays the same when a name changes.
    #[must_use]
    pub const fn key(self) -> u64 {
        self.key
    }

    /// Returns its code in the Encyclopaedia of Chess Openings, such as `B90`.
    #[must_use]
    pub const fn eco(self) -> &'static str {
        self.eco
    }

    /// Returns its whole name, such as `Sicilian Defense: Najdorf Variation`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// Returns the part of the name before the variation, such as `Sicilian Defense`.
    #[must_use]
    pub fn family(self) -> &'static str {
        self.name
            .split_once(": ")
            .map_or(self.name, |(family, _)| family)
    }

    /// Returns the part of the name after the family, such as `Najdorf Variation`.
    #[must_use]
    pub fn variation(self) -> Option<&'static str> {
        self.name.split_once(": ").map(|(_, variation)| variation)
    }
}

/// Prints the code and the name: `B90 Sicilian Defense: Najdorf Variation`.
impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.eco, self.name)
    }
}

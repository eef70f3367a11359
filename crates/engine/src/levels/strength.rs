use core::fmt;

use super::{level::Level, style};

/// The strength of a computer player: an Elo rating, or full strength.
///
/// ```
/// use arbiter_engine::{Level, Strength};
///
/// let level = Level::new(4).unwrap();
/// assert_eq!(Strength::level(level), Strength::elo(level.elo()));
/// assert_eq!(Strength::elo(100), Strength::elo(Strength::LOWEST_ELO));
/// assert_eq!(Strength::full().in_elo(), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Strength {
    /// None means full strength.
    elo: Option<u32>,
}

impl Strength {
    /// The lowest Elo rating available.
    pub const LOWEST_ELO: u32 = style::LEVELS[0];
    /// The highest Elo rating available. Full strength is stronger.
    pub const HIGHEST_ELO: u32 = style::HIGHEST_ELO;

    /// Returns the strength of a level.
    #[must_use]
    pub const fn level(level: Level) -> Strength {
        Strength {
            elo: Some(level.elo()),
        }
    }

    /// Returns the strength for an approximate Elo rating, clamped to the range
    /// from [`Strength::LOWEST_ELO`] to [`Strength::HIGHEST_ELO`].
    #[must_use]
    pub fn elo(elo: u32) -> Strength {
        Strength {
            elo: Some(elo.clamp(Strength::LOWEST_ELO, Strength::HIGHEST_ELO)),
        }
    }

    /// Returns full strength: the only one that depends on the machine and on
    /// the thinking time.
    #[must_use]
    pub const fn full() -> Strength {
        Strength { elo: None }
    }

    /// Returns the Elo rating, or none at full strength.
    #[must_use]
    pub const fn in_elo(self) -> Option<u32> {
        self.elo
    }

    /// Returns the level with exactly this strength, if there is one.
    #[must_use]
    pub fn as_level(self) -> Option<Level> {
        Level::ALL
            .into_iter()
            .find(|level| Some(level.elo()) == self.elo)
    }
}

impl From<Level> for Strength {
    fn from(level: Level) -> Strength {
        Strength::level(level)
    }
}

/// Writes `level 3 (Learner)`, `Elo 1234` or `full strength`.
impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.as_level(), self.elo) {
            (Some(level), _) => level.fmt(f),
            (None, Some(elo)) => write!(f, "Elo {elo}"),
            (None, None) => f.write_str("full strength"),
        }
    }
}

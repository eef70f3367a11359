use core::fmt;

use super::{Level, manner};

/// How strong a player is: a point on the dial, or all it can.
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
    /// None is full strength.
    elo: Option<u32>,
}

impl Strength {
    /// The lower end of the dial.
    pub const LOWEST_ELO: u32 = manner::ANCHORS[0].elo;
    /// The upper end of the dial. Full strength lies beyond it.
    pub const HIGHEST_ELO: u32 = manner::ANCHORS[manner::ANCHORS.len() - 1].elo;

    /// As strong as this level.
    #[must_use]
    pub const fn level(level: Level) -> Strength {
        Strength {
            elo: Some(level.elo()),
        }
    }

    /// About as strong as this number says, from [`Strength::LOWEST_ELO`] to
    /// [`Strength::HIGHEST_ELO`]; what is beyond an end of the dial means
    /// that end.
    #[must_use]
    pub fn elo(elo: u32) -> Strength {
        Strength {
            elo: Some(elo.clamp(Strength::LOWEST_ELO, Strength::HIGHEST_ELO)),
        }
    }

    /// All it can: the only strength that depends on the machine and on the
    /// time it is given.
    #[must_use]
    pub const fn full() -> Strength {
        Strength { elo: None }
    }

    /// Where the dial stands, if it is not full strength.
    #[must_use]
    pub const fn in_elo(self) -> Option<u32> {
        self.elo
    }

    /// The level that is exactly this strong.
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

/// `level 3 (Learner)`, `Elo 1234` or `full strength`.
impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.as_level(), self.elo) {
            (Some(level), _) => level.fmt(f),
            (None, Some(elo)) => write!(f, "Elo {elo}"),
            (None, None) => f.write_str("full strength"),
        }
    }
}

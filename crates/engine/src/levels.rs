//! Opponents for people: ten levels and a dial between them.
//!
//! A level is defined by how many positions it looks at and by what it
//! overlooks, never by time, so that it is the same on every machine. What
//! looks like chance is a number mixed from a seed and the position: the same
//! seed, strength and game lead to the same move everywhere.

mod attention;
mod chance;
mod habit;
mod manner;
mod player;
mod sight;
mod strength;
mod thinking;

pub use player::{Choice, Player};
pub use strength::Strength;

use core::fmt;

/// One of ten opponents, from somebody who has just learned the moves to
/// somebody who hardly ever loses.
///
/// ```
/// use arbiter_engine::Level;
///
/// let level = Level::new(3).unwrap();
/// assert_eq!(level.number(), 3);
/// assert_eq!(level.to_string(), "level 3 (Learner)");
/// assert!(level.elo() < Level::new(4).unwrap().elo());
/// assert_eq!(Level::new(11), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Level(u8);

impl Level {
    /// All ten, the weakest first.
    pub const ALL: [Level; 10] = [
        Level(1),
        Level(2),
        Level(3),
        Level(4),
        Level(5),
        Level(6),
        Level(7),
        Level(8),
        Level(9),
        Level(10),
    ];

    /// The level of this number, from 1 to 10.
    #[must_use]
    pub fn new(number: u32) -> Option<Level> {
        Level::ALL
            .into_iter()
            .find(|level| level.number() == number)
    }

    /// From 1 to 10.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.0 as u32
    }

    /// What such a player is called.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.portrait().0
    }

    /// What it is like to play against it, in one line.
    #[must_use]
    pub const fn description(self) -> &'static str {
        self.portrait().1
    }

    /// About how strong it is, on the scale on which engines are compared: an
    /// estimate, and not a rating of FIDE.
    #[must_use]
    pub const fn elo(self) -> u32 {
        manner::ANCHORS[self.0 as usize - 1].elo
    }

    const fn portrait(self) -> (&'static str, &'static str) {
        match self.0 {
            1 => (
                "Newcomer",
                "knows the moves, and often leaves a piece where it can be taken",
            ),
            2 => (
                "Beginner",
                "takes what is offered, and overlooks much of what you threaten",
            ),
            3 => (
                "Learner",
                "develops and castles, and still drops a piece now and then",
            ),
            4 => (
                "Casual player",
                "sees every mate in one, and falls for simple tactics",
            ),
            5 => (
                "Keen player",
                "makes you work for it, and gives way to two threats at once",
            ),
            6 => ("Club player", "punishes most slips of a single move"),
            7 => (
                "Strong club player",
                "calculates well, and misjudges some quiet positions",
            ),
            8 => ("Expert", "rarely errs, and knows its openings"),
            9 => ("Master", "needs a plan of yours to be beaten"),
            _ => ("Grandmaster", "as good as most people will ever meet"),
        }
    }
}

/// `level 3 (Learner)`.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "level {} ({})", self.number(), self.name())
    }
}

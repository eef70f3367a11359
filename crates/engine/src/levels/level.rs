use core::fmt;

use super::style;

/// One of the ten computer opponents, from a player who has just learned the
/// moves to one who hardly ever loses.
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
    /// All ten levels, weakest first.
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

    /// Returns the level with this number, from 1 to 10.
    #[must_use]
    pub fn new(number: u32) -> Option<Level> {
        Level::ALL
            .into_iter()
            .find(|level| level.number() == number)
    }

    /// Returns the number of the level, from 1 to 10.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.0 as u32
    }

    /// Returns the name of the level.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.name_and_description().0
    }

    /// Describes how the level plays, in one sentence without its final period.
    ///
    /// The web page shows the same sentences (`home_level_1` to `home_level_10`
    /// in `web/strings/en.js`); a test of this crate compares them.
    #[must_use]
    pub const fn description(self) -> &'static str {
        self.name_and_description().1
    }

    /// Returns the approximate Elo rating, on the scale used to compare engines:
    /// an estimate, not a FIDE rating.
    #[must_use]
    pub const fn elo(self) -> u32 {
        style::ANCHORS[self.0 as usize - 1].elo
    }

    const fn name_and_description(self) -> (&'static str, &'static str) {
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

/// Writes `level 3 (Learner)`.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "level {} ({})", self.number(), self.name())
    }
}

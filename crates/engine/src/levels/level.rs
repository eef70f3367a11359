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

    /// Returns the approximate rating of people who are as strong, on the scale of
    /// rapid games on lichess.
    #[must_use]
    pub const fn elo(self) -> u32 {
        style::LEVELS[self.0 as usize - 1]
    }

    const fn name_and_description(self) -> (&'static str, &'static str) {
        match self.0 {
            1 => (
                "Newcomer",
                "has just learned the moves and often leaves pieces unprotected",
            ),
            2 => (
                "Beginner",
                "captures undefended pieces but overlooks many of your threats",
            ),
            3 => (
                "Learner",
                "develops its pieces and castles, but drops a piece now and then",
            ),
            4 => (
                "Casual player",
                "never misses a mate in one, but falls for simple tactics",
            ),
            5 => (
                "Keen player",
                "thinks about your replies, but struggles against double threats",
            ),
            6 => ("Club player", "punishes most one-move mistakes"),
            7 => (
                "Strong club player",
                "calculates well, but misjudges some quiet positions",
            ),
            8 => ("Expert", "rarely makes mistakes and knows its openings"),
            9 => ("Master", "is hard to beat without a good plan"),
            _ => ("Grandmaster", "loses to very few people"),
        }
    }
}

/// Writes `level 3 (Learner)`.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "level {} ({})", self.number(), self.name())
    }
}

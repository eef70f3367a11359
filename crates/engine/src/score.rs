use core::{fmt, ops::Neg};

/// How good a position is for the side to move: hundredths of a pawn, or the
/// number of moves to mate.
///
/// ```
/// use arbiter_engine::Score;
///
/// assert_eq!(Score::centipawns(35).to_string(), "+0.35");
/// assert_eq!(Score::mate_in(3).to_string(), "#3");
/// assert_eq!((-Score::mate_in(3)).to_string(), "#-3");
/// assert!(Score::mate_in(3) > Score::mate_in(4));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Score(pub(crate) i32);

/// More than any score.
pub(crate) const INFINITE: i32 = 32_000;
/// The side to move mates now: less one for each half-move that it takes.
pub(crate) const MATE: i32 = 31_000;
/// No line is longer than this.
pub(crate) const MAX_PLY: usize = 246;
/// The worst score that is a mate.
pub(crate) const LONGEST_MATE: i32 = MATE - 2 * MAX_PLY as i32;
/// A win that a table of endings knows: less one for each half-move to it.
pub(crate) const TABLE_WIN: i32 = 30_000;
/// The worst score that is a win by a table of endings or a mate.
pub(crate) const KNOWN_WIN: i32 = TABLE_WIN - 2 * MAX_PLY as i32;
/// No judgement of a position is beyond this: what is, is known.
pub(crate) const MOST: i32 = KNOWN_WIN - 1;
/// Nobody wins.
pub(crate) const DRAW: i32 = 0;

impl Score {
    /// Nobody is better, or the game is drawn.
    pub const DRAW: Score = Score(DRAW);

    /// So many hundredths of a pawn.
    #[must_use]
    pub const fn centipawns(hundredths: i32) -> Score {
        let bounded = if hundredths > MOST {
            MOST
        } else if hundredths < -MOST {
            -MOST
        } else {
            hundredths
        };
        Score(bounded)
    }

    /// The side to move mates with its move of this number, the next being 1.
    #[must_use]
    pub const fn mate_in(moves: u32) -> Score {
        let plies = if moves > 120 { 240 } else { 2 * moves as i32 };
        Score(MATE - plies + 1)
    }

    /// In how many moves the side to move mates (1 or more), or is mated (0 or
    /// less: 0 if it is now).
    #[must_use]
    pub const fn mate(self) -> Option<i32> {
        if self.0 >= LONGEST_MATE {
            Some((MATE - self.0 + 1) / 2)
        } else if self.0 <= -LONGEST_MATE {
            Some(-((MATE + self.0 + 1) / 2))
        } else {
            None
        }
    }

    /// In hundredths of a pawn; a mate is a very large number of them.
    #[must_use]
    pub const fn in_centipawns(self) -> i32 {
        self.0
    }

    /// Whether it is a mate, or a win or loss known from a table of endings.
    #[must_use]
    pub const fn is_decisive(self) -> bool {
        self.0.abs() >= KNOWN_WIN
    }
}

impl Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}

/// In pawns with a sign, or `#` and the moves to mate.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate() {
            Some(0) => f.write_str("#-0"),
            Some(moves) => write!(f, "#{moves}"),
            None => {
                let sign = if self.0 < 0 { '-' } else { '+' };
                let hundredths = self.0.abs();
                write!(f, "{sign}{}.{:02}", hundredths / 100, hundredths % 100)
            }
        }
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

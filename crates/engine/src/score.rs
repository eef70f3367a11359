use core::{fmt, ops::Neg};

/// The value of a position for the side to move: centipawns, or the number of
/// moves to mate.
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

/// Greater than any score.
pub(crate) const INFINITE: i32 = 32_000;
/// The score of an immediate mate. Each half-move to mate costs one point.
pub(crate) const MATE: i32 = 31_000;
/// The maximum length of a line in half-moves.
pub(crate) const MAX_PLY: usize = 246;
/// The lowest score that means a forced mate.
pub(crate) const LOWEST_MATE: i32 = MATE - 2 * MAX_PLY as i32;
/// The score of a tablebase win. Each half-move from the root costs one point.
pub(crate) const TABLEBASE_WIN: i32 = 30_000;
/// The lowest score that means a tablebase win or a forced mate.
pub(crate) const LOWEST_TABLEBASE_WIN: i32 = TABLEBASE_WIN - 2 * MAX_PLY as i32;
/// The highest evaluation: anything above it is a proven win.
pub(crate) const MAX_EVALUATION: i32 = LOWEST_TABLEBASE_WIN - 1;
/// The score of a draw.
pub(crate) const DRAW: i32 = 0;

impl Score {
    /// A drawn or balanced position.
    pub const DRAW: Score = Score(DRAW);

    /// Creates a score from centipawns, clamped to the range of evaluations.
    #[must_use]
    pub const fn centipawns(centipawns: i32) -> Score {
        let bounded = if centipawns > MAX_EVALUATION {
            MAX_EVALUATION
        } else if centipawns < -MAX_EVALUATION {
            -MAX_EVALUATION
        } else {
            centipawns
        };
        Score(bounded)
    }

    /// Creates the score of a mate by the side to move in this many moves, its
    /// next move being the first.
    #[must_use]
    pub const fn mate_in(moves: u32) -> Score {
        let plies = if moves > 120 { 240 } else { 2 * moves as i32 };
        Score(MATE - plies + 1)
    }

    /// Returns the number of moves to mate, if the score is a mate: positive if
    /// the side to move mates, negative if it gets mated, 0 if it is mated.
    #[must_use]
    pub const fn mate(self) -> Option<i32> {
        if self.0 >= LOWEST_MATE {
            Some((MATE - self.0 + 1) / 2)
        } else if self.0 <= -LOWEST_MATE {
            Some(-((MATE + self.0 + 1) / 2))
        } else {
            None
        }
    }

    /// Returns the score in centipawns; a mate is a very large number of them.
    #[must_use]
    pub const fn in_centipawns(self) -> i32 {
        self.0
    }

    /// Reports whether the score is a forced mate or a tablebase win or loss.
    #[must_use]
    pub const fn is_decisive(self) -> bool {
        self.0.abs() >= LOWEST_TABLEBASE_WIN
    }
}

impl Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}

/// Writes pawns with a sign, or `#` and the number of moves to mate.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate() {
            Some(0) => f.write_str("#-0"),
            Some(moves) => write!(f, "#{moves}"),
            None => {
                let sign = if self.0 < 0 { '-' } else { '+' };
                let centipawns = self.0.abs();
                write!(f, "{sign}{}.{:02}", centipawns / 100, centipawns % 100)
            }
        }
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

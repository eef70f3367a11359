use core::{fmt, time::Duration};

use arbiter_rules::{ByColor, UciMove};

/// What to search, and how far: the command `go`.
///
/// ```
/// use std::time::Duration;
/// use arbiter_engine::uci::client::{Allotment, Go};
///
/// let mut go = Go::depth(9);
/// assert_eq!(go.to_string(), "go depth 9");
/// go.clock = Some(Default::default());
/// go.clock.as_mut().unwrap().white = Allotment {
///     left: Duration::from_secs(60),
///     increment: Duration::from_millis(600),
/// };
/// assert_eq!(go.to_string(), "go wtime 60000 btime 1 winc 600 binc 0 depth 9");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// What the clocks show.
    pub clock: Option<ByColor<Allotment>>,
    /// In how many moves more time comes.
    pub moves_to_go: Option<u32>,
    /// So many half-moves deep.
    pub depth: Option<u32>,
    /// So many positions.
    pub nodes: Option<u64>,
    /// Until there is a mate in so many moves.
    pub mate: Option<u32>,
    /// Exactly this long.
    pub move_time: Option<Duration>,
    /// Until it is told to stop.
    pub is_infinite: bool,
    /// On the opponent's time: the last move shown is only expected.
    pub is_ponder: bool,
    /// The only moves to look at; none for all.
    pub moves: Vec<UciMove>,
}

/// What the clock of one side shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Allotment {
    /// What is left.
    pub left: Duration,
    /// What each move adds.
    pub increment: Duration,
}

impl Go {
    /// So many half-moves deep.
    #[must_use]
    pub fn depth(depth: u32) -> Go {
        Go {
            depth: Some(depth),
            ..Go::default()
        }
    }

    /// So many positions.
    #[must_use]
    pub fn nodes(nodes: u64) -> Go {
        Go {
            nodes: Some(nodes),
            ..Go::default()
        }
    }

    /// Exactly this long.
    #[must_use]
    pub fn move_time(time: Duration) -> Go {
        Go {
            move_time: Some(time),
            ..Go::default()
        }
    }

    /// Until it is told to stop.
    #[must_use]
    pub fn infinite() -> Go {
        Go {
            is_infinite: true,
            ..Go::default()
        }
    }

    /// By the clock.
    #[must_use]
    pub fn clock(clock: ByColor<Allotment>) -> Go {
        Go {
            clock: Some(clock),
            ..Go::default()
        }
    }
}

/// The command. Without any limit it is an endless search.
impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        if self.is_ponder {
            f.write_str(" ponder")?;
        }
        if let Some(ByColor { white, black }) = &self.clock {
            // Some engines take no time at all for no clock at all.
            let left = |side: &Allotment| side.left.as_millis().max(1);
            write!(f, " wtime {} btime {}", left(white), left(black))?;
            let [winc, binc] = [white, black].map(|side| side.increment.as_millis());
            write!(f, " winc {winc} binc {binc}")?;
        }
        let numbers = [
            ("movestogo", self.moves_to_go.map(u64::from)),
            ("depth", self.depth.map(u64::from)),
            ("nodes", self.nodes),
            ("mate", self.mate.map(u64::from)),
            ("movetime", self.move_time.map(millis)),
        ];
        for (word, number) in numbers {
            if let Some(number) = number {
                write!(f, " {word} {number}")?;
            }
        }
        let has_limit = self.clock.is_some() || numbers.iter().any(|(_, limit)| limit.is_some());
        if self.is_infinite || !has_limit {
            f.write_str(" infinite")?;
        }
        for (index, mv) in self.moves.iter().enumerate() {
            f.write_str(if index == 0 { " searchmoves " } else { " " })?;
            write!(f, "{mv}")?;
        }
        Ok(())
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

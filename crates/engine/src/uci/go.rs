use core::{fmt, time::Duration};

use arbiter_rules::ByColor;

use super::words::{Words, count, milliseconds, small_count};

/// How an engine is told to search.
///
/// ```
/// use arbiter_engine::uci::{Command, Go};
/// use std::time::Duration;
///
/// let line = "go wtime 60000 btime 55000 winc 1000 binc 1000";
/// let Ok(Command::Go(go)) = line.parse() else { panic!() };
/// assert_eq!(go.left.black, Some(Duration::from_secs(55)));
/// assert_eq!(Command::Go(go).to_string(), line);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// The only moves to look at, not proved yet; none means all.
    pub moves: Vec<String>,
    /// Think on the opponent's time, until it is said how it played.
    pub ponder: bool,
    /// What is left on the clocks.
    pub left: ByColor<Option<Duration>>,
    /// What each move adds to them.
    pub increment: ByColor<Duration>,
    /// In how many moves more time comes.
    pub moves_to_go: Option<u32>,
    /// How many half-moves deep.
    pub depth: Option<u32>,
    /// How many positions.
    pub nodes: Option<u64>,
    /// Until a mate in so many moves is found.
    pub mate: Option<u32>,
    /// Exactly this long.
    pub move_time: Option<Duration>,
    /// Until it is told to stop.
    pub infinite: bool,
    /// No search: count the positions at this depth.
    pub perft: Option<u32>,
}

const KEYWORDS: [&str; 13] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

impl Go {
    /// Reads what follows the word `go`. What cannot be read is passed over.
    pub(super) fn read(mut words: Words<'_>) -> Go {
        let mut go = Go::default();
        while let Some(keyword) = words.next() {
            match keyword {
                "searchmoves" => {
                    let moves = words.all_as(|word| (!KEYWORDS.contains(&word)).then_some(word));
                    go.moves.extend(moves.into_iter().map(str::to_owned));
                }
                "ponder" => go.ponder = true,
                "wtime" => go.left.white = words.next_as(milliseconds),
                "btime" => go.left.black = words.next_as(milliseconds),
                "winc" => go.increment.white = words.next_as(milliseconds).unwrap_or_default(),
                "binc" => go.increment.black = words.next_as(milliseconds).unwrap_or_default(),
                "movestogo" => go.moves_to_go = words.next_as(small_count),
                "depth" => go.depth = words.next_as(small_count),
                "nodes" => go.nodes = words.next_as(count),
                "mate" => go.mate = words.next_as(small_count),
                "movetime" => go.move_time = words.next_as(milliseconds),
                "infinite" => go.infinite = true,
                "perft" => go.perft = words.next_as(small_count),
                _ => {}
            }
        }
        go
    }
}

/// As the protocol writes it, after the word `go`. The moves come last, since
/// only a word of the protocol ends them.
impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let milliseconds = |time: Duration| time.as_millis();
        let mut parts: Vec<String> = Vec::new();
        let mut part = |keyword: &str, value: Option<u128>| {
            parts.extend(value.map(|value| format!("{keyword} {value}")));
        };
        let increment = |time: Duration| (!time.is_zero()).then_some(time.as_millis());
        part("wtime", self.left.white.map(milliseconds));
        part("btime", self.left.black.map(milliseconds));
        part("winc", increment(self.increment.white));
        part("binc", increment(self.increment.black));
        part("movestogo", self.moves_to_go.map(u128::from));
        part("depth", self.depth.map(u128::from));
        part("nodes", self.nodes.map(u128::from));
        part("mate", self.mate.map(u128::from));
        part("movetime", self.move_time.map(milliseconds));
        part("perft", self.perft.map(u128::from));
        if self.infinite {
            parts.push("infinite".to_owned());
        }
        if self.ponder {
            parts.insert(0, "ponder".to_owned());
        }
        if !self.moves.is_empty() {
            parts.push(format!("searchmoves {}", self.moves.join(" ")));
        }
        f.write_str(&parts.join(" "))
    }
}

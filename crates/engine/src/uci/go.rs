use core::{fmt, time::Duration};

use arbiter_rules::ByColor;

use super::words::{Words, count, milliseconds, small_count};

/// The parameters of a `go` command.
///
/// ```
/// use arbiter_engine::uci::{Command, Go};
/// use std::time::Duration;
///
/// let line = "go wtime 60000 btime 55000 winc 1000 binc 1000";
/// let Ok(Command::Go(go)) = line.parse() else { panic!() };
/// assert_eq!(go.remaining.black, Some(Duration::from_secs(55)));
/// assert_eq!(Command::Go(go).to_string(), line);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// Restricts the search to these moves, which may be illegal; empty means all.
    pub moves: Vec<String>,
    /// Search on the opponent's time until `ponderhit` or `stop`.
    pub ponder: bool,
    /// The time left on each clock.
    pub remaining: ByColor<Option<Duration>>,
    /// The time added to each clock after a move.
    pub increment: ByColor<Duration>,
    /// The number of moves to the next time control.
    pub moves_to_go: Option<u32>,
    /// The maximum depth in half-moves.
    pub depth: Option<u32>,
    /// The maximum number of nodes.
    pub nodes: Option<u64>,
    /// Search for a mate in this many moves.
    pub mate: Option<u32>,
    /// Search for exactly this long.
    pub move_time: Option<Duration>,
    /// Search until `stop`.
    pub infinite: bool,
    /// Count the positions at this depth instead of searching.
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
    /// Parses what follows the word `go`, skipping what it does not understand.
    pub(super) fn parse(mut words: Words<'_>) -> Go {
        let mut go = Go::default();
        while let Some(keyword) = words.next() {
            match keyword {
                "searchmoves" => {
                    let moves = words.all_as(|word| (!KEYWORDS.contains(&word)).then_some(word));
                    go.moves.extend(moves.into_iter().map(str::to_owned));
                }
                "ponder" => go.ponder = true,
                "wtime" => go.remaining.white = words.next_as(milliseconds),
                "btime" => go.remaining.black = words.next_as(milliseconds),
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

/// Writes the parameters as the protocol does after the word `go`. The moves come
/// last, because only a keyword ends their list.
impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let milliseconds = |time: Duration| time.as_millis();
        let mut parts: Vec<String> = Vec::new();
        let mut part = |keyword: &str, value: Option<u128>| {
            parts.extend(value.map(|value| format!("{keyword} {value}")));
        };
        let increment = |time: Duration| (!time.is_zero()).then_some(time.as_millis());
        part("wtime", self.remaining.white.map(milliseconds));
        part("btime", self.remaining.black.map(milliseconds));
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

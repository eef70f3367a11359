use core::time::Duration;
use std::str::SplitWhitespace;

use arbiter_rules::{Line, Move};

use crate::{Bound, Score, Wdl, score::MATE};

/// What an engine says about its search in a line `info`: as much as it says.
///
/// ```
/// use arbiter_engine::{Score, uci::client::Info};
///
/// let info = Info::read("info depth 12 score cp 35 nodes 4711 pv e2e4 e7e5").unwrap();
/// assert_eq!(info.depth, Some(12));
/// assert_eq!(info.score, Some(Score::centipawns(35)));
/// assert_eq!(info.moves, ["e2e4", "e7e5"]);
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Info {
    /// How many half-moves deep.
    pub depth: Option<u32>,
    /// The longest line on the way.
    pub selective_depth: Option<u32>,
    /// Which line it is about: 1 for the best.
    pub number: Option<usize>,
    /// How good it is for the engine.
    pub score: Option<Score>,
    /// What is known about the score.
    pub bound: Option<Bound>,
    /// How often it wins, draws and loses.
    pub wdl: Option<Wdl>,
    /// How many positions were looked at.
    pub nodes: Option<u64>,
    /// How many of them in a second.
    pub nodes_per_second: Option<u64>,
    /// How full the table is, in thousandths.
    pub table_full: Option<u32>,
    /// How many positions were found in a table of endings.
    pub ending_hits: Option<u64>,
    /// For how long it has searched.
    pub time: Option<Duration>,
    /// The moves of the line, as they were written.
    pub moves: Vec<String>,
    /// What it says in its own words.
    pub text: Option<String>,
}

impl Info {
    /// Reads a line; none if it is no `info`. What is not understood is passed
    /// over.
    #[must_use]
    pub fn read(line: &str) -> Option<Info> {
        let mut words = line.split_whitespace();
        if words.next() != Some("info") {
            return None;
        }
        let mut info = Info::default();
        while let Some(word) = words.next() {
            match word {
                "depth" => info.depth = number(&mut words),
                "seldepth" => info.selective_depth = number(&mut words),
                "multipv" => info.number = number(&mut words),
                "nodes" => info.nodes = number(&mut words),
                "nps" => info.nodes_per_second = number(&mut words),
                "hashfull" => info.table_full = number(&mut words),
                "tbhits" => info.ending_hits = number(&mut words),
                "time" => info.time = number(&mut words).map(Duration::from_millis),
                "score" => info.bound = Some(Bound::Exact),
                "cp" => info.score = number(&mut words).map(Score::centipawns),
                "mate" => info.score = number(&mut words).map(mate),
                "lowerbound" => info.bound = Some(Bound::Lower),
                "upperbound" => info.bound = Some(Bound::Upper),
                "wdl" => info.wdl = wdl(&mut words),
                "pv" => info.moves = moves(&mut words),
                "string" => {
                    info.text = Some(words.collect::<Vec<_>>().join(" "));
                    break;
                }
                _ => {}
            }
        }
        Some(info)
    }

    /// The moves of its line that can be played where this one ends.
    #[must_use]
    pub fn legal_moves(&self, line: &Line) -> Vec<Move> {
        let mut position = *line.position();
        let mut moves = Vec::new();
        for text in &self.moves {
            let wish = text.to_ascii_lowercase().parse().ok();
            let Some(mv) = wish.and_then(|wish| position.legal(wish)) else {
                break;
            };
            position.play(mv);
            moves.push(mv);
        }
        moves
    }
}

/// The next word as a number. A word that is none is no number: whatever it is
/// is lost with it, as engines write numbers there.
fn number<N: core::str::FromStr>(words: &mut SplitWhitespace<'_>) -> Option<N> {
    words.next()?.parse().ok()
}

fn mate(moves: i32) -> Score {
    match moves {
        1.. => Score::mate_in(moves.unsigned_abs()),
        0 => Score(-MATE),
        _ => -Score::mate_in(moves.unsigned_abs()),
    }
}

fn wdl(words: &mut SplitWhitespace<'_>) -> Option<Wdl> {
    Some(Wdl {
        win: number(words)?,
        draw: number(words)?,
        loss: number(words)?,
    })
}

/// All words that look like moves: the list ends with the first that does not.
fn moves(words: &mut SplitWhitespace<'_>) -> Vec<String> {
    let looks_like_one = |word: &&str| {
        let is_move = word.len() >= 4 && word.as_bytes()[1].is_ascii_digit();
        is_move || *word == "0000"
    };
    let mut moves = Vec::new();
    while let Some(word) = words.clone().next().filter(looks_like_one) {
        words.next();
        moves.push(word.to_owned());
    }
    moves
}

use core::{fmt, time::Duration};

use arbiter_rules::UciMove;

use super::words::{Words, count, integer, milliseconds, small_count};
use crate::{Bound, Score, Wdl, score::MATE};

/// The contents of an `info` line. Any part may be missing.
///
/// ```
/// use arbiter_engine::uci::{Message, UciScore};
///
/// let line = "info depth 9 seldepth 14 score cp 31 nodes 4711 time 12 pv e2e4 e7e5";
/// let Ok(Message::Info(info)) = line.parse() else { panic!() };
/// assert_eq!(info.depth, Some(9));
/// assert_eq!(info.score, Some(UciScore::Centipawns(31)));
/// assert_eq!(info.moves[1].to_string(), "e7e5");
/// assert_eq!(Message::Info(info).to_string(), line);
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct InfoLine {
    /// `depth`: the search depth in half-moves.
    pub depth: Option<u32>,
    /// `seldepth`: the length of the longest line searched, in half-moves.
    pub selective_depth: Option<u32>,
    /// `multipv`: the rank of the line; 1 is the best.
    pub number: Option<u32>,
    /// `score`: the score for the side to move.
    pub score: Option<UciScore>,
    /// Whether the score is only a bound.
    pub bound: Option<Bound>,
    /// `wdl`: the expected results.
    pub wdl: Option<Wdl>,
    /// `nodes`: the number of nodes searched.
    pub nodes: Option<u64>,
    /// `nps`: nodes per second.
    pub nodes_per_second: Option<u64>,
    /// `hashfull`: how full the transposition table is, in thousandths.
    pub hash_full_permille: Option<u32>,
    /// `tbhits`: the number of successful tablebase probes.
    pub tablebase_hits: Option<u64>,
    /// `cpuload`: the load of the processor in thousandths.
    pub processor_load: Option<u32>,
    /// `time`: the time searched.
    pub time: Option<Duration>,
    /// `currmove`: the root move being searched.
    pub current_move: Option<UciMove>,
    /// `currmovenumber`: its number in the move order, from 1.
    pub current_move_number: Option<u32>,
    /// `pv`: the line found.
    pub moves: Vec<UciMove>,
    /// `refutation`: a move and the line that refutes it.
    pub refutation: Vec<UciMove>,
    /// `string`: a remark for people.
    pub remark: Option<String>,
}

/// A score for the side to move, as the protocol writes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UciScore {
    /// `cp`: a score in centipawns.
    Centipawns(i32),
    /// `mate`: the number of moves to mate; negative or 0 if the side to move
    /// gets mated.
    Mate(i32),
}

/// The longest mate that a score can express, in moves.
const MAX_MATE_MOVES: i32 = 120;

impl UciScore {
    /// Converts to a score that can be compared.
    #[must_use]
    pub fn score(self) -> Score {
        match self {
            UciScore::Centipawns(centipawns) => Score::centipawns(centipawns),
            UciScore::Mate(moves) if moves > 0 => Score::mate_in(moves.unsigned_abs()),
            UciScore::Mate(moves) => Score(-MATE + 2 * moves.saturating_neg().min(MAX_MATE_MOVES)),
        }
    }
}

impl From<Score> for UciScore {
    fn from(score: Score) -> UciScore {
        match score.mate() {
            Some(moves) => UciScore::Mate(moves),
            None => UciScore::Centipawns(score.in_centipawns()),
        }
    }
}

impl InfoLine {
    /// Creates a line with only a remark.
    #[must_use]
    pub fn remark(text: impl Into<String>) -> InfoLine {
        InfoLine {
            remark: Some(text.into()),
            ..InfoLine::default()
        }
    }

    /// Parses what follows the word `info`, skipping what it does not
    /// understand.
    pub(super) fn parse(mut words: Words<'_>) -> InfoLine {
        let mut info = InfoLine::default();
        while let Some(keyword) = words.next() {
            match keyword {
                "depth" => info.depth = words.next_as(small_count),
                "seldepth" => info.selective_depth = words.next_as(small_count),
                "multipv" => info.number = words.next_as(small_count),
                "cp" => info.score = words.next_as(small).map(UciScore::Centipawns),
                "mate" => info.score = words.next_as(small).map(UciScore::Mate),
                "lowerbound" => info.bound = Some(Bound::Lower),
                "upperbound" => info.bound = Some(Bound::Upper),
                "wdl" => info.wdl = parse_wdl(&mut words),
                "nodes" => info.nodes = words.next_as(count),
                "nps" => info.nodes_per_second = words.next_as(count),
                "hashfull" => info.hash_full_permille = words.next_as(small_count),
                "tbhits" => info.tablebase_hits = words.next_as(count),
                "cpuload" => info.processor_load = words.next_as(small_count),
                "time" => info.time = words.next_as(milliseconds),
                "currmove" => info.current_move = words.next_as(mv),
                "currmovenumber" => info.current_move_number = words.next_as(small_count),
                "pv" => info.moves = words.all_as(mv),
                "refutation" => info.refutation = words.all_as(mv),
                "string" => {
                    info.remark = Some(on_one_line(words.rest()));
                    break;
                }
                _ => {}
            }
        }
        info
    }
}

pub(super) fn mv(word: &str) -> Option<UciMove> {
    word.parse().ok()
}

fn small(word: &str) -> Option<i32> {
    let number = integer(word)?;
    Some(number.clamp(-i64::from(i32::MAX), i64::from(i32::MAX)) as i32)
}

fn parse_wdl(words: &mut Words<'_>) -> Option<Wdl> {
    let mut thousandths = || {
        let number = words.next_as(small_count)?;
        Some(u16::try_from(number).unwrap_or(u16::MAX).min(1000))
    };
    Some(Wdl {
        win: thousandths()?,
        draw: thousandths()?,
        loss: thousandths()?,
    })
}

/// Writes the line as the protocol does after the word `info`.
impl fmt::Display for InfoLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Parts { f, is_first: true };
        parts.field("depth", self.depth)?;
        parts.field("seldepth", self.selective_depth)?;
        parts.field("multipv", self.number)?;
        if self.score.is_some() || self.bound.is_some() {
            parts.word("score")?;
        }
        match self.score {
            Some(UciScore::Centipawns(centipawns)) => parts.field("cp", Some(centipawns))?,
            Some(UciScore::Mate(moves)) => parts.field("mate", Some(moves))?,
            None => {}
        }
        match self.bound {
            Some(Bound::Lower) => parts.word("lowerbound")?,
            Some(Bound::Upper) => parts.word("upperbound")?,
            Some(Bound::Exact) | None => {}
        }
        if let Some(Wdl { win, draw, loss }) = self.wdl {
            parts.field("wdl", Some(format_args!("{win} {draw} {loss}")))?;
        }
        parts.field("nodes", self.nodes)?;
        parts.field("nps", self.nodes_per_second)?;
        parts.field("hashfull", self.hash_full_permille)?;
        parts.field("tbhits", self.tablebase_hits)?;
        parts.field("cpuload", self.processor_load)?;
        parts.field("time", self.time.map(|time| time.as_millis()))?;
        parts.field("currmove", self.current_move)?;
        parts.field("currmovenumber", self.current_move_number)?;
        parts.moves("refutation", &self.refutation)?;
        parts.moves("pv", &self.moves)?;
        parts.field("string", self.remark.as_deref().map(on_one_line))
    }
}

/// Replaces newlines, which would begin another message.
fn on_one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

/// Writes words separated by spaces.
struct Parts<'f, 'a> {
    f: &'f mut fmt::Formatter<'a>,
    is_first: bool,
}

impl Parts<'_, '_> {
    fn word(&mut self, word: impl fmt::Display) -> fmt::Result {
        if !self.is_first {
            self.f.write_str(" ")?;
        }
        self.is_first = false;
        write!(self.f, "{word}")
    }

    fn field(&mut self, keyword: &str, value: Option<impl fmt::Display>) -> fmt::Result {
        match value {
            Some(value) => {
                self.word(keyword)?;
                self.word(value)
            }
            None => Ok(()),
        }
    }

    fn moves(&mut self, keyword: &str, moves: &[UciMove]) -> fmt::Result {
        if !moves.is_empty() {
            self.word(keyword)?;
        }
        moves.iter().try_for_each(|mv| self.word(mv))
    }
}

use core::{fmt, time::Duration};

use arbiter_rules::UciMove;

use super::words::{Words, count, integer, milliseconds, small_count};
use crate::{Bound, Score, Wdl, score::MATE};

/// What an engine tells of its thinking: the parts of an `info` line. Any of
/// them may be missing.
///
/// ```
/// use arbiter_engine::uci::{Message, Worth};
///
/// let line = "info depth 9 seldepth 14 score cp 31 nodes 4711 time 12 pv e2e4 e7e5";
/// let Ok(Message::Thought(thought)) = line.parse() else { panic!() };
/// assert_eq!(thought.depth, Some(9));
/// assert_eq!(thought.worth, Some(Worth::Centipawns(31)));
/// assert_eq!(thought.moves[1].to_string(), "e7e5");
/// assert_eq!(Message::Thought(thought).to_string(), line);
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Thought {
    /// How many half-moves deep.
    pub depth: Option<u32>,
    /// The longest line that was looked at.
    pub selective_depth: Option<u32>,
    /// Which line it is: 1 for the best.
    pub number: Option<u32>,
    /// How good it is for the side to move.
    pub worth: Option<Worth>,
    /// Whether it is a bound of that only.
    pub bound: Option<Bound>,
    /// How often it wins, draws and loses.
    pub wdl: Option<Wdl>,
    /// How many positions were looked at.
    pub nodes: Option<u64>,
    /// How many a second.
    pub nodes_per_second: Option<u64>,
    /// How full the table is, in thousandths.
    pub table_full: Option<u32>,
    /// How many positions were found in a table of endings.
    pub ending_hits: Option<u64>,
    /// How busy the processor is, in thousandths.
    pub processor_load: Option<u32>,
    /// How long it has taken.
    pub time: Option<Duration>,
    /// The move that is looked at now.
    pub trying: Option<UciMove>,
    /// Which move that is, from 1.
    pub trying_number: Option<u32>,
    /// The best line.
    pub moves: Vec<UciMove>,
    /// A move, and the line that refutes it.
    pub refutation: Vec<UciMove>,
    /// Any words for people.
    pub remark: Option<String>,
}

/// How good a line is for the side to move, as engines say it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worth {
    /// In hundredths of a pawn.
    Centipawns(i32),
    /// In so many moves it mates; if that is negative, or 0, it is mated.
    Mate(i32),
}

/// A mate in more moves than this counts as one in this many.
const LONGEST: i32 = 120;

impl Worth {
    /// The same as a score that can be compared.
    #[must_use]
    pub fn score(self) -> Score {
        match self {
            Worth::Centipawns(hundredths) => Score::centipawns(hundredths),
            Worth::Mate(moves) if moves > 0 => Score::mate_in(moves.unsigned_abs()),
            Worth::Mate(moves) => Score(-MATE + 2 * moves.saturating_neg().min(LONGEST)),
        }
    }
}

impl From<Score> for Worth {
    fn from(score: Score) -> Worth {
        match score.mate() {
            Some(moves) => Worth::Mate(moves),
            None => Worth::Centipawns(score.in_centipawns()),
        }
    }
}

impl Thought {
    /// Only words for people.
    #[must_use]
    pub fn remark(text: impl Into<String>) -> Thought {
        Thought {
            remark: Some(text.into()),
            ..Thought::default()
        }
    }

    /// Reads what follows the word `info`. What cannot be read is passed over.
    pub(super) fn read(mut words: Words<'_>) -> Thought {
        let mut thought = Thought::default();
        while let Some(keyword) = words.next() {
            match keyword {
                "depth" => thought.depth = words.next_as(small_count),
                "seldepth" => thought.selective_depth = words.next_as(small_count),
                "multipv" => thought.number = words.next_as(small_count),
                "cp" => thought.worth = words.next_as(small).map(Worth::Centipawns),
                "mate" => thought.worth = words.next_as(small).map(Worth::Mate),
                "lowerbound" => thought.bound = Some(Bound::Lower),
                "upperbound" => thought.bound = Some(Bound::Upper),
                "wdl" => thought.wdl = read_wdl(&mut words),
                "nodes" => thought.nodes = words.next_as(count),
                "nps" => thought.nodes_per_second = words.next_as(count),
                "hashfull" => thought.table_full = words.next_as(small_count),
                "tbhits" => thought.ending_hits = words.next_as(count),
                "cpuload" => thought.processor_load = words.next_as(small_count),
                "time" => thought.time = words.next_as(milliseconds),
                "currmove" => thought.trying = words.next_as(mv),
                "currmovenumber" => thought.trying_number = words.next_as(small_count),
                "pv" => thought.moves = words.all_as(mv),
                "refutation" => thought.refutation = words.all_as(mv),
                "string" => {
                    thought.remark = Some(on_one_line(words.rest()));
                    break;
                }
                _ => {}
            }
        }
        thought
    }
}

pub(super) fn mv(word: &str) -> Option<UciMove> {
    word.parse().ok()
}

fn small(word: &str) -> Option<i32> {
    let number = integer(word)?;
    Some(number.clamp(-i64::from(i32::MAX), i64::from(i32::MAX)) as i32)
}

fn read_wdl(words: &mut Words<'_>) -> Option<Wdl> {
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

/// As the protocol writes it, after the word `info`.
impl fmt::Display for Thought {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Parts { f, is_first: true };
        parts.field("depth", self.depth)?;
        parts.field("seldepth", self.selective_depth)?;
        parts.field("multipv", self.number)?;
        if self.worth.is_some() || self.bound.is_some() {
            parts.word("score")?;
        }
        match self.worth {
            Some(Worth::Centipawns(hundredths)) => parts.field("cp", Some(hundredths))?,
            Some(Worth::Mate(moves)) => parts.field("mate", Some(moves))?,
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
        parts.field("hashfull", self.table_full)?;
        parts.field("tbhits", self.ending_hits)?;
        parts.field("cpuload", self.processor_load)?;
        parts.field("time", self.time.map(|time| time.as_millis()))?;
        parts.field("currmove", self.trying)?;
        parts.field("currmovenumber", self.trying_number)?;
        parts.moves("refutation", &self.refutation)?;
        parts.moves("pv", &self.moves)?;
        parts.field("string", self.remark.as_deref().map(on_one_line))
    }
}

/// A line end would begin another message.
fn on_one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

/// Writes words with one blank between them.
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

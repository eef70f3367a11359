use std::fmt::{self, Write};

use arbiter_pgn::Flow;
use arbiter_rules::{Move, Position};
use serde::{Serialize, Serializer, ser::SerializeMap};

use crate::pgn::{
    record::{Moves, Record},
    tags::Tags,
};

/// The moves of the main line in both notations, divided by blanks.
#[derive(Default)]
pub struct Written {
    /// Where the game begins, unless it is where all do.
    pub fen: Option<String>,
    pub uci: String,
    pub san: String,
}

impl Written {
    fn push(&mut self, uci: impl fmt::Display, san: impl fmt::Display) {
        if !self.uci.is_empty() {
            self.uci.push(' ');
            self.san.push(' ');
        }
        // Memory takes everything.
        let _ = write!(self.uci, "{uci}");
        let _ = write!(self.san, "{san}");
    }
}

impl Moves for Written {
    fn begin(&mut self, _: &Tags, start: &Position) -> Flow {
        self.uci.clear();
        self.san.clear();
        let has_moved = start.halfmoves() != 0 || start.fullmoves() != 1;
        let is_usual = !has_moved && *start == Position::start();
        self.fen = (!is_usual).then(|| start.to_string());
        Flow::Read
    }

    fn played(&mut self, before: &Position, mv: Move) {
        self.push(before.uci(mv), before.san(mv));
    }

    fn null_move(&mut self, _: &Position) {
        self.push("0000", "--");
    }
}

/// A game as a line of JSON.
#[derive(Serialize)]
pub struct Line<'g> {
    #[serde(serialize_with = "pairs")]
    tags: &'g Tags,
    #[serde(skip_serializing_if = "Option::is_none")]
    fen: Option<&'g str>,
    #[serde(serialize_with = "words")]
    uci: &'g str,
    #[serde(serialize_with = "words")]
    san: &'g str,
    result: &'g str,
    damaged: bool,
}

impl<'g> Line<'g> {
    pub fn of(record: &'g Record, written: &'g Written) -> Line<'g> {
        Line {
            tags: &record.tags,
            fen: written.fen.as_deref(),
            uci: &written.uci,
            san: &written.san,
            result: record.result(),
            damaged: record.is_damaged(),
        }
    }
}

/// Of a tag that stands twice only the first counts: a key stands once.
fn pairs<S: Serializer>(tags: &Tags, serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    for (index, (name, value)) in tags.iter().enumerate() {
        if !tags.iter().take(index).any(|(before, _)| before == name) {
            map.serialize_entry(name, value)?;
        }
    }
    map.end()
}

fn words<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(text.split_ascii_whitespace())
}

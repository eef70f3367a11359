use std::fmt::{self, Write};

use arbiter_pgn::Flow;
use arbiter_rules::{Move, Position};
use serde::{Serialize, Serializer, ser::SerializeMap};

use crate::pgn::{
    record::{Moves, Record},
    tags::Tags,
};

/// The moves of the main line in UCI notation and SAN, separated by spaces.
#[derive(Default)]
pub struct MoveTexts {
    /// The starting position, unless it is the standard one.
    pub fen: Option<String>,
    pub uci: String,
    pub san: String,
}

impl MoveTexts {
    fn push(&mut self, uci: impl fmt::Display, san: impl fmt::Display) {
        if !self.uci.is_empty() {
            self.uci.push(' ');
            self.san.push(' ');
        }
        // Writing to memory cannot fail.
        let _ = write!(self.uci, "{uci}");
        let _ = write!(self.san, "{san}");
    }
}

impl Moves for MoveTexts {
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
pub struct GameLine<'g> {
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

impl<'g> GameLine<'g> {
    pub fn of(record: &'g Record, written: &'g MoveTexts) -> GameLine<'g> {
        GameLine {
            tags: &record.tags,
            fen: written.fen.as_deref(),
            uci: &written.uci,
            san: &written.san,
            result: record.result(),
            damaged: record.is_damaged(),
        }
    }
}

/// Writes the tags as an object. If a tag occurs twice, only the first counts.
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

use std::io::Write;

use arbiter_pgn::{MoveTexts, Record};
use arbiter_rules::{Move, Position};

use super::GameWriter;

/// Writes each game as a line of JSON.
pub struct JsonLines(MoveTexts);

/// Between two moves in an array of strings. No move contains a character that JSON
/// would escape.
const BETWEEN_STRINGS: &str = "\",\"";

impl Default for JsonLines {
    fn default() -> JsonLines {
        JsonLines(MoveTexts::new(BETWEEN_STRINGS))
    }
}

impl GameWriter for JsonLines {
    fn begin(&mut self, start: &Position) {
        self.0.begin(start);
    }

    fn played(&mut self, before: &Position, mv: Move) {
        self.0.played(before, mv);
    }

    fn null_move(&mut self, _: &Position) {
        self.0.null_move();
    }

    fn write(&self, record: &Record, text: &mut Vec<u8>) {
        text.extend_from_slice(b"{\"tags\":");
        write_tags(record, text);
        if let Some(fen) = &self.0.fen {
            text.extend_from_slice(b",\"fen\":");
            write_string(fen, text);
        }
        for (name, moves) in [("uci", &self.0.uci), ("san", &self.0.san)] {
            let quote = if moves.is_empty() { "" } else { "\"" };
            // Writing to memory cannot fail.
            let _ = write!(text, ",\"{name}\":[{quote}{moves}{quote}]");
        }
        let (result, damaged) = (record.result(), record.is_damaged());
        let _ = writeln!(text, ",\"result\":\"{result}\",\"damaged\":{damaged}}}");
    }
}

/// Writes the tags as an object. If a tag occurs twice, only the first counts.
fn write_tags(record: &Record, text: &mut Vec<u8>) {
    let tags = &record.tags;
    text.push(b'{');
    for (index, (name, value)) in tags.iter().enumerate() {
        if tags.has_before(index, name) {
            continue;
        }
        if index > 0 {
            text.push(b',');
        }
        write_string(name, text);
        text.push(b':');
        write_string(value, text);
    }
    text.push(b'}');
}

fn write_string(string: &str, text: &mut Vec<u8>) {
    serde_json::to_writer(text, string).expect("writing to memory cannot fail");
}

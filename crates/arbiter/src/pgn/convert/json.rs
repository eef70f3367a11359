use std::io::Write;

use arbiter_pgn::{MoveTexts, Record};

use super::LineWriter;

/// Writes each game as an object.
pub fn lines() -> LineWriter {
    // The moves are in arrays of strings, and contain nothing that JSON would escape.
    LineWriter::new("\",\"", write)
}

fn write(record: &Record, moves: &MoveTexts, text: &mut Vec<u8>) {
    text.extend_from_slice(b"{\"tags\":");
    write_tags(record, text);
    if let Some(fen) = &moves.fen {
        text.extend_from_slice(b",\"fen\":");
        write_string(fen, text);
    }
    for (name, list) in [("uci", &moves.uci), ("san", &moves.san)] {
        let quote = if list.is_empty() { "" } else { "\"" };
        // Writing to memory cannot fail.
        let _ = write!(text, ",\"{name}\":[{quote}{list}{quote}]");
    }
    let (result, damaged) = (record.result(), record.is_damaged());
    let _ = writeln!(text, ",\"result\":\"{result}\",\"damaged\":{damaged}}}");
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

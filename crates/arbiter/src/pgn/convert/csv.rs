use std::io::Write;

use arbiter_pgn::{MoveTexts, Record};

use super::LineWriter;

/// The row with the names of the columns.
pub const HEADER: &str = "event,site,date,round,white,black,result,white_elo,black_elo,eco,opening,\
                        time_control,termination,fen,plies,damaged,moves\n";

/// The tags before the result.
const TAGS_BEFORE_RESULT: [&str; 6] = ["Event", "Site", "Date", "Round", "White", "Black"];
/// The tags after the result.
const TAGS_AFTER_RESULT: [&str; 6] = [
    "WhiteElo",
    "BlackElo",
    "ECO",
    "Opening",
    "TimeControl",
    "Termination",
];

/// Writes each game as a row.
pub fn rows() -> LineWriter {
    LineWriter::new(" ", write)
}

fn write(record: &Record, moves: &MoveTexts, text: &mut Vec<u8>) {
    let tag = |name| record.tags.value(name).unwrap_or_default();
    for name in TAGS_BEFORE_RESULT {
        write_field(tag(name), text);
    }
    write_field(record.result(), text);
    for name in TAGS_AFTER_RESULT {
        write_field(tag(name), text);
    }
    write_field(moves.fen.as_deref().unwrap_or_default(), text);
    let (plies, damaged) = (record.plies, record.is_damaged());
    // Writing to memory cannot fail. No move contains a delimiter.
    let _ = writeln!(text, "{plies},{damaged},{}", moves.san);
}

/// Characters because of which a field is quoted (RFC 4180).
const DELIMITERS: [char; 4] = [',', '"', '\n', '\r'];

/// Writes a field and the comma after it.
fn write_field(field: &str, text: &mut Vec<u8>) {
    // One search for each delimiter is faster than one search for all of them.
    if DELIMITERS
        .iter()
        .any(|&delimiter| field.contains(delimiter))
    {
        text.push(b'"');
        text.extend_from_slice(field.replace('"', "\"\"").as_bytes());
        text.push(b'"');
    } else {
        text.extend_from_slice(field.as_bytes());
    }
    text.push(b',');
}

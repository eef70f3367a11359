use super::MoveTexts;
use crate::pgn::record::Record;

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

/// Writes a game as a row.
pub fn write(record: &Record, written: &MoveTexts, text: &mut Vec<u8>) {
    let tag = |name| record.tags.value(name).unwrap_or_default();
    let plies = record.plies.to_string();
    let damaged = if record.is_damaged() { "true" } else { "false" };
    let fen = written.fen.as_deref().unwrap_or_default();
    let fields = TAGS_BEFORE_RESULT
        .into_iter()
        .map(tag)
        .chain([record.result()]);
    let fields = fields.chain(TAGS_AFTER_RESULT.into_iter().map(tag));
    for field in fields.chain([fen, &plies, damaged]) {
        push(text, field);
        text.push(b',');
    }
    push(text, &written.san);
    text.push(b'\n');
}

/// Writes a field, quoted if it contains a delimiter (RFC 4180).
fn push(text: &mut Vec<u8>, field: &str) {
    if field.contains([',', '"', '\n', '\r']) {
        text.push(b'"');
        text.extend_from_slice(field.replace('"', "\"\"").as_bytes());
        text.push(b'"');
    } else {
        text.extend_from_slice(field.as_bytes());
    }
}

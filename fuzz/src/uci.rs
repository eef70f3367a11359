use arbiter_rules::UciMove;

use crate::position_and_rest;

/// Parsing never panics, and the offset of an error is within the text. A move is
/// unchanged by writing and parsing it, and what `find` accepts is a legal move
/// that `find` also accepts in its canonical form.
///
/// The first byte chooses the position.
pub fn uci(data: &[u8]) {
    let Some((position, rest)) = position_and_rest(data) else {
        return;
    };
    let Ok(text) = str::from_utf8(rest) else {
        return;
    };
    let requested: UciMove = match text.parse() {
        Ok(requested) => requested,
        Err(error) => {
            assert!(error.offset <= text.len(), "{error:?}");
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    assert_eq!(requested.to_string().parse(), Ok(requested));
    match position.find(requested) {
        Ok(mv) => {
            assert!(position.legal_moves().any(|legal| legal == mv), "{mv:?}");
            assert_eq!(position.find(position.uci(mv)), Ok(mv));
        }
        Err(refusal) => {
            assert!(!refusal.to_string().is_empty());
            assert!(!refusal.code().is_empty());
        }
    }
}

/// Moves of several positions; the first byte chooses the position.
pub const SEEDS: [&str; 12] = [
    "2e2e4", "3e1g1", "3e1h1", "3e1c1", "4e2e4", "5b7a8q", "6d7c8n", "7e5d6", "8e1f1", "9h8g7",
    "20000", "2e7e8k",
];

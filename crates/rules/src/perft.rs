//! Counting the positions a given number of moves away: the proof, and the
//! measure, of a move generator.

use crate::Position;

/// How many ways there are to play this many moves from here.
///
/// ```
/// use arbiter_rules::{Position, perft};
///
/// assert_eq!(perft(&Position::start(), 3), 8_902);
/// ```
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(position.count_legal_moves()),
        _ => {
            let mut nodes = 0;
            for mv in position.legal_moves() {
                nodes += perft(&position.after(mv), depth - 1);
            }
            nodes
        }
    }
}

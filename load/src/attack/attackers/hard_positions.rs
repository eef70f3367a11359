//! Positions in which it takes long to prove who can still win.

/// The positions.
const HARD_POSITIONS: [&str; 2] = [
    "1bB5/4b3/5k2/p1p1p1p1/P1P1PKP1/8/5b2/8 w - - 0 1",
    "8/7B/7b/8/3p1p1p/b1pP1PpP/B1PpBkP1/3K1BRB w - - 0 1",
];

/// Returns a hard position. The number makes it differ from others, so that
/// nothing is remembered.
pub fn hard_position(number: usize) -> String {
    let position = HARD_POSITIONS[number % HARD_POSITIONS.len()];
    let (board, _) = position.split_once(" 0 1").unwrap_or((position, ""));
    format!("{board} {} {}", number % 40, 1 + number % 4_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hard_positions_can_be_played() {
        for number in 0..100 {
            let setup: arbiter_rules::Setup = hard_position(number).parse().unwrap();
            setup.position().unwrap();
        }
    }
}

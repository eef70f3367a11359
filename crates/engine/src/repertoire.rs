//! A small repertoire of openings, so that no two games begin alike.

use std::{collections::HashMap, sync::LazyLock};

use arbiter_rules::{Line, Move, Position};

/// One line of the repertoire a line of text: how often it is played, beside
/// the others, and its moves.
const LINES: &str = include_str!("repertoire/lines.txt");

/// What is played in each position, by key, and how often.
static REPERTOIRE: LazyLock<HashMap<u64, Vec<(Move, u32)>>> = LazyLock::new(|| read(LINES));

/// A move of the repertoire for this position, if it has one. Which of them is
/// decided by the whim, any number; the more usual ones are hit more often.
///
/// ```
/// use arbiter_engine::repertoire;
/// use arbiter_rules::Position;
///
/// let start = Position::start();
/// let first = |whim| start.san(repertoire::choose(&start, whim).unwrap()).to_string();
/// assert_eq!(first(0), "e4");
/// assert_ne!(first(u32::MAX), "e4");
/// ```
#[must_use]
pub fn choose(position: &Position, whim: u32) -> Option<Move> {
    let moves = REPERTOIRE.get(&position.key())?;
    let total: u64 = moves.iter().map(|&(_, weight)| u64::from(weight)).sum();
    let mut left = (u64::from(whim) * total) >> 32;
    for &(mv, weight) in moves {
        match left.checked_sub(weight.into()) {
            Some(rest) => left = rest,
            // Two positions may share a key, though none has been seen to.
            None => return position.legal_moves().find(|&legal| legal == mv),
        }
    }
    None
}

/// Lines that are no moves are left out: the tests see to it that none is.
fn read(lines: &str) -> HashMap<u64, Vec<(Move, u32)>> {
    let mut repertoire: HashMap<u64, Vec<(Move, u32)>> = HashMap::new();
    for text in lines.lines() {
        let mut words = text.split_whitespace();
        let Some(weight) = words.next().and_then(|word| word.parse().ok()) else {
            continue;
        };
        let mut line = Line::default();
        for word in words {
            let Ok(mv) = line.position().find_san(word) else {
                break;
            };
            let moves = repertoire.entry(line.position().key()).or_default();
            match moves.iter_mut().find(|(known, _)| *known == mv) {
                Some((_, sum)) => *sum += weight,
                None => moves.push((mv, weight)),
            }
            line.play(mv);
        }
    }
    repertoire
}

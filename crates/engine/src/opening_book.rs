//! A small opening book, so that games begin differently.

use std::{collections::HashMap, sync::LazyLock};

use arbiter_rules::{Move, PlayedLine, Position};

/// The book: each line of text has a weight, relative to the others, and moves.
const LINES: &str = include_str!("opening_book/lines.txt");

/// The moves and weights for each position, by its key.
static BOOK: LazyLock<HashMap<u64, Vec<(Move, u32)>>> = LazyLock::new(|| read(LINES));

/// Returns a book move for this position, if there is one. The random number
/// selects among the moves in proportion to their weights.
///
/// ```
/// use arbiter_engine::opening_book;
/// use arbiter_rules::Position;
///
/// let start = Position::start();
/// let first = |random| start.san(opening_book::choose(&start, random).unwrap()).to_string();
/// assert_eq!(first(0), "e4");
/// assert_ne!(first(u32::MAX), "e4");
/// ```
#[must_use]
pub fn choose(position: &Position, random: u32) -> Option<Move> {
    if position.saktris_state().is_some() {
        return None;
    }
    let moves = BOOK.get(&position.key())?;
    let total: u64 = moves.iter().map(|&(_, weight)| u64::from(weight)).sum();
    let mut remaining = (u64::from(random) * total) >> 32;
    for &(mv, weight) in moves {
        match remaining.checked_sub(weight.into()) {
            Some(rest) => remaining = rest,
            // Two positions may share a key, so the move is checked.
            None => return position.legal_moves().find(|&legal| legal == mv),
        }
    }
    None
}

/// Returns the book move with the greatest weight, if there is one: the main line.
///
/// ```
/// use arbiter_engine::opening_book;
/// use arbiter_rules::PlayedLine;
///
/// let mut line = PlayedLine::default();
/// for text in ["e4", "e6"] {
///     line.play(line.read(text)?);
/// }
/// let mv = opening_book::main_move(line.position()).unwrap();
/// assert_eq!(line.position().san(mv).to_string(), "d4");
/// # Ok::<(), arbiter_rules::Refusal>(())
/// ```
#[must_use]
pub fn main_move(position: &Position) -> Option<Move> {
    if position.saktris_state().is_some() {
        return None;
    }
    let moves = BOOK.get(&position.key())?;
    // Of moves with the same weight, the first in the book.
    let &(mv, _) = moves.iter().rev().max_by_key(|&&(_, weight)| weight)?;
    position.legal_moves().find(|&legal| legal == mv)
}

/// Reads the book. A line ends at its first invalid move; a test ensures that
/// there is none.
fn read(lines: &str) -> HashMap<u64, Vec<(Move, u32)>> {
    let mut book: HashMap<u64, Vec<(Move, u32)>> = HashMap::new();
    for text in lines.lines() {
        let mut words = text.split_whitespace();
        let Some(weight) = words.next().and_then(|word| word.parse().ok()) else {
            continue;
        };
        let mut line = PlayedLine::default();
        for word in words {
            let Ok(mv) = line.position().find_san(word) else {
                break;
            };
            let moves = book.entry(line.position().key()).or_default();
            match moves.iter_mut().find(|(known, _)| *known == mv) {
                Some((_, sum)) => *sum += weight,
                None => moves.push((mv, weight)),
            }
            line.play(mv);
        }
    }
    book
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Returns the weight and the moves of each line of the file.
    fn lines() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
        let lines = LINES
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with('#'));
        lines.map(|line| {
            let mut words = line.split_whitespace();
            (words.next().unwrap(), words.collect())
        })
    }

    #[test]
    fn every_line_is_legal_and_has_a_weight() {
        for (weight, moves) in lines() {
            assert!((1..=9).contains(&weight.parse::<u32>().unwrap()));
            let mut line = PlayedLine::default();
            for text in &moves {
                match line.position().find_san(text) {
                    Ok(mv) => line.play(mv),
                    Err(error) => panic!("{moves:?}: {text}: {error}"),
                }
            }
            assert!(moves.len() >= 9, "{moves:?} is short");
        }
    }

    #[test]
    fn no_line_occurs_twice() {
        let mut seen = HashSet::new();
        for (_, moves) in lines() {
            assert!(seen.insert(moves.clone()), "{moves:?}");
        }
        assert!(seen.len() >= 150, "{} lines", seen.len());
    }

    #[test]
    fn moves_are_chosen_in_proportion_to_their_weights() {
        let start = Position::start();
        let mut hits: HashMap<String, u32> = HashMap::new();
        for step in 0..1000 {
            let random = step * (u32::MAX / 1000);
            let mv = choose(&start, random).unwrap();
            *hits.entry(start.san(mv).to_string()).or_default() += 1;
        }
        assert!(hits["e4"] > hits["d4"] && hits["d4"] > hits["Nf3"] && hits["Nf3"] > hits["b3"]);
        assert_eq!(choose(&start.after(start.read("a3").unwrap()), 0), None);
    }
}

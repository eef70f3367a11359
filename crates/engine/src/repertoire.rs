//! A small repertoire of openings, so that no two games begin alike.

use std::{collections::HashMap, sync::LazyLock};

use arbiter_rules::{Move, PlayedLine, Position};

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
    if position.to_come().is_some() {
        return None;
    }
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
        let mut line = PlayedLine::default();
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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Each line of the file: its weight and its moves.
    fn lines() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
        let written = LINES
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with('#'));
        written.map(|line| {
            let mut words = line.split_whitespace();
            (words.next().unwrap(), words.collect())
        })
    }

    #[test]
    fn every_line_is_legal_and_carries_a_weight() {
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
    fn no_line_is_written_twice() {
        let mut seen = HashSet::new();
        for (_, moves) in lines() {
            assert!(seen.insert(moves.clone()), "{moves:?}");
        }
        assert!(seen.len() >= 150, "{} lines", seen.len());
    }

    #[test]
    fn the_more_usual_moves_are_hit_more_often() {
        let start = Position::start();
        let mut hits: HashMap<String, u32> = HashMap::new();
        for share in 0..1000 {
            let whim = share * (u32::MAX / 1000);
            let mv = choose(&start, whim).unwrap();
            *hits.entry(start.san(mv).to_string()).or_default() += 1;
        }
        assert!(hits["e4"] > hits["d4"] && hits["d4"] > hits["Nf3"] && hits["Nf3"] > hits["b3"]);
        assert_eq!(choose(&start.after(start.read("a3").unwrap()), 0), None);
    }
}

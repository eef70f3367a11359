use std::sync::LazyLock;

use arbiter_rules::PlayedLine;

use crate::Opening;

/// Each line has a code, a name and moves, separated by tabs. Lines that begin with the
/// same moves are next to each other. `SOURCE.txt` says where they come from.
const TEXT: &str = include_str!("../openings.tsv");

/// All openings. The moves are played when the table is first used, which takes a few
/// milliseconds: less than a table of keys would need to be kept true.
pub(crate) static OPENINGS: LazyLock<OpeningTable> = LazyLock::new(|| {
    let mut openings = read(TEXT);
    openings.sort_unstable_by_key(|opening| opening.key);
    OpeningTable {
        keys: openings.iter().map(|opening| opening.key).collect(),
        openings,
    }
});

/// Openings, sorted by the keys of their positions.
pub(crate) struct OpeningTable {
    /// The keys alone, which fit into a processor's cache: most positions have no name.
    keys: Vec<u64>,
    openings: Vec<Opening>,
}

impl OpeningTable {
    /// Returns the opening whose position has this key.
    pub(crate) fn find(&self, key: u64) -> Option<Opening> {
        let index = self.keys.binary_search(&key).ok()?;
        self.openings.get(index).copied()
    }
}

fn read(text: &'static str) -> Vec<Opening> {
    let mut openings = Vec::new();
    let mut line = PlayedLine::default();
    let mut played: Vec<&str> = Vec::new();
    for entry in text.lines() {
        let mut columns = entry.split('\t');
        let mut column = || columns.next().expect("each line has three columns");
        let (eco, name, moves) = (column(), column(), column());
        let moves: Vec<&str> = moves.split(' ').collect();
        let pairs = moves.iter().zip(&played);
        let shared = pairs.take_while(|(next, last)| next == last).count();
        while played.len() > shared {
            played.pop();
            line.take_back();
        }
        for &text in &moves[shared..] {
            let mv = line.read(text).expect("the moves are legal");
            line.play(mv);
            played.push(text);
        }
        let key = line.position().key();
        openings.push(Opening { key, eco, name });
    }
    openings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_has_a_position_of_its_own_and_a_code() {
        let openings = &OPENINGS.openings;
        assert_eq!(openings.len(), 3_807);
        assert!(openings.is_sorted_by(|one, next| one.key < next.key));
        for opening in openings {
            let [letter, digits @ ..] = opening.eco.as_bytes() else {
                panic!("{opening}");
            };
            assert!((b'A'..=b'E').contains(letter), "{opening}");
            assert!(digits.len() == 2 && digits.iter().all(u8::is_ascii_digit));
            assert!(!opening.name.is_empty() && opening.name.trim() == opening.name);
        }
    }
}

//! Games for players who do not think: legal moves drawn by lot.

use arbiter_rules::{PlayedLine, Position};

/// A source of numbers that look random, and are the same for the same seed.
#[derive(Clone, Debug)]
pub struct Lot(u64);

impl Lot {
    pub fn new(seed: u64) -> Lot {
        Lot(seed)
    }

    /// The next number (SplitMix64, <https://prng.di.unimi.it/splitmix64.c>).
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut number = self.0;
        number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        number ^ (number >> 31)
    }

    /// One of so many.
    pub fn below(&mut self, count: usize) -> usize {
        usize::try_from(self.next() % count.max(1) as u64).unwrap_or(0)
    }
}

/// So many moves of a game that is not over after any of them.
pub fn moves(lot: &mut Lot, plies: usize) -> Vec<String> {
    loop {
        let mut line = PlayedLine::from(Position::start());
        let mut script = Vec::with_capacity(plies);
        while script.len() < plies {
            // To ask of one move whether it ends the game is quick, of all not.
            let mut moves: Vec<_> = line.position().legal_moves().collect();
            let going_on = std::iter::from_fn(|| {
                let index = (!moves.is_empty()).then(|| lot.below(moves.len()))?;
                Some(moves.swap_remove(index))
            })
            .find(|&mv| line.outcome_after(mv).is_none());
            let Some(mv) = going_on else {
                break;
            };
            script.push(line.position().uci(mv).to_string());
            line.play(mv);
        }
        if script.len() == plies {
            return script;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_are_legal_and_the_same_for_the_same_seed() {
        let script = moves(&mut Lot::new(5), 200);
        assert_eq!(script, moves(&mut Lot::new(5), 200));
        assert_ne!(script, moves(&mut Lot::new(6), 200));
        let mut line = PlayedLine::from(Position::start());
        for text in &script {
            let mv = line.read(text).unwrap();
            line.play(mv);
            assert_eq!(line.outcome(), None);
        }
    }
}

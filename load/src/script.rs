//! Games of random legal moves.

use arbiter_rules::{PlayedLine, Position, SplitMix64};

/// Returns the moves of a game of this length that does not end before.
pub fn random_game(random: &mut SplitMix64, plies: usize) -> Vec<String> {
    loop {
        let mut line = PlayedLine::from(Position::start());
        let mut script = Vec::with_capacity(plies);
        while script.len() < plies {
            // Checking whether a move ends the game is slow, so only drawn moves
            // are checked.
            let mut moves: Vec<_> = line.position().legal_moves().collect();
            let continuing = std::iter::from_fn(|| {
                let index = (!moves.is_empty()).then(|| random.below(moves.len()))?;
                Some(moves.swap_remove(index))
            })
            .find(|&mv| line.outcome_after(mv).is_none());
            let Some(mv) = continuing else {
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
    fn random_games_are_legal_and_depend_only_on_the_seed() {
        let script = random_game(&mut SplitMix64::new(5), 200);
        assert_eq!(script, random_game(&mut SplitMix64::new(5), 200));
        assert_ne!(script, random_game(&mut SplitMix64::new(6), 200));
        let mut line = PlayedLine::from(Position::start());
        for text in &script {
            let mv = line.read(text).unwrap();
            line.play(mv);
            assert_eq!(line.outcome(), None);
        }
    }
}

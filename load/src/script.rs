//! Games for players who do not think: legal moves drawn at random.

use arbiter_rules::{PlayedLine, Position, SplitMix64};

/// So many moves of a game that is not over after any of them.
pub fn moves(random: &mut SplitMix64, plies: usize) -> Vec<String> {
    loop {
        let mut line = PlayedLine::from(Position::start());
        let mut script = Vec::with_capacity(plies);
        while script.len() < plies {
            // To ask of one move whether it ends the game is quick, of all not.
            let mut moves: Vec<_> = line.position().legal_moves().collect();
            let going_on = std::iter::from_fn(|| {
                let index = (!moves.is_empty()).then(|| random.below(moves.len()))?;
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
        let script = moves(&mut SplitMix64::new(5), 200);
        assert_eq!(script, moves(&mut SplitMix64::new(5), 200));
        assert_ne!(script, moves(&mut SplitMix64::new(6), 200));
        let mut line = PlayedLine::from(Position::start());
        for text in &script {
            let mv = line.read(text).unwrap();
            line.play(mv);
            assert_eq!(line.outcome(), None);
        }
    }
}

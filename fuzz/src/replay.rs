use arbiter_rules::{Move, PlayedLine, Position};

use crate::position_and_rest;

/// Along any line of moves: a position has occurred as often as it stands in
/// the list of all positions so far (C4), and taking moves back leads through
/// the same positions to the start again.
///
/// The first byte chooses the start, every other byte a move. The lowest few
/// moves are chosen most, so that positions do come again.
pub fn replay(data: &[u8]) {
    let Some((start, choices)) = position_and_rest(data) else {
        return;
    };
    let mut line = PlayedLine::from(start);
    let mut seen: Vec<Position> = vec![start];
    for &choice in choices {
        let moves: Vec<Move> = line.position().legal_moves().collect();
        let few = if choice < 200 { 2 } else { moves.len() };
        let Some(&mv) = moves.get(usize::from(choice) % few.max(1)) else {
            break;
        };
        line.play(mv);
        let now = *line.position();
        seen.push(now);
        let count = seen.iter().filter(|before| **before == now).count();
        assert_eq!(line.repetitions(), count, "{now}");
        // Nobody needs to claim what has ended the game.
        assert!(count < 5 || line.outcome().is_some(), "{now}");
    }
    assert_eq!(line.moves().len(), seen.len() - 1);
    while let Some(position) = seen.pop() {
        assert_eq!(*line.position(), position);
        assert_eq!(line.take_back().is_some(), !seen.is_empty());
    }
}

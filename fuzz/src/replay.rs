use arbiter_rules::{Move, PlayedLine, Position};

use crate::position_and_rest;

/// In every line of moves, the number of repetitions equals the number of equal
/// positions so far (C4), and taking back all moves leads through the same
/// positions to the start.
///
/// The first byte chooses the start, every other byte a move. The first moves
/// are chosen most often, so that positions repeat.
pub fn replay(data: &[u8]) {
    let Some((start, choices)) = position_and_rest(data) else {
        return;
    };
    let mut line = PlayedLine::from(start.clone());
    let mut seen: Vec<Position> = vec![start];
    for &choice in choices {
        let moves: Vec<Move> = line.position().legal_moves().collect();
        let few = if choice < 200 { 2 } else { moves.len() };
        let Some(&mv) = moves.get(usize::from(choice) % few.max(1)) else {
            break;
        };
        line.play(mv);
        let now = line.position().clone();
        seen.push(now.clone());
        let count = seen.iter().filter(|before| **before == now).count();
        assert_eq!(line.repetitions(), count, "{now}");
        // The fifth occurrence ends the game without a claim.
        assert!(count < 5 || line.outcome().is_some(), "{now}");
    }
    assert_eq!(line.moves().len(), seen.len() - 1);
    while let Some(position) = seen.pop() {
        assert_eq!(*line.position(), position);
        assert_eq!(line.take_back().is_some(), !seen.is_empty());
    }
}

use arbiter_rules::{Bitboard, Position, perft};

use crate::{
    history::Histories,
    picker::{Candidate, Picker},
};

/// Counts positions as perft does, with the moves of the move picker and a
/// different hash move in each position.
fn count(
    position: &Position,
    depth: u32,
    move_stack: &mut Vec<Candidate>,
    histories: &Histories,
) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves().count();
    let hint = (moves > 0).then(|| position.key() as usize % moves);
    let hash_move = hint.and_then(|hint| position.legal_moves().nth(hint));
    let mut picker = Picker::all(hash_move, move_stack);
    let mut total = 0;
    let steps = [None; 3];
    while let Some(mv) = picker.next(position, histories, Bitboard::EMPTY, &steps, move_stack) {
        total += count(&position.after(mv), depth - 1, move_stack, histories);
    }
    picker.finish(move_stack);
    total
}

#[test]
fn the_move_picker_reaches_every_position() {
    let histories = Histories::new();
    for (fen, depth) in [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            4,
        ),
        (
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            3,
        ),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4),
        (
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            3,
        ),
        (
            "nqrnkrbb/pp3ppp/2pp4/4p3/2P1B1P1/1N6/PP1PPP1P/1QRNKRB1 b KQkq - 1 4",
            3,
        ),
    ] {
        let position: Position = fen.parse().unwrap();
        let mut move_stack = Vec::new();
        let counted = count(&position, depth, &mut move_stack, &histories);
        assert_eq!(counted, perft(&position, depth), "{fen}");
        assert!(move_stack.is_empty());
    }
}

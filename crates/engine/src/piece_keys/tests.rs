use arbiter_rules::{Arrival, Color, Move, Order, Position};
use proptest::prelude::*;

use super::PieceKeys;

/// Plays a game in which these numbers select the moves, and compares the keys after
/// each move with those computed from scratch.
fn check_game(mut position: Position, picks: &[u8]) -> Result<(), TestCaseError> {
    let mut keys = PieceKeys::of(&position);
    for &pick in picks {
        let moves: Vec<Move> = position.legal_moves().collect();
        if moves.is_empty() {
            break;
        }
        let mv = select_move(&position, &moves, pick);
        keys = keys.after(&position, mv);
        position.play(mv);
        prop_assert_eq!(keys, PieceKeys::of(&position), "{}", position);
    }
    Ok(())
}

/// Selects a move. Every fourth number prefers rare moves: castling, promotions, en
/// passant captures and clears.
fn select_move(position: &Position, moves: &[Move], pick: u8) -> Move {
    let is_rare = |mv: &&Move| {
        mv.castling().is_some()
            || mv.promotion().is_some()
            || mv.is_en_passant()
            || position.clear(**mv).is_some()
    };
    let index = usize::from(pick / 4);
    let rare: Vec<&Move> = moves.iter().filter(is_rare).collect();
    if pick.is_multiple_of(4) && !rare.is_empty() {
        *rare[index % rare.len()]
    } else {
        moves[index % moves.len()]
    }
}

fn picks() -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(any::<u8>(), 0..300)
}

proptest! {
    #[test]
    fn keys_updated_by_moves_equal_those_computed_from_scratch(
        start in prop_oneof![Just(518), 0..960u16],
        picks in picks(),
    ) {
        check_game(Position::chess960(start).unwrap(), &picks)?;
    }

    #[test]
    fn the_same_holds_in_saktris(number in any::<u64>(), picks in picks()) {
        let orders = [Order::shuffled(number), Order::shuffled(!number)];
        check_game(Position::saktris(orders.into(), Arrival::default()), &picks)?;
    }
}

/// Returns the keys of a position: pawns, other pieces of White and of Black, minor
/// pieces.
fn keys(fen: &str) -> [u64; 4] {
    let keys = PieceKeys::of(&fen.parse::<Position>().unwrap());
    [
        keys.pawns(),
        keys.non_pawns(Color::White),
        keys.non_pawns(Color::Black),
        keys.minors(),
    ]
}

#[test]
fn each_key_depends_only_on_its_own_pieces() {
    let before = keys("r1bqk2r/pp3ppp/8/8/8/8/PP3PPP/RNBQK2R w - - 0 1");
    let check = |fen: &str, changed: [bool; 4]| {
        let after = keys(fen);
        let differs: Vec<bool> = (0..4).map(|index| after[index] != before[index]).collect();
        assert_eq!(differs, changed, "{fen}");
    };
    let (n, y) = (false, true);
    check(
        "r1bqk2r/pp3ppp/8/8/8/P7/1P3PPP/RNBQK2R w - - 0 1",
        [y, n, n, n],
    );
    check(
        "r1bqk2r/pp3ppp/8/8/8/2N5/PP3PPP/R1BQK2R w - - 0 1",
        [n, y, n, y],
    );
    check(
        "r2qk2r/pp1b1ppp/8/8/8/8/PP3PPP/RNBQK2R w - - 0 1",
        [n, n, y, y],
    );
    check(
        "r1bqkr2/pp3ppp/8/8/8/8/PP3PPP/RNBQK2R w - - 0 1",
        [n, n, y, n],
    );
    check(
        "r1bqk2r/pp3ppp/8/8/8/8/PP3PPP/RNBQ1K1R w - - 0 1",
        [n, y, n, y],
    );
}

//! What a player can plan while the opponent thinks.

use arbiter_wire::{
    Color,
    rules::{Premoves, PremovesQuery},
};

fn premoves(fen: &str, color: Color, moves: &[&str]) -> Premoves {
    let ask = PremovesQuery {
        fen: fen.to_owned(),
        color,
        moves: moves.iter().map(ToString::to_string).collect(),
    };
    Premoves::of(&ask).expect("the position is well-formed")
}

#[test]
fn targets_are_named_by_square() {
    let premoves = premoves("start", Color::White, &["g1f3"]);
    assert_eq!(premoves.possible, 1);
    assert_eq!(premoves.targets["e2"], ["d3", "e3", "f3", "e4"]);
    assert_eq!(premoves.arrival, None);
}

#[test]
fn what_cannot_be_read_is_not_possible() {
    let premoves = premoves("start", Color::White, &["g1f3", "nonsense", "e2e4"]);
    assert_eq!(premoves.possible, 1);
}

#[test]
fn a_hidden_piece_is_due_but_not_named() {
    let fen = "8/8/8/8/8/8/8/4P3[?/bp] b - - 0 9 moves=9/9,placed=1/1";
    let arrival = premoves(fen, Color::White, &[]).arrival.expect("Saktris");
    assert!(arrival.due && arrival.must_place);
    assert!(arrival.places.is_empty() && arrival.side.next.is_empty());
    assert_eq!(arrival.side.left, 1);
    // Once the only public piece is planned, the next one is hidden.
    let fen = "8/8/8/8/8/8/8/4P3[N??/b?] b - - 0 9 moves=9/9,placed=1/1";
    let arrival = premoves(fen, Color::White, &["N@g1"]).arrival;
    let arrival = arrival.expect("Saktris");
    assert!(arrival.due && arrival.places.is_empty());
    assert_eq!(arrival.side.left, 2);
}

#[test]
fn a_known_piece_is_named_with_its_squares() {
    let fen = "8/8/8/8/8/4P3/8/8[NPB/npb] b - - 0 2 moves=1/0,placed=1/1";
    let arrival = premoves(fen, Color::White, &[]).arrival.expect("Saktris");
    assert_eq!(arrival.places["n"].len(), 8);
    assert_eq!(arrival.side.next, ["n", "p", "b"]);
}

//! What a player can plan while the opponent thinks.

use arbiter_rules::{Bitboard, Color, Premoves, Role, Setup, Square, UciMove};

/// Returns what a side can plan after these actions.
fn premoves(fen: &str, color: Color, planned: &str) -> Premoves {
    let setup: Setup = fen.parse().unwrap();
    let planned: Vec<UciMove> = planned
        .split_whitespace()
        .map(|mv| mv.parse().unwrap())
        .collect();
    setup.premoves(color, &planned)
}

/// Returns the squares that the piece on a square could reach.
fn reach(fen: &str, color: Color, from: Square) -> String {
    let premoves = premoves(fen, color, "");
    let found = premoves.targets.iter().find(|(square, _)| *square == from);
    found.map_or(String::new(), |(_, targets)| names(*targets))
}

fn names(squares: Bitboard) -> String {
    let names: Vec<String> = squares.iter().map(|it| it.to_string()).collect();
    names.join(" ")
}

/// Describes the turn of Saktris after these actions: the next piece if it is
/// due, whether it must be placed, and where it could be.
fn due(fen: &str, color: Color, planned: &str) -> String {
    let premoves = premoves(fen, color, planned);
    let arrival = premoves.arrival.unwrap();
    let next = arrival.order.first().filter(|_| arrival.is_due);
    let squares = arrival.places.first().map_or(Bitboard::EMPTY, |it| it.1);
    format!(
        "{} {} {}",
        next.map_or('-', Role::letter),
        if arrival.must_place { "must" } else { "may" },
        names(squares)
    )
}

const ALL: &str = "a1 b1 c1 d1 e1 f1 g1 h1";

#[test]
fn nothing_is_in_the_way_of_a_premove() {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1";
    let white = Color::White;
    assert_eq!(reach(fen, white, Square::G1), "e2 f3 h3");
    assert_eq!(reach(fen, white, Square::E2), "d3 e3 f3 e4");
    assert_eq!(
        reach(fen, white, Square::A1),
        "b1 c1 d1 e1 f1 g1 h1 a2 a3 a4 a5 a6 a7 a8"
    );
    assert_eq!(reach(fen, Color::Black, Square::E7), "e5 d6 e6 f6");
    // A pawn that has moved takes one step.
    let fen = "4k3/8/8/8/8/4P3/8/4K3 b - - 0 1";
    assert_eq!(reach(fen, white, Square::E3), "d4 e4 f4");
}

#[test]
fn a_king_can_plan_to_castle_two_squares_or_onto_its_rook() {
    let fen = "4k3/8/8/8/8/8/8/R3K2R b KQ - 0 1";
    assert_eq!(
        reach(fen, Color::White, Square::E1),
        "a1 c1 d1 f1 g1 h1 d2 e2 f2"
    );
    let fen = "4k3/8/8/8/8/8/8/RK5R b KQ - 0 1";
    assert_eq!(reach(fen, Color::White, Square::B1), "a1 c1 h1 a2 b2 c2");
    // The rook goes along, so it can be planned from its new square.
    let after = premoves(
        "4k3/8/8/8/8/8/8/R3K2R b KQ - 0 1",
        Color::White,
        "e1g1 f1f8",
    );
    assert_eq!(after.possible, 2);
}

#[test]
fn plans_follow_each_other_until_one_is_impossible() {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1";
    let count = |planned| premoves(fen, Color::White, planned).possible;
    assert_eq!(count("e2e4 e4e5 e5d6"), 3);
    assert_eq!(count("e2e4 e4e6 e6e7"), 1);
    assert_eq!(count("e7e5"), 0, "a piece of the opponent");
    assert_eq!(count("e4e5"), 0, "no piece at all");
    assert_eq!(count("N@g1"), 0, "nothing is placed in chess");
    let after = premoves("8/P6k/8/8/8/8/8/K7 b - - 0 1", Color::White, "a7a8n a8b6");
    assert_eq!(after.possible, 2);
}

#[test]
fn s3_a_piece_arrives_after_so_many_moves() {
    let moved = "8/8/8/8/8/4P3/8/8[NPB/npb] b - - 0 2 moves=1/0,placed=1/1";
    assert_eq!(due(moved, Color::White, ""), format!("N must {ALL}"));
    assert_eq!(due(moved, Color::White, "N@g1"), "- may ");
    assert_eq!(
        due(moved, Color::White, "N@g1 g1f3"),
        format!("P must {ALL}")
    );
    let slow = "8/8/8/8/8/8/8/4P3[NPB/npb] b - - 0 1 every=2,placed=1/1";
    assert_eq!(due(slow, Color::White, ""), "- may ");
    assert_eq!(due(slow, Color::White, "e1e2"), "- may ");
    assert_eq!(
        due(slow, Color::White, "e1e2 e2e3"),
        format!("N must {ALL}")
    );
    // Without a count, sixteen less those to come are placed.
    let start = "8/8/8/8/8/8/8/4P3[PPPPPPPBRQKNBNR/ppppppppbrqknbnr] b - - 0 1";
    assert_eq!(due(start, Color::White, ""), "- may ");
    assert_eq!(due(start, Color::White, "e1e3"), format!("P must {ALL}"));
    // Black has its own back rank and counts.
    let black = "4p3/8/8/8/8/8/8/8[NPB/npb] w - - 0 2 moves=0/1,placed=1/1";
    assert_eq!(due(black, Color::Black, ""), "N must a8 b8 c8 d8 f8 g8 h8");
}

#[test]
fn s4_a_piece_that_must_be_placed_comes_before_any_move() {
    let fen = "8/8/8/8/8/4P3/8/8[NPB/npb] b - - 0 2 moves=1/0,placed=1/1";
    assert_eq!(premoves(fen, Color::White, "e3e4").possible, 0);
    assert_eq!(premoves(fen, Color::White, "N@g1 e3e4").possible, 2);
    assert_eq!(premoves(fen, Color::White, "B@g1").possible, 0);
    // One that was waiting may be placed, and others may move.
    let waiting = "8/8/8/8/8/8/8/RNBQ1BNR[P*B/npb] b - - 0 9 moves=20/20,placed=14/14";
    assert_eq!(due(waiting, Color::White, ""), "P may e1");
    assert_eq!(premoves(waiting, Color::White, "b1c3").possible, 1);
    assert_eq!(due(waiting, Color::White, "P@e1"), "B may ");
    let full = "8/8/8/8/8/8/8/RNBQKBNR[PP/npb] b - - 0 9 moves=20/20,placed=8/8";
    assert_eq!(due(full, Color::White, ""), "P may ");
}

#[test]
fn s5_a_bishop_is_planned_on_the_other_color_than_the_first() {
    let fen = |board: &str| format!("{board}[BP/bp] b - - 0 9 moves=9/9,placed=1/1");
    for board in [
        "8/8/8/8/8/8/8/2B5",
        "7B/8/8/8/8/8/8/8",
        "8/8/8/8/8/4B3/8/2b2b2",
    ] {
        assert_eq!(due(&fen(board), Color::White, ""), "B must b1 d1 f1 h1");
    }
    let planned = "8/8/8/8/8/8/8/4P3[BBP/bp] b - - 0 9 moves=1/1,placed=1/1";
    assert_eq!(
        due(planned, Color::White, "B@c1 e1e2"),
        "B must b1 d1 f1 h1"
    );
    let none = "8/8/8/8/8/8/8/1RBQ1R1R[BP/bp] b - - 0 9 moves=9/9,placed=6/6";
    assert_eq!(due(none, Color::White, ""), "B may ");
    // A square of the opponent may be empty by then.
    let taken = "8/8/8/8/8/8/8/q2P4[NP/np] b - - 0 9 moves=9/9,placed=1/1";
    assert_eq!(due(taken, Color::White, ""), "N must a1 b1 c1 e1 f1 g1 h1");
}

#[test]
fn s2_a_player_who_chooses_is_offered_what_has_a_square() {
    let roles = |board: &str| {
        let fen = format!("{board}[BNN/bp] b - - 0 9 moves=9/9,placed=6/6,order=pick");
        let arrival = premoves(&fen, Color::White, "").arrival.unwrap();
        let letters = arrival.places.iter().map(|(role, _)| role.letter());
        letters.collect::<String>()
    };
    assert_eq!(roles("8/8/8/8/8/8/8/1RBQ1R1R"), "N");
    assert_eq!(roles("8/8/8/8/8/8/8/RNBQKBNR"), "");
    let mut both: Vec<char> = roles("8/8/8/8/8/8/8/1RBQ1R2").chars().collect();
    both.sort_unstable();
    assert_eq!(both, ['B', 'N']);
    let fen = "8/8/8/8/8/4P3/8/8[KNNP/kp] b - - 0 2 moves=1/0,placed=1/1,order=pick";
    let arrival = premoves(fen, Color::White, "N@g1").arrival.unwrap();
    assert_eq!((arrival.waits, arrival.moves_to_go), (false, Some(1)));
    assert_eq!(arrival.order.len(), 3);
    assert_eq!(due(fen, Color::White, "N@g1 0000"), "- may ");
}

#[test]
fn s10_a_side_without_pieces_gets_the_next_one_early() {
    let fen = "8/8/8/8/8/8/8/q7[NP/np] b - - 0 9 every=5,moves=4/4,placed=2/2";
    assert_eq!(due(fen, Color::White, ""), format!("N must {ALL}"));
}

//! Early arrivals, passes and stalemate (section 10).

use super::*;

/// White's pawn is blocked, and its next piece is not due for several moves.
const BLOCKED: &str = "7k/8/8/p7/P7/8/8/8[NK/] w - - 3 9 every=5,moved=a5a4";

/// White has no action: its bishop is shut in, and the next bishop needs a light
/// square, all of which Black occupies.
const STUCK: &str = "7k/8/8/8/8/1p6/1P6/Bn1n1r1r[B*K/] w - - 3 9 moved=b3b2b1d1f1h1";

#[test]
fn d_without_a_legal_move_the_next_piece_arrives_early() {
    assert_eq!(
        Plain::from_fen(BLOCKED).to_fen(),
        "7k/8/8/p7/P7/8/8/8[N*K/] w - - 3 9 every=5,moved=a5a4"
    );
    assert_eq!(actions(BLOCKED), "N@a1 N@b1 N@c1 N@d1 N@e1 N@f1 N@g1 N@h1");
    // Early or not, it is placed once.
    let placed = after(BLOCKED, "N@b1 h8g8");
    assert_eq!(placed.white.placed, 15);
    assert_eq!(placed.actions().join(" "), "b1a3 b1c3 b1d2");
}

#[test]
fn d_during_a_game_the_next_piece_can_arrive_early() {
    let plain = after(
        "7k/8/p7/8/P7/8/8/8[NK/] b - - 3 9 every=5,moved=a6a4",
        "a6a5",
    );
    assert!(waits(&plain, Color::White));
    assert_eq!(plain.actions()[0], "N@a1");
}

#[test]
fn d_in_pick_mode_any_piece_can_arrive_early() {
    let fen = "7k/8/8/p7/P7/8/8/8[KN/] w - - 3 9 every=5,order=pick,moved=a5a4";
    assert_eq!(
        Plain::from_fen(fen).to_fen(),
        "7k/8/8/p7/P7/8/8/8[*KN/] w - - 3 9 every=5,order=pick,moved=a5a4"
    );
    assert_eq!(actions(fen).split(' ').count(), 16);
}

#[test]
fn nothing_arrives_early_for_a_side_that_can_move() {
    let fen = "7k/8/p7/8/P7/8/8/8[NK/] w - - 3 9 every=5,moved=a6a4";
    assert_eq!(actions(fen), "a4a5");
}

#[test]
fn nothing_arrives_early_for_a_side_in_check() {
    let fen = "4k3/8/8/8/8/8/6PP/r6K[N/] w - - 0 1 every=5,moved=g2h2a1";
    assert_eq!(Plain::from_fen(fen).to_fen(), fen);
    assert_eq!(Plain::from_fen(fen).outcome(), Some("checkmate:black"));
}

#[test]
fn d_a_side_without_any_action_passes() {
    assert_eq!(actions(STUCK), "0000");
    assert_eq!(Plain::from_fen(STUCK).outcome(), None);
    assert_eq!(
        after(STUCK, "0000").to_fen(),
        "7k/8/8/8/8/1p6/1P6/Bn1n1r1r[B*K/] b - - 4 9 moved=b3b2b1d1f1h1,passed"
    );
}

#[test]
fn a_pass_is_not_a_move_but_counts_for_the_fifty_move_rule() {
    let passed = after(STUCK, "0000");
    assert_eq!(passed.white.moves, 0);
    assert_eq!((passed.halfmoves, passed.fullmoves), (4, 9));
}

#[test]
fn d_passes_that_are_not_consecutive_do_not_end_the_game() {
    let plain = after(STUCK, "0000 h8g8 0000 g8h8");
    assert_eq!(plain.outcome(), None);
    assert!(!plain.passed);
    assert_eq!(plain.actions(), ["0000"]);
}

#[test]
fn d_two_consecutive_passes_are_stalemate() {
    let fen = format!("{STUCK},passed");
    assert_eq!(Plain::from_fen(&fen).outcome(), Some("stalemate"));
    assert_eq!(actions(&fen), "");
}

#[test]
fn d_it_is_stalemate_if_the_opponent_of_a_passing_side_has_no_action() {
    // All pawns are blocked and the squares between them are attacked, so neither
    // king can be placed.
    let fen = "1p1p1p1p/1P1P1P1P/8/8/8/8/1p1p1p1p/1P1P1P1P[K*/k] w - - 0 1 \
               moved=b7d7f7h7b2d2f2h2";
    assert_eq!(actions(fen), "0000");
    let passed = after(fen, "0000");
    assert!(waits(&passed, Color::Black));
    assert_eq!(passed.outcome(), Some("stalemate"));
}

#[test]
fn d_a_side_whose_king_has_no_safe_square_passes() {
    let fen = "7k/8/8/8/8/8/8/r7[K*/] w - - 0 1 moved=a1";
    assert_eq!(actions(fen), "0000");
    assert_eq!(after(fen, "0000 a1a2").actions().len(), 7);
}

#[test]
fn d_it_is_stalemate_if_no_pieces_remain() {
    let fen = "7k/8/6Q1/8/8/8/8/K7[/] b - - 0 1 moved=g6";
    assert_eq!(Plain::from_fen(fen).outcome(), Some("stalemate"));
    assert_eq!(actions(fen), "");
    // If a piece is still to come, it is placed instead.
    let fen = "7k/8/6Q1/8/8/8/8/K7[/p] b - - 0 1 moved=g6";
    assert_eq!(actions(fen), "P@a8 P@b8 P@c8 P@d8 P@e8 P@f8 P@g8");
}

#[test]
fn checkmate_takes_precedence_over_draws() {
    let fen = "7k/6Q1/6K1/8/8/8/8/8[/p*] b - - 150 99 moved=g7g6,passed";
    assert_eq!(Plain::from_fen(fen).outcome(), Some("checkmate:white"));
}

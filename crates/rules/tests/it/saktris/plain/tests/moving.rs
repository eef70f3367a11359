//! How pieces move (section 6).

use super::*;

#[test]
fn an_unblocked_pawn_on_the_back_rank_has_two_moves() {
    assert_eq!(
        actions("4k3/8/8/8/8/8/8/P7[K/] w - - 0 1 every=5"),
        "a1a2 a1a3"
    );
    assert_eq!(
        actions("p7/8/8/8/8/8/8/4K3[/k] b - - 0 1 every=5"),
        "a8a6 a8a7"
    );
}

#[test]
fn a_pawn_on_the_back_rank_cannot_jump_over_a_piece() {
    assert_eq!(
        actions_of("4k3/8/8/8/8/8/n7/P3K3[/] w - - 0 1 moved=a2", "a1"),
        ""
    );
    assert_eq!(
        actions_of("4k3/8/8/8/8/n7/8/P3K3[/] w - - 0 1 moved=a3", "a1"),
        "a1a2"
    );
}

#[test]
fn a_pawn_on_the_back_rank_captures_diagonally() {
    assert_eq!(
        actions_of("4k3/8/8/8/8/8/n1n5/1P5K[/] w - - 0 1 moved=a2c2", "b1"),
        "b1a2 b1b2 b1b3 b1c2"
    );
}

#[test]
fn a_pawn_on_the_second_rank_advances_one_square() {
    assert_eq!(
        actions_of("4k3/8/8/8/8/8/P7/4K3[/] w - - 0 1 moved=a2", "a2"),
        "a2a3"
    );
    assert_eq!(
        actions_of("4k3/p7/8/8/8/8/8/4K3[/] b - - 0 1 moved=a7", "a7"),
        "a7a6"
    );
}

#[test]
fn en_passant_captures_are_on_the_second_rank() {
    let stepped = after(
        "4k3/8/8/8/8/3p1p2/8/K3P3[/] w - - 3 9 clear=none,moved=d3f3",
        "e1e3",
    );
    assert_eq!(
        stepped.to_fen(),
        "4k3/8/8/8/8/3pPp2/8/K7[/] b - e2 0 9 clear=none,moves=1/0,moved=d3f3e3"
    );
    assert!(stepped.actions().contains(&"f3e2".to_string()));
    assert_eq!(
        play(stepped, "d3e2").to_fen(),
        "4k3/8/8/8/8/5p2/4p3/K7[/] w - - 0 10 clear=none,moves=1/1,moved=f3e2"
    );
    let stepped = after("k3p3/8/3P4/8/8/8/8/4K3[/] b - - 0 1 moved=d6", "e8e6");
    assert_eq!(
        play(stepped, "d6e7").to_fen(),
        "k7/4P3/8/8/8/8/8/4K3[/] b - - 0 2 moves=1/1,moved=e7"
    );
}

#[test]
fn a_single_step_does_not_allow_en_passant() {
    let stepped = after("4k3/8/8/8/8/3p4/8/K3P3[/] w - - 0 1 moved=d3", "e1e2");
    assert_eq!(stepped.legal_en_passant(), None);
    // Only a pawn on its own sixth rank can capture en passant.
    let stepped = after("4k3/8/8/8/3p4/8/8/K3P3[/] w - - 0 1 moved=d4", "e1e3");
    assert_eq!(
        stepped.to_fen(),
        "4k3/8/8/8/3p4/4P3/8/K7[/] b - - 0 1 moves=1/0,moved=d4e3"
    );
}

#[test]
fn en_passant_is_possible_for_one_turn_only() {
    let later = after(
        "4k3/8/8/8/8/3p4/8/K3P3[/] w - - 0 1 moved=d3",
        "e1e3 e8e7 a1a2",
    );
    assert!(!later.actions().contains(&"d3e2".to_string()));
}

#[test]
fn the_en_passant_square_is_written_if_the_capture_is_legal() {
    // The pawn on d3 is pinned.
    let pinned = after("3k4/8/8/8/8/3p4/8/K2RP3[/] w - - 0 1 moved=d3", "e1e3");
    assert_eq!(
        pinned.to_fen(),
        "3k4/8/8/8/8/3pP3/8/K2R4[/] b - - 0 1 moves=1/0,moved=d3e3"
    );
    assert!(!pinned.actions().contains(&"d3e2".to_string()));
    // Black has to place.
    let busy = after("3k4/8/8/8/8/3p4/8/K3P3[/n*] w - - 0 1 moved=d3", "e1e3");
    assert_eq!(
        busy.to_fen(),
        "3k4/8/8/8/8/3pP3/8/K7[/n*] b - - 0 1 moves=1/0,moved=d3e3"
    );
}

#[test]
fn en_passant_cannot_expose_ones_own_king_along_a_rank() {
    let stepped = after("8/8/8/8/8/k2p3R/8/K3P3[/] w - - 0 1 moved=a3d3h3", "e1e3");
    assert!(!stepped.actions().contains(&"d3e2".to_string()));
}

#[test]
fn pawns_are_promoted_on_the_last_rank() {
    assert_eq!(
        actions_of("1n2k3/P7/8/8/8/8/8/4K3[/] w - - 0 1 moved=a7", "a7"),
        "a7a8b a7a8n a7a8q a7a8r a7b8b a7b8n a7b8q a7b8r"
    );
}

#[test]
fn a_promoted_piece_counts_as_moved() {
    assert_eq!(
        after("4k3/P7/8/8/8/8/8/4K3[/] w - - 4 1 moved=a7", "a7a8n").to_fen(),
        "N3k3/8/8/8/8/8/8/4K3[/] b - - 0 1 moves=1/0,moved=a8"
    );
}

#[test]
fn castling_does_not_depend_on_which_piece_was_placed_first() {
    let rook_first = after("4k3/8/8/8/8/8/8/R6R[K*/] w - - 0 1", "K@e1 e8e7");
    assert_eq!(rook_first.castling(), "KQ");
    assert!(rook_first.actions().contains(&"e1g1".to_string()));
    assert!(rook_first.actions().contains(&"e1c1".to_string()));
    let king_first = after("4k3/8/8/8/8/8/8/4K3[/r*] b - - 0 1", "R@h8");
    assert_eq!(king_first.castling(), "k");
}

#[test]
fn castling_needs_the_home_squares() {
    assert_eq!(
        Plain::from_fen("4k3/8/8/8/8/8/8/1R1K2R1[/] w - - 0 1").castling(),
        "-"
    );
    assert_eq!(
        Plain::from_fen("4k3/8/8/8/8/8/8/R2K3R[/] w - - 0 1").castling(),
        "-"
    );
}

#[test]
fn castling_moves_king_and_rook_and_counts_as_one_move() {
    assert_eq!(
        after("r3k2r/8/8/8/8/8/8/R3K2R[/] w KQkq - 0 1", "e1g1 e8c8").to_fen(),
        "2kr3r/8/8/8/8/8/8/R4RK1[/] w - - 2 2 moves=1/1,moved=f1g1d8c8"
    );
}

#[test]
fn pieces_that_moved_and_returned_cannot_castle() {
    let fen = "4k3/8/8/8/8/8/8/R3K2R[/] w KQ - 0 1";
    assert_eq!(after(fen, "h1h2 e8e7 h2h1").castling(), "Q");
    assert_eq!(after(fen, "e1e2 e8e7 e2e1").castling(), "-");
}

#[test]
fn a_new_rook_grants_a_new_castling_right() {
    let fen = "4k3/8/8/8/8/8/8/R3K3[R/] w Q - 0 1 moves=14/0";
    let plain = after(fen, "a1a2 e8e7");
    assert_eq!(plain.castling(), "-");
    assert_eq!(play(plain, "R@a1").castling(), "Q");
}

#[test]
fn castling_obeys_r42_to_r44() {
    let castlings = |fen: &str| {
        let mut actions = Plain::from_fen(fen).actions();
        actions.retain(|uci| ["e1c1", "e1g1"].contains(&uci.as_str()));
        actions.join(" ")
    };
    // R42: nothing between.
    assert_eq!(castlings("4k3/8/8/8/8/8/8/RN2K1NR[/] w KQ - 0 1"), "");
    // R43: neither in check, nor through it, nor into it.
    assert_eq!(castlings("4r3/1k6/8/8/8/8/8/R3K2R[/] w KQ - 0 1"), "");
    assert_eq!(castlings("3r1r2/1k6/8/8/8/8/8/R3K2R[/] w KQ - 0 1"), "");
    assert_eq!(castlings("2r3r1/1k6/8/8/8/8/8/R3K2R[/] w KQ - 0 1"), "");
    // R44: the rook may be attacked, and the square beside it.
    assert_eq!(
        castlings("1r5r/2k5/8/8/8/8/8/R3K2R[/] w KQ - 0 1"),
        "e1c1 e1g1"
    );
    assert_eq!(
        castlings("r7/2k5/8/8/8/8/8/R3K2R[/] w KQ - 0 1"),
        "e1c1 e1g1"
    );
}

#[test]
fn captures_pawn_moves_placements_and_clears_reset_the_fifty_move_count() {
    let halfmoves = |fen: &str, uci: &str| after(fen, uci).halfmoves;
    let fen = "4k3/8/8/8/3n4/8/P7/3RK3[/] w - - 7 1 moved=a2d4";
    assert_eq!(halfmoves(fen, "e1f1"), 8);
    assert_eq!(halfmoves(fen, "a2a3"), 0);
    assert_eq!(halfmoves(fen, "d1d4"), 0);
    let due = "4k3/8/8/8/3n4/8/P7/3RK3[N*/] w - - 7 1 moved=a2d4";
    assert_eq!(halfmoves(due, "N@a1"), 0);
    let knights = "7k/8/8/rNn4q/8/4N3/8/6K1[/] w - - 5 20 moved=a5h5b5c5e3";
    assert_eq!(halfmoves(knights, "e3d5"), 0);
    assert_eq!(halfmoves(knights, "e3c4"), 6);
}

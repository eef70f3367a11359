//! Which pieces are cleared (section 8).

use super::*;

/// Plays one action and returns the squares that it clears.
fn cleared(fen: &str, uci: &str) -> String {
    after(fen, uci).cleared().join(" ")
}

#[test]
fn three_of_a_kind_leave_and_push_off_the_next_piece() {
    // The knight on d5 moved last and pushes toward the a-file.
    let fen = "7k/8/8/rNn4q/8/4N3/8/6K1[/] w - - 5 20 moved=a5h5b5c5e3";
    assert_eq!(cleared(fen, "e3d5"), "a5 b5 c5 d5");
    assert_eq!(
        after(fen, "e3d5").to_fen(),
        "7k/8/8/7q/8/8/8/6K1[/] b - - 0 20 moves=1/0,moved=h5"
    );
}

#[test]
fn only_the_nearest_piece_beyond_leaves_at_any_distance() {
    let fen = "7k/8/8/3nN2q/8/6N1/8/6K1[/] w - - 0 1 moved=d5e5g3h5";
    // The piece on f5 moved last and pushes toward the a-file, which is empty.
    assert_eq!(cleared(fen, "g3f5"), "d5 e5 f5");
    let fen = "7k/8/8/rb2nN2/8/4N3/8/6K1[/] w - - 0 1 moved=a5b5e5f5e3";
    // The knight on d5 moved last and pushes toward the h-file.
    assert_eq!(cleared(fen, "e3d5"), "d5 e5 f5");
    let fen = "7k/8/8/rb2nN1q/8/4N3/8/6K1[/] w - - 0 1 moved=a5b5e5f5h5e3";
    assert_eq!(cleared(fen, "e3d5"), "d5 e5 f5 h5");
    let fen = "7k/8/8/rb1nN3/8/6N1/8/6K1[/] w - - 0 1 moved=a5b5d5e5g3";
    assert_eq!(cleared(fen, "g3f5"), "b5 d5 e5 f5");
}

#[test]
fn the_middle_piece_is_never_the_pusher() {
    // The middle knight, on c5, moves last. Of b5 and d5, the one that moved later pushes.
    let left = "7k/8/8/rN1N3q/4N3/8/8/6K1[/] w - - 0 1 moved=a5h5d5b5e4";
    assert_eq!(cleared(left, "e4c5"), "b5 c5 d5 h5");
    let right = "7k/8/8/rN1N3q/4N3/8/8/6K1[/] w - - 0 1 moved=a5h5b5d5e4";
    assert_eq!(cleared(right, "e4c5"), "a5 b5 c5 d5");
}

#[test]
fn pieces_that_never_moved_count_as_oldest() {
    let one = "7k/8/8/8/8/3N4/8/RN1N2RK[/] w - - 0 1 moved=d1d3";
    assert_eq!(cleared(one, "d3c1"), "a1 b1 c1 d1");
    let other = "7k/8/8/8/8/3N4/8/RN1N2RK[/] w - - 0 1 moved=b1d3";
    assert_eq!(cleared(other, "d3c1"), "b1 c1 d1 g1");
}

#[test]
fn if_neither_end_has_moved_the_one_nearer_to_file_a_or_rank_1_pushes() {
    let fen = "7k/8/8/8/8/3N4/8/RN1N2RK[/] w - - 0 1 moved=d3";
    assert_eq!(cleared(fen, "d3c1"), "b1 c1 d1 g1");
}

#[test]
fn of_four_the_first_three_leave() {
    // The moving knight is the fourth and stays; of the three, d5 moved last.
    let high = "7k/8/8/rNNN3q/8/3N4/8/6K1[/] w - - 0 1 moved=a5h5b5c5d5d3";
    assert_eq!(cleared(high, "d3e5"), "a5 b5 c5 d5");
    assert_eq!(
        after(high, "d3e5").to_fen(),
        "7k/8/8/4N2q/8/8/8/6K1[/] b - - 0 1 moves=1/0,moved=h5e5"
    );
}

#[test]
fn the_pushed_piece_is_beyond_the_whole_run() {
    // b5 pushes: e5 belongs to the run and stays; h5 is beyond it and leaves.
    let low = "7k/8/8/rNNN3q/8/3N4/8/6K1[/] w - - 0 1 moved=a5h5c5d5b5d3";
    assert_eq!(cleared(low, "d3e5"), "b5 c5 d5 h5");
    let middle = "7k/8/8/rNNN3q/8/3N4/8/6K1[/] w - - 0 1 moved=a5h5d5b5c5d3";
    assert_eq!(cleared(middle, "d3e5"), "b5 c5 d5 h5");
}

#[test]
fn of_four_that_never_moved_the_lowest_pushes() {
    let fen = "5k2/8/8/8/8/3N4/8/QNNN2RK[/] w - - 0 1 moved=d3";
    assert_eq!(cleared(fen, "d3e1"), "b1 c1 d1 g1");
}

#[test]
fn the_mover_may_be_inside_a_longer_run() {
    // d5 joins two pairs; b5, c5 and d5 leave, and d5 pushes.
    let fen = "7k/8/8/rNN1NN1q/8/4N3/8/6K1[/] w - - 0 1 moved=a5h5b5c5e5f5e3";
    assert_eq!(cleared(fen, "e3d5"), "a5 b5 c5 d5");
}

#[test]
fn three_on_a_file_leave_too() {
    let fen = "7k/3q4/8/8/1N1N4/3n4/6K1/3q4[/] w - - 0 1 moved=d7d4d3d1b4";
    // The knight on d5 moved last and pushes down the file, to d1.
    assert_eq!(cleared(fen, "b4d5"), "d1 d3 d4 d5");
    let fen = "7k/3q4/8/3n4/3N4/8/1N4K1/3q4[/] w - - 0 1 moved=d7d4d5d1b2";
    assert_eq!(cleared(fen, "b2d3"), "d3 d4 d5 d7");
}

#[test]
fn the_rank_comes_first_and_there_is_only_one_clear() {
    let fen = "7k/3n4/3N4/rNn5/8/4N3/8/6K1[/] w - - 0 1 moved=a5b5c5d6d7e3";
    assert_eq!(cleared(fen, "e3d5"), "a5 b5 c5 d5");
    // Two on the rank are not enough, so the file is cleared.
    let fen = "7k/3n4/3N4/r1n5/8/4N3/8/6K1[/] w - - 0 1 moved=a5c5d6d7e3";
    assert_eq!(cleared(fen, "e3d5"), "d5 d6 d7");
}

#[test]
fn three_must_be_adjacent_and_of_one_kind() {
    let gap = "7k/8/8/1N1B4/8/4N3/8/6K1[/] w - - 0 1 moved=b5d5e3";
    assert_eq!(cleared(gap, "e3c4"), "");
    let kinds = "7k/8/8/1NB5/8/4N3/8/6K1[/] w - - 0 1 moved=b5c5e3";
    assert_eq!(cleared(kinds, "e3d5"), "");
}

#[test]
fn only_the_moved_piece_completes_a_triplet() {
    // The three bishops are already adjacent, which only a FEN can express.
    let fen = "7k/8/8/1BBB4/8/4N3/8/6K1[/] w - - 0 1 moved=b5c5d5e3";
    assert_eq!(cleared(fen, "e3f5"), "");
}

#[test]
fn a_capture_can_complete_a_triplet() {
    let fen = "7k/8/8/rNnp4/8/4N3/8/6K1[/] w - - 0 1 moved=a5b5c5d5e3";
    assert_eq!(cleared(fen, "e3d5"), "a5 b5 c5 d5");
}

#[test]
fn an_en_passant_capture_can_complete_a_triplet() {
    let fen = "4k3/8/8/8/8/3p4/5pPn/K3P3[/] w - - 0 1 moved=d3f2g2h2";
    // The pawn on e2 moved last and pushes toward the h-file.
    let taken = after(fen, "e1e3 d3e2");
    assert_eq!(taken.cleared(), ["e2", "f2", "g2", "h2"]);
    assert_eq!(taken.to_fen(), "4k3/8/8/8/8/8/8/K7[/] w - - 0 2 moves=1/1");
}

#[test]
fn a_placement_does_not_clear_a_triplet() {
    let fen = "7k/8/8/8/8/8/8/1N1N2RK[N*/] w - - 0 1";
    assert_eq!(cleared(fen, "N@c1"), "");
}

#[test]
fn a_promotion_does_not_clear_a_triplet() {
    let fen = "1NN4k/P7/8/8/8/8/8/6K1[/] w - - 0 1 moved=b8c8a7";
    assert_eq!(cleared(fen, "a7a8n"), "");
}

#[test]
fn castling_does_not_clear_a_triplet() {
    let fen = "k7/8/8/8/8/5R2/5R2/4K2R[/] w K - 0 1 moved=f3f2";
    assert_eq!(cleared(fen, "e1g1"), "");
    // A rook that moves there without castling does.
    assert_eq!(cleared(fen, "h1f1"), "f1 f2 f3");
}

#[test]
fn a_side_whose_king_is_cleared_loses_at_once() {
    let fen = "8/8/8/kNn4q/8/4N3/8/6K1[P/p] w - - 0 1 placed=9/9,moved=a5h5b5c5e3";
    let lost = after(fen, "e3d5");
    assert_eq!(lost.outcome(), Some("king_lost:white"));
    assert_eq!(lost.actions(), [""; 0]);
    // The loser's turn does not begin, so no piece arrives.
    assert_eq!(
        lost.to_fen(),
        "8/8/8/7q/8/8/8/6K1[P/p] b - - 0 1 placed=9/9,moves=1/0,moved=h5"
    );
    let fen = "6k1/8/4n3/8/KnN4Q/8/8/8[/] b - - 0 1 moved=a4h4b4c4e6";
    assert_eq!(after(fen, "e6d4").outcome(), Some("king_lost:black"));
}

#[test]
fn a_king_neither_on_the_board_nor_remaining_is_lost() {
    let fen = "6k1/8/8/8/8/8/8/QQ6[PP/] w - - 0 1";
    assert_eq!(Plain::from_fen(fen).outcome(), Some("king_lost:black"));
    assert_eq!(actions(fen), "");
    assert_eq!(Plain::from_fen(fen).to_fen(), fen);
    let fen = "6k1/8/8/8/8/8/8/QQ6[PK/] w - - 0 1 moves=1/0";
    assert_eq!(Plain::from_fen(fen).outcome(), None);
}

#[test]
fn a_clear_cannot_remove_ones_own_king() {
    let fen = "7k/8/8/KNn5/8/4N3/8/8[/] w - - 0 1 moved=a5b5c5e3";
    assert_eq!(actions_of(fen, "e3"), "e3c2 e3c4 e3d1 e3f1 e3f5 e3g2 e3g4");
}

#[test]
fn d_a_clear_cannot_leave_ones_own_king_in_check() {
    let fen = "kr6/8/8/1Nn5/8/4N3/8/1K6[/] w - - 0 1 moved=b5c5e3";
    assert_eq!(actions_of(fen, "e3"), "e3c2 e3c4 e3d1 e3f1 e3f5 e3g2 e3g4");
    let fen = "k1r5/8/8/1Nn5/8/4N3/8/1K6[/] w - - 0 1 moved=b5c5e3";
    assert!(actions_of(fen, "e3").contains("e3d5"));
}

#[test]
fn a_move_must_be_legal_before_its_clear() {
    // The knight on f6 is pinned by the bishop on d8, which the clear would remove.
    let fen = "3b3k/3N4/3N1N2/8/7K/8/8/8[/] w - - 0 1 moved=d7d6h4f6";
    assert_eq!(actions_of(fen, "f6"), "");
    let fen = "3r3k/3N4/3N1N2/8/7K/8/8/8[/] w - - 0 1 moved=d7d6h4f6";
    assert_eq!(cleared(fen, "f6d5"), "d5 d6 d7 d8");
    // White is in check from the rook on a5, which the clear would remove.
    let fen = "7k/8/8/rNn5/8/4N3/8/K7[/] w - - 0 1 moved=a5b5c5e3";
    assert_eq!(actions_of(fen, "e3"), "");
}

#[test]
fn a_clear_can_give_check_and_checkmate() {
    // The knight cleared from d4 was in front of the rook.
    let fen = "3k4/8/8/8/2nN4/6N1/8/3R2K1[/] w - - 0 1 moved=c4d4g3";
    let check = after(fen, "g3e4");
    assert_eq!(check.cleared(), ["c4", "d4", "e4"]);
    assert_eq!(check.actions(), ["d8c7", "d8c8", "d8e7", "d8e8"]);
    let fen = "2rkr3/2p1p3/8/8/2nN4/6N1/8/3R2K1[/] w - - 0 1 moved=c7e7c4d4g3";
    assert_eq!(after(fen, "g3e4").outcome(), Some("checkmate:white"));
}

#[test]
fn without_clearing_nothing_leaves() {
    let fen = "7k/8/8/rNn4q/8/4N3/8/6K1[/] w - - 5 20 clear=none,moved=a5h5b5c5e3";
    assert_eq!(cleared(fen, "e3d5"), "");
    let fen = "7k/8/8/8/8/8/PP6/2P3K1[/] w - - 0 1 clear=none,moved=a2b2";
    assert_eq!(cleared(fen, "c1c2"), "");
}

#[test]
fn triplets_of_pawns_can_mix_colors_but_rows_cannot() {
    let mixed = "7k/8/8/8/8/Pp6/2P5/6K1[/] w - - 0 1 moved=a3b3c2";
    assert_eq!(cleared(mixed, "c2c3"), "a3 b3 c3");
    let mixed = "7k/8/8/8/8/Pp6/2P5/6K1[/] w - - 0 1 clear=rows,moved=a3b3c2";
    assert_eq!(cleared(mixed, "c2c3"), "");
    let mixed = "7k/8/8/8/8/PP6/2P5/6K1[/] w - - 0 1 clear=rows,moved=a3b3c2";
    assert_eq!(cleared(mixed, "c2c3"), "a3 b3 c3");
}

#[test]
fn whole_rows_leave_and_push_off_nothing() {
    let fen = "7k/8/8/8/8/rPP1PP1q/3P4/6K1[/] w - - 0 1 clear=rows,moved=a3b3c3e3f3h3d2";
    assert_eq!(cleared(fen, "d2d3"), "b3 c3 d3 e3 f3");
    assert_eq!(
        after(fen, "d2d3").to_fen(),
        "7k/8/8/8/8/r6q/8/6K1[/] b - - 0 1 clear=rows,moves=1/0,moved=a3h3"
    );
}

#[test]
fn rows_consist_of_pawns_on_a_rank() {
    let file = "7k/8/8/8/P7/P7/8/P5K1[/] w - - 0 1 clear=rows,moved=a4a3";
    assert_eq!(cleared(file, "a1a2"), "");
    let knights = "7k/8/8/rNn4q/8/4N3/8/6K1[/] w - - 0 1 clear=rows,moved=a5h5b5c5e3";
    assert_eq!(cleared(knights, "e3d5"), "");
}

#[test]
fn a_row_leaves_after_a_placement() {
    let fen = "7k/8/8/8/8/8/8/PP4K1[P*/] w - - 0 1 clear=rows";
    assert_eq!(cleared(fen, "P@c1"), "a1 b1 c1");
    assert_eq!(cleared(fen, "P@d1"), "");
}

#[test]
fn all_rows_leave_after_an_action_of_either_side() {
    // Only a FEN can have existing rows.
    let fen = "7k/8/8/PPP5/8/8/ppp5/6K1[/] b - - 9 1 clear=rows,moved=a5b5c5a2b2c2";
    assert_eq!(cleared(fen, "h8g8"), "a2 a5 b2 b5 c2 c5");
    assert_eq!(after(fen, "h8g8").halfmoves, 0);
    // A promotion is an action too.
    assert_eq!(cleared(fen, "c2c1q"), "a5 b5 c5");
}

#[test]
fn with_rows_a_placement_must_be_legal_after_the_clear() {
    let fen = "7k/8/8/8/8/8/8/rPP1K3[P*/] w - - 0 1 clear=rows,moved=a1";
    assert_eq!(actions(fen), "P@f1 P@g1 P@h1");
}

#[test]
fn with_rows_a_placement_must_be_legal_before_the_clear_too() {
    // The pawn on d4 gives check, and a placement would clear it.
    let fen = "7k/8/8/8/2ppp3/4K3/8/8[N*/] w - - 0 1 clear=rows,moved=c4d4e4e3";
    assert_eq!(actions(fen), "e3d2 e3d4 e3e2 e3e4 e3f2 e3f4");
}

#[test]
fn with_rows_a_move_must_be_legal_after_the_clear() {
    let fen = "7k/8/8/8/K4PPr/4P3/8/8[/] w - - 0 1 clear=rows,moved=a4h4f4g4e3";
    assert_eq!(actions_of(fen, "e3"), "");
    let fen = "7k/8/8/8/K4P1r/4P3/8/8[/] w - - 0 1 clear=rows,moved=a4h4f4e3";
    assert_eq!(actions_of(fen, "e3"), "e3e4");
}

#[test]
fn a_cleared_pawn_cannot_be_captured_en_passant() {
    let fen = "4k3/8/8/8/8/3p1PP1/8/K3P3[/] w - - 0 1 clear=rows,moved=d3f3g3";
    assert_eq!(
        after(fen, "e1e3").to_fen(),
        "4k3/8/8/8/8/3p4/8/K7[/] b - - 0 1 clear=rows,moves=1/0,moved=d3"
    );
}

#[test]
fn a_pawn_that_survives_its_clear_can_be_captured_en_passant() {
    let fen = "4k3/8/8/8/8/PPP2p1r/4P3/K7[/] w - - 0 1 moved=b3c3f3h3a3e2";
    assert_eq!(cleared(fen, "e2e3"), "");
    let fen = "4k3/8/8/8/8/PPP2p1r/8/K2P4[/] w - - 0 1 moved=b3c3f3h3a3";
    // a3, b3 and c3 leave; a3 pushes, and meets f3 first.
    assert_eq!(cleared(fen, "d1d3"), "a3 b3 c3 f3");
    let fen = "4k3/8/8/8/8/PPP1p2r/8/K2P4[/] w - - 0 1 moved=b3c3e3h3a3";
    // The run has five pawns; d3 and e3 stay.
    let stays = after(fen, "d1d3");
    assert_eq!(stays.cleared(), ["a3", "b3", "c3", "h3"]);
    assert_eq!(
        stays.to_fen(),
        "4k3/8/8/8/8/3Pp3/8/K7[/] b - d2 0 1 moves=1/0,moved=e3d3"
    );
    assert_eq!(
        play(stays, "e3d2").to_fen(),
        "4k3/8/8/8/8/8/3p4/K7[/] w - - 0 2 moves=1/1,moved=d2"
    );
}

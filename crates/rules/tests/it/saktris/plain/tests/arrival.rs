//! Order, arrival and placing (sections 1 to 5, 7 and 9).

use super::*;

#[test]
fn whites_first_piece_waits_at_the_start() {
    assert_eq!(
        start().to_fen(),
        "8/8/8/8/8/8/8/8[P*PNPBPRPQPPNBRPK/ppnpbprpqppnbrpk] w - - 0 1"
    );
    assert_eq!(
        start().actions().join(" "),
        "P@a1 P@b1 P@c1 P@d1 P@e1 P@f1 P@g1 P@h1"
    );
}

#[test]
fn placing_a_piece_ends_the_turn() {
    assert_eq!(
        play(start(), "P@e1").to_fen(),
        "8/8/8/8/8/8/8/4P3[PNPBPRPQPPNBRPK/p*pnpbprpqppnbrpk] b - - 0 1"
    );
}

#[test]
fn a_placement_does_not_count_as_a_move() {
    let placed = play(start(), "P@e1 P@e8");
    assert_eq!((placed.white.moves, placed.black.moves), (0, 0));
    assert_eq!((placed.white.placed, placed.black.placed), (1, 1));
    let moved = play(placed, "e1e2");
    assert_eq!((moved.white.moves, moved.black.moves), (1, 0));
    assert_eq!((moved.white.placed, moved.black.placed), (1, 1));
}

#[test]
fn every_two_moves_pieces_arrive_after_two_and_four() {
    let mut plain = Plain::start(FIXED, FIXED, 2, Clearing::None, false);
    let mut waited = Vec::new();
    for uci in "P@a1 P@h8 a1a2 h8h7 a2a3 h7h6 P@a1 P@h8 a3a4 h6h5 a4a5 h5h4 N@g1".split(' ') {
        if plain.turn == Color::White {
            waited.push((plain.white.moves, waits(&plain, Color::White)));
        }
        plain.play(uci);
    }
    assert_eq!(
        waited,
        [
            (0, true),
            (0, false),
            (1, false),
            (2, true),
            (2, false),
            (3, false),
            (4, true)
        ]
    );
}

#[test]
fn every_move_a_piece_arrives_but_not_right_after_a_placement() {
    let placed = play(start(), "P@a1 P@h8");
    assert!(!waits(&placed, Color::White));
    assert_eq!(placed.actions().join(" "), "a1a2 a1a3");
    let moved = play(placed, "a1a2 h8h7");
    assert!(waits(&moved, Color::White));
    assert_eq!(
        moved.actions().join(" "),
        "P@a1 P@b1 P@c1 P@d1 P@e1 P@f1 P@g1 P@h1"
    );
}

#[test]
fn with_a_full_back_rank_the_piece_keeps_waiting_and_the_side_moves() {
    let full = "6k1/8/8/8/8/8/8/RNBQKBNR[P*PPPPPPP/] w KQ - 0 20";
    assert_eq!(
        actions(full),
        "a1a2 a1a3 a1a4 a1a5 a1a6 a1a7 a1a8 b1a3 b1c3 b1d2 c1a3 c1b2 c1d2 c1e3 c1f4 c1g5 c1h6 \
         d1a4 d1b3 d1c2 d1d2 d1d3 d1d4 d1d5 d1d6 d1d7 d1d8 d1e2 d1f3 d1g4 d1h5 e1d2 e1e2 e1f2 \
         f1a6 f1b5 f1c4 f1d3 f1e2 f1g2 f1h3 g1e2 g1f3 g1h3 h1h2 h1h3 h1h4 h1h5 h1h6 h1h7 h1h8"
    );
    let moved = after(full, "b1c3 g8f7");
    assert!(waits(&moved, Color::White));
    assert_eq!(moved.actions().join(" "), "P@b1");
}

#[test]
fn d_no_piece_arrives_while_another_waits() {
    // White has made enough moves for many more pieces.
    let plain = after(
        "6k1/8/8/8/8/8/8/RNBQKBNR[P*NPPPPPPP/] w KQ - 0 20 moves=60/60",
        "b1c3 g8f7 P@b1",
    );
    assert_eq!(plain.white.to_come.len(), 8);
    assert!(!waits(&plain, Color::White));
    assert!(waits(&play(plain, "f7g8"), Color::White));
}

#[test]
fn an_empty_board_has_no_board_moves() {
    assert!(start().legal_moves().is_empty());
}

#[test]
fn d_the_king_arrives_last_in_the_fixed_order() {
    assert_eq!(FIXED.find('K'), Some(15));
    let mut letters: Vec<char> = FIXED.chars().collect();
    letters.sort();
    assert_eq!(letters.into_iter().collect::<String>(), "BBKNNPPPPPPPPQRR");
}

#[test]
fn the_two_orders_may_differ() {
    let plain = Plain::start("QK", "NK", 1, Clearing::Triplets, false);
    assert_eq!(plain.actions()[0], "Q@a1");
    assert_eq!(play(plain, "Q@a1").actions()[0], "N@a8");
}

#[test]
fn in_pick_mode_any_remaining_piece_can_be_placed() {
    let plain = Plain::start("PPNK", "KPPN", 1, Clearing::Triplets, true);
    let letters: String = plain
        .actions()
        .iter()
        .filter(|uci| uci.ends_with("d1"))
        .map(|uci| &uci[..1])
        .collect();
    assert_eq!(letters, "KNP");
    assert_eq!(plain.actions().len(), 24);
    assert_eq!(
        play(plain, "N@d1").to_fen(),
        "8/8/8/8/8/8/8/3N4[KPP/*knpp] b - - 0 1 order=pick,placed=1/0"
    );
}

#[test]
fn in_pick_mode_placing_is_compulsory_if_any_piece_can_be_placed() {
    // In the second position every free square is dark: no bishop can be placed, but
    // the knight can.
    let fen = "k7/8/8/8/8/8/8/B2K4[*BN/] w - - 0 1 order=pick";
    assert_eq!(actions(fen), "B@b1 B@f1 B@h1 N@b1 N@c1 N@e1 N@f1 N@g1 N@h1");
    let fen = "k7/8/8/8/8/8/8/BR1K1R1R[*BN/] w - - 0 1 order=pick";
    assert_eq!(actions(fen), "N@c1 N@e1 N@g1");
}

#[test]
fn in_pick_mode_pieces_arrive_as_often_as_in_other_modes() {
    let plain = Plain::start("PPNK", "PPNK", 2, Clearing::Triplets, true);
    let plain = play(plain, "P@a1 P@h8");
    assert_eq!(plain.actions().join(" "), "a1a2 a1a3");
    let plain = play(plain, "a1a2 h8h7");
    assert_eq!(plain.actions().join(" "), "a2a3");
    let plain = play(plain, "a2a3 h7h6");
    assert_eq!(plain.actions().len(), 24);
}

#[test]
fn a_side_moves_if_its_waiting_piece_has_no_square() {
    // The bishop can only be placed on a light square, and none is free.
    let fen = "k7/8/8/8/8/8/8/BR1K1R1R[B*/] w - - 0 1";
    assert!(!actions(fen).contains('@'));
    assert_eq!(actions_of(fen, "d1"), "d1c1 d1c2 d1d2 d1e1 d1e2");
}

#[test]
fn pieces_are_placed_on_empty_squares_of_the_back_rank() {
    assert_eq!(
        actions("1n2k3/8/8/8/8/8/8/n1K1P2q[/p*] b - - 0 1"),
        "P@a8 P@c8 P@d8 P@f8 P@g8 P@h8"
    );
}

#[test]
fn a_bishop_cannot_be_placed_on_the_square_color_of_another_bishop() {
    assert_eq!(
        actions("4k3/8/8/8/8/8/8/2B1K3[B*/] w - - 0 1"),
        "B@b1 B@d1 B@f1 B@h1"
    );
    // The other bishop counts wherever it is.
    assert_eq!(
        actions("4k3/8/8/8/7B/8/8/4K3[B*/] w - - 0 1 moved=h4"),
        "B@b1 B@d1 B@f1 B@h1"
    );
    assert_eq!(
        actions("4kb2/8/8/8/8/8/8/4K3[/b*] b - - 0 1"),
        "B@a8 B@c8 B@g8"
    );
}

#[test]
fn a_bishop_can_be_placed_once_the_first_has_left() {
    let fen = "4k3/8/8/8/8/6n1/8/4K2B[B/] b - - 0 1 moves=15/0,moved=g3";
    assert_eq!(after(fen, "e8e7").actions().join(" "), "B@a1 B@c1 B@g1");
    assert_eq!(
        after(fen, "g3h1").actions().join(" "),
        "B@a1 B@b1 B@c1 B@d1 B@f1 B@g1"
    );
}

#[test]
fn bishops_of_the_opponent_do_not_matter() {
    assert_eq!(
        actions("2b1kb2/8/8/8/8/8/8/4K3[B*/] w - - 0 1"),
        "B@a1 B@b1 B@c1 B@d1 B@f1 B@g1 B@h1"
    );
}

#[test]
fn a_promoted_bishop_restricts_the_next_one() {
    let plain = after(
        "4k3/P7/8/8/8/8/8/4K3[B/] w - - 0 1 moves=14/9,moved=a7",
        "a7a8b e8e7",
    );
    assert_eq!(plain.actions().join(" "), "B@a1 B@c1 B@g1");
}

#[test]
fn d_a_placement_that_blocks_a_check_is_compulsory() {
    assert_eq!(
        actions("4k3/8/8/8/8/8/8/r2K4[N*/] w - - 0 1 moved=a1"),
        "N@b1 N@c1"
    );
}

#[test]
fn d_no_placement_can_leave_ones_own_king_attacked() {
    // No placement on the back rank can block a knight's check.
    let fen = "4k3/8/8/8/8/4n3/8/3K4[N*/] w - - 0 1 moved=e3";
    assert_eq!(actions(fen), "d1c1 d1d2 d1e1 d1e2");
    assert!(waits(&after(fen, "d1e1 e8e7"), Color::White));
}

#[test]
fn d_the_king_cannot_be_placed_on_an_attacked_square() {
    assert_eq!(
        actions("4k3/8/8/8/8/8/1p6/5r2[K*/] w - - 0 1 moved=b2f1"),
        "0000"
    );
    assert_eq!(
        actions("4k3/8/8/8/8/5r2/1p6/8[K*/] w - - 0 1 moved=b2f3"),
        "K@b1 K@d1 K@e1 K@g1 K@h1"
    );
    // Nor next to the other king.
    assert_eq!(
        actions("8/8/8/8/8/8/3k4/8[K*/] w - - 0 1 moved=d2"),
        "K@a1 K@b1 K@f1 K@g1 K@h1"
    );
}

#[test]
fn without_a_king_there_is_no_check_and_moves_are_free() {
    // The rook is not pinned, because there is no king behind it.
    let fen = "4k3/8/8/8/8/4r3/8/4R3[K/] w - - 0 1 every=5,moved=e3";
    assert_eq!(
        actions_of(fen, "e1"),
        "e1a1 e1b1 e1c1 e1d1 e1e2 e1e3 e1f1 e1g1 e1h1"
    );
    assert_eq!(Plain::from_fen(fen).outcome(), None);
}

#[test]
fn checkmate_is_a_check_that_no_action_ends() {
    let mated = "4k3/8/8/8/8/8/6PP/r6K[N/] w - - 0 1 moves=1/0,moved=g2h2a1";
    assert_eq!(actions(mated), "");
    assert_eq!(Plain::from_fen(mated).outcome(), Some("checkmate:black"));
    let black = "R6k/6pp/8/8/8/8/8/4K3[/n] b - - 0 1 moves=0/1,moved=g7h7a8";
    assert_eq!(Plain::from_fen(black).outcome(), Some("checkmate:white"));
}

#[test]
fn placing_the_waiting_piece_can_prevent_checkmate() {
    let saved = "4k3/8/8/8/8/8/6PP/r6K[N*/] w - - 0 1 moves=1/0,moved=g2h2a1";
    assert_eq!(actions(saved), "N@b1 N@c1 N@d1 N@e1 N@f1 N@g1");
    assert_eq!(Plain::from_fen(saved).outcome(), None);
}

#[test]
fn a_side_can_be_checkmated_while_a_piece_waits() {
    // The knight gives a check that no placement can block.
    let fen = "4k3/8/8/8/8/8/5nPP/5rRK[N*/] w - - 0 1 moved=g2h2f2f1";
    assert_eq!(Plain::from_fen(fen).outcome(), Some("checkmate:black"));
}

#[test]
fn pieces_arrive_in_positions_read_from_fen_too() {
    let plain = Plain::from_fen("4k3/8/8/8/8/8/8/4K3[NP/np] w - - 0 1 moves=14/14");
    assert_eq!(
        plain.to_fen(),
        "4k3/8/8/8/8/8/8/4K3[N*P/np] w - - 0 1 moves=14/14"
    );
    // The next piece needs one more move.
    let plain = Plain::from_fen("4k3/8/8/8/8/8/8/4K3[NP/np] w - - 0 1 moves=13/14");
    assert!(!waits(&plain, Color::White));
}

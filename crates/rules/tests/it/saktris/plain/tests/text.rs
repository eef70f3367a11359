//! The text of a position, and what makes two positions the same.

use super::*;

#[test]
fn the_orders_follow_the_board_with_a_star_after_the_waiting_piece() {
    // White's pawn is waiting, and no piece of Black is.
    let fen = "6k1/8/8/8/8/8/8/RNBQKBNR[P*PPPPPPP/p] w KQ - 0 20";
    assert_eq!(Plain::from_fen(fen).to_fen(), fen);
    assert_eq!(
        after(fen, "b1c3").to_fen(),
        "6k1/8/8/8/8/2N5/8/R1BQKBNR[P*PPPPPPP/p] b KQ - 1 20 moves=1/0,moved=c3"
    );
}

#[test]
fn in_pick_mode_a_star_precedes_the_sorted_pieces() {
    assert_eq!(
        Plain::start(FIXED, FIXED, 1, Clearing::Triplets, true).to_fen(),
        "8/8/8/8/8/8/8/8[*KQRRBBNNPPPPPPPP/kqrrbbnnpppppppp] w - - 0 1 order=pick"
    );
    let mixed = "4k3/8/8/8/8/8/8/4K3[PNQ/pbr] w - - 0 1 order=pick,moves=9/9,placed=9/9";
    assert_eq!(
        Plain::from_fen(mixed).to_fen(),
        "4k3/8/8/8/8/8/8/4K3[*QNP/rbp] w - - 0 1 order=pick,placed=9/9,moves=9/9"
    );
}

#[test]
fn the_seventh_field_has_only_what_differs_from_the_defaults() {
    let all = "7k/8/8/p7/P7/8/8/8[*KN/] b - - 3 9 \
               every=5,clear=rows,order=pick,placed=1/2,moves=3/4,moved=a5a4,passed";
    assert_eq!(Plain::from_fen(all).to_fen(), all);
    let none = "7k/8/8/p7/P7/8/8/8[KN/] b - - 3 9 clear=none";
    assert_eq!(Plain::from_fen(none).to_fen(), none);
    let usual = "7k/8/8/8/8/8/8/K7[/] b - - 0 1";
    assert_eq!(Plain::from_fen(usual).to_fen(), usual);
}

#[test]
fn the_piece_that_moved_last_is_listed_last() {
    let plain = after(
        "4k3/8/8/8/8/8/8/R3K2R[/] w KQ - 0 1",
        "a1a2 e8e7 h1h2 e7e8 a2a3 e8e7 h2h3",
    );
    assert_eq!(
        plain.to_fen(),
        "8/4k3/8/8/8/R6R/8/4K3[/] b - - 7 4 moves=4/3,moved=a3e7h3"
    );
}

#[test]
fn captured_pieces_leave_the_list() {
    let plain = after("4k3/8/8/8/8/8/r7/R3K3[/] w Q - 0 1 moved=a2", "a1a2");
    assert_eq!(
        plain.to_fen(),
        "4k3/8/8/8/8/8/R7/4K3[/] b - - 0 1 moves=1/0,moved=a2"
    );
}

#[test]
fn the_number_of_the_move_grows_after_black() {
    let plain = start();
    assert_eq!(play(plain.clone(), "P@a1").fullmoves, 1);
    assert_eq!(play(plain, "P@a1 P@a8").fullmoves, 2);
}

#[test]
fn repetition_ignores_which_piece_moved_last() {
    let start = Plain::from_fen("4k2r/8/8/8/8/8/8/RN2K3[/] w Qk - 0 1");
    let again = play(start.clone(), "b1c3 e8e7 c3b1 e7e8");
    assert_ne!(start.repetition_key(), again.repetition_key());
    let third = play(again.clone(), "b1a3 e8d8 a3b1 d8e8");
    assert_eq!(again.repetition_key(), third.repetition_key());
}

#[test]
fn repetition_requires_the_same_waiting_and_remaining_pieces() {
    let key = |fen: &str| Plain::from_fen(fen).repetition_key();
    let waiting = key("4k3/8/8/8/8/8/8/4K3[P*N/] w - - 0 1");
    assert_ne!(waiting, key("4k3/8/8/8/8/8/8/4K3[PN/] w - - 0 1"));
    assert_ne!(waiting, key("4k3/8/8/8/8/8/8/4K3[P*Q/] w - - 0 1"));
    assert_ne!(waiting, key("4k3/8/8/8/8/8/8/4K3[P*N/p] w - - 0 1"));
    assert_eq!(
        waiting,
        key("4k3/8/8/8/8/8/8/4K3[P*N/] w - - 7 9 moves=3/3")
    );
}

#[test]
fn repetition_requires_the_same_legal_en_passant_capture() {
    let key = |fen: &str| Plain::from_fen(fen).repetition_key();
    let open = "4k3/8/8/8/8/3pP3/8/K7[/] b - e2 0 1 moved=d3e3";
    assert_ne!(key(open), key(&open.replace("e2", "-")));
    let shut = "3k4/8/8/8/8/3pP3/8/K2R4[/] b - e2 0 1 moved=d3e3";
    assert_eq!(key(shut), key(&shut.replace("e2", "-")));
}

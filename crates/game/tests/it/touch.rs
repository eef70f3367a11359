//! Touch-move: FIDE 4.2 to 4.5 (R76, R77, R78, C11).

use crate::script::check;

#[test]
fn r76_a_touched_piece_must_be_moved() {
    check(
        "formal",
        "
        0 white touches g1
        1 white e4
        2 show legal
        3 white Nf3
        4 show obligation
        ",
        "
        white touched the knight on g1
        refused: e4 is not allowed: you touched the knight on g1, which can move, so you must move it.
        legal: Nf3 Nh3
        white played Nf3
        free
        ",
    );
}

#[test]
fn r76_a_touched_enemy_piece_must_be_captured() {
    check(
        "formal",
        "
        moves e4 d5
        white touches d5
        white Nf3
        show legal
        white exd5
        ",
        "
        white touched the pawn on d5
        refused: Nf3 is not allowed: you touched the pawn on d5, which can be captured, so you must capture it. The only such move is exd5.
        legal: exd5
        white played exd5
        ",
    );
}

#[test]
fn r77_saying_i_adjust_first_avoids_the_obligation() {
    check(
        "formal",
        "
        white adjusts g1
        show obligation
        white adjusts g1
        white e4
        ",
        "
        white adjusted the knight on g1
        free
        white adjusted the knight on g1
        white played e4
        ",
    );
}

#[test]
fn c11_i_adjust_is_said_before_touching_and_only_on_the_players_own_turn() {
    check(
        "formal",
        "
        black adjusts g8
        black touches g8
        white touches g1
        white adjusts g1
        white adjusts b1
        white adjusts e4
        white touches e4
        ",
        "
        refused: It is White's turn, and only the side to move may touch or adjust a piece.
        refused: It is White's turn, and only the side to move may touch or adjust a piece.
        white touched the knight on g1
        refused: You have already touched the knight on g1. Say \"I adjust\" before you touch a piece, not after.
        white adjusted the knight on b1
        refused: There is no piece on e4 to touch.
        refused: There is no piece on e4 to touch.
        ",
    );
}

#[test]
fn r78_touching_has_no_effect_in_a_casual_game() {
    check(
        "",
        "
        white touches g1
        show obligation
        white e4
        black touches e4
        black adjusts e7
        black e5
        ",
        "
        nothing
        free
        white played e4
        nothing
        black adjusted the pawn on e7
        black played e5
        ",
    );
}

#[test]
fn c11_of_several_touched_pieces_the_first_that_can_move_must_move() {
    check(
        "formal",
        "
        white touches a1
        show obligation
        white touches f1
        white touches g1
        white touches e2
        white touches e2
        show obligation
        white e4
        white Nh3
        ",
        "
        white touched the rook on a1
        free
        white touched the bishop on f1
        white touched the knight on g1
        white touched the pawn on e2
        nothing
        move the knight on g1
        refused: e4 is not allowed: you touched the knight on g1, which can move, so you must move it.
        white played Nh3
        ",
    );
}

#[test]
fn c11_of_several_touched_enemy_pieces_the_first_that_can_be_captured_must_be_captured() {
    check(
        "formal",
        "
        moves e4 d5 Nc3 Nf6
        white touches e7
        show obligation
        white touches d5
        white touches f6
        show legal
        ",
        "
        white touched the pawn on e7
        free
        white touched the pawn on d5
        white touched the knight on f6
        legal: Nxd5 exd5
        ",
    );
}

#[test]
fn c11_a_touched_piece_must_capture_the_touched_enemy_piece() {
    check(
        "formal",
        "
        moves e4 d5 Nc3 Nf6
        white touches c3
        white touches d5
        show obligation
        white exd5
        white Nb5
        ",
        "
        white touched the knight on c3
        white touched the pawn on d5
        the knight on c3 takes the pawn on d5
        refused: exd5 is not allowed: you touched the knight on c3 and the pawn on d5, so you must capture the second with the first. The only such move is Nxd5.
        refused: Nb5 is not allowed: you touched the knight on c3 and the pawn on d5, so you must capture the second with the first. The only such move is Nxd5.
        ",
    );
    // The order does not matter.
    check(
        "formal",
        "
        moves e4 d5 Nc3 Nf6
        white touches d5
        white touches e4
        show obligation
        ",
        "
        white touched the pawn on d5
        white touched the pawn on e4
        the pawn on e4 takes the pawn on d5
        ",
    );
}

#[test]
fn c11_if_one_cannot_capture_the_other_the_first_touched_piece_that_can_must_act() {
    // The knight cannot capture on d5. It was touched first, so it must move.
    check(
        "formal",
        "
        moves e4 d5
        white touches g1
        white touches d5
        show obligation
        ",
        "
        white touched the knight on g1
        white touched the pawn on d5
        move the knight on g1
        ",
    );
    // The pawn was touched first and can be captured by another piece.
    check(
        "formal",
        "
        moves e4 d5
        white touches d5
        white touches g1
        show legal
        ",
        "
        white touched the pawn on d5
        white touched the knight on g1
        legal: exd5
        ",
    );
    // The bishop can neither move nor capture, so the pawn must be captured.
    check(
        "formal",
        "
        moves d4 e5
        white touches a1
        white touches e5
        show obligation
        ",
        "
        white touched the rook on a1
        white touched the pawn on e5
        take the pawn on e5
        ",
    );
}

const CASTLING: &str = "formal; start r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";

#[test]
fn c11_touching_king_then_rook_obliges_to_castle_on_that_side() {
    check(
        CASTLING,
        "
        white touches e1
        show legal
        white touches h1
        white Kf1
        show legal
        white O-O
        ",
        "
        white touched the king on e1
        legal: Kd1 Kf1 O-O O-O-O
        white touched the rook on h1
        refused: Kf1 is not allowed: you touched the king and then the rook, so you must play O-O. The only such move is O-O.
        legal: O-O
        white played O-O
        ",
    );
    check(
        CASTLING,
        "
        white touches e1
        white touches a1
        show legal
        ",
        "
        white touched the king on e1
        white touched the rook on a1
        legal: O-O-O
        ",
    );
}

#[test]
fn c11_if_castling_is_illegal_the_king_must_move_if_it_can() {
    // The rook on f8 attacks f1; the other side is free (FIDE 4.4.3).
    check(
        "formal; start 4kr2/8/8/8/8/8/PPPPP1PP/R3K2R w KQ - 0 1",
        "
        white touches e1
        white touches h1
        show legal
        ",
        "
        white touched the king on e1
        white touched the rook on h1
        legal: Kd1 O-O-O
        ",
    );
    // If the king has no move, the player may play any move.
    check(
        "formal; start 3rkr2/8/8/8/8/8/PPPPP1PP/RN2K2R w KQ - 0 1",
        "
        white touches e1
        white touches h1
        show obligation
        ",
        "
        white touched the king on e1
        white touched the rook on h1
        move the king on e1
        ",
    );
    check(
        "formal; start 4k1r1/8/8/8/8/8/PPPPPP2/RN1QKR2 w Q - 0 1",
        "
        white touches e1
        white touches f1
        show obligation
        ",
        "
        white touched the king on e1
        white touched the rook on f1
        free
        ",
    );
}

#[test]
fn c11_touching_rook_then_king_obliges_to_move_the_rook() {
    check(
        CASTLING,
        "
        white touches h1
        white touches e1
        show obligation
        white O-O
        white Rg1
        ",
        "
        white touched the rook on h1
        white touched the king on e1
        move the rook on h1
        refused: O-O is not allowed: you touched the rook on h1, which can move, so you must move it.
        white played Rg1
        ",
    );
}

#[test]
fn c11_in_chess960_a_touched_rook_that_cannot_move_rules_out_its_castling() {
    // The rook on g1 cannot move, and castling would be legal.
    const START: &str = "formal; start 4k3/8/8/8/8/8/PPPPPPPP/4BKRN w G - 0 1; chess960";
    check(
        START,
        "
        show legal
        white touches g1
        white touches f1
        show obligation
        show legal
        ",
        "
        legal: Ng3 O-O a3 a4 b3 b4 c3 c4 d3 d4 e3 e4 f3 f4 g3 g4 h3 h4
        white touched the rook on g1
        white touched the king on f1
        free
        legal: Ng3 O-O a3 a4 b3 b4 c3 c4 d3 d4 e3 e4 f3 f4 g3 g4 h3 h4
        ",
    );
    // If the king has another square, it must move there.
    check(
        "formal; start 4k3/8/8/8/8/8/PPPP1PPP/4BKRN w G - 0 1; chess960",
        "
        white touches g1
        white touches f1
        show obligation
        white O-O
        show legal
        ",
        "
        white touched the rook on g1
        white touched the king on f1
        move the king on f1, no O-O
        refused: O-O is not allowed: you touched the rook before the king, so you must move the king on f1, but not by O-O. The only such move is Ke2.
        legal: Ke2
        ",
    );
    check(
        START,
        "
        white touches f1
        white touches g1
        show legal
        white O-O
        ",
        "
        white touched the king on f1
        white touched the rook on g1
        legal: O-O
        white played O-O
        ",
    );
}

#[test]
fn c11_a_rook_without_castling_right_does_not_rule_out_castling() {
    // The rook on h2 is on the king's right but has no castling right.
    check(
        "formal; start 4k3/8/8/8/8/6PP/4P1PR/4K2R w K - 0 1",
        "
        white touches h2
        white touches e1
        show obligation
        show legal
        ",
        "
        white touched the rook on h2
        white touched the king on e1
        move the king on e1
        legal: Kd1 Kd2 Kf1 Kf2 O-O
        ",
    );
    // Nor does it oblige the king to castle with the other rook.
    check(
        "formal; start 4k3/8/8/8/8/6PP/4P1PR/4K2R w K - 0 1",
        "
        white touches e1
        white touches h2
        show legal
        ",
        "
        white touched the king on e1
        white touched the rook on h2
        legal: Kd1 Kd2 Kf1 Kf2 O-O
        ",
    );
}

#[test]
fn c11_if_no_touched_piece_can_act_any_move_is_allowed() {
    check(
        "formal",
        "
        white touches a1
        white touches c1
        white touches e8
        white touches e7
        show obligation
        white e4
        ",
        "
        white touched the rook on a1
        white touched the bishop on c1
        white touched the king on e8
        white touched the pawn on e7
        free
        white played e4
        ",
    );
    // A pinned piece cannot move, and neither can others while in check.
    check(
        "formal; start 4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1",
        "
        white touches e2
        show obligation
        ",
        "
        white touched the knight on e2
        free
        ",
    );
}

#[test]
fn c11_a_touched_pawn_may_be_captured_en_passant() {
    check(
        "formal; start 4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1",
        "
        black d5
        white touches d5
        white Kd2
        white exd6
        ",
        "
        black played d5
        white touched the pawn on d5
        refused: Kd2 is not allowed: you touched the pawn on d5, which can be captured, so you must capture it. The only such move is exd6.
        white played exd6
        ",
    );
}

#[test]
fn c11_a_touched_pawn_may_be_promoted_to_any_piece() {
    check(
        "formal; start 1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1",
        "
        white touches a7
        show legal
        white touches b8
        show legal
        white Kd1
        white axb8=N
        ",
        "
        white touched the pawn on a7
        legal: a8=B a8=N a8=Q a8=R axb8=B axb8=N axb8=Q+ axb8=R+
        white touched the knight on b8
        legal: axb8=B axb8=N axb8=Q+ axb8=R+
        refused: Kd1 is not allowed: you touched the pawn on a7 and the knight on b8, so you must capture the second with the first.
        white played axb8=N
        1/2-1/2 draw: dead position
        ",
    );
}

#[test]
fn c10_the_rook_may_be_attacked_and_cross_an_attacked_square_but_not_the_king() {
    check(
        "formal; start rr2k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        "
        white touches e1
        white touches a1
        show legal
        ",
        "
        white touched the king on e1
        white touched the rook on a1
        legal: O-O-O
        ",
    );
    check(
        "formal; start 3rk2r/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        "
        white touches e1
        white touches a1
        white O-O
        ",
        "
        white touched the king on e1
        white touched the rook on a1
        white played O-O
        ",
    );
}

/// The clock runs on after a piece is touched.
#[test]
fn r69_a_player_who_has_touched_a_piece_still_loses_on_time() {
    check(
        "formal; timed; clock 1+0",
        "
        59 white touches g1
        59.999 tick
        60 white Nf3
        61 white Nf3
        ",
        "
        white touched the knight on g1
        nothing
        0-1 Black wins: time ran out
        refused: The game is over (Black wins: time ran out).
        ",
    );
}

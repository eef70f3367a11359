//! Draws by repetition and by move count (R71, R72, R75, C4, C5).

use crate::script::check;

#[test]
fn r71_threefold_repetition_is_a_draw_if_it_is_claimed() {
    check(
        "",
        "
        moves Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1
        black claims threefold
        show claims
        black claims threefold with Ng8
        ",
        "
        refused: This position has occurred only twice. A draw can be claimed when it has occurred three times.
        claims: threefold with Ng8
        1/2-1/2 draw: threefold repetition
        ",
    );
    check(
        "",
        "
        moves Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8
        black claims threefold
        white claims threefold
        ",
        "
        refused: It is White's turn, and only the side to move may claim a draw.
        1/2-1/2 draw: threefold repetition
        ",
    );
}

#[test]
fn r71_the_right_to_claim_is_lost_with_the_next_move() {
    check(
        "",
        "
        moves Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8
        white e4
        black claims threefold
        black claims threefold with e5
        ",
        "
        white played e4
        refused: This position has occurred only once. A draw can be claimed when it has occurred three times.
        refused: After e5 the position would have occurred only once. A draw can be claimed when it has occurred three times.
        ",
    );
}

const R75: &str = "start 3q4/5r2/pk5p/2pP4/1p4PP/1P2B1P1/P1P1Q3/R3K2R w KQ - 0 35";
const R75_MOVES: &str = "O-O-O Qd6 Bf4 Qf6 g5 Qa1+ Kd2 Qc3+ Kc1 Qa1+ Kd2 Qc3+ Kc1";

#[test]
fn r75_threefold_can_be_claimed_with_the_last_move_of_the_example() {
    check(
        R75,
        &format!(
            "
            moves {R75_MOVES}
            show claims
            black claims threefold
            black claims threefold with Qa1
            "
        ),
        "
        claims: threefold with Qa1+
        refused: This position has occurred only twice. A draw can be claimed when it has occurred three times.
        1/2-1/2 draw: threefold repetition
        ",
    );
    // Or once the position is on the board.
    check(
        R75,
        &format!(
            "
            moves {R75_MOVES} Qa1+
            white claims threefold
            "
        ),
        "1/2-1/2 draw: threefold repetition",
    );
}

#[test]
fn r75_threefold_ends_the_game_if_draws_are_automatic() {
    check(
        &format!("{R75}; automatic"),
        &format!("moves {R75_MOVES} Qa1+"),
        "1/2-1/2 draw: threefold repetition",
    );
}

#[test]
fn c4_positions_with_different_castling_rights_are_different() {
    // The first time the rook had not moved (FIDE 9.2.3.2).
    check(
        "start r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1",
        "
        moves Rg1 Rb8 Rh1 Ra8
        moves Rg1 Rb8 Rh1 Ra8
        white claims threefold
        moves Rg1 Rb8 Rh1 Ra8
        white claims threefold
        ",
        "
        refused: This position has occurred only twice. A draw can be claimed when it has occurred three times.
        1/2-1/2 draw: threefold repetition
        ",
    );
}

#[test]
fn c4_positions_with_a_different_en_passant_right_are_different() {
    // Black may capture en passant right after d4, but not later (FIDE 9.2.3.1).
    check(
        "start 4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1",
        "
        moves d4 Kd8 Kd1 Ke8 Ke1 Kd8 Kd1 Ke8 Ke1
        black claims threefold
        moves Kd8 Kd1 Ke8
        white claims threefold with Ke1
        ",
        "
        refused: This position has occurred only twice. A draw can be claimed when it has occurred three times.
        1/2-1/2 draw: threefold repetition
        ",
    );
    // A right that cannot be used does not count: the pawn on e4 is pinned.
    check(
        "start 4k3/8/8/8/4p3/8/3P4/K3R3 w - - 0 1",
        "
        moves d4 Kd8 Kb1 Ke8 Ka1 Kd8 Kb1 Ke8 Ka1
        black claims threefold
        ",
        "1/2-1/2 draw: threefold repetition",
    );
}

#[test]
fn c4_repetitions_need_not_be_consecutive() {
    check(
        "",
        "
        moves Nf3 Nf6 Ng1 Ng8 Nc3 Nc6 Nb1 Nb8
        white claims threefold
        ",
        "1/2-1/2 draw: threefold repetition",
    );
}

#[test]
fn c4_fivefold_repetition_ends_the_game_without_a_claim() {
    check(
        "",
        "
        moves Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1
        show status
        black Ng8
        ",
        "
        active
        black played Ng8
        1/2-1/2 draw: fivefold repetition
        ",
    );
}

#[test]
fn r72_the_fifty_move_rule_is_a_draw_if_it_is_claimed() {
    check(
        "start 4k3/8/8/8/8/8/8/R3K3 w - - 98 80",
        "
        white claims fifty
        white claims fifty with Ra2
        white Ra2
        show claims
        black claims fifty
        black Kd8
        white claims fifty
        ",
        "
        refused: There have been 98 half-moves since the last pawn move or capture. A draw can be claimed at 100, which is 50 moves by each side.
        refused: With Ra2 there would have been 99 half-moves since the last pawn move or capture. A draw can be claimed at 100, which is 50 moves by each side.
        white played Ra2
        claims: fifty_moves with Kd7, fifty_moves with Kd8, fifty_moves with Ke7, \
         fifty_moves with Kf7, fifty_moves with Kf8
        refused: There have been 99 half-moves since the last pawn move or capture. A draw can be claimed at 100, which is 50 moves by each side.
        black played Kd8
        1/2-1/2 draw: fifty-move rule
        ",
    );
    check(
        "start 4k3/8/8/8/8/8/8/R3K3 w - - 99 80",
        "white claims fifty with Ra2",
        "1/2-1/2 draw: fifty-move rule",
    );
}

#[test]
fn c5_claiming_is_optional_and_a_pawn_move_resets_the_count() {
    check(
        "start 4k3/8/8/8/8/8/P7/R3K3 w - - 99 80",
        "
        moves Kd1 Kd8
        show claims
        white a3
        black claims fifty
        ",
        "
        claims: fifty_moves, fifty_moves with Kc1, fifty_moves with Kc2, fifty_moves with Kd2, \
         fifty_moves with Ke1, fifty_moves with Ke2, fifty_moves with Rb1, fifty_moves with Rc1
        white played a3
        refused: There have been 0 half-moves since the last pawn move or capture. A draw can be claimed at 100, which is 50 moves by each side.
        ",
    );
}

#[test]
fn c5_the_fifty_move_rule_ends_the_game_if_draws_are_automatic() {
    check(
        "automatic; start 4k3/8/8/8/8/8/8/R3K3 w - - 98 80",
        "
        white Ra2
        black Kd8
        ",
        "
        white played Ra2
        black played Kd8
        1/2-1/2 draw: fifty-move rule
        ",
    );
}

#[test]
fn c5_seventy_five_moves_end_the_game_without_a_claim() {
    check(
        "start 4k3/8/8/8/8/8/8/R3K3 w - - 148 80",
        "
        white Ra2
        black Kd8
        ",
        "
        white played Ra2
        black played Kd8
        1/2-1/2 draw: seventy-five-move rule
        ",
    );
}

#[test]
fn c5_checkmate_on_the_last_counted_move_wins() {
    for options in ["", "automatic; "] {
        check(
            &format!("{options}start k7/8/1K6/8/8/8/8/7R w - - 149 90"),
            "white Rh8",
            "
            white played Rh8#
            1-0 White wins: checkmate
            ",
        );
        check(
            &format!("{options}start k7/8/1K6/8/8/8/8/7R w - - 99 90"),
            "white Rh8",
            "
            white played Rh8#
            1-0 White wins: checkmate
            ",
        );
    }
}

/// FIDE 9.4.
#[test]
fn c4_a_player_who_has_touched_a_piece_cannot_claim() {
    check(
        "formal",
        "
        moves Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8
        show claims
        white adjusts b1
        white touches a1
        white claims threefold
        show claims
        white e4
        ",
        "
        claims: threefold, threefold with Nf3
        white adjusted the knight on b1
        white touched the rook on a1
        refused: You have touched a piece, so you cannot claim a draw on this move.
        claims:
        white played e4
        ",
    );
    // Touching has no effect in a casual game.
    check(
        "",
        "
        moves Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8
        white touches a1
        white claims threefold
        ",
        "
        nothing
        1/2-1/2 draw: threefold repetition
        ",
    );
}

/// FIDE 9.5.3 and 9.1.2.3.
#[test]
fn c4_an_incorrect_claim_in_a_formal_game_gives_the_opponent_two_minutes_and_offers_a_draw() {
    check(
        "formal; clock 5+0",
        "
        moves e4 e5
        10 white claims threefold
        show clock
        black accepts
        ",
        "
        white claimed incorrectly: threefold repetition
        white 4:50 black 7:00 running white
        1/2-1/2 draw: agreement
        ",
    );
    // A move declines the offer.
    check(
        "formal",
        "
        moves e4 e5
        white claims fifty
        white Nf3
        black Nc6
        black accepts
        ",
        "
        white claimed incorrectly: fifty-move rule
        white played Nf3
        black played Nc6
        refused: There is no draw offer to answer.
        ",
    );
}

#[test]
fn c4_the_intended_move_of_an_incorrect_claim_must_be_played() {
    check(
        "formal",
        "
        moves e4 e5
        white claims threefold with Nf3
        show obligation
        white d4
        white claims fifty with d4
        white claims fifty
        show obligation
        show claims
        white Nf3
        ",
        "
        white claimed incorrectly with Nf3: threefold repetition
        play Nf3
        refused: d4 is not allowed: you claimed a draw with Nf3, so you must play that move.
        refused: d4 is not allowed: you claimed a draw with Nf3, so you must play that move.
        white claimed incorrectly: fifty-move rule
        play Nf3
        claims:
        white played Nf3
        ",
    );
}

#[test]
fn c4_a_claim_with_an_illegal_move_is_refused_without_a_penalty() {
    check(
        "formal; clock 5+0; timed",
        "
        white claims threefold with e2e5
        show clock
        show obligation
        ",
        "
        refused: e2-e5 is not allowed: a pawn advances one square, or two on its first move, \
         but never more.
        white 5:00 black 5:00 running white
        free
        ",
    );
}

#[test]
fn c4_the_opponents_offer_remains_after_an_incorrect_claim() {
    check(
        "formal",
        "
        moves e4 e5
        black offers draw
        white claims threefold
        white accepts
        ",
        "
        black offered a draw
        white claimed incorrectly: threefold repetition
        1/2-1/2 draw: agreement
        ",
    );
}

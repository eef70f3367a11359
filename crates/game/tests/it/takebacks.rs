//! Takebacks (R79).

use crate::script::check;

#[test]
fn r79_a_move_is_taken_back_if_the_opponent_agrees() {
    check(
        "",
        "
        moves e4 e5 Nf3
        white requests takeback
        white accepts takeback
        black accepts takeback
        show fen
        white Nc3
        ",
        "
        white requested a takeback
        refused: Your opponent has not requested a takeback.
        1 taken back
        rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
        white played Nc3
        ",
    );
}

#[test]
fn r79_the_opponent_may_decline_a_takeback() {
    check(
        "",
        "
        moves e4 e5 Nf3
        white requests takeback
        white requests takeback
        black declines takeback
        black accepts takeback
        black declines takeback
        black Nc6
        ",
        "
        white requested a takeback
        refused: You have already requested a takeback. Wait for your opponent's answer.
        black declined the takeback
        refused: Your opponent has not requested a takeback.
        refused: Your opponent has not requested a takeback.
        black played Nc6
        ",
    );
}

#[test]
fn r79_on_their_own_turn_a_player_takes_back_two_half_moves() {
    check(
        "",
        "
        moves e4 e5 Nf3 Nc6
        white requests takeback
        black accepts takeback
        show fen
        ",
        "
        white requested a takeback
        2 taken back
        rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
        ",
    );
}

#[test]
fn r79_a_player_who_has_not_moved_cannot_request_a_takeback() {
    check(
        "",
        "
        white requests takeback
        black requests takeback
        white e4
        black requests takeback
        white requests takeback
        black accepts takeback
        ",
        "
        refused: You have not made a move that could be taken back.
        refused: You have not made a move that could be taken back.
        white played e4
        refused: You have not made a move that could be taken back.
        white requested a takeback
        1 taken back
        ",
    );
}

#[test]
fn r79_takebacks_are_refused_in_rated_games_and_where_forbidden() {
    for options in ["rated", "no takebacks"] {
        check(
            options,
            "
            moves e4 e5
            white requests takeback
            black accepts takeback
            ",
            "
            refused: Takebacks are not allowed in this game.
            refused: Your opponent has not requested a takeback.
            ",
        );
    }
}

#[test]
fn r79_a_move_withdraws_the_request() {
    check(
        "",
        "
        moves e4 e5 Nf3
        white requests takeback
        black Nc6
        black accepts takeback
        show fen
        ",
        "
        white requested a takeback
        black played Nc6
        refused: Your opponent has not requested a takeback.
        r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3
        ",
    );
}

#[test]
fn r79_if_both_sides_request_a_takeback_it_happens() {
    check(
        "",
        "
        moves e4 e5 Nf3
        white requests takeback
        black requests takeback
        ",
        "
        white requested a takeback
        1 taken back
        ",
    );
}

#[test]
fn r79_a_takeback_restores_the_clocks() {
    check(
        "clock 5+3; timed",
        "
        10 white e4
        30 black e5
        show clock
        70 white Nf3
        show clock
        80 white requests takeback
        90 black accepts takeback
        show clock
        show deadline
        100 white Nf3
        show clock
        show score
        ",
        "
        white played e4
        black played e5
        white 4:53 black 4:43 running white
        white played Nf3
        white 4:16 black 4:43 running black
        white requested a takeback
        1 taken back
        white 4:53 black 4:43 running white
        deadline 383.000
        white played Nf3
        white 4:46 black 4:43 running black
        e4 0:10/4:53, e5 0:20/4:43, Nf3 0:10/4:46
        ",
    );
}

#[test]
fn r79_a_first_move_that_is_taken_back_is_untimed_again() {
    check(
        "clock 5+3; within 30",
        "
        10 white e4
        20 black e5
        show clock
        25 white requests takeback
        26 black accepts takeback
        show clock
        show deadline
        50 white d4
        79.999 tick
        79.999 black d5
        show clock
        show deadline
        ",
        "
        white played e4
        black played e5
        white 5:00 black 5:00 running white
        white requested a takeback
        2 taken back
        white 5:00 black 5:00 running none
        deadline 56.000
        white played d4
        nothing
        black played d5
        white 5:00 black 5:00 running white
        deadline 379.999
        ",
    );
}

#[test]
fn r79_a_takeback_restores_the_move_counts_of_the_clocks() {
    check(
        "clock 2/1:00, 1:00; timed",
        "
        10 moves e4 e5
        20 white Nf3
        show clock
        white requests takeback
        black accepts takeback
        show clock
        30 white Nf3
        show clock
        ",
        "
        white played Nf3
        white 1:40 black 1:00 running black
        white requested a takeback
        1 taken back
        white 0:50 black 1:00 running white
        white played Nf3
        white 1:40 black 1:00 running black
        ",
    );
}

#[test]
fn r79_a_takeback_removes_the_offer_made_with_the_move() {
    check(
        "",
        "
        moves e4 e5
        white Nf3 offers draw
        white requests takeback
        black accepts takeback
        black accepts
        show score
        white Nf3 offers draw
        black accepts
        ",
        "
        white played Nf3
        white offered a draw
        white requested a takeback
        1 taken back
        refused: There is no draw offer to answer.
        e4 0.0, e5 0.0
        white played Nf3
        white offered a draw
        1/2-1/2 draw: agreement
        ",
    );
    // The offer is gone, so it can be made again without a move.
    check(
        "",
        "
        moves e4 e5
        white Nf3 offers draw
        white requests takeback
        black accepts takeback
        white offers draw
        black accepts
        ",
        "
        white played Nf3
        white offered a draw
        white requested a takeback
        1 taken back
        white offered a draw
        1/2-1/2 draw: agreement
        ",
    );
    // Requesting a takeback does not answer an offer.
    check(
        "",
        "
        moves e4 e5
        white Nf3 offers draw
        black requests takeback
        black accepts
        white accepts takeback
        ",
        "
        white played Nf3
        white offered a draw
        black requested a takeback
        1/2-1/2 draw: agreement
        refused: The game is over (draw: agreement).
        ",
    );
}

#[test]
fn r79_a_formal_game_has_no_takebacks() {
    check(
        "formal",
        "
        moves e4 e5 Nf3
        white requests takeback
        ",
        "
        refused: Takebacks are not allowed in this game.
        ",
    );
}

#[test]
fn r79_moves_taken_back_do_not_count_as_repetitions() {
    check(
        "",
        "
        moves Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1
        white requests takeback
        black accepts takeback
        white Ng1
        black claims threefold
        ",
        "
        white requested a takeback
        1 taken back
        white played Ng1
        refused: This position has occurred only twice. A draw can be claimed when it has occurred three times.
        ",
    );
}

#[test]
fn r79_nothing_is_taken_back_after_the_end() {
    check(
        "",
        "
        moves f3 e5 g4 Qh4#
        white requests takeback
        ",
        "
        0-1 Black wins: checkmate
        refused: The game is over (Black wins: checkmate).
        ",
    );
}

//! Taking moves back (R79).

use crate::script::check;

#[test]
fn r79_a_move_is_taken_back_if_the_opponent_grants_it() {
    check(
        "",
        "
        moves e4 e5 Nf3
        white takes back
        white grants
        black grants
        show fen
        white Nc3
        ",
        "
        white asked to take back
        refused: Nobody has asked to take a move back.
        1 taken back
        rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
        white played Nc3
        ",
    );
}

#[test]
fn r79_the_opponent_may_refuse() {
    check(
        "",
        "
        moves e4 e5 Nf3
        white takes back
        white takes back
        black refuses
        black grants
        black refuses
        black Nc6
        ",
        "
        white asked to take back
        refused: You have already asked to take your move back: your opponent is to answer.
        black refused to give back
        refused: Nobody has asked to take a move back.
        refused: Nobody has asked to take a move back.
        black played Nc6
        ",
    );
}

#[test]
fn r79_on_ones_own_turn_the_answer_is_taken_back_too() {
    check(
        "",
        "
        moves e4 e5 Nf3 Nc6
        white takes back
        black grants
        show fen
        ",
        "
        white asked to take back
        2 taken back
        rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
        ",
    );
}

#[test]
fn r79_who_has_not_moved_has_nothing_to_take_back() {
    check(
        "",
        "
        white takes back
        black takes back
        white e4
        black takes back
        white takes back
        black grants
        ",
        "
        refused: You have not moved yet: there is nothing to take back.
        refused: You have not moved yet: there is nothing to take back.
        white played e4
        refused: You have not moved yet: there is nothing to take back.
        white asked to take back
        1 taken back
        ",
    );
}

#[test]
fn r79_no_move_is_taken_back_in_a_rated_game_or_where_it_is_forbidden() {
    for options in ["rated", "no take-backs"] {
        check(
            options,
            "
            moves e4 e5
            white takes back
            black grants
            ",
            "
            refused: Moves are not taken back in this game: what is played stands.
            refused: Nobody has asked to take a move back.
            ",
        );
    }
}

#[test]
fn r79_a_move_withdraws_the_question() {
    check(
        "",
        "
        moves e4 e5 Nf3
        white takes back
        black Nc6
        black grants
        show fen
        ",
        "
        white asked to take back
        black played Nc6
        refused: Nobody has asked to take a move back.
        r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3
        ",
    );
}

#[test]
fn r79_if_both_ask_it_is_granted() {
    check(
        "",
        "
        moves e4 e5 Nf3
        white takes back
        black takes back
        ",
        "
        white asked to take back
        1 taken back
        ",
    );
}

#[test]
fn r79_the_clocks_show_what_they_showed_before() {
    check(
        "clock 5+3; timed",
        "
        10 white e4
        30 black e5
        show clock
        70 white Nf3
        show clock
        80 white takes back
        90 black grants
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
        white asked to take back
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
fn r79_first_moves_that_are_taken_back_are_free_again() {
    check(
        "clock 5+3; within 30",
        "
        10 white e4
        20 black e5
        show clock
        25 white takes back
        26 black grants
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
        white asked to take back
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
fn r79_the_count_of_moves_goes_back_with_them() {
    check(
        "clock 2/1:00, 1:00; timed",
        "
        10 moves e4 e5
        20 white Nf3
        show clock
        white takes back
        black grants
        show clock
        30 white Nf3
        show clock
        ",
        "
        white played Nf3
        white 1:40 black 1:00 running black
        white asked to take back
        1 taken back
        white 0:50 black 1:00 running white
        white played Nf3
        white 1:40 black 1:00 running black
        ",
    );
}

#[test]
fn r79_an_offer_goes_back_with_its_move() {
    check(
        "",
        "
        moves e4 e5
        white Nf3 offers draw
        white takes back
        black grants
        black accepts
        show score
        white Nf3 offers draw
        black accepts
        ",
        "
        white played Nf3
        white offered a draw
        white asked to take back
        1 taken back
        refused: There is no offer of a draw to answer.
        e4 0.0, e5 0.0
        white played Nf3
        white offered a draw
        1/2-1/2 draw: agreement
        ",
    );
    // So it was never made, and can be made again without a move.
    check(
        "",
        "
        moves e4 e5
        white Nf3 offers draw
        white takes back
        black grants
        white offers draw
        black accepts
        ",
        "
        white played Nf3
        white offered a draw
        white asked to take back
        1 taken back
        white offered a draw
        1/2-1/2 draw: agreement
        ",
    );
    // To ask for a move is not to answer an offer.
    check(
        "",
        "
        moves e4 e5
        white Nf3 offers draw
        black takes back
        black accepts
        white grants
        ",
        "
        white played Nf3
        white offered a draw
        black asked to take back
        1/2-1/2 draw: agreement
        refused: The game is over (draw: agreement).
        ",
    );
}

#[test]
fn r79_touched_pieces_and_intended_moves_are_forgotten() {
    check(
        "formal",
        "
        moves e4 e5 Nf3
        black claims threefold with Nc6
        black touches d2
        white takes back
        black grants
        show obligation
        show legal
        ",
        "
        black claimed in vain with Nc6: threefold repetition
        black touched the pawn on d2
        white asked to take back
        1 taken back
        free
        legal: Ba6 Bb5 Bc4 Bd3 Be2 Ke2 Na3 Nc3 Ne2 Nf3 Nh3 Qe2 Qf3 Qg4 Qh5 a3 a4 b3 b4 c3 c4 d3 d4 \
         f3 f4 g3 g4 h3 h4
        ",
    );
}

#[test]
fn r79_repetitions_are_counted_without_what_was_taken_back() {
    check(
        "",
        "
        moves Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1
        white takes back
        black grants
        white Ng1
        black claims threefold
        ",
        "
        white asked to take back
        1 taken back
        white played Ng1
        refused: This position is on the board for the second time; a draw can be claimed at the \
         third.
        ",
    );
}

#[test]
fn r79_after_the_end_nothing_is_taken_back() {
    check(
        "",
        "
        moves f3 e5 g4 Qh4#
        white takes back
        ",
        "
        0-1 Black wins: checkmate
        refused: The game is over (Black wins: checkmate).
        ",
    );
}

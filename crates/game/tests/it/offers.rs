//! Draw offers (R70, C8) and aborting a game (R80).

use crate::script::check;

#[test]
fn r70_a_draw_is_offered_and_accepted() {
    check(
        "",
        "
        moves e4 e5
        white Nf3 offers draw
        black accepts
        black Nc6
        ",
        "
        white played Nf3
        white offered a draw
        1/2-1/2 draw: agreement
        refused: The game is over (draw: agreement).
        ",
    );
}

#[test]
fn r70_a_draw_is_offered_and_declined() {
    check(
        "",
        "
        moves e4 e5
        white Nf3 offers draw
        black declines
        black accepts
        black declines
        white accepts
        ",
        "
        white played Nf3
        white offered a draw
        black declined
        refused: There is no draw offer to answer.
        refused: There is no draw offer to answer.
        refused: There is no draw offer to answer.
        ",
    );
}

#[test]
fn c8_an_offer_lasts_until_the_opponent_moves() {
    check(
        "",
        "
        moves e4 e5
        white Nf3 offers draw
        black Nc6
        black accepts
        white accepts
        ",
        "
        white played Nf3
        white offered a draw
        black played Nc6
        refused: There is no draw offer to answer.
        refused: There is no draw offer to answer.
        ",
    );
}

#[test]
fn c8_an_offer_lasts_until_the_opponent_touches_a_piece() {
    check(
        "formal",
        "
        moves e4 e5
        white Nf3 offers draw
        black adjusts b8
        black touches a8
        black accepts
        ",
        "
        white played Nf3
        white offered a draw
        black adjusted the knight on b8
        black touched the rook on a8
        refused: There is no draw offer to answer.
        ",
    );
}

#[test]
fn c8_an_offer_made_without_a_move_is_valid_and_remains_after_the_next_own_move() {
    check(
        "formal",
        "
        moves e4 e5
        white offers draw
        white touches g1
        white Nf3
        black accepts
        ",
        "
        white offered a draw
        white touched the knight on g1
        white played Nf3
        1/2-1/2 draw: agreement
        ",
    );
    // It can be accepted before the move is made, and made on the opponent's
    // turn.
    check(
        "",
        "
        moves e4 e5
        black offers draw
        white accepts
        ",
        "
        black offered a draw
        1/2-1/2 draw: agreement
        ",
    );
}

#[test]
fn c8_an_offer_cannot_be_withdrawn_and_only_one_is_open_at_a_time() {
    check(
        "",
        "
        moves e4 e5
        white offers draw
        white offers draw
        white declines
        white accepts
        black offers draw
        white Nf3 offers draw
        black accepts
        ",
        "
        white offered a draw
        refused: You have already offered a draw. The offer remains open until your opponent accepts it, declines it or makes a move.
        refused: There is no draw offer to answer.
        refused: There is no draw offer to answer.
        refused: White has offered a draw. Accept or decline that offer first.
        white played Nf3
        1/2-1/2 draw: agreement
        ",
    );
}

#[test]
fn c8_a_move_with_an_offer_declines_the_opponents_offer() {
    check(
        "",
        "
        moves e4 e5
        black offers draw
        white Nf3 offers draw
        white accepts
        black accepts
        ",
        "
        black offered a draw
        white played Nf3
        white offered a draw
        refused: There is no draw offer to answer.
        1/2-1/2 draw: agreement
        ",
    );
}

/// FIDE 11.5: offers must not disturb the opponent.
#[test]
fn c8_a_declined_offer_cannot_be_repeated_before_a_move() {
    check(
        "",
        "
        moves e4 e5
        white Nf3 offers draw
        black declines
        white offers draw
        black Nc6
        white offers draw
        white Bc4
        white offers draw
        ",
        "
        white played Nf3
        white offered a draw
        black declined
        refused: Your last draw offer was declined. Make a move before you offer a draw again.
        black played Nc6
        refused: Your last draw offer was declined. Make a move before you offer a draw again.
        white played Bc4
        white offered a draw
        ",
    );
    // The move with which the offer was made does not count.
    check(
        "",
        "
        moves e4 e5
        white offers draw
        white Nf3
        black declines
        white offers draw
        show score
        ",
        "
        white offered a draw
        white played Nf3
        black declined
        refused: Your last draw offer was declined. Make a move before you offer a draw again.
        e4 0.0, e5 0.0, Nf3(=) 0.0
        ",
    );
}

/// FIDE 5.2.3: both players must have made a move.
#[test]
fn r70_no_draw_can_be_agreed_before_both_sides_have_moved() {
    check(
        "formal",
        "
        white offers draw
        white e4 offers draw
        white claims threefold
        show status
        white e4
        black offers draw
        black e5 offers draw
        white accepts
        ",
        "
        refused: A draw can be offered only after both sides have made a move.
        refused: A draw can be offered only after both sides have made a move.
        white claimed incorrectly: threefold repetition
        active
        white played e4
        refused: A draw can be offered only after both sides have made a move.
        black played e5
        black offered a draw
        1/2-1/2 draw: agreement
        ",
    );
}

/// FIDE 9.1.2.2: the sign (=) is written next to the move with the offer.
#[test]
fn c8_the_score_sheet_shows_the_offers() {
    check(
        "",
        "
        moves e4 e5
        black offers draw
        white Nf3
        black Nc6 offers draw
        white Bc4
        show score
        ",
        "
        black offered a draw
        white played Nf3
        black played Nc6
        black offered a draw
        white played Bc4
        e4 0.0, e5(=) 0.0, Nf3 0.0, Nc6(=) 0.0, Bc4 0.0
        ",
    );
}

#[test]
fn c8_a_move_that_ends_the_game_offers_no_draw() {
    check(
        "",
        "
        moves f3 e5 g4
        black Qh4 offers draw
        white accepts
        ",
        "
        black played Qh4#
        0-1 Black wins: checkmate
        refused: The game is over (Black wins: checkmate).
        ",
    );
}

#[test]
fn r80_either_side_may_abort_before_both_have_moved() {
    check("rated", "black aborts", "* no result: aborted");
    check(
        "rated",
        "
        white e4
        white aborts
        ",
        "
        white played e4
        * no result: aborted
        ",
    );
}

#[test]
fn r80_later_both_sides_have_to_agree_to_abort() {
    check(
        "",
        "
        moves e4 e5
        white aborts
        white aborts
        white Nf3
        black aborts
        white aborts
        ",
        "
        white asked to abort the game
        refused: You have already asked to abort the game. It ends if your opponent agrees.
        white played Nf3
        black asked to abort the game
        * no result: aborted
        ",
    );
}

#[test]
fn r80_a_rated_game_cannot_be_aborted_later() {
    check(
        "rated",
        "
        moves e4 e5
        white aborts
        ",
        "
        refused: A rated game cannot be aborted after both sides have moved. Offer a draw or resign instead.
        ",
    );
}

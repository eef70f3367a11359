//! Triples of a table, keys and a screen, each in a file of `tests/screens`:
//! first how one sits down, then what is pressed, then what is to be seen.
//!
//! With `BLESS=1` in the environment the screens are written as they are now,
//! to be looked at before they are kept.

use std::{env, fs, path::PathBuf};

use crate::player::Player;

fn check(name: &str) {
    let mut path = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    path.push("tests/screens");
    path.push(name);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut parts = text.splitn(3, '\n');
    let (table, keys) = (parts.next().unwrap(), parts.next().unwrap());
    let expected = parts.next().unwrap_or_default();
    let mut player = Player::at_table(table);
    player.press(keys);
    let screen = player.screen();
    if env::var_os("BLESS").is_some() {
        fs::write(&path, format!("{table}\n{keys}\n{screen}")).unwrap();
        return;
    }
    assert_eq!(screen, expected, "\n{screen}\ninstead of\n{expected}");
}

macro_rules! screens {
    ($($name:ident)*) => {$(
        #[test]
        fn $name() {
            check(stringify!($name));
        }
    )*};
}

screens! {
    a_game_begins
    typed_moves_are_played_and_listed
    a_refused_move_is_explained_and_the_game_goes_on
    r84_a_refused_move_marks_its_squares_without_colors
    a_picked_piece_shows_where_it_can_go
    a_picked_piece_shows_what_it_can_take_without_colors
    the_mouse_drags_a_piece
    the_mouse_picks_a_piece_up
    a_game_that_is_called_off_has_no_result
    an_empty_square_has_nothing_to_pick_up
    a_pawn_that_promotes_asks_what_it_becomes
    a_check_is_told
    a_mate_ends_the_game_and_the_board_stays
    the_past_is_looked_at_with_a_clear_sign
    the_board_is_flipped
    an_offer_waits_for_its_answer
    a_take_back_waits_for_its_answer
    resigning_is_asked_twice
    r76_a_touched_piece_binds
    c11_an_adjusted_piece_does_not_bind
    c11_who_adjusts_an_empty_square_has_still_said_so
    the_help_page_fits_a_small_screen
    the_help_page_goes_on_below_a_small_screen
    the_keys_of_the_board_are_shown_on_the_board
    c4_a_wrong_claim_without_clocks_costs_no_time
    a_line_is_completed_while_it_is_typed
    a_large_screen_has_large_squares
    a_screen_of_60x20
    a_screen_of_40x15
    a_screen_of_20x8
    a_screen_of_12x4
    letters_stand_for_pieces_in_ascii
    byo_yomi_shows_its_periods
    a_flag_falls
    a_paused_game_stands_still
    a_game_without_clocks_or_take_backs_offers_neither
    black_begins_a_game_from_a_position
    a_king_castles_onto_his_rook_in_chess960
    c4_a_claim_can_be_made
    the_computer_is_introduced
    the_computer_thinks_quietly
    the_computer_has_white_and_the_board_is_turned
    the_computer_is_in_trouble_and_the_clocks_stand
    the_computer_waits_for_nobody_to_look_back
    a_hint_is_given
    r73_a_dead_position_ends_the_game_at_once
    a_piece_waits_for_an_empty_board
    a_piece_that_waits_is_seen_under_the_cursor
    a_piece_that_waits_is_seen_under_the_cursor_without_colors
    a_piece_that_waits_is_seen_under_the_mouse
    a_placed_piece_is_listed_and_the_next_one_comes
    three_of_a_kind_leave_the_board
    three_of_a_kind_leave_the_board_without_colors
    a_king_is_cleared_off_the_board
    who_can_do_nothing_passes
    a_piece_is_picked_among_those_to_come
    a_piece_of_the_tray_is_in_hand
    a_bishop_is_refused_on_the_color_of_the_other
    moving_is_refused_while_a_piece_waits
    pieces_arrive_on_a_screen_of_60x20
    pieces_arrive_on_a_screen_of_40x15
    pieces_arrive_on_a_screen_of_20x8
    pieces_arrive_on_a_screen_of_12x4
    pieces_arrive_on_a_large_screen
    the_computer_places_its_pieces
}

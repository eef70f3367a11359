//! Screens after a sequence of keys. Each file of `tests/screens` has the setup in
//! its first line, the keys in the second, and then the expected screen.
//!
//! With `BLESS=1` in the environment the files are rewritten with the actual
//! screens, to be reviewed before they are committed.

use std::{env, fs, path::PathBuf};

use crate::player::Player;

fn check(name: &str) {
    let mut path = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    path.push("tests/screens");
    path.push(name);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut parts = text.splitn(3, '\n');
    let (setup, keys) = (parts.next().unwrap(), parts.next().unwrap());
    let expected = parts.next().unwrap_or_default();
    let mut player = Player::at_board(setup);
    player.press(keys);
    let screen = player.screen();
    if env::var_os("BLESS").is_some() {
        fs::write(&path, format!("{setup}\n{keys}\n{screen}")).unwrap();
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
    a_refused_move_is_explained
    r84_a_refused_move_marks_its_squares_without_colors
    a_picked_up_piece_shows_its_moves
    a_picked_up_piece_shows_its_captures_without_colors
    the_mouse_drags_a_piece
    the_mouse_picks_a_piece_up
    an_aborted_game_has_no_result
    an_empty_square_has_nothing_to_pick_up
    a_promotion_asks_for_the_piece
    a_check_is_announced
    a_mate_ends_the_game_and_the_board_remains
    an_earlier_position_is_clearly_marked
    the_board_is_flipped
    a_draw_offer_waits_for_an_answer
    a_takeback_request_waits_for_an_answer
    resigning_needs_confirmation
    r76_a_touched_piece_binds
    c11_an_adjusted_piece_does_not_bind
    c11_adjusting_an_empty_square_keeps_the_announcement
    the_help_page_fits_a_small_screen
    the_help_page_scrolls_on_a_small_screen
    the_keys_of_the_board_are_shown_on_the_board
    c4_a_wrong_claim_without_clocks_costs_no_time
    a_typed_line_shows_its_completions
    a_large_screen_has_large_squares
    a_large_screen_has_drawn_pieces
    a_very_large_screen_has_larger_pieces
    a_large_screen_in_ascii_has_letters
    the_opening_of_an_earlier_position_is_shown
    a_screen_of_60x20
    a_screen_of_40x15
    a_screen_of_20x8
    a_screen_of_12x4
    pieces_are_letters_in_ascii
    byo_yomi_shows_its_periods
    a_flag_falls
    a_paused_game_is_frozen
    a_game_without_clocks_or_takebacks_offers_neither
    black_begins_a_game_from_a_position
    a_king_castles_onto_its_rook_in_chess960
    c4_a_claim_can_be_made
    the_computer_is_introduced
    the_computer_is_shown_thinking
    the_board_is_flipped_if_the_computer_has_white
    a_failing_computer_stops_the_clocks
    the_computer_moves_while_an_earlier_position_is_shown
    a_hint_is_given
    r73_a_dead_position_ends_the_game_at_once
    a_piece_waits_beside_an_empty_board
    a_waiting_piece_is_previewed_under_the_cursor
    a_waiting_piece_is_previewed_under_the_cursor_without_colors
    a_waiting_piece_is_previewed_under_the_mouse
    a_placed_piece_is_listed_and_the_next_one_arrives
    three_of_a_kind_are_cleared
    three_of_a_kind_are_cleared_without_colors
    a_king_is_cleared
    a_side_without_a_legal_move_passes
    a_piece_to_place_is_chosen
    a_chosen_piece_is_highlighted
    a_second_bishop_is_refused_on_the_same_color
    moving_is_refused_while_a_piece_waits
    pieces_arrive_on_a_screen_of_60x20
    pieces_arrive_on_a_screen_of_40x15
    pieces_arrive_on_a_screen_of_20x8
    pieces_arrive_on_a_screen_of_12x4
    pieces_arrive_on_a_large_screen
    the_computer_places_its_pieces
}

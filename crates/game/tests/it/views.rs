//! Views of a game (R13, R15, R16, R17).

use arbiter_rules::{Color, Role};

use crate::script::{check, play};

#[test]
fn r13_captured_pieces_are_sorted_by_value_and_balanced() {
    check(
        "",
        "
        show material
        moves e4 d5 exd5 Qxd5 Nc3 Qe5+ Be2 Qxe2+ Ngxe2
        show material
        ",
        "
        white  black  +0
        white QP black BP +6
        ",
    );
    // A captured promoted piece counts as what it is. The balance is that of the
    // board.
    check(
        "start 3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1",
        "
        show material
        white exd8=Q
        show material
        black Kxd8
        show material
        ",
        "
        white  black  -4
        white played exd8=Q+
        white R black  +9
        black played Kxd8
        1/2-1/2 draw: dead position
        white R black Q +0
        ",
    );
}

#[test]
fn r15_the_state_contains_everything_the_game_knows() {
    let (referee, _) = play("", "moves e4 Nf6 e5 d5");
    let game = &referee.game;
    let position = game.position();
    assert_eq!(position.turn(), Color::White);
    assert_eq!(position.en_passant().unwrap().to_string(), "d6");
    assert_eq!(
        position.to_string(),
        "rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3"
    );
    assert_eq!(game.history().len(), 4);
    assert_eq!(game.status().name(), "active");
    let san: Vec<String> = game.san().map(|san| san.to_string()).collect();
    assert_eq!(san.join(" "), "e4 Nf6 e5 d5");
    assert_eq!(game.position_at(0), Some(&arbiter_rules::Position::start()));
    assert_eq!(game.position_at(4), Some(position));
    assert_eq!(game.position_at(5), None);
}

#[test]
fn r16_the_status_is_one_of_five() {
    for (options, script, status) in [
        ("", "", "active"),
        ("", "moves e4 f6 Qh5", "check"),
        ("", "moves f3 e5 g4 Qh4", "checkmate"),
        (
            "start 7k/8/5KQ1/8/8/8/8/8 w - - 0 1",
            "moves Qf7",
            "stalemate",
        ),
        (
            "start 4k3/8/8/8/8/8/3r4/4K3 w - - 0 1",
            "moves Kxd2",
            "draw",
        ),
        ("", "moves e4 e5\nwhite offers draw\nblack accepts", "draw"),
        ("", "moves e4 f6 Qh5\nblack resigns", "check"),
    ] {
        let (referee, _) = play(options, script);
        assert_eq!(referee.game.status().name(), status, "{options} {script}");
    }
}

#[test]
fn r17_a_move_record_has_from_to_piece_color_captured_promotion_castling_en_passant() {
    check(
        "start r3k3/1P6/8/4p3/8/8/3P4/4K2R w Kq - 0 1",
        "
        moves d4 exd4 O-O Ke7 bxa8=Q
        show history
        ",
        "
        white pawn d2d4; black pawn e5d4 takes pawn; white king e1g1 O-O; black king e8e7; \
         white pawn b7a8 takes rook becomes queen
        ",
    );
    check(
        "start 4k2r/P7/8/8/3p4/8/2P5/4K3 w k - 0 1",
        "
        moves c4 dxc3 a8=N O-O
        show history
        ",
        "
        white pawn c2c4; black pawn d4c3 takes pawn e.p.; white pawn a7a8 becomes knight; \
         black king e8g8 O-O
        ",
    );
}

#[test]
fn views_follow_the_moves() {
    let (referee, _) = play(
        "clock 5+3",
        "
        moves e4 e5
        10 white Nf3 offers draw
        30 black Nc6
        ",
    );
    let played: Vec<_> = referee.game.moves().collect();
    assert_eq!(played.len(), 4);
    assert_eq!(played[2].mv.role(), Role::Knight);
    assert_eq!(played[2].took.to_string(), "0:10");
    assert_eq!(played[2].left.unwrap().to_string(), "4:53");
    assert!(played[2].offered_draw);
    assert!(!played[3].offered_draw);
    assert_eq!(played[3].before.turn(), Color::Black);
}

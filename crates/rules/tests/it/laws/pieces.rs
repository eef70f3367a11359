//! How the pieces move: R25–R39, C18.

use arbiter_rules::{Role, Square, attacks};

use super::*;
use crate::random_games::random_positions;

#[test]
fn r25_a_king_moves_one_square_in_any_direction() {
    assert_eq!(
        targets("8/8/7k/8/3K4/8/8/8 w - - 0 1", "d4"),
        "c5 d5 e5 c4 e4 c3 d3 e3"
    );
}

#[test]
fn r25_a_king_never_moves_into_check_and_may_capture_unprotected_pieces() {
    assert_eq!(
        refused("4k3/8/8/8/8/8/3r4/5K2 w - - 0 1", "f1e2"),
        "king_into_check"
    );
    assert!(is_legal("4k3/8/8/8/8/8/4r3/5K2 w - - 0 1", "Kxe2"));
    assert_eq!(
        refused("4k3/8/8/1b6/8/8/4r3/5K2 w - - 0 1", "Kxe2"),
        "king_takes_protected"
    );
}

#[test]
fn r25_a_king_may_stand_where_nearby_pieces_do_not_attack_it() {
    // Directly in front of a pawn, diagonal to a rook, next to a knight, orthogonal to
    // a bishop.
    assert!(is_legal("k7/8/8/4p3/8/4K3/8/8 w - - 0 1", "Ke4"));
    assert!(is_legal("k7/8/8/4r3/8/8/2K5/8 w - - 0 1", "Kd3"));
    assert!(is_legal("k7/8/8/3r4/8/4K3/8/8 w - - 0 1", "Ke4"));
    assert!(is_legal("k7/8/8/4n3/8/4K3/8/8 w - - 0 1", "Ke4"));
    assert!(is_legal("k7/8/8/4b3/8/4K3/8/8 w - - 0 1", "Ke4"));
}

#[test]
fn r25_a_king_never_moves_next_to_a_queen_except_to_capture_it() {
    let fen = "7k/8/8/8/3q4/8/1K6/8 w - - 0 1";
    for text in ["Kc3", "b2c3"] {
        assert_eq!(refused(fen, text), "king_into_check");
    }
    assert!(is_legal("7k/8/8/8/8/2q5/1K6/8 w - - 0 1", "Kxc3"));
}

#[test]
fn r26_a_queen_moves_like_a_rook_or_a_bishop() {
    let fen = "7k/8/8/8/3Q4/8/8/K7 b - - 0 1";
    let occupied = position(fen).board().occupied();
    let queen = attacks::queen(Square::D4, occupied);
    let rook = attacks::rook(Square::D4, occupied);
    let bishop = attacks::bishop(Square::D4, occupied);
    assert_eq!(queen, rook | bishop);
    assert_eq!(
        refused("8/7k/8/8/3Q4/8/8/1K6 w - - 0 1", "d4f5"),
        "not_a_queen_move"
    );
}

#[test]
fn r26_a_queen_does_not_jump() {
    assert_eq!(
        refused("8/7k/8/3P4/3Q4/8/8/1K6 w - - 0 1", "Qd7"),
        "blocked"
    );
}

#[test]
fn r27_a_rook_moves_along_its_file_and_rank() {
    assert_eq!(
        targets("7k/8/8/8/3R4/8/8/1K6 w - - 0 1", "d4"),
        "d8 d7 d6 d5 a4 b4 c4 e4 f4 g4 h4 d3 d2 d1"
    );
}

#[test]
fn r28_a_bishop_stays_on_its_color() {
    assert_eq!(
        targets("k7/8/8/8/3B4/8/8/1K6 w - - 0 1", "d4"),
        "h8 a7 g7 b6 f6 c5 e5 c3 e3 b2 f2 a1 g1"
    );
    for square in Square::ALL {
        for target in attacks::bishop_lines(square) {
            assert_eq!(target.is_light(), square.is_light());
        }
    }
}

#[test]
fn r29_a_knight_jumps_and_changes_the_color_of_its_square() {
    for square in Square::ALL {
        let targets = attacks::knight(square);
        assert!((2..=8).contains(&targets.count()));
        for target in targets {
            assert_ne!(target.is_light(), square.is_light());
        }
    }
    assert_eq!(targets("start", "b1"), "a3 c3");
}

#[test]
fn r30_a_pawn_advances_one_square_if_it_is_empty() {
    assert_eq!(targets("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "e4"), "e5");
    assert_eq!(targets("4k3/8/8/4p3/8/8/8/4K3 b - - 0 1", "e5"), "e4");
}

#[test]
fn r31_c18_a_pawn_advances_two_squares_from_its_start_if_both_are_empty() {
    assert_eq!(targets("start", "e2"), "e4 e3");
    assert_eq!(targets("4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e2"), "");
    assert_eq!(targets("4k3/8/8/8/4n3/8/4P3/4K3 w - - 0 1", "e2"), "e3");
    assert_eq!(
        refused("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3e5"),
        "pawn_double_step"
    );
}

#[test]
fn r32_a_pawn_captures_one_square_diagonally_ahead() {
    assert_eq!(
        targets("4k3/8/8/3ppp2/4P3/3p1p2/8/4K3 w - - 0 1", "e4"),
        "d5 f5"
    );
}

#[test]
fn r33_a_pawn_never_moves_backward() {
    for text in ["e4e3", "e4d3", "e4f3"] {
        let fen = "4k3/8/8/8/4P3/3p1p2/8/4K3 w - - 0 1";
        assert_eq!(refused(fen, text), "pawn_backward");
    }
}

#[test]
fn r34_a_pawn_never_moves_diagonally_to_an_empty_square() {
    assert_eq!(refused("start", "e2d3"), "pawn_takes_nothing");
    // An adjacent pawn is not captured en passant by a promoting pawn.
    let beside = "4k3/8/8/8/8/8/5pP1/K7 b - - 0 1";
    assert_eq!(refused(beside, "f2g1q"), "pawn_takes_nothing");
}

#[test]
fn r35_a_pawn_is_blocked_by_any_piece_ahead() {
    for piece in ["p", "n", "b", "r", "q", "P", "N", "B", "R", "Q"] {
        let fen = format!("8/7k/8/4{piece}3/4P3/8/8/1K6 w - - 0 1");
        assert_eq!(refused(&fen, "e4e5"), "pawn_blocked", "{piece}");
    }
}

#[test]
fn r36_only_knights_and_the_castling_rook_jump() {
    for text in ["Ra3", "Bc4", "Qd3"] {
        assert_eq!(refused("start", text), "blocked");
    }
    // The castling rook passes its king.
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let after = position(fen).after(find(fen, "O-O"));
    assert_eq!(after.board().by_role(Role::Rook).to_string(), "f1");
}

#[test]
fn r37_a_captured_piece_leaves_the_board_and_own_pieces_are_never_captured() {
    let fen = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
    let before = position(fen);
    let mv = find(fen, "exd5");
    let (square, taken) = before.captured(mv).unwrap();
    assert_eq!(
        (square, taken.to_string().as_str()),
        (Square::D5, "black pawn")
    );
    assert_eq!(before.after(mv).board().occupied().count(), 3);
    for text in ["Nd2", "Ke2", "Qe2", "a1a2"] {
        assert_eq!(refused("start", text), "own_piece");
    }
}

#[test]
fn r38_no_legal_move_captures_a_king() {
    random_positions(40, 100, |position| {
        for mv in position.legal_moves() {
            let taken = position.captured(mv).map(|(_, piece)| piece.role);
            assert_ne!(taken, Some(Role::King), "{position} {mv:?}");
        }
    });
}

#[test]
fn r39_a_pinned_piece_still_gives_check() {
    // The bishop on d7 is pinned to its king but still attacks b5.
    let fen = "3k4/3b4/8/8/8/8/8/K2R4 w - - 0 1";
    assert!(is_legal(fen, "Kb2"));
    assert_eq!(
        refused("3k4/3b4/8/8/K7/8/8/3R4 w - - 0 1", "a4b5"),
        "king_into_check"
    );
    assert!(position("3k4/3b4/8/8/K7/8/8/3R4 w - - 0 1").is_check());
}

//! En passant: R51–R55.

use super::*;

#[test]
fn r51_en_passant_is_possible_only_on_the_next_move() {
    let mut line = line("start", "e4 a6 e5 d5");
    assert!(line.read("exd6").is_ok());
    play(&mut line, "Nf3 h6");
    let refusal = line.read("exd6").unwrap_err();
    assert_eq!(refusal.code(), "en_passant_too_late");
    assert!(refusal.to_string().contains("the moment has passed"));
    assert!(refusal.to_string().contains("1 move ago"));
}

#[test]
fn r51_en_passant_is_possible_only_after_a_double_step() {
    let line = line("start", "e4 d6 e5 d5");
    assert_eq!(
        line.read("exd6").unwrap_err().code(),
        "en_passant_no_double_step"
    );
}

#[test]
fn r52_the_pawn_lands_behind_the_captured_pawn() {
    let before = line("start", "e4 a6 e5 d5");
    let mv = before.read("exd6").unwrap();
    assert!(mv.is_en_passant());
    let (taken_on, _) = before.position().captured(mv).unwrap();
    assert_eq!((mv.to(), taken_on), (square("d6"), square("d5")));
    let after = before.position().after(mv);
    assert_eq!(after.board().piece_at(square("d5")), None);
    assert_eq!(after.board().piece_at(square("d6")).unwrap().letter(), 'P');
}

#[test]
fn r53_en_passant_is_possible_only_from_the_fifth_rank() {
    assert_eq!(
        refused("4k3/8/3pP3/8/8/8/8/4K3 w - - 0 1", "e6d7"),
        "en_passant_wrong_rank"
    );
    assert_eq!(
        refused("4k3/8/8/8/8/3pP3/8/4K3 b - - 0 1", "d3e2"),
        "en_passant_wrong_rank"
    );
}

#[test]
fn r54_an_opening_with_an_en_passant_capture() {
    let line = line("start", "e4 e5 d4 exd4 c4 dxc3");
    let (before, mv) = line.moves().next_back().unwrap();
    assert!(mv.is_en_passant());
    assert_eq!(before.captured(mv).unwrap().0, square("c4"));
}

#[test]
fn r55_the_en_passant_mark_is_optional() {
    let fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
    let mv = find(fen, "exd6");
    for text in ["exd6 e.p.", "exd6e.p.", "e5xd6 ep", "e5d6"] {
        assert_eq!(find(fen, text), mv, "{text}");
    }
    assert_eq!(position(fen).san(mv), "exd6");
}

#[test]
fn r63_an_en_passant_capture_may_not_open_a_line_to_the_king() {
    let fen = "4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 2";
    assert_eq!(refused(fen, "exd6"), "en_passant_opens_line");
    assert_eq!(position(fen).legal_en_passant(), None);
}

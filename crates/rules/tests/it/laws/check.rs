//! Check, mate and stalemate: R61–R66, R88, C26.

use arbiter_rules::{BoardReason, Outcome, Status};

use super::*;

#[test]
fn r61_a_position_knows_its_checkers() {
    let two = position("4r1k1/8/8/8/8/3n4/8/R3K3 w - - 0 1");
    assert_eq!(two.checkers().to_string(), "e8 d3");
    assert_eq!(two.status(), Status::Check);
    assert_eq!(Position::start().status(), Status::Active);
}

#[test]
fn r62_a_check_is_answered_by_moving_capturing_or_interposing() {
    let fen = "4r1k1/8/8/8/8/6B1/1P6/R3K3 w Q - 0 1";
    let position = position(fen);
    assert_eq!(moves(&position), ["Be5", "Kd1", "Kd2", "Kf1", "Kf2"]);
    // Capturing the checker, also with the king.
    assert!(is_legal("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "Kxe2"));
    assert!(is_legal("4k3/8/8/8/8/4r3/8/2B1K3 w - - 0 1", "Bxe3"));
}

#[test]
fn r63_no_move_may_leave_or_put_its_own_king_in_check() {
    assert_eq!(
        refused("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "Nc3"),
        "pinned"
    );
    assert_eq!(
        refused("4r1k1/8/8/8/8/8/1N6/4K3 w - - 0 1", "Nc4"),
        "in_check"
    );
}

#[test]
fn r65_checkmate_wins_the_game() {
    let line = line("start", "f3 e5 g4 Qh4#");
    let outcome = line.outcome().unwrap();
    assert_eq!(outcome.reason, BoardReason::Checkmate);
    assert_eq!(outcome.result(), "0-1");
    assert_eq!(line.status(), Status::Checkmate);
}

#[test]
fn r66_stalemate_is_a_draw() {
    let position = position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(position.status(), Status::Stalemate);
    assert_eq!(
        position.outcome(),
        Some(Outcome {
            winner: None,
            reason: BoardReason::Stalemate
        })
    );
}

#[test]
fn r88_the_pawn_blocks_the_bishop_so_the_king_can_take_the_queen() {
    let line = line(
        "5k2/b3p2p/3p4/1P6/p2P1N1N/P1n5/1nP1q1P1/4R1K1 b - - 0 1",
        "Qf2+",
    );
    assert_eq!(moves(line.position()), ["Kh1", "Kh2", "Kxf2"]);
}

#[test]
fn c26_some_checks_cannot_be_blocked() {
    // Checks by a knight, a pawn, an adjacent slider, and a double check.
    for (fen, text, code) in [
        ("4k3/8/8/8/8/5n2/8/R3K3 w - - 0 1", "Ra2", "in_check"),
        ("4k3/8/8/8/8/8/3p4/R3K3 w - - 0 1", "Ra2", "in_check"),
        ("4k3/8/8/8/8/8/4q3/R3K3 w - - 0 1", "Ra3", "in_check"),
        ("4r1k1/8/8/8/8/3n4/8/R3K3 w - - 0 1", "Ra3", "double_check"),
    ] {
        let refusal = position(fen).read(text).unwrap_err();
        assert_eq!(refusal.code(), code, "{fen}");
        assert!(!refusal.to_string().contains("in between"), "{refusal}");
    }
    let far = position("4r1k1/8/8/8/8/8/R7/4K3 w - - 0 1")
        .read("Ra3")
        .unwrap_err();
    assert!(far.to_string().contains("in between"), "{far}");
}

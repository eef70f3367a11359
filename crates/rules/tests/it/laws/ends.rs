//! The end of the game: R16, R72–R74, C5, C9, C19.

use arbiter_rules::{BoardReason, Claim, Color, Status};

use super::*;

#[test]
fn r16_there_are_five_statuses() {
    for (fen, status) in [
        ("start", "active"),
        ("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "check"),
        ("7k/5K2/8/8/8/8/8/7R b - - 0 1", "checkmate"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "stalemate"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "draw"),
    ] {
        assert_eq!(position(fen).status().to_string(), status, "{fen}");
    }
}

#[test]
fn r72_c5_after_fifty_moves_a_draw_can_be_claimed() {
    let fen = |halfmoves| format!("4k3/8/8/8/8/8/8/R3K3 w - - {halfmoves} 90");
    assert_eq!(line(&fen(98), "Ra2").claims().count(), 0);
    let line = line(&fen(99), "Ra2");
    assert_eq!(line.claims().collect::<Vec<_>>(), [Claim::FiftyMoves]);
    assert_eq!(line.outcome(), None);
    assert_eq!(line.status(), Status::Active);
}

#[test]
fn r72_a_pawn_move_or_a_capture_resets_the_count() {
    let fen = "4k3/8/8/8/8/8/rP6/R3K3 w - - 99 90";
    for text in ["b3", "Rxa2"] {
        let line = line(fen, text);
        assert_eq!(line.position().halfmoves(), 0);
        assert_eq!(line.claims().count(), 0);
    }
}

#[test]
fn c5_seventy_five_moves_end_the_game() {
    let fen = "4k3/8/8/8/8/8/8/R3K3 w - - 149 120";
    let line = line(fen, "Ra2");
    let outcome = line.outcome().unwrap();
    assert_eq!(outcome.reason, BoardReason::SeventyFiveMoves);
    assert_eq!(outcome.result(), "1/2-1/2");
    assert_eq!(line.claims().count(), 0, "nothing is left to claim");
}

#[test]
fn c5_checkmate_takes_precedence_over_seventy_five_moves() {
    let line = line("7k/5K2/8/8/8/8/8/6R1 w - - 149 120", "Rh1#");
    let outcome = line.outcome().unwrap();
    assert_eq!(outcome.reason, BoardReason::Checkmate);
    assert_eq!(outcome.winner, Some(Color::White));
}

#[test]
fn r73_c9_a_dead_position_is_a_draw() {
    for fen in [
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/2B1K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/1N2K3 b - - 0 1",
        // Bishops on squares of one color.
        "4k1b1/8/8/8/8/8/8/3BK3 w - - 0 1",
        // The pawns are locked.
        "2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - - 0 1",
    ] {
        let outcome = position(fen).outcome().unwrap();
        assert_eq!(outcome.reason, BoardReason::DeadPosition, "{fen}");
        assert_eq!(outcome.result(), "1/2-1/2");
    }
}

#[test]
fn c9_two_knights_are_not_a_dead_position() {
    assert_eq!(
        position("4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1").outcome(),
        None
    );
    // Neither is bishop against knight.
    assert_eq!(
        position("4k1n1/8/8/8/8/8/8/2B1K3 w - - 0 1").outcome(),
        None
    );
}

#[test]
fn r74_results_are_written_as_in_pgn() {
    let mate = "7k/5K2/8/8/8/8/8/7R b - - 0 1";
    assert_eq!(position(mate).outcome().unwrap().result(), "1-0");
    let mate = "7K/5k2/8/8/8/8/8/7r w - - 0 1";
    assert_eq!(position(mate).outcome().unwrap().result(), "0-1");
}

#[test]
fn c19_every_reason_has_a_code_and_an_article() {
    for (reason, code, article) in [
        (BoardReason::Checkmate, "checkmate", "5.1.1"),
        (BoardReason::Stalemate, "stalemate", "5.2.1"),
        (BoardReason::DeadPosition, "dead_position", "5.2.2"),
        (BoardReason::Threefold, "threefold", "9.2"),
        (BoardReason::Fivefold, "fivefold", "9.6.1"),
        (BoardReason::FiftyMoves, "fifty_moves", "9.3"),
        (BoardReason::SeventyFiveMoves, "seventy_five_moves", "9.6.2"),
    ] {
        assert_eq!((reason.code(), reason.article()), (code, Some(article)));
    }
}

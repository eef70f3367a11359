//! Repetition: R71, R75, C4.

use arbiter_rules::{BoardReason, Claim, Status};

use super::*;

const ROUND: &str = "Nf3 Nf6 Ng1 Ng8";

#[test]
fn r71_c4_at_the_third_occurrence_a_draw_can_be_claimed() {
    let mut line = line("start", ROUND);
    assert_eq!(line.repetitions(), 2);
    assert_eq!(line.claims().count(), 0);
    play(&mut line, ROUND);
    assert_eq!(line.repetitions(), 3);
    assert_eq!(line.claims().collect::<Vec<_>>(), [Claim::Threefold]);
    assert_eq!(line.outcome(), None);
    assert_eq!(Claim::Threefold.reason(), BoardReason::Threefold);
}

#[test]
fn c4_the_fifth_occurrence_ends_the_game() {
    let mut line = line("start", "");
    for _ in 0..4 {
        assert_eq!(line.outcome(), None);
        play(&mut line, ROUND);
    }
    assert_eq!(line.repetitions(), 5);
    assert_eq!(line.outcome().unwrap().reason, BoardReason::Fivefold);
    assert_eq!(line.status(), Status::Draw);
    assert_eq!(line.claims().count(), 0);
}

#[test]
fn c4_positions_count_and_not_sequences_of_moves() {
    // Reached by different moves, with other positions in between.
    let mut line = line("start", "Nf3 Nf6 Ng1 Ng8");
    play(&mut line, "Nc3 Nc6 Nb1 Nb8");
    assert_eq!(line.repetitions(), 3);
}

#[test]
fn c4_the_same_side_must_be_to_move() {
    // The rook loses a move: the same board with the other side to move.
    let line = line("7k/8/8/8/8/8/8/R6K w - - 0 1", "Ra2 Kg8 Ra3 Kh8 Ra1");
    assert_eq!(line.position().board(), line.start().board());
    assert_eq!(line.repetitions(), 1);
}

#[test]
fn c4_castling_rights_must_be_the_same() {
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let mut line = line(fen, "Rh2 Kd8 Rh1 Ke8");
    assert_eq!(line.position().board(), line.start().board());
    assert_eq!(line.repetitions(), 1, "the right to castle is gone");
    play(&mut line, "Rh2 Kd8 Rh1 Ke8");
    assert_eq!(line.repetitions(), 2);
}

#[test]
fn c4_an_en_passant_square_counts_if_the_capture_is_legal() {
    let round = "Kd8 Kd1 Ke8 Ke1";
    let can_take = line("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e4");
    let mut again = can_take.clone();
    play(&mut again, round);
    assert_eq!(again.position().board(), can_take.position().board());
    assert_eq!(again.repetitions(), 1);

    let no_capturer = line("4k3/8/8/8/p7/8/4P3/4K3 w - - 0 1", &format!("e4 {round}"));
    assert_eq!(no_capturer.repetitions(), 2);

    // The pawn on d4 is pinned and cannot capture.
    let pinned = line("3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1", "e4 Kc8 Kf1 Kd8 Ke1");
    assert_eq!(pinned.repetitions(), 2);
}

#[test]
fn r75_the_example_game_ends_by_repetition_on_its_last_move() {
    let mut line = line(
        "3q4/5r2/pk5p/2pP4/1p4PP/1P2B1P1/P1P1Q3/R3K2R w KQ - 0 35",
        "O-O-O Qd6 Bf4 Qf6 g5 Qa1+ Kd2 Qc3+ Kc1 Qa1+ Kd2 Qc3+ Kc1",
    );
    assert_eq!(line.claims().count(), 0);
    play(&mut line, "Qa1+");
    assert_eq!(line.repetitions(), 3);
    assert_eq!(line.claims().collect::<Vec<_>>(), [Claim::Threefold]);
    assert_eq!(line.position().fullmoves(), 42);
}

#[test]
fn an_undone_move_does_not_count() {
    let mut line = line("start", ROUND);
    let last = line.take_back().unwrap();
    assert_eq!(line.repetitions(), 1);
    line.play(last);
    assert_eq!(line.repetitions(), 2);
}

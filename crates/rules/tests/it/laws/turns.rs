//! Turns: R18–R24.

use arbiter_rules::{Color, MoveKind, Position, Role};

use super::*;

#[test]
fn r18_white_moves_first() {
    assert_eq!(Position::start().turn(), Color::White);
}

#[test]
fn r19_the_sides_alternate() {
    let line = line("start", "e4 e5 Nf3");
    assert_eq!(line.position().turn(), Color::Black);
    let refusal = line.read("f3e5").unwrap_err();
    assert_eq!(refusal.code(), "not_your_piece");
}

#[test]
fn r20_passing_is_not_allowed() {
    for pass in ["0000", "--", "Z0"] {
        assert_eq!(refused("start", pass), "no_passing");
    }
    assert_eq!(refused("start", "e2e2"), "stays_put");
}

#[test]
fn r21_one_own_piece_moves_and_two_when_castling() {
    let fens = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
    ];
    for fen in fens {
        let before = position(fen);
        let us = before.turn();
        for mv in before.legal_moves() {
            let after = before.after(mv);
            let left = before.board().of(us) - after.board().of(us);
            let arrived = after.board().of(us) - before.board().of(us);
            let pieces = if mv.castling().is_some() { 2 } else { 1 };
            assert_eq!((left.count(), arrived.count()), (pieces, pieces), "{mv:?}");
        }
    }
}

#[test]
fn c17_a_capturing_promotion_involves_three_pieces() {
    // The pawn and the knight disappear, and a queen appears.
    let before = position("3n3k/4P3/8/8/8/8/8/4K3 w - - 0 1");
    let after = before.after(before.read("exd8=Q+").unwrap());
    let [white, black] = Color::ALL;
    assert!(after.board().pieces(white, Role::Pawn).is_empty());
    assert!(after.board().pieces(black, Role::Knight).is_empty());
    assert_eq!(after.board().pieces(white, Role::Queen).to_string(), "d8");
}

#[test]
fn r23_a_game_starts_with_sixteen_pawn_moves_and_four_knight_moves() {
    let start = Position::start();
    let of = |role| start.legal_moves().filter(|mv| mv.role() == role).count();
    assert_eq!(start.count_legal_moves(), 20);
    assert_eq!((of(Role::Pawn), of(Role::Knight)), (16, 4));
    let doubles = start
        .legal_moves()
        .filter(|mv| mv.kind() == MoveKind::DoubleStep);
    assert_eq!(doubles.count(), 8);
}

#[test]
fn r24_no_move_is_accepted_after_mate_or_stalemate() {
    let mate = line("start", "f3 e5 g4 Qh4#");
    let stalemate = line("7k/8/4Q1K1/8/8/8/8/8 w - - 0 1", "Qf7");
    for line in [mate, stalemate] {
        assert_eq!(line.position().count_legal_moves(), 0);
        for text in ["a2a3", "h8g8", "e7e5", "Nf3", "O-O"] {
            assert_eq!(line.read(text).unwrap_err().code(), "game_over", "{text}");
        }
    }
}

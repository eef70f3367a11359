//! Castling: R40–R50, C10.

use arbiter_rules::{CastlingSide, Cause, Color, Role, RookLocation};

use super::*;
use crate::random::RandomSource;

const BOTH: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

#[test]
fn r40_the_king_moves_two_squares_and_the_rook_jumps_over_it() {
    for (text, king, rooks) in [("O-O", "g1", "a1 f1"), ("O-O-O", "c1", "d1 h1")] {
        let after = position(BOTH).after(find(BOTH, text));
        let white = Color::White;
        assert_eq!(after.board().pieces(white, Role::King).to_string(), king);
        assert_eq!(after.board().pieces(white, Role::Rook).to_string(), rooks);
    }
    let black = BOTH.replace(" w ", " b ");
    for (text, king, rooks) in [("O-O", "g8", "a8 f8"), ("O-O-O", "c8", "d8 h8")] {
        let after = position(&black).after(find(&black, text));
        let black = Color::Black;
        assert_eq!(after.board().pieces(black, Role::King).to_string(), king);
        assert_eq!(after.board().pieces(black, Role::Rook).to_string(), rooks);
    }
}

#[test]
fn r41_a_king_that_has_moved_cannot_castle() {
    let line = line(BOTH, "Ke2 Rb8 Ke1 Ra8");
    for text in ["O-O", "O-O-O"] {
        let refusal = line.read(text).unwrap_err();
        assert_eq!(refusal.code(), "castling_king_moved");
        assert!(refusal.to_string().contains("moved on move 1"), "{refusal}");
    }
}

#[test]
fn r41_a_king_cannot_castle_with_a_rook_that_has_moved() {
    let line = line(BOTH, "Rh2 Kd8 Rh1 Ke8");
    assert_eq!(line.read("O-O").unwrap_err().code(), "castling_rook_moved");
    assert!(line.read("O-O-O").is_ok());
}

#[test]
fn r41_a_captured_rook_cannot_be_replaced_by_another() {
    let fen = "4k3/8/8/8/8/5b2/8/R3K2R b KQ - 0 9";
    let line = line(fen, "Bxh1 Ra2 Bd5 Rh2 Kd8 Rh1 Ke8");
    let refusal = line.read("O-O").unwrap_err();
    assert_eq!(
        refusal.to_string(),
        "O-O is not allowed: the rook on h1 moved on move 10, and a king cannot castle with a \
         rook that has moved."
    );
}

#[test]
fn r41_a_captured_rook_is_gone_whatever_its_captor_became() {
    let fen = "4k3/8/8/8/8/8/6p1/R3K2R b KQ - 0 9";
    let refusal = line(fen, "gxh1=N Ra2 Kd8").read("O-O").unwrap_err();
    assert_eq!(
        refusal.to_string(),
        "O-O is not allowed: the rook on h1 was captured by a pawn on move 9, so there is no \
         rook to castle with on that side."
    );
}

#[test]
fn r42_the_squares_between_king_and_rook_must_be_empty() {
    for fen in [
        "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1",
        "4k3/8/8/8/8/8/8/R1n1K3 w Q - 0 1",
        "4k3/8/8/8/8/8/8/R2QK3 w Q - 0 1",
    ] {
        assert_eq!(refused(fen, "O-O-O"), "castling_blocked");
    }
}

#[test]
fn r43_a_king_cannot_castle_out_of_through_or_into_check() {
    let fen = |rook: &str| format!("{rook}/1k6/8/8/8/8/8/R3K2R w KQ - 0 1");
    for (rook, text, code) in [
        ("4r3", "O-O", "castling_out_of_check"),
        ("4r3", "O-O-O", "castling_out_of_check"),
        ("5r2", "O-O", "castling_through_attack"),
        ("6r1", "O-O", "castling_into_check"),
        ("3r4", "O-O-O", "castling_through_attack"),
        ("2r5", "O-O-O", "castling_into_check"),
    ] {
        assert_eq!(refused(&fen(rook), text), code, "{rook} {text}");
    }
}

#[test]
fn r44_c10_the_rook_may_be_attacked_and_may_cross_an_attacked_square() {
    // The rooks are attacked, or b1 is, which the king does not cross.
    for (fen, text) in [
        ("r6r/6k1/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O"),
        ("r6r/6k1/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O"),
        ("1r6/6k1/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O"),
        ("1r2k2r/8/8/8/8/8/8/R3K2R b k - 0 1", "O-O"),
    ] {
        assert!(is_legal(fen, text), "{fen} {text}");
    }
}

#[test]
fn c10_the_rook_never_lands_on_an_attacked_square() {
    // That is the square the king crosses.
    for side in CastlingSide::ALL {
        let (king, rook) = (square("e1"), side.rook_target(Color::White));
        let path = arbiter_rules::attacks::between(king, side.king_target(Color::White));
        assert!(path.contains(rook));
    }
}

#[test]
fn r45_a_king_castles_along_its_back_rank_with_an_original_rook() {
    // Along the file, with a rook that was a pawn one move ago.
    let line_up = line("7k/4P3/8/8/8/8/8/4K3 w - - 0 40", "e8=R+ Kg7");
    assert_eq!(
        line_up.read("e1e3").unwrap_err().code(),
        "castling_off_rank"
    );
    // With a promoted rook that moved to the corner.
    let walked = line("8/P6k/8/8/8/8/8/4K3 w - - 0 40", "a8=R Kg7 Rh8 Kf7 Rh1 Kf6");
    let refusal = walked.read("O-O").unwrap_err();
    assert_eq!(refusal.code(), "castling_promoted_rook");
}

#[test]
fn r46_each_side_castles_only_once() {
    let line = line(BOTH, "O-O O-O-O Rf2 Rd7 Kf1 Kb8 Ke1 Kc8");
    for text in ["O-O", "O-O-O"] {
        let refusal = line.read(text).unwrap_err();
        assert_eq!(refusal.code(), "castling_done");
        assert!(refusal.to_string().contains("castled kingside on move 1"));
    }
}

#[test]
fn r47_r48_every_notation_of_castling_is_the_same_move() {
    for texts in [
        ["O-O", "0-0", "o-o", "e1g1", "e1h1"],
        ["O-O-O", "0-0-0", "o-o-o", "e1c1", "e1a1"],
    ] {
        let moves = texts.map(|text| find(BOTH, text));
        assert!(moves.iter().all(|mv| *mv == moves[0]), "{moves:?}");
        assert_eq!(position(BOTH).san(moves[0]), texts[0]);
    }
}

#[test]
fn r50_castling_is_legal_although_the_rook_is_attacked() {
    let fen = "1R2qkrq/2N1p1p1/1p6/1P5r/pn1P4/P7/1nP2NP1/4K2R w K - 0 1";
    let before = position(fen);
    let attackers = before
        .board()
        .attackers(square("h1"), Color::Black, before.board().occupied());
    assert!(attackers.any());
    assert!(is_legal(fen, "O-O"));
}

#[test]
fn r84_a_played_line_always_names_the_move_that_lost_the_right() {
    let fen = "r3k2r/ppp2ppp/2n1bn2/3qp3/3QP3/2N1BN2/PPP2PPP/R3K2R w KQkq - 0 8";
    let mut named = 0;
    for seed in 1..100 {
        let mut random = RandomSource::new(seed);
        let mut line = PlayedLine::from(position(fen));
        for _ in 0..50 {
            let legal: Vec<Move> = line.position().legal_moves().collect();
            if legal.is_empty() {
                break;
            }
            line.play(legal[random.below(legal.len())]);
            for text in ["O-O", "O-O-O"] {
                if let Err(refusal) = line.read(text) {
                    named += usize::from(names_move(&line, &refusal.cause));
                }
            }
        }
    }
    assert!(named > 1_000, "{named}");
}

/// Reports whether the cause names the move that lost the right, and checks that move.
fn names_move(line: &PlayedLine, cause: &Cause) -> bool {
    let us = line.position().turn();
    let on_move = |number: u16, by: Color| {
        let mut moves = line.moves();
        moves.find(|(before, _)| before.fullmoves() == number && before.turn() == by)
    };
    match *cause {
        Cause::CastlingDone {
            move_number: on,
            side,
            ..
        } => {
            assert_eq!(on_move(on, us).unwrap().1.castling(), Some(side));
        }
        Cause::CastlingKingMoved {
            move_number: on, ..
        } => {
            let (before, mv) = on_move(on.unwrap(), us).unwrap();
            assert_eq!(
                (mv.role(), before.castling().of(us).any()),
                (Role::King, true)
            );
        }
        Cause::CastlingRookMoved {
            move_number: on,
            rook,
            now: RookLocation::Home,
        } => {
            // The rook that stands there may have started elsewhere.
            let since = |(before, _): &(&Position, Move)| {
                before.fullmoves() >= on.unwrap() && before.turn() == us
            };
            let mut path = line.moves().filter(since).map(|(_, mv)| mv);
            let first = path.next().unwrap();
            let at = path.fold(first.to(), |at, mv| match mv.from() == at {
                true => mv.to(),
                false => at,
            });
            assert_eq!((first.role(), at), (Role::Rook, rook));
        }
        Cause::CastlingRookMoved {
            move_number: on,
            rook,
            ..
        } => {
            let (before, mv) = on_move(on.unwrap(), us).unwrap();
            assert_eq!(
                (mv.from(), before.castling().rooks().contains(rook)),
                (rook, true)
            );
        }
        Cause::CastlingRookTaken {
            move_number: on,
            rook,
            ..
        } => {
            let (before, mv) = on_move(on, !us).unwrap();
            assert_eq!(before.captured(mv).unwrap().0, rook);
            assert!(before.castling().rooks().contains(rook));
        }
        Cause::CastlingLost { .. } | Cause::CastlingNoRook { .. } => panic!("{cause:?}"),
        _ => return false,
    }
    true
}

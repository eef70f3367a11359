//! Written moves are read back unchanged.

use arbiter_rules::{CheckMark, Deviations, Move, Position};

use super::{KIWIPETE, position};
use crate::random::RandomSource;

#[test]
fn disambiguation_is_as_short_as_possible() {
    for (fen, expected) in [
        // By file, by rank, and by both.
        ("6k1/8/8/8/8/8/K7/R6R w - - 0 1", "Rad1 Rhd1"),
        ("R7/7k/8/8/8/8/1K6/R7 w - - 0 1", "R1a4 R8a4"),
        ("1k6/8/8/8/4Q2Q/8/K7/7Q w - - 0 1", "Q1e1 Qee1 Qh4e1"),
    ] {
        let position = position(fen);
        let expected: Vec<_> = expected.split(' ').collect();
        for san in &expected {
            let mv = position
                .find_san(san)
                .unwrap_or_else(|error| panic!("{san}: {error}"));
            assert_eq!(position.san(mv), *san);
        }
    }
}

#[test]
fn long_algebraic_gives_both_squares() {
    for (fen, san, long) in [
        ("", "e4", "e2-e4"),
        ("", "Nf3", "Ng1-f3"),
        (KIWIPETE, "O-O-O", "O-O-O"),
        (KIWIPETE, "Nxd7", "Ne5xd7"),
        ("1n2k3/P7/8/8/8/8/4K3/8 w - - 0 1", "axb8=Q+", "a7xb8=Q+"),
        ("4k3/8/8/8/2Pp4/8/8/4K3 b - c3 0 3", "dxc3", "d4xc3"),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "Ra8#", "Ra1-a8#"),
    ] {
        let position = position(fen);
        let mv = position.find_san(san).unwrap();
        assert_eq!(position.long_algebraic(mv), long);
    }
}

/// Writes every legal move of random games and reads it strictly and leniently, also in
/// long algebraic and UCI notation. No two moves have the same notation.
#[test]
fn every_legal_move_is_read_back_from_every_notation() {
    let mut random = RandomSource::from_state(0x853c_49e6_748f_ea9b);
    for fen in [
        "",
        KIWIPETE,
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "1k6/8/8/8/4Q2Q/8/K1Q5/7Q w - - 0 1",
        "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
        "rbbqn1kr/pp2p1pp/6n1/2pp1p2/2P4P/P7/BP1PPPP1/R1BQNNKR w HAha - 0 9",
        "rkr5/8/8/8/8/8/8/5RKR w HFca - 0 1",
    ] {
        for _ in 0..12 {
            let mut position = position(fen);
            for _ in 0..80 {
                let moves: Vec<Move> = position.legal_moves().collect();
                check_all(&position, &moves);
                if moves.is_empty() {
                    break;
                }
                position.play(moves[random.below(moves.len())]);
            }
        }
    }
}

fn check_all(position: &Position, moves: &[Move]) {
    let mut seen = Vec::new();
    for &mv in moves {
        let san = position.san(mv);
        assert_eq!(position.find_san(&san), Ok(mv), "{san} in {position}");
        assert_eq!(
            position.find_san_lenient(&san),
            Ok((mv, Deviations::NONE)),
            "{san} in {position}"
        );
        let bare = san.trim_end_matches(['+', '#']);
        for text in [
            bare,
            &position.long_algebraic(mv),
            &position.uci(mv).to_string(),
        ] {
            let found = position.find_san_lenient(text).map(|(mv, _)| mv);
            assert_eq!(found, Ok(mv), "{text} in {position}");
        }

        for mark in ["", "+", "#"] {
            let text = format!("{bare}{mark}");
            let found = position.find_san_any_mark(&text);
            assert_eq!(found, Ok(mv), "{text} in {position}");
        }

        let after = position.after(mv);
        let mark = match (after.is_check(), after.has_legal_move()) {
            (false, _) => CheckMark::None,
            (true, true) => CheckMark::Check,
            (true, false) => CheckMark::Mate,
        };
        assert_eq!(position.check_mark(mv), mark, "{san} in {position}");
        assert_eq!(&san[bare.len()..], mark.as_str(), "{san} in {position}");
        seen.push(san);
    }
    seen.sort();
    seen.dedup();
    assert_eq!(
        seen.len(),
        moves.len(),
        "two moves have the same notation in {position}"
    );
}

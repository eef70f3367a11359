use arbiter_rules::{FenError, Position, Setup};

/// Parsing never panics, and the offset of an error is within the text. A setup
/// is unchanged by writing and parsing it, and moves can be played in a valid
/// position.
pub fn fen(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    let setup: Setup = match text.parse() {
        Ok(setup) => setup,
        Err(error) => {
            assert!(error.offset <= text.len(), "{error:?}");
            assert!(!error.to_string().is_empty());
            assert_eq!(text.parse::<Position>(), Err(FenError::Parse(error)));
            return;
        }
    };
    // Both notations for castling rights.
    for written in [format!("{setup}"), format!("{setup:#}")] {
        assert_eq!(written.parse(), Ok(setup), "written as {written}");
    }
    let position = match setup.position() {
        Ok(position) => position,
        Err(errors) => {
            assert!(!errors.errors().is_empty());
            return;
        }
    };
    for written in [format!("{position}"), format!("{position:#}")] {
        let again: Position = written.parse().expect("what we write is playable");
        assert_eq!(again, position, "written as {written}");
        assert_eq!(again.key(), position.key(), "written as {written}");
    }
    for mv in position.legal_moves() {
        let after = position.after(mv);
        assert_ne!(after.turn(), position.turn());
    }
}

/// Positions in all supported dialects of FEN.
pub const SEEDS: [&str; 13] = [
    "8/8/8/8/8/8/8/8[N*PBRQKPPPPPPPNBR/npbrqkpppppppnbr] w - - 0 1",
    "r3k2r/8/8/8/8/pP6/8/R3K1NR[*QB/bn] b KQkq b2 0 9 every=2,order=pick,moves=9/7,moved=b3a3",
    "k7/8/8/8/8/8/8/4K3[/p*] b - - 3 40 clear=rows,placed=3/2,passed",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
    "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
    "rbbqn1kr/pp2p1pp/6n1/2pp1p2/2P4P/P7/BP1PPPP1/R1BQNNKR w HAha - 0 9",
    "QQQQQQBk/QQQQQQQQ/QQQQQQQQ/8/8/8/8/K7 b - - 99 500",
    "8/8/8/8/8/8/8/8 w - -",
];

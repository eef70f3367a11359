//! Moves in UCI notation.

use arbiter_rules::{ParseUciError, Position, UciMove, UciPart, UciProblem};

#[test]
fn an_invalid_move_reports_where_and_why() {
    use UciPart::{End, From, Piece, Promotion, To};
    use UciProblem::{Missing, NoSuchPromotion, Unexpected};
    for (text, offset, problem) in [
        ("", 0, Missing(From)),
        ("e", 1, Missing(From)),
        ("e2", 2, Missing(To)),
        ("e2e", 3, Missing(To)),
        ("i2e4", 0, Unexpected(From, 'i')),
        ("E2E4", 0, Unexpected(From, 'E')),
        ("e9e4", 1, Unexpected(From, '9')),
        ("e2-e4", 2, Unexpected(To, '-')),
        ("e2e0", 3, Unexpected(To, '0')),
        ("e7e8x", 4, Unexpected(Promotion, 'x')),
        ("e7e8k", 4, NoSuchPromotion('k')),
        ("e7e8p", 4, NoSuchPromotion('p')),
        ("e7e8qq", 5, Unexpected(End, 'q')),
        ("@g1", 0, Unexpected(Piece, '@')),
        ("X@g1", 0, Unexpected(Piece, 'X')),
        ("NN@g1", 1, Unexpected(Piece, 'N')),
        ("N@", 2, Missing(To)),
        ("N@g9", 3, Unexpected(To, '9')),
        ("N@g1q", 4, Unexpected(End, 'q')),
        ("♘f3", 0, Unexpected(From, '♘')),
        ("eé", 1, Unexpected(From, 'é')),
        ("e7e8♕", 4, Unexpected(Promotion, '♕')),
        ("e7e8q♕", 5, Unexpected(End, '♕')),
    ] {
        let error = text.parse::<UciMove>().unwrap_err();
        assert_eq!(error, ParseUciError { offset, problem }, "{text}");
    }
}

#[test]
fn messages_name_the_part_and_the_byte_offset() {
    for (text, message) in [
        ("e2", "the move ends before the square of arrival (byte 2)"),
        (
            "e2e9",
            "'9' does not belong in the square of arrival (byte 3)",
        ),
        (
            "NN@g1",
            "'N' does not belong in the piece to be placed (byte 1)",
        ),
        (
            "e7e8k",
            "a pawn cannot promote to 'k', only to q, r, b or n (queen, rook, bishop, knight) \
             (byte 4)",
        ),
    ] {
        assert_eq!(text.parse::<UciMove>().unwrap_err().to_string(), message);
    }
}

#[test]
fn castling_is_the_kings_target_in_standard_chess_and_the_rooks_square_in_chess960() {
    for (fen, expected) in [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", ["e1g1", "e1c1"]),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", ["e8g8", "e8c8"]),
        (
            "1r3kr1/1p4p1/8/8/8/8/8/1R3KR1 w GBgb - 0 1",
            ["f1g1", "f1b1"],
        ),
    ] {
        let position: Position = fen.parse().unwrap();
        let castlings = position.legal_moves().filter(|mv| mv.castling().is_some());
        let written: Vec<_> = castlings.map(|mv| position.uci(mv).to_string()).collect();
        assert_eq!(written, expected, "{fen}");
    }
}

#[test]
fn every_legal_move_is_read_back_unchanged() {
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
    ] {
        let position: Position = fen.parse().unwrap();
        for mv in position.legal_moves() {
            let uci = position.uci(mv);
            assert_eq!(uci.to_string().parse(), Ok(uci), "{fen}");
        }
    }
}

#[test]
fn castling_from_unusual_squares_names_the_rooks_square_in_every_variant() {
    let position: Position = "4k3/8/8/8/8/8/8/5K1R w H - 0 1".parse().unwrap();
    let position = position.with_variant(arbiter_rules::Variant::Standard);
    let castling = position
        .legal_moves()
        .find(|mv| mv.castling().is_some())
        .unwrap();
    assert_eq!(position.uci(castling).to_string(), "f1h1");
    assert_eq!(position.find(position.uci(castling)), Ok(castling));
}

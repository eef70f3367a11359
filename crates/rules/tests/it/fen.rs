//! FEN, X-FEN and Shredder-FEN (R87).

use arbiter_rules::{
    Bitboard, Color, FenError, FenPart, FenProblem, ParseFenError, Piece, Position, Rank, Role,
    Setup, Square, Variant, fen,
};
use proptest::prelude::*;

use crate::{games, random::RandomSource};

/// A board without pieces, 15 bytes.
const EMPTY: &str = "8/8/8/8/8/8/8/8";

#[test]
fn r87_the_starting_position_is_read_and_written() {
    let position: Position = fen::START.parse().unwrap();
    assert_eq!(position, Position::start());
    assert_eq!(position.to_string(), fen::START);
    assert_eq!(
        format!("{position:#}"),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"
    );
    assert_eq!(format!("{position:>60}").len(), 60);
}

#[test]
fn the_counters_may_be_omitted() {
    let whole: Setup = "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1".parse().unwrap();
    let four: Setup = "4k3/8/8/8/4P3/8/8/4K3 b - e3".parse().unwrap();
    let five: Setup = "4k3/8/8/8/4P3/8/8/4K3 b - e3 0".parse().unwrap();
    assert_eq!((four, five), (whole, whole));
}

#[test]
fn extra_whitespace_is_ignored() {
    let text = "  4k3/8/8/8/4P3/8/8/4K3\t b  -   e3\t12  34 \r\n";
    let setup: Setup = text.parse().unwrap();
    assert_eq!(setup.to_string(), "4k3/8/8/8/4P3/8/8/4K3 b - e3 12 34");
}

#[test]
fn a_move_number_of_0_is_read_as_1() {
    let setup: Setup = "4k3/8/8/8/8/8/8/4K3 w - - 0 0".parse().unwrap();
    assert_eq!(setup.fullmoves, 1);
}

#[test]
fn the_largest_counters_are_read_and_written() {
    let text = "4k3/8/8/8/8/8/8/4K3 w - - 65535 65535";
    assert_eq!(text.parse::<Setup>().unwrap().to_string(), text);
}

#[test]
fn k_and_q_mean_the_outermost_rooks_and_file_letters_any_rook() {
    for (text, rooks, written, shredder) in [
        (
            "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq -",
            "b8 g8 b1 g1",
            "KQkq",
            "GBgb",
        ),
        ("4k3/8/8/8/8/8/8/R1R1K1RR w KQ -", "a1 h1", "KQ", "HA"),
        ("4k3/8/8/8/8/8/8/R1R1K1RR w GC -", "c1 g1", "GC", "GC"),
        ("4k3/8/8/8/8/8/8/R1R1K1RR w Gq -", "a8 g1", "Gq", "Ga"),
        ("r1r1k3/8/8/8/8/8/8/4K3 w c -", "c8", "c", "c"),
        (
            "r3k2r/8/8/8/8/8/8/R3K2R w HAha -",
            "a8 h8 a1 h1",
            "KQkq",
            "HAha",
        ),
        (
            "r3k2r/8/8/8/8/8/8/R3K2R w qkQK -",
            "a8 h8 a1 h1",
            "KQkq",
            "HAha",
        ),
    ] {
        let setup: Setup = text.parse().unwrap();
        assert_eq!(setup.castling.to_string(), rooks, "{text}");
        let part = |text: String| text.split(' ').nth(2).unwrap().to_owned();
        assert_eq!(part(setup.to_string()), written, "{text}");
        assert_eq!(part(format!("{setup:#}")), shredder, "{text}");
    }
}

#[test]
fn chess960_is_recognized_by_its_castling_rights() {
    for (text, variant) in [
        (fen::START, Variant::Standard),
        ("4k3/8/8/8/8/8/8/R1R1K1RR w GC - 0 1", Variant::Chess960),
        ("1k4r1/8/8/8/8/8/8/4K3 w k - 0 1", Variant::Chess960),
        ("1k4r1/8/8/8/8/8/8/4K3 w - - 0 1", Variant::Standard),
    ] {
        let position: Position = text.parse().unwrap();
        assert_eq!(position.variant(), variant, "{text}");
    }
}

#[test]
fn an_en_passant_square_is_written_for_a_position_only_if_the_capture_is_legal() {
    for (text, written) in [
        ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "-"),
        ("4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1", "e3"),
        // The pawn is pinned to its king.
        ("5k2/8/8/8/4Pp2/8/8/4KR2 b - e3 0 1", "-"),
    ] {
        let setup: Setup = text.parse().unwrap();
        let position = setup.position().unwrap();
        assert_eq!(position.to_string().split(' ').nth(3), Some(written));
        assert_eq!(position.to_setup(), setup);
    }
}

#[test]
fn a_bad_fen_reports_which_field_is_wrong_and_where() {
    use FenPart::{Board, Castling, EnPassant, End, Fullmoves, Halfmoves, Turn};
    use FenProblem::{
        Missing, NotAnEnPassantSquare, RankTooLong, RankTooShort, TooFewRanks, TooLarge,
        TooManyRanks, Trailing, Twice, Unexpected,
    };
    let table = [
        ("", Board, 0, Missing),
        ("   ", Board, 3, Missing),
        ("\n", Board, 1, Missing),
        ("x", Board, 0, Unexpected('x')),
        ("♔", Board, 0, Unexpected('♔')),
        ("/8", Board, 0, RankTooShort(Rank::Eighth, 0)),
        ("8", Board, 1, TooFewRanks(1)),
        ("8/8/8/8/8/8/8", Board, 13, TooFewRanks(7)),
        ("8/8/8/8/8/8/8 w - -", Board, 13, TooFewRanks(7)),
        ("8/8/8/8/8/8/8/", Board, 14, RankTooShort(Rank::First, 0)),
        ("8/8/8/8/8/8/8/8/", Board, 15, TooManyRanks),
        ("8/8/8/8/8/8/8/8/8", Board, 15, TooManyRanks),
        ("9/8/8/8/8/8/8/8", Board, 0, Unexpected('9')),
        ("0/8/8/8/8/8/8/8", Board, 0, Unexpected('0')),
        ("88/8/8/8/8/8/8", Board, 1, RankTooLong(Rank::Eighth)),
        ("8/7pp/8/8/8/8/8/8", Board, 4, RankTooLong(Rank::Seventh)),
        ("8/8/pppppppp1/8", Board, 12, RankTooLong(Rank::Sixth)),
        ("7/8/8/8/8/8/8/8", Board, 1, RankTooShort(Rank::Eighth, 7)),
        ("8//8/8/8/8/8/8/8", Board, 2, RankTooShort(Rank::Seventh, 0)),
        ("8/8/8/8/8/8/8/7 w", Board, 15, RankTooShort(Rank::First, 7)),
        ("8/8/8/8/8/8/8/7", Board, 15, RankTooShort(Rank::First, 7)),
        ("rnbqkbnr/ppppxppp/8", Board, 13, Unexpected('x')),
        ("rnbqkbnr/pppp♟ppp/8", Board, 13, Unexpected('♟')),
        ("rnbqkbnr\\pppppppp", Board, 8, Unexpected('\\')),
        ("8/8/8/8/8/8/8/8\u{a0}w", Board, 15, Unexpected('\u{a0}')),
        ("8/8/8/8/8/8/8/8\0", Board, 15, Unexpected('\0')),
        ("E x", Turn, 2, Unexpected('x')),
        ("E W", Turn, 2, Unexpected('W')),
        ("E white", Turn, 3, Unexpected('h')),
        ("E wb", Turn, 3, Unexpected('b')),
        ("E -", Turn, 2, Unexpected('-')),
        ("E w X", Castling, 4, Unexpected('X')),
        ("E w KQkqx", Castling, 8, Unexpected('x')),
        ("E w -K", Castling, 5, Unexpected('K')),
        ("E w K-", Castling, 5, Unexpected('-')),
        ("E w KK", Castling, 5, Twice('K')),
        ("E w hh", Castling, 5, Twice('h')),
        ("E w KH", Castling, 5, Twice('H')),
        ("E w I", Castling, 4, Unexpected('I')),
        ("E w é", Castling, 4, Unexpected('é')),
        ("E w - x", EnPassant, 6, Unexpected('x')),
        ("E", Turn, 1, Missing),
        ("E ", Turn, 2, Missing),
        ("E w", Castling, 3, Missing),
        ("E b -", EnPassant, 5, Missing),
        ("E w - e", EnPassant, 7, Missing),
        ("E w - e x", EnPassant, 7, Missing),
        ("E w - e9", EnPassant, 7, Unexpected('9')),
        ("E w - e4", EnPassant, 7, NotAnEnPassantSquare),
        ("E w - e33", EnPassant, 8, Unexpected('3')),
        ("E w - --", EnPassant, 7, Unexpected('-')),
        ("E w - i3", EnPassant, 6, Unexpected('i')),
        ("E w - \u{2013}", EnPassant, 6, Unexpected('\u{2013}')),
        ("E w - - x", Halfmoves, 8, Unexpected('x')),
        ("E w - - -1", Halfmoves, 8, Unexpected('-')),
        ("E w - - 5x", Halfmoves, 9, Unexpected('x')),
        ("E w - - 65536", Halfmoves, 8, TooLarge),
        ("E w - - 99999999999999999999", Halfmoves, 8, TooLarge),
        ("E w - - 0 x", Fullmoves, 10, Unexpected('x')),
        ("E w - - 0 1x", Fullmoves, 11, Unexpected('x')),
        ("E w - - 0 70000", Fullmoves, 10, TooLarge),
        ("E w - - 0 ½", Fullmoves, 10, Unexpected('½')),
        ("E w - - 0 1 2", End, 12, Trailing),
        ("E w - - 0 1 ; bm e4", End, 12, Trailing),
    ];
    for (text, part, offset, problem) in table {
        // E is short for an empty board, which is 14 bytes longer.
        let offset = if text.contains('E') {
            offset + 14
        } else {
            offset
        };
        let text = text.replace('E', EMPTY);
        let expected = ParseFenError {
            part,
            offset,
            problem,
        };
        assert_eq!(text.parse::<Setup>(), Err(expected), "{text}");
        assert_eq!(text.parse::<Position>(), Err(FenError::Parse(expected)));
        let message = expected.to_string();
        assert!(message.contains(&format!("(byte {offset}; ")), "{message}");
        assert!(expected.code().starts_with("fen_"));
    }
}

#[test]
fn messages_name_the_field_and_what_was_expected() {
    for (text, code, message) in [
        (
            "",
            "fen_board",
            "the board is missing from the FEN (byte 0; pieces are KQRBNP or kqrbnp, and digits \
             count empty squares)",
        ),
        (
            "8/8/x/8/8/8/8/8",
            "fen_board",
            "'x' does not belong in the board of the FEN (byte 4; pieces are KQRBNP or kqrbnp, \
             and digits count empty squares)",
        ),
        (
            "8/8/7/8/8/8/8/8",
            "fen_board",
            "rank 6 has only 7 of 8 squares (byte 5; pieces are KQRBNP or kqrbnp, and digits \
             count empty squares)",
        ),
        (
            "8/8/8p/8/8/8/8/8",
            "fen_board",
            "rank 6 has more than 8 squares (byte 5; pieces are KQRBNP or kqrbnp, and digits \
             count empty squares)",
        ),
        (
            "8/8/8/8/8/8/8/8/8",
            "fen_board",
            "the board has more than 8 ranks (byte 15; pieces are KQRBNP or kqrbnp, and digits \
             count empty squares)",
        ),
        (
            "8/8/8/8/8/8/8/8 x",
            "fen_turn",
            "'x' does not belong in the side to move of the FEN (byte 16; it must be w or b)",
        ),
        (
            "8/8/8/8/8/8/8/8 w KK",
            "fen_castling",
            "'K' occurs twice in the castling rights (byte 19; it must be -, some of KQkq, or the \
             files of the rooks)",
        ),
        (
            "8/8/8/8/8/8/8/8 w - e4",
            "fen_en_passant",
            "the en-passant square must be on rank 3 or 6 (byte 21; it must be - or a square such \
             as e3)",
        ),
        (
            "8/8/8/8/8/8/8/8 w - - 70000",
            "fen_halfmoves",
            "the half-move clock is larger than 65535 (byte 22; it must be a number)",
        ),
        (
            "8/8/8/8/8/8/8/8 w - - 0 x",
            "fen_fullmoves",
            "'x' does not belong in the move number of the FEN (byte 24; it must be a number)",
        ),
        (
            "8/8/8/8/8/8/8/8 w - - 0 1 x",
            "fen_end",
            "there is text after the last field of the FEN (byte 26; a FEN has six fields)",
        ),
    ] {
        let error = text.parse::<Setup>().unwrap_err();
        assert_eq!(error.to_string(), message);
        assert_eq!(error.code(), code);
    }
}

#[test]
fn every_position_of_a_game_is_read_back_unchanged() {
    games::play_many(60, 120, |position| {
        for text in [position.to_string(), format!("{position:#}")] {
            let again: Position = text.parse().unwrap();
            assert_eq!(again, *position, "{text}");
            assert_eq!(again.key(), position.key(), "{text}");
            assert_eq!(
                (again.halfmoves(), again.fullmoves()),
                (position.halfmoves(), position.fullmoves())
            );
            assert_eq!(again.to_string(), position.to_string());
        }
        let setup = position.to_setup();
        for text in [setup.to_string(), format!("{setup:#}")] {
            assert_eq!(text.parse(), Ok(setup), "{text}");
        }
    });
}

/// Returns random pieces and rights, sensible or not.
fn random_setup(seed: u64) -> Setup {
    let mut random = RandomSource::new(seed);
    let mut setup = Setup::EMPTY;
    for square in Square::ALL {
        let place = random.below(24);
        if let Some(&role) = Role::ALL.get(place / 2) {
            setup
                .board
                .put(square, Piece::new(Color::ALL[place % 2], role));
        }
    }
    setup.turn = Color::ALL[random.below(2)];
    setup.castling = Bitboard(random.next() & random.next()) & Bitboard::BACK_RANKS;
    if random.below(2) == 0 {
        setup.en_passant = Some(Square::ALL[[16, 40][random.below(2)] + random.below(8)]);
    }
    setup.halfmoves = random.next() as u16;
    setup.fullmoves = (random.next() as u16).max(1);
    setup
}

proptest! {
    #[test]
    fn any_setup_is_read_back_unchanged(seed in any::<u64>()) {
        let setup = random_setup(seed);
        for text in [setup.to_string(), format!("{setup:#}")] {
            prop_assert_eq!(text.parse::<Setup>(), Ok(setup), "{}", text);
        }
        // Neither impossibilities nor errors panic, and both have messages.
        for impossibility in setup.impossibilities() {
            prop_assert!(!impossibility.to_string().is_empty());
        }
        if let Err(errors) = setup.position() {
            prop_assert!(!errors.to_string().is_empty());
        }
    }

    #[test]
    fn no_text_panics(text in "\\PC{0,60}") {
        let _ = text.parse::<Position>();
    }

    #[test]
    fn no_broken_fen_panics_and_errors_point_into_it(
        at in 0..56_usize,
        with in any::<char>(),
        seed in any::<u64>(),
    ) {
        let mut text: Vec<char> = random_setup(seed).to_string().chars().collect();
        let at = at % text.len();
        text[at] = with;
        let text: String = text.into_iter().collect();
        if let Err(error) = text.parse::<Setup>() {
            prop_assert!(text.is_char_boundary(error.offset), "{} {}", text, error);
        }
    }
}

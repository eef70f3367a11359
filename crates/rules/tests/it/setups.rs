//! Setups that are not playable, and setups that cannot arise in a game.

use arbiter_rules::{
    Bitboard, Color, Impossibility, ImpossibilityKind, Position, Role, Setup, SetupError,
    SetupErrorKind,
};

use crate::games;

fn setup(fen: &str) -> Setup {
    fen.parse().unwrap()
}

fn squares(names: &str) -> Bitboard {
    names
        .split(' ')
        .filter(|name| !name.is_empty())
        .map(|name| name.parse().unwrap())
        .collect()
}

#[test]
fn all_errors_of_a_setup_are_reported_at_once() {
    use SetupErrorKind::{ManyKings, NoKing, OppositeCheck, PawnOnBackRank, TouchingKings};
    let (white, black) = (Color::White, Color::Black);
    for (fen, expected) in [
        (
            "8/8/8/8/8/8/8/8 w - -",
            vec![(NoKing(white), ""), (NoKing(black), "")],
        ),
        ("4k3/8/8/8/8/8/8/8 w - -", vec![(NoKing(white), "")]),
        (
            "4k3/8/8/8/8/8/8/K6K w - -",
            vec![(ManyKings(white), "a1 h1")],
        ),
        (
            "P3k3/8/8/8/8/8/8/p3K3 w - -",
            vec![(PawnOnBackRank, "a8 a1")],
        ),
        ("8/8/8/3kK3/8/8/8/8 w - -", vec![(TouchingKings, "d5 e5")]),
        (
            "4k3/8/8/8/8/8/8/K3R3 w - -",
            vec![(OppositeCheck(black), "e1 e8")],
        ),
        (
            "4k3/8/8/8/8/8/8/r3K3 b - -",
            vec![(OppositeCheck(white), "a1 e1")],
        ),
        (
            "P7/8/8/3kK3/8/8/8/3R4 w - -",
            vec![
                (PawnOnBackRank, "a8"),
                (TouchingKings, "d5 e5"),
                (OppositeCheck(black), "d1 d5"),
            ],
        ),
        (
            "p6p/8/8/8/8/8/8/KK6 b - -",
            vec![
                (ManyKings(white), "a1 b1"),
                (NoKing(black), ""),
                (PawnOnBackRank, "a8 h8"),
            ],
        ),
    ] {
        let errors = setup(fen).position().unwrap_err();
        let expected: Vec<SetupError> = expected
            .into_iter()
            .map(|(kind, names)| SetupError {
                kind,
                squares: squares(names),
            })
            .collect();
        assert_eq!(errors.errors(), expected, "{fen}");
        assert_eq!(errors.setup(), &setup(fen));
    }
}

#[test]
fn errors_have_codes_and_messages() {
    for (fen, code, message) in [
        ("4k3/8/8/8/8/8/8/8 w - -", "no_king", "white has no king"),
        (
            "4k3/8/8/8/8/8/8/K6K w - -",
            "many_kings",
            "white has more than one king: a1 h1",
        ),
        (
            "P3k3/8/8/8/8/8/8/4K3 w - -",
            "pawn_on_back_rank",
            "pawns cannot be on the first or eighth rank: a8",
        ),
        (
            "8/8/8/3kK3/8/8/8/8 w - -",
            "touching_kings",
            "the kings are adjacent: d5 e5",
        ),
        (
            "4k3/8/8/8/8/8/8/K3R3 w - -",
            "opposite_check",
            "black is in check although it is not black's turn: e8 e1",
        ),
        (
            "8/8/8/8/8/8/8/8 w - -",
            "no_king",
            "white has no king; black has no king",
        ),
    ] {
        let errors = setup(fen).position().unwrap_err();
        assert_eq!(errors.to_string(), message);
        assert_eq!(errors.errors()[0].kind.code(), code);
    }
}

#[test]
fn forgiving_an_error_forgives_only_that_one() {
    let errors = setup("P7/8/8/3kK3/8/8/8/3R4 w - -").position().unwrap_err();
    let left = errors.forgive(SetupErrorKind::TouchingKings).unwrap_err();
    assert_eq!(left.errors().len(), 2);
    let left = left
        .forgive(SetupErrorKind::NoKing(Color::White))
        .unwrap_err();
    assert_eq!(left.errors().len(), 2);
    let left = left.forgive(SetupErrorKind::PawnOnBackRank).unwrap_err();
    assert_eq!(left.errors().len(), 1);
    let position = left
        .forgive(SetupErrorKind::OppositeCheck(Color::Black))
        .unwrap();
    assert_eq!(position.board().occupied().count(), 4);
}

#[test]
fn r58_nine_queens_and_ten_rooks_are_possible() {
    for (fen, role, count) in [
        ("k7/8/8/8/8/8/1QQQ3K/1QQQQQQ1 w - - 0 1", Role::Queen, 9),
        ("k7/8/8/1RRRRRRR/1RRR4/8/8/7K w - - 0 1", Role::Rook, 10),
        ("k7/8/8/1NNNNN2/1NNNNN2/8/8/7K w - - 0 1", Role::Knight, 10),
    ] {
        let setup = setup(fen);
        let position = setup.position().unwrap();
        assert_eq!(position.board().pieces(Color::White, role).count(), count);
        assert_eq!(setup.impossibilities(), [], "{fen}");
        assert!(position.legal_moves().count() > 0);
    }
}

#[test]
fn c23_two_bishops_on_one_color_are_possible_if_a_pawn_is_missing() {
    let one = setup("4k3/8/8/8/8/B7/PPPPPPP1/2B1K3 w - - 0 1");
    assert!(one.position().is_ok());
    assert_eq!(one.impossibilities(), []);
    let none_missing = setup("4k3/8/8/8/8/B7/PPPPPPPP/2B1K3 w - - 0 1");
    assert!(none_missing.position().is_ok());
    assert_eq!(
        none_missing.impossibilities()[0].code(),
        "monochrome_bishops"
    );
}

/// FEN, code, squares and message; all empty for a setup that is possible.
const IMPOSSIBILITIES: [(&str, &str, &str, &str); 33] = [
    (
        "4k3/8/8/8/1NNNNNNN/1NNNNNNN/1NN5/4K3 w - - 0 1",
        "many_pieces",
        "b4 c4 d4 e4 f4 g4 h4 b3 c3 d3 e3 f3 g3 h3 b2 c2 e1",
        "white has 17 pieces; a game starts with 16",
    ),
    (
        "4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1",
        "many_pawns",
        "a7 b7 c7 d7 e7 f7 g7 h7 a6",
        "black has 9 pawns; a game starts with 8",
    ),
    (
        "4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1",
        "many_promotions",
        "a1 b1 a2 b2 c2 d2 e2 f2 g2 h2",
        "at least 1 of white's pieces must be promoted pawns, but fewer pawns are missing",
    ),
    ("rrr1krrr/pppp4/8/8/8/8/8/4K3 w - - 0 1", "", "", ""),
    (
        "rrrrkrrr/ppppp3/8/8/8/8/8/4K3 w - - 0 1",
        "many_promotions",
        "a8 b8 c8 d8 f8 g8 h8 a7 b7 c7 d7 e7",
        "at least 5 of black's pieces must be promoted pawns, but fewer pawns are missing",
    ),
    (
        "4k3/8/8/8/8/8/PPPPPPPP/2B1K1B1 w - - 0 1",
        "monochrome_bishops",
        "c1 g1",
        "white has too many bishops on squares of one color: at least 1 of its pieces must be \
         promoted pawns, but fewer pawns are missing",
    ),
    // The original bishop cannot have left while none of these pawns has moved.
    (
        "4k3/8/8/4B3/8/8/PPPPPPPP/4K3 w - - 0 1",
        "locked_bishops",
        "e5",
        "white has a bishop that its own pawns have never let out: at least 1 of its pieces must \
         be promoted pawns, but fewer pawns are missing",
    ),
    ("4k3/8/8/4B3/1P6/8/P1PPPPPP/4K3 w - - 0 1", "", "", ""),
    (
        "rnbqkbnr/pppppppp/8/8/8/Q7/1PPPPPPP/RNBQKBNR w KQkq - 0 1",
        "passed_pawns",
        "a7 b7 c7 d7 e7 f7 g7 h7 b2 c2 d2 e2 f2 g2 h2",
        "too few pieces have been captured for the missing pawns to have passed the pawns in \
         front of them",
    ),
    // One capture of a pawn by a pawn lets three pawns pass.
    (
        "rnbqkbnr/2pppppp/8/8/8/QQ6/2PPPPPP/RNBQKBNR w KQkq - 0 1",
        "",
        "",
        "",
    ),
    (
        "rnbqkbnr/ppp1pppp/8/8/8/P7/P1PPPPPP/RNBQKBNR w KQkq - 0 1",
        "",
        "",
        "",
    ),
    (
        "1nbqkbnr/ppp1pppp/8/8/P7/P7/P2PPPPP/RNBQKBNR w KQk - 0 1",
        "pawn_structure",
        "a4 a3 a2 d2 e2 f2 g2 h2",
        "white's pawns need at least 3 captures to be where they are, but black has lost fewer \
         pieces",
    ),
    (
        "4k3/8/8/8/8/P7/PP6/4K3 w - - 0 1",
        "pawn_structure",
        "a3 a2 b2",
        "white's pawns cannot have reached the squares they are on",
    ),
    // A pawn that has never moved cannot have given check.
    (
        "4k3/3p4/2K5/8/8/8/8/8 w - - 0 1",
        "impossible_check",
        "d7",
        "no possible last move explains the check: d7",
    ),
    // The queen gave check from every square it can have come from.
    (
        "8/8/8/8/8/8/2rPk3/K1BQ1R2 b - - 0 1",
        "impossible_check",
        "d1",
        "no possible last move explains the check: d1",
    ),
    (
        "4k3/2N3N1/8/8/8/8/8/4K3 b - - 0 1",
        "impossible_double_check",
        "c7 g7",
        "no single move can give both of these checks: c7 g7",
    ),
    (
        "4k3/8/8/8/B7/8/8/4RK2 b - - 0 1",
        "impossible_double_check",
        "a4 e1",
        "no single move can give both of these checks: a4 e1",
    ),
    (
        "4k3/8/3N4/8/B7/8/8/4RK2 b - - 0 1",
        "triple_check",
        "d6 a4 e1",
        "no move can give more than two checks at once: d6 a4 e1",
    ),
    (
        "6Nk/8/6K1/8/8/8/8/8 w - - 0 1",
        "no_last_move",
        "h8",
        "black cannot have made the last move: no legal move leads to this position",
    ),
    (
        "4k3/8/8/8/8/8/8/4K3 w K - 0 1",
        "castling_without_rook",
        "h1",
        "white has a castling right without a rook: h1",
    ),
    (
        "r3k2n/8/8/8/8/8/8/4K3 w kq - 0 1",
        "castling_without_rook",
        "h8",
        "black has a castling right without a rook: h8",
    ),
    (
        "4k3/8/8/8/8/8/4K3/7R w K - 0 1",
        "castling_without_king",
        "h1",
        "white cannot have a castling right: no game starts with the king on that square",
    ),
    (
        "4k3/8/8/8/8/8/8/K6R w K - 0 1",
        "castling_without_king",
        "h1",
        "white cannot have a castling right: no game starts with the king on that square",
    ),
    (
        "4k3/8/8/8/8/8/8/R1R1K3 w QC - 0 1",
        "castling_twice",
        "c1",
        "white cannot castle with two rooks on the same side of the king: c1",
    ),
    (
        "4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
        "en_passant_square",
        "e6",
        "no pawn can have passed over e6 on the last move",
    ),
    // Only Black could capture there.
    (
        "4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1",
        "en_passant_square",
        "e3",
        "no pawn can have passed over e3 on the last move",
    ),
    (
        "4k3/8/8/8/4P3/8/4N3/4K3 b - e3 0 1",
        "en_passant_square",
        "e3",
        "no pawn can have passed over e3 on the last move",
    ),
    // Before the double step the rook gave check although White was to move.
    (
        "8/8/8/8/R3P2k/8/8/4K3 b - e3 0 1",
        "en_passant_square",
        "e3",
        "no pawn can have passed over e3 on the last move",
    ),
    (
        "4k3/2N5/8/8/4P3/8/8/4K3 b - e3 0 1",
        "en_passant_check",
        "c7",
        "the double step over the en-passant square does not explain the check: c7",
    ),
    (
        "4k3/8/8/8/4P3/8/8/4K3 b - e3 5 9",
        "en_passant_clock",
        "e3",
        "a pawn has just made a double step, but the half-move clock is not 0",
    ),
    ("4k3/8/8/8/8/8/8/4K3 b - - 5 3", "", "", ""),
    (
        "4k3/8/8/8/8/8/8/4K3 w - - 5 3",
        "long_clock",
        "",
        "the half-move clock is higher than the number of moves played",
    ),
    // A half-move clock above 0 rules out a pawn move.
    (
        "8/8/8/4k3/3P4/8/8/4K3 b - - 3 9",
        "impossible_check",
        "d4",
        "no possible last move explains the check: d4",
    ),
];

#[test]
fn an_impossibility_names_its_squares_and_explains_itself() {
    for (fen, code, names, message) in IMPOSSIBILITIES {
        let setup = setup(fen);
        let found = setup.impossibilities();
        let codes: Vec<_> = found.iter().map(Impossibility::code).collect();
        if code.is_empty() {
            assert_eq!(codes, [""; 0], "{fen}");
            continue;
        }
        let expected = found.iter().find(|it| it.code() == code);
        let impossibility = expected.unwrap_or_else(|| panic!("{fen}: {codes:?}"));
        assert_eq!(impossibility.squares, squares(names), "{fen}");
        assert_eq!(impossibility.to_string(), message, "{fen}");
        // An impossible setup may still be playable.
        assert!(setup.position().is_ok(), "{fen}");
    }
}

#[test]
fn checks_that_a_last_move_explains_are_possible() {
    for (fen, why) in [
        ("4k3/8/5N2/8/8/8/8/4RK2 b - - 0 1", "a knight opens a file"),
        (
            "8/8/3Pk3/8/8/8/B7/4RK2 b - - 0 1",
            "exd6 en passant opens two lines",
        ),
        ("2R1k3/8/8/8/B7/8/8/4K3 b - - 0 1", "dxc8=R"),
        (
            "8/8/8/8/4P3/8/R6k/4K3 b - e3 0 1",
            "e4 opens the second rank",
        ),
        (
            "8/8/8/8/4P3/8/R6k/4K3 b - - 0 1",
            "the same without its en-passant square",
        ),
        ("5k2/8/8/8/8/8/8/5RK1 b - - 1 9", "castling"),
        ("8/8/8/3k4/4P3/8/8/4K3 b - - 0 1", "e4"),
        (
            "3Rk3/8/8/8/8/8/8/3QK3 b - - 0 1",
            "the rook came along the file",
        ),
        ("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1", "the queen came closer"),
    ] {
        assert_eq!(setup(fen).impossibilities(), [], "{fen}: {why}");
    }
}

/// The last move cannot have been a capture if no piece of the other side is missing.
#[test]
fn nothing_was_captured_from_a_side_with_all_its_pieces() {
    let fen = "QQ3NB1/1Q1rr1Bn/1Q3KNn/P3N1R1/2b3b1/pn4Bq/Pk1rN3/R4b2 w - - 0 1";
    let found = setup(fen).impossibilities();
    assert_eq!(found[0].kind, ImpossibilityKind::ImpossibleCheck);
    assert_eq!(found[0].squares, squares("h7"));
}

/// Soundness: positions that are reached by legal moves are possible, with and without
/// their rights and counters.
#[test]
fn no_position_of_a_game_is_impossible() {
    let mut double_checks = 0;
    games::play_many(600, 300, |position| {
        double_checks += u32::from(position.checkers().many());
        check_is_possible(position);
    });
    assert!(
        double_checks > 50,
        "too few double checks to prove anything: {double_checks}"
    );
}

fn check_is_possible(position: &Position) {
    let known = position.to_setup();
    let unknown = Setup {
        castling: Bitboard::EMPTY,
        en_passant: None,
        halfmoves: 0,
        fullmoves: 1,
        ..known
    };
    for setup in [known, unknown] {
        let found = setup.impossibilities();
        assert!(found.is_empty(), "{setup}: {}", found[0]);
    }
}

#[test]
fn every_king_of_the_side_not_to_move_is_checked() {
    let setup: Setup = "8/5n2/8/8/8/6kK/8/4k3 w - - 0 1".parse().unwrap();
    let errors = setup.position().unwrap_err();
    let kinds: Vec<SetupErrorKind> = errors.errors().iter().map(|error| error.kind).collect();
    assert_eq!(
        kinds,
        [
            SetupErrorKind::ManyKings(Color::Black),
            SetupErrorKind::TouchingKings
        ]
    );
}

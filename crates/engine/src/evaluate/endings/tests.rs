use arbiter_rules::{Board, Color, Piece, Position, Role, Setup, Square};

use super::{EndingKnowledge, knowledge, kpk};

/// Describes the knowledge of a position in words, or its scales, White's first.
fn describe(fen: &str) -> String {
    let position: Position = fen.parse().unwrap();
    match knowledge(&position) {
        None => "nothing".into(),
        Some(EndingKnowledge::Scale(scale)) => {
            format!("{} {}", scale[Color::White], scale[Color::Black])
        }
        Some(EndingKnowledge::Score(score)) => {
            let for_white = if position.turn() == Color::White {
                score
            } else {
                -score
            };
            match for_white {
                5_000.. => "White wins".into(),
                300.. => "White should win".into(),
                1.. => "White tries".into(),
                0 => "draw".into(),
                -299.. => "Black tries".into(),
                -4_999.. => "Black should win".into(),
                _ => "Black wins".into(),
            }
        }
    }
}

fn check(lines: &str) {
    let found: Vec<_> = lines
        .lines()
        .map(|line| {
            let (fen, expected) = line.trim().split_once(": ").unwrap();
            (fen, expected.trim(), describe(fen))
        })
        .filter(|(_, expected, found)| expected != found)
        .collect();
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn a_lone_king_loses_only_against_mating_material() {
    check(
        "8/8/8/3k4/8/8/8/KQ6 w - - 0 1:       White wins
        8/8/8/3k4/8/8/8/KR6 b - - 0 1:        White wins
        8/8/8/3K4/8/8/8/kr6 b - - 0 1:        Black wins
        8/8/8/3k4/8/8/8/KBB5 w - - 0 1:       White wins
        8/8/8/3k4/8/8/8/KB1B4 w - - 0 1:      draw
        8/8/8/3k4/8/8/8/KBN5 w - - 0 1:       White wins
        8/8/8/3k4/8/8/8/KNN5 w - - 0 1:       draw
        8/8/8/3k4/8/8/8/KNNN4 w - - 0 1:      White wins
        8/8/8/3k4/8/8/8/KN6 b - - 0 1:        draw
        8/8/8/3k4/8/8/8/KB6 b - - 0 1:        draw
        8/8/8/3k4/8/8/8/K7 b - - 0 1:         draw
        8/8/8/3k4/8/8/P7/KB6 w - - 0 1:       White wins
        8/8/8/3k4/8/8/PP6/K7 w - - 0 1:       64 0",
    );
}

#[test]
fn a_king_in_the_corner_draws_against_rook_pawns() {
    check(
        "k7/8/8/8/P7/1K6/8/5B2 w - - 0 1:     White wins
        k7/8/8/8/P7/1K6/8/6B1 w - - 0 1:      draw
        7k/8/8/8/7P/6K1/8/4B3 w - - 0 1:      White wins
        7k/8/8/8/7P/6K1/8/3B4 w - - 0 1:      draw
        8/8/8/8/6k1/7p/3b4/6K1 b - - 0 1:     draw
        8/8/k7/8/P7/2B5/2K5/8 w - - 0 1:      draw
        8/8/k7/P7/8/2B5/2K5/8 w - - 0 1:      White wins
        8/8/k7/8/P7/2B5/2K5/8 b - - 0 1:      draw
        1k6/8/8/P7/P7/1K6/8/8 w - - 0 1:      draw
        k7/P7/8/1N6/8/8/8/4K3 w - - 0 1:      draw
        k7/8/P7/1N6/8/8/8/4K3 w - - 0 1:      White wins
        k7/8/p7/8/P7/1K6/8/6B1 w - - 0 1:     0 36
        8/1k6/8/8/P7/1K3p2/8/6B1 w - - 0 1:   0 36",
    );
}

#[test]
fn pieces_without_pawns_win_only_with_a_large_lead() {
    check(
        "8/8/8/3k4/3n4/8/8/KQ6 w - - 0 1:     White should win
        8/8/8/3k4/3r4/8/8/KQ6 w - - 0 1:      White should win
        8/8/8/3k4/3b4/8/8/KR6 w - - 0 1:      White tries
        8/8/8/3k4/3n4/8/8/1R5K w - - 0 1:     White tries
        8/8/8/3k4/3n4/8/8/KB6 w - - 0 1:      draw
        8/8/8/3k4/3r4/8/8/KRB5 w - - 0 1:     14 14
        8/8/8/3k4/3q4/8/8/1QK5 w - - 0 1:     14 14
        8/8/8/3k4/3n4/8/8/KNN5 w - - 0 1:     0 0
        8/8/8/3k4/3p4/8/8/KB6 w - - 0 1:      0 36",
    );
}

#[test]
fn a_queen_or_a_rook_stops_most_pawns() {
    check(
        "8/8/8/7Q/8/3K4/1kp5/8 w - - 0 1:     White should win
        6K1/8/8/8/8/7Q/1kp5/8 w - - 0 1:      White tries
        6K1/8/8/8/8/7Q/1k1p4/8 w - - 0 1:     White should win
        8/8/8/8/8/1R6/1kp5/6K1 b - - 0 1:     White tries
        8/8/8/7k/3p4/8/3K4/R7 w - - 0 1:      White should win",
    );
}

#[test]
fn a_lead_in_a_drawish_ending_is_scaled_down() {
    check(
        // Opposite-colored bishops.
        "4k3/4b3/8/1p3p2/1P3PP1/4B3/4K3/8 w - - 0 1:   nothing
        4k3/3b4/8/1p3p2/1P3PP1/4B3/4K3/8 w - - 0 1:   24 20
        4k3/3b4/8/8/5P2/4B3/4K3/8 w - - 0 1:          16 0
        r3k3/3b4/8/1p3p2/1P3PP1/4B3/4K3/R7 w - - 0 1: 49 46
        3k4/8/8/3PB3/3K4/8/8/3n4 w - - 0 1:           36 0
        8/3k4/8/3PB3/3K4/8/8/3n4 w - - 0 1:           4 0
        3k4/8/r7/8/3PK3/8/8/7R w - - 0 1:             14 14
        8/8/r7/8/k2PK3/8/8/7R w - - 0 1:              52 14
        R7/P5k1/8/8/8/8/r7/6K1 w - - 0 1:             4 14
        8/5pk1/6p1/4r2p/7P/5PP1/4RPK1/8 w - - 0 1:    36 36
        8/p4pk1/6p1/4r2p/7P/5PP1/4RPK1/8 w - - 0 1:   nothing
        8/8/8/p2k4/8/P2K4/8/8 w - - 0 1:              14 14",
    );
}

#[test]
fn a_color_reversed_position_gives_the_same_knowledge() {
    for fen in [
        "8/8/8/3k4/8/8/8/KBN5 w - - 0 1",
        "8/3P4/8/3k4/8/3K4/8/8 b - - 0 1",
        "8/8/8/8/8/1R6/1kp5/6K1 b - - 0 1",
        "R7/P5k1/8/8/8/8/r7/6K1 w - - 0 1",
        "7k/8/8/8/7P/6K1/8/4B3 w - - 0 1",
    ] {
        let position: Position = fen.parse().unwrap();
        let reversed = color_reversed(&position);
        match (knowledge(&position), knowledge(&reversed)) {
            (Some(EndingKnowledge::Scale(a)), Some(EndingKnowledge::Scale(b))) => {
                assert_eq!((a.white, a.black), (b.black, b.white), "{fen}");
            }
            (a, b) => assert_eq!(a, b, "{fen}"),
        }
    }
}

fn color_reversed(position: &Position) -> Position {
    let mut board = Board::EMPTY;
    for (square, piece) in position.board().iter() {
        let seen = Square::new(square.file(), Color::Black.rank(square.rank()));
        board.put(
            seen,
            Piece {
                color: !piece.color,
                role: piece.role,
            },
        );
    }
    Setup {
        board,
        turn: !position.turn(),
        ..Setup::EMPTY
    }
    .position()
    .unwrap()
}

#[test]
fn king_and_pawn_against_king_follows_theory() {
    check(
        // With its king on the sixth rank in front of it, the pawn always wins.
        "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1:     White wins
        4k3/8/4K3/4P3/8/8/8/8 b - - 0 1:      White wins
        8/4k3/8/4K3/4P3/8/8/8 w - - 0 1:      draw
        8/4k3/8/4K3/4P3/8/8/8 b - - 0 1:      White wins
        4k3/4P3/4K3/8/8/8/8/8 b - - 0 1:      draw
        4k3/4P3/4K3/8/8/8/8/8 w - - 0 1:      White wins
        4k3/8/3KP3/8/8/8/8/8 w - - 0 1:       White wins
        4k3/8/3KP3/8/8/8/8/8 b - - 0 1:       draw
        k7/8/1K6/P7/8/8/8/8 w - - 0 1:        draw
        8/k1P5/2K5/8/8/8/8/8 w - - 0 1:       White wins
        8/8/8/8/4p3/4k3/8/4K3 b - - 0 1:      Black wins
        8/8/8/8/8/1k6/7P/K7 w - - 0 1:        White wins
        8/8/8/8/8/2k5/7P/K7 w - - 0 1:        draw
        8/8/8/8/5k2/8/7P/K7 b - - 0 1:        draw",
    );
}

/// Checks that the result of each position follows from those of its successors.
#[test]
fn the_king_and_pawn_table_agrees_with_the_rules() {
    let mut seen = 0;
    for number in (0..64 * 64 * 48 * 2).step_by(5) {
        let turn = Color::ALL[number % 2];
        let [king, lone_king, pawn] =
            [number / 2 % 64, number / 128 % 64, 8 + number / 8192].map(|index| Square::ALL[index]);
        let mut board = Board::EMPTY;
        for (square, color, role) in [
            (king, Color::White, Role::King),
            (lone_king, Color::Black, Role::King),
            (pawn, Color::White, Role::Pawn),
        ] {
            board.put(square, Piece { color, role });
        }
        if board.occupied().count() < 3 {
            continue;
        }
        let setup = Setup {
            board,
            turn,
            ..Setup::EMPTY
        };
        let Ok(position) = setup.position() else {
            continue;
        };
        seen += 1;
        let mut replies = position.legal_moves().map(|mv| position.after(mv));
        let expected = match turn {
            Color::White => replies.any(|after| is_won(&after)),
            Color::Black if !position.has_legal_move() => position.is_check(),
            Color::Black => replies.all(|after| is_won(&after)),
        };
        assert_eq!(is_won(&position), expected, "{position}");
    }
    assert!(seen > 50_000, "{seen}");
}

/// Reports whether White, who has the pawn or the promoted piece, wins.
fn is_won(position: &Position) -> bool {
    let board = position.board();
    let king = |color| board.king(color).unwrap();
    let pawns = board.pieces(Color::White, Role::Pawn);
    match pawns.first() {
        Some(square) => {
            let [king, lone_king] = Color::ALL.map(king);
            kpk::wins(Color::White, king, square, lone_king, position.turn())
        }
        None => {
            // A queen or rook wins unless it is captured or stalemates.
            let has_major = board.straight_sliders(Color::White).any();
            has_major
                && (position.is_check() || position.has_legal_move())
                && position
                    .legal_moves()
                    .all(|mv| position.captured(mv).is_none())
        }
    }
}

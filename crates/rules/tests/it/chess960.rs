//! The 960 starting positions of Chess960.

use std::collections::HashSet;

use arbiter_rules::{Bitboard, Color, Position, Rank, Role, Variant};

fn back_rank(number: u16) -> String {
    let fen = Position::chess960(number).unwrap().to_string();
    fen[35..43].to_owned()
}

#[test]
fn the_numbering_is_the_standard_one() {
    for (number, rank) in [
        (0, "BBQNNRKR"),
        (1, "BQNBNRKR"),
        (4, "QBBNNRKR"),
        (95, "NNRKRQBB"),
        (96, "BBQNRNKR"),
        (518, "RNBQKBNR"),
        (534, "RNBKQBNR"),
        (959, "RKRNNQBB"),
    ] {
        assert_eq!(back_rank(number), rank, "{number}");
    }
    assert_eq!(Position::chess960(960), None);
    assert_eq!(Position::chess960(u16::MAX), None);
}

#[test]
fn number_518_is_standard_chess_with_chess960_castling_notation() {
    let position = Position::chess960(518).unwrap();
    assert_eq!(position, Position::start());
    assert_eq!(position.variant(), Variant::Chess960);
}

#[test]
fn all_960_positions_are_different_and_valid() {
    let mut seen = HashSet::new();
    for number in 0..960 {
        let position = Position::chess960(number).unwrap();
        let board = position.board();
        assert!(seen.insert(back_rank(number)), "{number}");
        assert_eq!(board.material().white, [8, 2, 2, 2, 1, 1]);
        for color in Color::ALL {
            let bishops = board.pieces(color, Role::Bishop);
            assert_eq!((bishops & Bitboard::LIGHT).count(), 1, "{number}");
            assert_eq!((bishops & Bitboard::DARK).count(), 1, "{number}");
            let king = board.king(color).unwrap();
            let rooks = board.pieces(color, Role::Rook);
            assert!(rooks.first().unwrap() < king, "{number}");
            assert!(rooks.last().unwrap() > king, "{number}");
            assert_eq!(position.castling().of(color), rooks);
            let pawns = Bitboard::rank(color.rank(Rank::Second));
            assert_eq!(board.pieces(color, Role::Pawn), pawns);
        }
        // Black's pieces mirror White's.
        for role in Role::ALL {
            let [white, black] = Color::ALL.map(|color| board.pieces(color, role));
            assert_eq!(white.0.swap_bytes(), black.0, "{number}");
        }
        assert!(position.to_setup().impossibilities().is_empty(), "{number}");
        for text in [position.to_string(), format!("{position:#}")] {
            assert_eq!(text.parse::<Position>().unwrap(), position, "{text}");
        }
    }
}

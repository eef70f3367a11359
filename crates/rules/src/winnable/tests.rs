//! Checks the theorems on material against every possible mate.

use super::material;
use crate::{Board, Color, Piece, Square, attacks};

/// For every king checked by a knight and every square of the other king, puts
/// queens on all unguarded squares next to the king. There is always such a square,
/// and always a queen that can capture the knight. A mate would need queens on at
/// least these squares, and a further queen in between could capture the knight.
#[test]
fn a_knight_never_mates_a_king_that_has_only_queens() {
    for king in Square::ALL {
        for knight in attacks::knight(king) {
            for other in Square::ALL {
                if other.distance(king) < 2 || other == knight {
                    continue;
                }
                let guarded = attacks::knight(knight) | attacks::king(other);
                let queens = attacks::king(king) - guarded;
                let occupied = queens.with(king).with(other).with(knight);
                let takes = |queen| attacks::queen(queen, occupied).contains(knight);
                assert!(queens.iter().any(takes), "{king} {knight} {other}");
            }
        }
    }
}

/// No king can guard both squares that touch the king being mated and the first
/// square of the bishop's diagonal.
#[test]
fn a_bishop_on_one_color_never_mates_a_king_that_has_only_rooks_and_queens() {
    for king in Square::ALL {
        let diagonal = attacks::king(king) & attacks::bishop_lines(king);
        for first in diagonal {
            let straight = attacks::rook_lines(king) & attacks::king(king);
            let corners = straight & attacks::king(first);
            assert_eq!(corners.count(), 2);
            for other in Square::ALL {
                if other.distance(king) > 1 {
                    assert!(
                        (corners - attacks::king(other)).any(),
                        "{king} {first} {other}"
                    );
                }
            }
        }
    }
}

#[test]
fn material_that_cannot_mate_is_recognized() {
    // The pieces are put on a3, b3 and so on: the first square is dark, the second
    // light.
    let cases = [
        ("Kk", true),
        ("NKk", true),
        ("NKkqq", true),
        ("NKkr", false),
        ("NKkp", false),
        ("NKkb", false),
        ("NNKk", false),
        ("PKk", false),
        ("BKkrq", true),
        ("BkbK", true),
        ("BbkK", false),
        ("BBKk", false),
        ("BkBK", true),
        ("BKkn", false),
        ("BKkp", false),
    ];
    for (text, cannot) in cases {
        let mut board = Board::EMPTY;
        for (letter, square) in text.chars().zip(&Square::ALL[16..]) {
            let piece = Piece::from_letter(letter).expect("a piece");
            board.put(*square, piece);
        }
        let found = material::cannot_mate(&board, Color::White);
        assert_eq!(found, cannot, "{text}");
    }
}

//! The theorems on material, by looking at every mate there could be.

use super::material;
use crate::{Board, Color, Piece, Square, attacks};

/// For every king in check by a knight and every place of the other king,
/// queens on all squares that are not guarded: there is always such a square,
/// and always a queen who takes the knight. A mate would have queens on at
/// least these squares, and one more in between takes the knight herself.
#[test]
fn a_knight_never_mates_a_king_who_has_only_queens() {
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

/// The squares that touch both the king and the first square of the bishop's
/// line: no king guards them all from where he may stand.
#[test]
fn a_bishop_on_one_color_never_mates_a_king_who_has_only_rooks_and_queens() {
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
    // Squares are dealt out from a3 on: the first is dark, the second light.
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

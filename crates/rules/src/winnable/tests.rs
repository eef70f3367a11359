//! Checks the theorems on material against every possible mate, and that questions
//! stay within their budget.

use super::{MAX_SEARCH_NODES, budget_of, material, work_budget::WorkBudget};
use crate::{Board, Color, Piece, Position, Square, attacks};

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

/// Positions that take the most work: composed ones, and ones found by a search for
/// expensive positions.
const EXPENSIVE: &[&str] = &[
    "1bB5/4b3/5k2/p1p1p1p1/P1P1PKP1/8/5b2/8 w - - 0 1",
    "8/7B/7b/8/3p1p1p/b1pP1PpP/B1PpBkP1/3K1BRB w - - 0 1",
    "4B3/1k3B1B/7b/4bB2/1p1p1pBp/bPpP1P1P/2Pb2K1/N1b1b3 b - - 0 1",
    "4B3/1k3BbB/7b/5B2/1p1p1pBp/bPpP1P1P/2Pb2K1/N3b3 w - - 0 1",
    "3kBbB1/b1pBbBp1/1pPpPpP1/1P1P1P2/8/8/6K1/6b1 b - - 0 1",
    "Bk6/2b4B/3b2B1/5B2/4B3/p1pB1B2/PpP1B3/1K6 w - - 0 1",
    "3b4/5BbB/4N3/8/3p1p2/2pPpPp1/2PpBkP1/3K1BN1 b - - 0 1",
    "5k2/1pK3p1/bPp2pPb/n1P2P1n/N1p2p1N/BpP2PpB/1P4P1/8 w - - 0 1",
    "1k6/8/8/3B4/2Bp1p1p/1BpP1P1P/2P1BPBP/3BKBNR w K - 0 1",
    "2B1B1B1/pBpBpBpB/P1P1P1P1/4k3/8/8/4K3/8 w - - 0 1",
    "1k6/1P1p1p1p/BP6/1P6/8/8/3P1PKP/8 w - - 0 1",
    "8/1B1k4/4R1K1/8/1p1p1p1p/pP1PpPpP/P3P1P1/b7 b - - 0 1",
    "5k2/8/5q2/8/1n1B2r1/8/8/3K4 b - - 0 1",
    "b7/B6k/b1p5/1pP5/1P4p1/B1B2pPb/1B3P1B/K6b w - - 0 1",
    "8/4b3/1k6/8/1p3p2/pPp1pP1K/P1P1P3/8 w - - 0 1",
    "b2BB3/kb4B1/8/5b2/BK3B2/8/B7/Bb6 b - - 0 1",
    "8/1p4p1/1b1b2k1/6b1/1p1p4/1P1Pp1bp/4Pp1p/1B3Kbr b - - 0 1",
    "8/8/8/8/8/2K5/N3B2q/1B5k w - - 0 1",
    "7k/1qqqqqpp/8/8/8/8/1QQQQQP1/K7 w - - 0 1",
];

/// No step may take more than this many work units without asking whether there are
/// any left.
const MAX_STEP_UNITS: u64 = 12_000;

/// Counts the work units and not the time, which depends on the machine.
#[test]
fn no_question_exceeds_its_budget() {
    for fen in EXPENSIVE {
        let position: Position = fen.parse().expect("a position");
        for nodes in [0, 1, 10, 1_000, MAX_SEARCH_NODES] {
            for winner in [Some(Color::White), Some(Color::Black), None] {
                let budget = budget_of(nodes);
                let most = budget.left() + MAX_STEP_UNITS;
                let answer = match winner {
                    Some(winner) => position.can_win_counted(winner, &budget),
                    None => position.is_dead_counted(&budget),
                };
                assert!(budget.used() <= most, "{} of {most}: {fen}", budget.used());
                // A method that stops early must have run out of units.
                assert!(answer.is_some() || budget.is_spent(), "{fen}");
            }
        }
    }
}

/// A share that is spent stops its method and counts in the whole.
#[test]
fn a_share_counts_in_the_whole_budget() {
    let budget = WorkBudget::new(10);
    assert!(budget.take(4));
    budget.within(20, |share| {
        assert_eq!(share.left(), 6);
        assert!(share.take(6));
        assert!(!share.take(1));
    });
    assert_eq!((budget.used(), budget.left()), (11, 0));
    assert!(budget.is_spent());
    budget.within(5, |share| assert!(!share.take(1)));
}

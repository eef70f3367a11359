//! Whether a side can still win, and dead positions (R73, C6, C7, C9).

use std::collections::{HashSet, VecDeque};

use arbiter_rules::{Board, Color, Piece, Position, Role, Setup, Square};
use proptest::prelude::*;

use crate::random_games::random_positions;

/// Which sides can still win (`W`, `B`, `-` for none), position, and reason.
#[rustfmt::skip]
const FACTS: &[(&str, &str, &str)] = &[
    // The game is over.
    ("-B", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "fool's mate: it is won"),
    ("W-", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "mate on the board"),
    ("--", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "stalemate: no move, no win"),
    ("--", "k7/P7/K7/8/8/8/8/8 b - - 0 1", "stalemate by a pawn"),
    ("--", "K1k5/P7/8/8/8/8/8/8 w - - 0 1", "stalemate behind one's own pawn"),
    ("--", "3k4/3P4/3K4/8/8/8/7P/8 b - - 0 1", "stalemate, though a pawn is left to run"),
    // Pieces alone.
    ("WB", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "everything"),
    ("--", "8/8/4k3/8/8/3K4/8/8 w - - 0 1", "two kings"),
    ("W-", "8/8/4k3/8/8/3K4/8/Q7 w - - 0 1", "a queen mates"),
    ("W-", "8/8/4k3/8/8/3K4/8/R7 w - - 0 1", "a rook mates"),
    ("-B", "r3k2r/8/8/8/8/8/8/4K3 w kq - 0 1", "two rooks that may castle"),
    ("W-", "8/8/4k3/8/8/3K4/P7/8 w - - 0 1", "a pawn becomes a queen"),
    ("W-", "8/5k2/4P3/8/8/3K4/8/8 b - - 0 1", "the pawn can be captured, but need not be"),
    ("--", "8/8/4k3/8/8/3K4/8/B7 w - - 0 1", "a bishop never mates alone"),
    ("--", "8/8/4k3/8/8/3K4/8/N7 w - - 0 1", "nor does a knight"),
    ("W-", "8/8/4k3/8/8/3K4/8/NN6 w - - 0 1", "two knights cannot force it, but they can mate (C9)"),
    ("W-", "8/8/4k3/8/8/3K4/8/BB6 w - - 0 1", "bishops on both colors"),
    ("--", "8/8/4k3/8/8/3K4/1B6/B7 w - - 0 1", "bishops on one color"),
    ("W-", "8/8/4k3/8/8/3K4/8/BN6 w - - 0 1", "bishop and knight"),
    // What the loser's own pieces do for the mate.
    ("WB", "8/8/4k3/8/8/3K4/8/Bb6 w - - 0 1", "bishops on different colors block for each other"),
    ("--", "8/8/4k3/8/8/3K4/1b6/B7 w - - 0 1", "on the same color they cannot"),
    ("WB", "8/8/4k3/8/8/3K4/8/Nn6 w - - 0 1", "knight against knight"),
    ("WB", "8/8/4k3/8/8/3K4/8/Nb6 w - - 0 1", "knight against bishop, and bishop against knight"),
    ("WB", "8/8/4k3/8/8/3K4/8/Nr6 w - - 0 1", "a rook blocks for a knight"),
    ("-B", "8/8/4k3/8/8/3K4/8/N6q w - - 0 1", "a queen does not: it captures the knight"),
    ("-B", "qqqqk3/qqqq4/8/8/8/8/8/K6N w - - 0 1", "eight queens do not either"),
    ("-B", "8/8/4k3/8/8/3K4/8/Br6 w - - 0 1", "a rook does not block for a bishop: it interposes"),
    ("-B", "8/8/4k3/8/8/3K4/8/B6q w - - 0 1", "nor does a queen"),
    ("-B", "8/8/4k3/8/8/8/KB6/B3rrqq w - - 0 1", "however many there are"),
    ("WB", "8/5p2/4k3/8/8/3K4/8/N7 w - - 0 1", "a pawn blocks for a knight"),
    ("WB", "8/5p2/4k3/8/8/3K4/8/B7 w - - 0 1", "for a bishop it may have to become a knight"),
    ("WB", "7k/8/8/8/8/8/2p5/K1B5 b - - 0 1", "here too, if it does not capture"),
    ("WB", "6rk/6pp/8/8/8/8/8/KN6 w - - 0 1", "smothered mate"),
    ("WB", "kb6/p7/P7/8/8/8/8/K7 w - - 0 1", "the pawn is freed when the bishop lets the king out"),
    // A lone knight or bishop on an open board.
    ("WB", "8/2N5/2b5/6k1/8/8/4B3/2K5 w - - 0 1", "a bishop blocks for a bishop"),
    ("WB", "8/7k/r7/4K3/8/8/2N5/1q6 b - - 0 1", "a rook blocks for a knight while a queen keeps out"),
    ("WB", "1k6/7N/3K4/8/8/7n/8/5q2 w - - 0 1", "so does a knight"),
    ("WB", "7b/8/8/7P/8/4K3/2k5/6N1 w - - 0 1", "a knight blocks for a bishop"),
    ("WB", "8/6k1/8/R5P1/1PR5/8/1K6/6n1 w - - 0 1", "one of two rooks blocks for a knight"),
    ("WB", "2b5/1k2n3/8/8/3N4/8/8/5Q1K b - - 0 1", "the knight of a side that also has a queen"),
    // Forced moves.
    ("--", "7K/6r1/5k2/8/8/8/8/8 w - - 0 1", "not check, no other square: stalemate though a rook is there"),
    ("--", "K7/1q6/8/2k5/8/8/8/8 w - - 0 1", "the king must capture the queen"),
    ("-B", "7K/7r/5k2/8/8/8/8/8 w - - 0 1", "the king may step aside"),
    ("-B", "8/8/8/8/8/2k5/1p6/1K6 w - - 0 1", "the king cannot capture, and the pawn promotes"),
    ("W-", "3k4/3P4/3K4/8/8/8/8/8 w - - 0 1", "stalemate threatens, but another move is there"),
    ("WB", "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1", "check, and a pawn that can be captured en passant"),
    ("WB", "6bk/6pp/6P1/8/8/8/8/K7 b - - 0 1", "the black king is trapped, the white pawn is not"),
    // Blocked positions.
    ("--", "4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K3 w - - 0 1", "a wall that no king gets through"),
    ("--", "6k1/p1p1p1p1/P1P1P1P1/8/8/8/8/6K1 w - - 0 1", "a wall near the edge"),
    ("WB", "6k1/p1p1p1p1/P1P1P1P1/8/8/8/6PP/6K1 w - - 0 1", "the same with pawns to spare"),
    ("--", "8/5k2/4p1p1/1p1pPpPp/1P1P1P1P/8/5K2/8 w - - 0 1", "a bent wall"),
    ("--", "4k3/8/1p6/pPp1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", "a chain and a wall"),
    ("WB", "8/p7/P7/8/8/8/5k2/7K w - - 0 1", "one pair of pawns: a king walks around and captures"),
    ("WB", "4k3/3p1p2/3P1P2/8/8/3p1p2/3P1P2/4K3 w - - 0 1", "two pairs in front of each king"),
    ("--", "8/8/8/2p5/1pP1p1p1/1P2P1Pk/7P/7K w - - 0 1", "a hole in the wall that leads nowhere"),
    ("--", "2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - - 0 1", "bishops that find nothing to capture"),
    ("--", "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4KB2 w - - 0 1", "a bishop shut out by its own pawns' color"),
    ("WB", "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/2B1K3 w - - 0 1", "the other bishop can capture"),
    ("WB", "2b1k3/8/8/p1p1p1p1/P1P1P1P1/8/8/2B1K3 w - - 0 1", "both bishops can capture"),
    ("WB", "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4KR2 w - - 0 1", "a rook goes through the wall"),
    ("WB", "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K1N1 w - - 0 1", "a knight jumps over it"),
];

#[test]
fn c9_a_side_can_win_if_any_series_of_legal_moves_mates() {
    for &(verdict, fen, why) in FACTS {
        let position: Position = fen.parse().unwrap();
        let expected = ['W', 'B'].map(|letter| Some(verdict.contains(letter)));
        let found = Color::ALL.map(|color| position.can_win(color));
        assert_eq!(found, expected, "{fen}: {why}");
        let is_dead = verdict == "--";
        assert_eq!(position.is_dead(), Some(is_dead), "{fen}: {why}");
    }
}

/// R73, C6, C7.
#[test]
fn c6_the_quick_answer_agrees_with_the_exact_one() {
    for &(verdict, fen, why) in FACTS {
        let position: Position = fen.parse().unwrap();
        for (color, letter) in Color::ALL.into_iter().zip(['W', 'B']) {
            if let Some(can) = position.can_win_quick(color) {
                assert_eq!(can, verdict.contains(letter), "{color} in {fen}: {why}");
            }
        }
    }
}

#[test]
fn without_a_search_no_answer_is_wrong() {
    let blocked: Position = "4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K3 w - - 0 1"
        .parse()
        .unwrap();
    assert_eq!(blocked.can_win_within(Color::White, 0), Some(false));
    let bare: Position = "8/8/4k3/8/8/3K4/8/R7 w - - 0 1".parse().unwrap();
    assert_eq!(bare.can_win_within(Color::Black, 0), Some(false));
    assert_ne!(bare.can_win_within(Color::White, 0), Some(false));
}

/// All positions with one white piece and two kings, solved by retrograde analysis.
struct ThreePieces {
    role: Role,
    can_win: Vec<bool>,
}

impl ThreePieces {
    const SIZE: usize = 2 * 64 * 64 * 64;

    /// Solves a table. `promoted` has those of the roles a pawn can promote to.
    fn solve(role: Role, promoted: &[ThreePieces]) -> ThreePieces {
        let mut table = ThreePieces {
            role,
            can_win: vec![false; ThreePieces::SIZE],
        };
        let mut open: Vec<usize> = (0..ThreePieces::SIZE)
            .filter(|&index| table.position(index).is_some())
            .collect();
        loop {
            let before = open.len();
            open.retain(|&index| {
                let position = table.position(index).unwrap();
                let is_won = if position.has_legal_move() {
                    position
                        .legal_moves()
                        .any(|mv| table.is_won(&position.after(mv), promoted))
                } else {
                    position.is_check() && position.turn() == Color::Black
                };
                table.can_win[index] = is_won;
                !is_won
            });
            if open.len() == before {
                return table;
            }
        }
    }

    fn is_won(&self, position: &Position, promoted: &[ThreePieces]) -> bool {
        let board = position.board();
        let piece = board.of(Color::White) - board.by_role(Role::King);
        let Some(square) = piece.first() else {
            return false;
        };
        let role = board.role_at(square).unwrap();
        let table = match promoted.iter().find(|table| table.role == role) {
            Some(table) => table,
            None => self,
        };
        let kings = Color::ALL.map(|color| board.king(color).unwrap() as usize);
        let [white, black] = kings;
        let index = ((position.turn() as usize * 64 + white) * 64 + black) * 64 + square as usize;
        table.can_win[index]
    }

    fn position(&self, index: usize) -> Option<Position> {
        let turn = Color::ALL[index / (64 * 64 * 64)];
        let square = |shift: usize| Square::from_index(index / shift % 64).unwrap();
        let (white, black, piece) = (square(64 * 64), square(64), square(1));
        let mut board = Board::EMPTY;
        board.put(white, Piece::new(Color::White, Role::King));
        board.put(black, Piece::new(Color::Black, Role::King));
        board.put(piece, Piece::new(Color::White, self.role));
        if board.occupied().count() != 3 {
            return None;
        }
        setup(board, turn).position().ok()
    }
}

/// The tables are solved with none of the code under test except legal moves.
#[test]
fn one_piece_against_a_bare_king_is_decided_exactly() {
    let mut tables: Vec<ThreePieces> = Vec::new();
    for role in [
        Role::Knight,
        Role::Bishop,
        Role::Rook,
        Role::Queen,
        Role::Pawn,
    ] {
        let table = ThreePieces::solve(role, &tables);
        for index in (0..ThreePieces::SIZE).step_by(211) {
            if let Some(position) = table.position(index) {
                let truth = table.can_win[index];
                assert_eq!(position.can_win(Color::White), Some(truth), "{position}");
                assert_eq!(position.can_win(Color::Black), Some(false), "{position}");
            }
        }
        tables.push(table);
    }
}

/// Searches every position that can arise, unless there are more than `max_positions`.
fn can_win_by_brute_force(root: &Position, winner: Color, max_positions: usize) -> Option<bool> {
    let mut seen = HashSet::from([root.clone()]);
    let mut open = VecDeque::from([root.clone()]);
    while let Some(position) = open.pop_front() {
        if !position.has_legal_move() && position.is_check() && position.turn() != winner {
            return Some(true);
        }
        for mv in position.legal_moves() {
            let next = position.after(mv);
            if seen.insert(next.clone()) {
                open.push_back(next);
            }
        }
        if seen.len() > max_positions {
            return None;
        }
    }
    Some(false)
}

fn setup(board: Board, turn: Color) -> Setup {
    Setup {
        board,
        turn,
        ..Setup::EMPTY
    }
}

/// Returns positions with locked pawns on most files, two kings, and up to two pieces.
fn blocked_positions() -> impl Strategy<Value = Position> {
    let heights = prop::collection::vec(prop::option::weighted(0.85, 2..5_usize), 8);
    let pieces = prop::collection::vec((any::<bool>(), 1..5_usize, 0..64_usize), 0..3);
    (heights, pieces, 0..64_usize, 0..64_usize, any::<bool>()).prop_filter_map(
        "not a position",
        |(heights, pieces, white, black, is_white)| {
            let mut board = Board::EMPTY;
            let mut put = |square: usize, color, role| {
                let square = Square::from_index(square).unwrap();
                let is_free = board.piece_at(square).is_none();
                if is_free {
                    board.put(square, Piece::new(color, role));
                }
                is_free
            };
            for (file, height) in heights.into_iter().enumerate() {
                if let Some(rank) = height {
                    put(rank * 8 + file, Color::White, Role::Pawn);
                    put(rank * 8 + 8 + file, Color::Black, Role::Pawn);
                }
            }
            if !put(white, Color::White, Role::King) || !put(black, Color::Black, Role::King) {
                return None;
            }
            for (is_white, role, square) in pieces {
                put(square, Color::ALL[usize::from(is_white)], Role::ALL[role]);
            }
            setup(board, Color::ALL[usize::from(is_white)])
                .position()
                .ok()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn blocked_positions_are_decided_as_by_brute_force(position in blocked_positions()) {
        for color in Color::ALL {
            let found = position.can_win_within(color, 20_000);
            let truth = can_win_by_brute_force(&position, color, 20_000);
            if let (Some(found), Some(truth)) = (found, truth) {
                prop_assert_eq!(found, truth, "{} in {}", color, position);
            }
        }
    }
}

/// Trying all moves confirms every return, and most quiet moves are reported as
/// reversible.
#[test]
fn a_position_can_be_returned_to_where_it_is_reported() {
    let (mut quiet, mut reported) = (0, 0);
    random_positions(4, 60, |before| {
        for mv in before.legal_moves().step_by(5) {
            let is_quiet = mv.role() != Role::Pawn && before.captured(mv).is_none();
            quiet += u32::from(is_quiet);
            if before.can_return_after(mv) {
                reported += 1;
                assert!(is_quiet, "{before}");
                assert!(leads_to(&before.after(mv), before, 3), "{before}");
            }
        }
    });
    assert!(reported * 2 > quiet, "{reported} of {quiet}");
}

fn leads_to(position: &Position, goal: &Position, plies: u32) -> bool {
    if plies == 0 {
        return position == goal;
    }
    let mut moves = position.legal_moves();
    moves.any(|mv| leads_to(&position.after(mv), goal, plies - 1))
}

#[test]
fn irreversible_moves_are_not_reported_as_reversible() {
    for (fen, text) in [
        ("4k1n1/8/8/8/8/8/4P3/4K1N1 w - - 0 1", "e3"),
        ("4k1n1/8/8/8/8/5p2/8/4K1N1 w - - 0 1", "Nxf3"),
        ("4k1n1/8/8/8/8/8/8/R3K1N1 w Q - 0 1", "Kf1"),
        ("4k1n1/8/8/8/8/8/8/R3K1N1 w Q - 0 1", "Rb1"),
        ("4k1n1/8/8/8/8/8/8/R3K1N1 w Q - 0 1", "O-O-O"),
        // The right to capture en passant is lost for good.
        ("4k1n1/8/8/3pP3/8/8/8/4K1N1 w - d6 0 1", "Nf3"),
    ] {
        let position: Position = fen.parse().unwrap();
        let mv = position.read(text).unwrap();
        assert!(!position.can_return_after(mv), "{fen} {text}");
    }
    let position: Position = "4k1n1/8/8/3pP3/8/8/8/4K1N1 w - - 0 1".parse().unwrap();
    let mv = position.read("Nf3").unwrap();
    assert!(position.can_return_after(mv));
    // The first squares next to the king are attacked.
    let position: Position = "7B/4B3/2k5/8/K7/8/2N5/8 w - - 0 1".parse().unwrap();
    let mv = position.read("Bhf6").unwrap();
    assert!(position.can_return_after(mv));
}

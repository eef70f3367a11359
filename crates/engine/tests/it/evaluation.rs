//! Invariants of the static evaluation.

use arbiter_engine::{EvaluationReport, Evaluator};
use arbiter_rules::{Color, Move, Piece, Position, Role, Setup};
use proptest::prelude::*;

/// Returns the positions of a Chess960 game in which these numbers select the
/// moves.
fn game(start: u16, picks: &[u8]) -> Vec<Position> {
    let mut position = Position::chess960(start).unwrap();
    let mut positions = Vec::new();
    for &pick in picks {
        let moves: Vec<Move> = position.legal_moves().collect();
        if moves.is_empty() {
            break;
        }
        let mv = select_move(&moves, pick);
        positions.push(position.clone());
        position.play(mv);
    }
    positions.push(position);
    positions
}

/// Selects a move. Every fourth number prefers rare moves: castling, promotions and
/// en passant captures.
fn select_move(moves: &[Move], pick: u8) -> Move {
    let rare =
        |mv: &&Move| mv.castling().is_some() || mv.promotion().is_some() || mv.is_en_passant();
    let index = usize::from(pick / 4);
    let rares: Vec<&Move> = moves.iter().filter(rare).collect();
    if pick.is_multiple_of(4) && !rares.is_empty() {
        *rares[index % rares.len()]
    } else {
        moves[index % moves.len()]
    }
}

/// Returns the position with colors and ranks reversed.
fn mirrored(position: &Position) -> Position {
    let mut setup = Setup {
        board: arbiter_rules::Board::EMPTY,
        turn: !position.turn(),
        ..position.to_setup()
    };
    for (square, piece) in position.board().iter() {
        let square = arbiter_rules::Square::from_index(square as usize ^ 56).unwrap();
        setup
            .board
            .put(square, Piece::new(!piece.color, piece.role));
    }
    setup.castling = position
        .castling()
        .rooks()
        .iter()
        .filter_map(|square| arbiter_rules::Square::from_index(square as usize ^ 56))
        .collect();
    setup.en_passant = position
        .en_passant()
        .and_then(|square| arbiter_rules::Square::from_index(square as usize ^ 56));
    setup.position().unwrap()
}

fn games() -> impl Strategy<Value = (u16, Vec<u8>)> {
    let start = prop_oneof![Just(518), 0..960u16];
    (start, proptest::collection::vec(any::<u8>(), 0..300))
}

proptest! {
    #[test]
    fn the_evaluation_is_symmetric_in_the_colors((start, picks) in games()) {
        let mut evaluator = Evaluator::default();
        for position in game(start, &picks) {
            let value = evaluator.evaluate(&position);
            prop_assert_eq!(value, evaluator.evaluate(&mirrored(&position)), "{}", position);
        }
    }
}

fn evaluate(position: &Position) -> i32 {
    Evaluator::default().evaluate(position)
}

#[test]
fn a_side_that_lacks_a_piece_is_worse() {
    for role in ["q", "r", "b", "n", "p"] {
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1".replacen(role, "1", 1);
        let position: Position = fen.parse().unwrap();
        assert!(evaluate(&position) > 50, "{fen}: {}", evaluate(&position));
    }
}

#[test]
fn a_board_full_of_queens_does_not_overflow() {
    let position: Position = "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQ5/8/7k/8/K7 b - - 0 1"
        .parse()
        .unwrap();
    assert!(evaluate(&position) < -3_000, "{}", evaluate(&position));
    assert_eq!(
        position.board().pieces(Color::White, Role::Queen).count(),
        27
    );
}

#[test]
fn a_report_shows_what_each_piece_is_worth() {
    let report = |fen: &str| {
        let position: Position = fen.parse().unwrap();
        EvaluationReport::of(&position, &mut Evaluator::default()).to_string()
    };
    let text = report("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1");
    assert_eq!(text.matches(" Q+").count(), 1, "{text}");
    assert_eq!(text.matches(" q -").count(), 1, "{text}");
    assert!(text.lines().last().unwrap().starts_with("total "), "{text}");
    let known = report("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    assert!(known.starts_with("known ending\ntotal "), "{known}");
}

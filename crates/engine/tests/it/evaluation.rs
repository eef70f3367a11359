//! Invariants of the static evaluation.

use arbiter_engine::{Accumulator, Breakdown, Evaluator, evaluate};
use arbiter_rules::{Color, Move, Piece, Position, Role, Setup};
use proptest::prelude::*;

/// Returns the positions of a Chess960 game in which these numbers select the
/// moves.
fn game(start: u16, picks: &[u8]) -> Vec<(Position, Option<Move>)> {
    let mut position = Position::chess960(start).unwrap();
    let mut positions = Vec::new();
    for &pick in picks {
        let moves: Vec<Move> = position.legal_moves().collect();
        if moves.is_empty() {
            break;
        }
        let mv = select_move(&moves, pick);
        positions.push((position.clone(), Some(mv)));
        position.play(mv);
    }
    positions.push((position, None));
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
    fn an_accumulator_updated_by_moves_equals_one_computed_from_scratch((start, picks) in games()) {
        let positions = game(start, &picks);
        let mut accumulator = Accumulator::of(&positions[0].0);
        for (position, mv) in positions {
            prop_assert_eq!(accumulator, Accumulator::of(&position), "{}", position);
            if let Some(mv) = mv {
                accumulator = accumulator.after(&position, mv);
            }
        }
    }

    #[test]
    fn cached_pawn_structures_do_not_change_the_evaluation((start, picks) in games()) {
        let mut evaluator = Evaluator::default();
        for (position, _) in game(start, &picks) {
            let value = evaluator.evaluate(&position, &Accumulator::of(&position));
            prop_assert_eq!(value, evaluate(&position), "{}", position);
        }
    }

    #[test]
    fn the_evaluation_is_symmetric_in_the_colors((start, picks) in games()) {
        for (position, _) in game(start, &picks) {
            prop_assert_eq!(evaluate(&position), evaluate(&mirrored(&position)), "{}", position);
        }
    }
}

/// Returns the keys of a position: pawns, other pieces of White and of Black, minor
/// and major pieces.
fn keys(fen: &str) -> [u64; 5] {
    let accumulator = Accumulator::of(&fen.parse::<Position>().unwrap());
    [
        accumulator.pawn_key(),
        accumulator.non_pawn_key(Color::White),
        accumulator.non_pawn_key(Color::Black),
        accumulator.minor_key(),
        accumulator.major_key(),
    ]
}

#[test]
fn each_key_depends_only_on_its_own_pieces() {
    let before = keys("r1bqk2r/pp3ppp/8/8/8/8/PP3PPP/RNBQK2R w - - 0 1");
    let check = |fen: &str, changed: [bool; 5]| {
        let after = keys(fen);
        let differs: Vec<bool> = (0..5).map(|index| after[index] != before[index]).collect();
        assert_eq!(differs, changed, "{fen}");
    };
    let (n, y) = (false, true);
    check(
        "r1bqk2r/pp3ppp/8/8/8/P7/1P3PPP/RNBQK2R w - - 0 1",
        [y, n, n, n, n],
    );
    check(
        "r1bqk2r/pp3ppp/8/8/8/2N5/PP3PPP/R1BQK2R w - - 0 1",
        [n, y, n, y, n],
    );
    check(
        "r2qk2r/pp1b1ppp/8/8/8/8/PP3PPP/RNBQK2R w - - 0 1",
        [n, n, y, y, n],
    );
    check(
        "r1bqkr2/pp3ppp/8/8/8/8/PP3PPP/RNBQK2R w - - 0 1",
        [n, n, y, n, y],
    );
    check(
        "r1bqk2r/pp3ppp/8/8/8/8/PP3PPP/RNB1K2R w - - 0 1",
        [n, y, n, n, y],
    );
    check(
        "r1bqk2r/pp3ppp/8/8/8/8/PP3PPP/RNBQ1K1R w - - 0 1",
        [n, y, n, y, y],
    );
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
    assert!(evaluate(&position) < -5_000, "{}", evaluate(&position));
    assert_eq!(
        position.board().pieces(Color::White, Role::Queen).count(),
        27
    );
}

#[test]
fn the_terms_of_a_breakdown_add_up_to_its_total() {
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r1b2rk1/ppq2pp1/2n1p2p/2bpP3/5B2/2N2N2/PPQ2PPP/R2R2K1 b - - 0 14",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        "2r3k1/5ppp/p2Q4/1p2n3/4P2q/1B6/PP3P1P/3R2K1 b - - 0 1",
        "8/1p3k2/p1p2p2/8/P1P1KP2/1P4P1/8/8 w - - 0 1",
    ] {
        let position: Position = fen.parse().unwrap();
        let breakdown = Breakdown::of(&position);
        let sum = |part: fn(&arbiter_engine::tuning::Pair) -> i32| -> i32 {
            let terms = breakdown.terms.iter();
            terms
                .map(|term| part(&term.value.white) - part(&term.value.black))
                .sum()
        };
        let middlegame = sum(|pair| pair.middlegame());
        let endgame = sum(|pair| pair.endgame()) * breakdown.scale / 128;
        let phase = breakdown.phase;
        let total = (middlegame * phase + endgame * (24 - phase)) / 24;
        assert_eq!(total, breakdown.total, "{fen}\n{breakdown}");
    }
}

#[test]
fn a_breakdown_is_displayed_as_a_table() {
    let position: Position = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".parse().unwrap();
    assert!(Breakdown::of(&position).to_string().contains("for White"));
    let text = Breakdown::of(&Position::start()).to_string();
    for line in ["material", "mobility", "passed pawns", "danger", "total +"] {
        assert!(text.contains(line), "{line} is not in\n{text}");
    }
}

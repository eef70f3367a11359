//! Properties of the search in all kinds of positions.

use std::sync::Mutex;

use arbiter_engine::{
    Bound, Engine, EngineSettings, Limits, Score, SearchControl, SearchReport, SearchResult,
};
use arbiter_rules::{Board, Color, Move, Piece, PlayedLine, Position, Role, Setup, Square};
use proptest::prelude::*;

fn engine() -> Engine {
    engine_with(1)
}

fn engine_with(threads: usize) -> Engine {
    Engine::new(EngineSettings {
        threads,
        hash_mib: 1,
    })
}

fn position(fen: &str) -> Position {
    fen.parse().unwrap()
}

fn search(fen: &str, limits: &Limits) -> SearchResult {
    engine().search(&PlayedLine::from(position(fen)), limits, &())
}

/// Positions of all kinds: start, tactics, endings, check, castling, en passant,
/// Chess960, the most legal moves, many queens.
const POSITIONS: [&str; 12] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
    "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1",
    "nqrnkrbb/pp3ppp/2pp4/4p3/2P1B1P1/1N6/PP1PPP1P/1QRNKRB1 b KQkq - 1 4",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "qqqqkqqq/8/8/8/8/8/8/QQQQKQQQ w - - 0 1",
    "k7/8/8/8/8/8/7p/K7 b - - 99 80",
    "8/8/4k3/3pPp2/3P1P2/4K3/8/8 w - - 0 1",
];

#[test]
fn a_search_with_one_thread_and_a_node_limit_is_deterministic() {
    for fen in POSITIONS {
        let limits = Limits::nodes(3_000);
        let (first, second) = (search(fen, &limits), search(fen, &limits));
        assert_eq!(first, second, "{fen}");
        assert!(first.nodes <= 3_000, "{fen}: {}", first.nodes);
    }
    assert_eq!(search(POSITIONS[0], &Limits::nodes(3_000)).nodes, 3_000);
}

#[test]
fn a_cleared_engine_remembers_nothing() {
    let mut engine = engine();
    let lines = POSITIONS.map(|fen| PlayedLine::from(position(fen)));
    let limits = Limits::nodes(2_000);
    let first = lines.each_ref().map(|line| {
        engine.clear();
        engine.search(line, &limits, &())
    });
    for (line, before) in lines.iter().zip(first) {
        engine.clear();
        assert_eq!(engine.search(line, &limits, &()), before);
    }
}

/// Checks that the moves of every line are legal.
fn check_lines(position: &Position, result: &SearchResult) {
    for line in &result.lines {
        let mut at = position.clone();
        assert!(!line.moves.is_empty());
        for &mv in &line.moves {
            assert!(at.legal_moves().any(|legal| legal == mv), "{position}");
            at.play(mv);
        }
        if let Some(mate) = line.score.mate() {
            let plies = 2 * mate.unsigned_abs() as usize;
            assert!(line.moves.len() <= plies, "{position}: {:?}", line.score);
        }
    }
}

#[test]
fn lines_are_sorted_wherever_the_search_stops() {
    for fen in POSITIONS {
        for nodes in (500..12_000).step_by(700) {
            let result = search(fen, &Limits::nodes(nodes).with_lines(4));
            let is_sorted = result.lines.is_sorted_by(|a, b| a.score >= b.score);
            assert!(is_sorted, "{fen} after {nodes}: {:?}", result.lines);
        }
    }
}

#[test]
fn lines_are_legal_distinct_and_sorted() {
    for fen in POSITIONS {
        let position = position(fen);
        let legal = position.legal_moves().count();
        for wanted in [1, 3, 300] {
            let result = search(fen, &Limits::depth(4).with_lines(wanted));
            check_lines(&position, &result);
            assert_eq!(result.lines.len(), wanted.min(legal), "{fen}");
            let mut first: Vec<Move> = result.lines.iter().map(|line| line.moves[0]).collect();
            first.dedup();
            for (index, mv) in first.iter().enumerate() {
                assert!(!first[..index].contains(mv), "{fen}: twice {mv:?}");
            }
            let is_sorted = result.lines.is_sorted_by(|a, b| a.score >= b.score);
            assert!(is_sorted, "{fen}");
            let numbers = result.lines.iter().map(|line| line.number);
            assert!(numbers.eq(1..=result.lines.len()), "{fen}");
        }
    }
}

#[test]
fn only_the_given_root_moves_are_searched() {
    for fen in POSITIONS {
        let position = position(fen);
        for wanted in position.legal_moves() {
            let limits = Limits {
                moves: vec![wanted],
                ..Limits::nodes(200)
            };
            assert_eq!(search(fen, &limits).best(), Some(wanted), "{fen}");
        }
    }
}

#[test]
fn a_finished_game_has_no_best_move() {
    for fen in [
        "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1",
        "7k/6Q1/5K2/8/8/8/8/8 b - - 0 1",
    ] {
        let result = search(fen, &Limits::depth(5));
        assert_eq!(result.best(), None);
        assert!(result.lines.is_empty());
    }
}

#[test]
fn drawn_positions_have_a_draw_score() {
    for fen in [
        // Insufficient material.
        "8/8/8/3k4/8/8/8/K7 w - - 0 1",
        "8/8/8/3k4/8/8/8/KB6 w - - 0 1",
        "8/8/8/3k1b2/8/8/8/KB6 b - - 0 1",
        // The fifty-move rule applies after any move.
        "8/8/8/3k4/8/8/1R6/K7 w - - 99 90",
        "8/5k2/8/8/8/8/1Q6/K7 b - - 99 90",
        // The only move captures the last piece.
        "8/8/8/8/8/8/1q6/K2k4 w - - 0 1",
    ] {
        let score = search(fen, &Limits::depth(6)).score();
        assert_eq!(score, Score::DRAW, "{fen}");
    }
}

#[test]
fn a_losing_side_forces_a_repetition() {
    // White has a perpetual check on e8 and h5.
    let perpetual = "6k1/6p1/8/7Q/8/8/qr6/7K w - - 0 1";
    let result = search(perpetual, &Limits::depth(8));
    assert_eq!(result.score(), Score::DRAW, "{:?}", result.lines[0].moves);
}

#[test]
fn the_third_occurrence_of_a_position_is_a_draw() {
    // After two round trips, the next return is a draw.
    let mut line = PlayedLine::from(position("7k/8/8/8/8/8/R7/K7 w - - 0 1"));
    for text in ["Rb2", "Kg8", "Ra2", "Kh8", "Rb2", "Kg8", "Ra2"] {
        let mv = line.read(text).unwrap();
        line.play(mv);
    }
    let back = line.read("Kh8").unwrap();
    let limits = Limits {
        moves: vec![back],
        ..Limits::depth(4)
    };
    assert_eq!(engine().search(&line, &limits, &()).score(), Score::DRAW);
}

#[test]
fn a_requested_mate_ends_the_search() {
    let limits = Limits {
        mate: Some(2),
        ..Limits::nodes(2_000_000)
    };
    let result = search("7k/8/8/8/8/8/R7/1R5K w - - 0 1", &limits);
    assert!(
        result
            .score()
            .mate()
            .is_some_and(|mate| (1..=2).contains(&mate))
    );
    assert!(result.nodes < 100_000, "{}", result.nodes);
}

/// Records reports, and stops the search after a number of checks.
#[derive(Default)]
struct RecordingControl {
    checks: Mutex<u32>,
    max_checks: u32,
    reports: Mutex<Vec<SearchReport>>,
}

impl SearchControl for RecordingControl {
    fn should_stop(&self) -> bool {
        let mut checks = self.checks.lock().unwrap();
        *checks += 1;
        *checks > self.max_checks
    }

    fn on_report(&self, report: &SearchReport) {
        self.reports.lock().unwrap().push(report.clone());
    }
}

#[test]
fn a_search_stopped_at_once_has_a_legal_move() {
    for fen in POSITIONS {
        for threads in 1..=4 {
            for max_checks in 0..3 {
                let control = RecordingControl {
                    max_checks,
                    ..RecordingControl::default()
                };
                let position = position(fen);
                let line = PlayedLine::from(position.clone());
                let result = engine_with(threads).search(&line, &Limits::none(), &control);
                check_lines(&position, &result);
                assert!(result.best().is_some(), "{fen}");
            }
        }
    }
}

#[test]
fn the_last_report_is_the_result() {
    for fen in POSITIONS {
        let control = RecordingControl {
            max_checks: u32::MAX,
            ..RecordingControl::default()
        };
        let line = PlayedLine::from(position(fen));
        let result = engine().search(&line, &Limits::nodes(5_000), &control);
        let reports = control.reports.lock().unwrap();
        assert_eq!(reports.last(), Some(&result.lines[0]), "{fen}");
        let exact = reports.iter().filter(|it| it.bound == Bound::Exact);
        assert!(exact.is_sorted_by_key(|report| report.depth), "{fen}");
    }
}

#[test]
fn the_last_report_of_several_threads_is_about_the_move_that_is_played() {
    let mut engine = engine_with(4);
    for fen in POSITIONS {
        for nodes in (2_000..20_000).step_by(3_000) {
            let control = RecordingControl {
                max_checks: u32::MAX,
                ..RecordingControl::default()
            };
            let line = PlayedLine::from(position(fen));
            engine.clear();
            let result = engine.search(&line, &Limits::nodes(nodes), &control);
            let reports = control.reports.lock().unwrap();
            let last = reports.last().map(|report| (&report.moves, report.score));
            let best = &result.lines[0];
            assert_eq!(last, Some((&best.moves, best.score)), "{fen}");
        }
    }
}

#[test]
fn a_value_outside_the_aspiration_window_is_reported_as_a_bound() {
    let (mut lower, mut upper) = (0, 0);
    for fen in POSITIONS {
        let control = RecordingControl {
            max_checks: u32::MAX,
            ..RecordingControl::default()
        };
        let line = PlayedLine::from(position(fen));
        let result = engine().search(&line, &Limits::depth(9), &control);
        assert_eq!(result.lines[0].bound, Bound::Exact);
        let reports = control.reports.lock().unwrap();
        lower += reports.iter().filter(|it| it.bound == Bound::Lower).count();
        upper += reports.iter().filter(|it| it.bound == Bound::Upper).count();
    }
    assert!(lower > 0 && upper > 0, "{lower} {upper}");
}

#[test]
fn mates_are_counted_in_moves_and_shorter_ones_score_higher() {
    assert_eq!(Score::mate_in(1).mate(), Some(1));
    for moves in 1..=120 {
        let mate = Score::mate_in(moves);
        assert_eq!(mate.mate(), Some(moves as i32));
        assert_eq!((-mate).mate(), Some(-(moves as i32)));
        assert!(mate.is_decisive() && mate > Score::centipawns(i32::MAX));
        assert!(-mate < Score::centipawns(i32::MIN + 1));
        assert!(mate > Score::mate_in(moves + 1) || moves == 120);
    }
}

/// Generates playable positions with random pieces.
fn any_position() -> impl Strategy<Value = Position> {
    let piece = (0usize..64, 0usize..2, 0usize..6);
    (
        proptest::collection::vec(piece, 0..30),
        0usize..64,
        0usize..64,
        any::<bool>(),
        0u16..100,
    )
        .prop_filter_map(
            "cannot be played",
            |(pieces, white, black, is_white, halfmoves)| {
                const ROLES: [Role; 6] = [
                    Role::Pawn,
                    Role::Pawn,
                    Role::Knight,
                    Role::Bishop,
                    Role::Rook,
                    Role::Queen,
                ];
                let mut board = Board::EMPTY;
                for (square, color, role) in pieces {
                    let piece = Piece {
                        color: Color::ALL[color],
                        role: ROLES[role],
                    };
                    board.put(Square::ALL[square], piece);
                }
                for (square, color) in [(white, Color::White), (black, Color::Black)] {
                    board.put(
                        Square::ALL[square],
                        Piece {
                            color,
                            role: Role::King,
                        },
                    );
                }
                let setup = Setup {
                    board,
                    turn: if is_white { Color::White } else { Color::Black },
                    halfmoves,
                    ..Setup::EMPTY
                };
                setup.position().ok()
            },
        )
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 200,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_position_is_searched_without_panic(position in any_position()) {
        let mut engine = engine_with(2);
        let limits = Limits::nodes(1_500).with_lines(2);
        let result = engine.search(&PlayedLine::from(position.clone()), &limits, &());
        prop_assert_eq!(result.best().is_some(), position.has_legal_move());
        check_lines(&position, &result);
    }

    #[test]
    fn a_mate_in_one_is_never_missed(position in any_position()) {
        let mates = position.legal_moves().any(|mv| {
            let after = position.after(mv);
            after.is_check() && !after.has_legal_move()
        });
        let result = engine().search(&PlayedLine::from(position), &Limits::depth(2), &());
        prop_assert_eq!(result.score() == Score::mate_in(1), mates);
    }
}

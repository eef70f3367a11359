//! The search and all levels play Saktris.

mod contest;

use arbiter_engine::{
    ComputerPlayer, Engine, EngineSettings, EvaluationReport, Evaluator, Level, Limits, Score,
    Strength,
};
use arbiter_rules::{
    Board, Color, Move, Order, Piece, PlayedLine, Position, Saktris, Setup, Square,
};
use contest::{Contestant, play, start};
use proptest::prelude::*;

fn engine(threads: usize) -> Engine {
    Engine::new(EngineSettings {
        threads,
        hash_mib: 1,
    })
}

/// Plays a game in which these numbers select the moves.
fn game(number: u64, picks: &[u16]) -> PlayedLine {
    let mut line = PlayedLine::from(start(number));
    for &pick in picks {
        let moves: Vec<Move> = line.position().legal_moves().collect();
        if moves.is_empty() {
            break;
        }
        line.play(select_move(line.position(), &moves, pick));
    }
    line
}

/// Selects a move. Every fourth number prefers rare moves: clears, en passant
/// captures, castling and promotions.
fn select_move(position: &Position, moves: &[Move], pick: u16) -> Move {
    let rare = |mv: &&Move| {
        mv.castling().is_some()
            || mv.promotion().is_some()
            || mv.is_en_passant()
            || position.clear(**mv).is_some()
    };
    let index = usize::from(pick / 4);
    let rares: Vec<&Move> = moves.iter().filter(rare).collect();
    if pick.is_multiple_of(4) && !rares.is_empty() {
        *rares[index % rares.len()]
    } else {
        moves[index % moves.len()]
    }
}

fn games(max_plies: usize) -> impl Strategy<Value = (u64, Vec<u16>)> {
    (
        any::<u64>(),
        proptest::collection::vec(any::<u16>(), 0..max_plies),
    )
}

/// Returns the position with colors and ranks reversed. It does not keep which pieces
/// have moved.
fn mirrored(position: &Position) -> Position {
    let flipped = |square: Square| Square::from_index(square as usize ^ 56).unwrap();
    let orders = position.saktris_state().unwrap();
    let arrival = orders.arrival();
    let swapped = [orders.to_come(Color::Black), orders.to_come(Color::White)];
    let mut setup = Setup {
        board: Board::EMPTY,
        turn: !position.turn(),
        en_passant: position.en_passant().map(flipped),
        castling: Default::default(),
        saktris: Some(Saktris::new(swapped.into(), arrival)),
        ..position.to_setup()
    };
    for (square, piece) in position.board().iter() {
        setup
            .board
            .put(flipped(square), Piece::new(!piece.color, piece.role));
    }
    setup.position().unwrap()
}

proptest! {
    #[test]
    fn the_evaluation_is_symmetric_in_the_colors((number, picks) in games(250)) {
        let mut evaluator = Evaluator::default();
        for (position, _) in game(number, &picks).moves() {
            let value = evaluator.evaluate(position);
            prop_assert_eq!(value, evaluator.evaluate(&mirrored(position)), "{}", position);
            let report = EvaluationReport::of(position, &mut evaluator).to_string();
            let total = format!("{:.2} for White", f64::from(value.abs()) / 100.0);
            prop_assert!(report.ends_with(&total), "{}: {}", position, report);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_search_finds_a_legal_move_whenever_there_is_one((number, picks) in games(160)) {
        let line = game(number, &picks);
        let position = line.position();
        for threads in [1, 2] {
            let result = engine(threads).search(&line, &Limits::nodes(1_500).with_lines(2), &());
            prop_assert_eq!(result.best().is_some(), position.has_legal_move(), "{}", position);
            for report in &result.lines {
                let mut at = position.clone();
                for &mv in &report.moves {
                    prop_assert!(at.legal_moves().any(|legal| legal == mv), "{}", position);
                    at.play(mv);
                }
            }
        }
    }

    #[test]
    fn every_level_plays_a_legal_move((number, picks) in games(160), level in 1u32..=10) {
        let line = game(number, &picks);
        let strength = Strength::level(Level::new(level).unwrap());
        let choose = || {
            let mut engine = engine(1);
            ComputerPlayer::new(strength, number).choose(&mut engine, &line, &())
        };
        let choice = choose();
        let position = line.position();
        prop_assert_eq!(choice.is_some(), position.has_legal_move(), "{}", position);
        if let Some(choice) = choice {
            prop_assert!(position.legal_moves().any(|legal| legal == choice.mv), "{}", position);
        }
        prop_assert_eq!(choice, choose());
    }
}

#[track_caller]
fn check(fen: &str, nodes: u64, best: &str) -> Score {
    let position: Position = fen.parse().unwrap();
    let result = engine(1).search(
        &PlayedLine::from(position.clone()),
        &Limits::nodes(nodes),
        &(),
    );
    let mv = result.best().unwrap();
    assert_eq!(position.uci(mv).to_string(), best, "{fen}");
    result.score()
}

#[test]
fn a_king_lost_to_a_clear_is_a_mate() {
    // The clear of the three knights removes the black king too.
    let fen = "8/8/1N6/8/3nn2k/8/8/K7[/] w - - 0 40 moved=d4e4b6";
    assert_eq!(check(fen, 500, "b6c4"), Score::mate_in(1));
}

#[test]
fn a_clear_that_wins_material_is_found() {
    let fen = "7k/8/8/2nn3q/8/2N5/R7/K7[/] w - - 0 40 moved=c5d5c3";
    let score = check(fen, 2_000, "c3b5");
    assert!(score > Score::DRAW, "{score}");
}

#[test]
fn the_engine_beats_a_random_and_a_greedy_player() {
    for game in 0..4 {
        let result = play([Contestant::Engine(300), Contestant::Random], game);
        assert_eq!(result.won, Some(true), "{game}: {result:?}");
        let result = play([Contestant::Engine(600), Contestant::Greedy], game);
        assert_eq!(result.won, Some(true), "{game}: {result:?}");
    }
}

#[test]
fn a_strong_level_beats_a_weak_one() {
    for game in 0..2 {
        let result = play([Contestant::Level(9), Contestant::Level(2)], game);
        assert_eq!(result.won, Some(true), "{game}: {result:?}");
    }
}

/// A king that is never placed cannot be mated, and after fifty moves the game is
/// drawn.
#[test]
fn the_engine_lets_a_king_be_placed_in_order_to_mate_it() {
    let kept_off = "2Q4Q/4Q3/1Q4Q1/1B1Q1N2/5Q2/1R6/4KN1Q/R3Q3[/*k] b - - 60 144 \
        every=2,clear=rows,order=pick,moves=128/26";
    let mut line = PlayedLine::from(kept_off.parse::<Position>().unwrap());
    let mut engine = engine(1);
    while line.outcome().is_none() {
        let mv = match line.position().turn() {
            Color::White => engine.search(&line, &Limits::nodes(2_000), &()).best(),
            Color::Black => line.position().legal_moves().last(),
        };
        line.play(mv.unwrap());
    }
    let winner = line.outcome().and_then(|outcome| outcome.winner);
    assert_eq!(winner, Some(Color::White), "{}", line.position());
}

#[test]
fn a_piece_to_come_counts_nearly_as_much_as_one_on_the_board() {
    let on_board: Position = "4k3/8/8/8/8/8/8/3QK3[/r] w - - 0 40".parse().unwrap();
    let to_come: Position = "4k3/8/8/8/8/8/8/4K3[Q/r] w - - 0 40 placed=15/15"
        .parse()
        .unwrap();
    let mut evaluator = Evaluator::default();
    let (on_board, to_come) = (evaluator.evaluate(&on_board), evaluator.evaluate(&to_come));
    assert!(to_come > 250 && on_board > to_come, "{to_come} {on_board}");
    assert_eq!(Order::FIXED.len(), 16);
}

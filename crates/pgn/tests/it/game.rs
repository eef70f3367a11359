//! Refereed games written as PGN: the moves, the clocks and the tags.

use arbiter_game::{Action, FirstMoves, Game, Options, OrderMode, SaktrisOptions, Span, Time};
use arbiter_pgn::{GameTree, Problem, Reader, TreeBuilder};
use arbiter_rules::{Arrival, Color, Order, Position};

/// Plays a script with this clock and compares result, `TimeControl`,
/// `Termination` and the moves.
///
/// A line is a time in seconds, a side and its action: a move, `resign`,
/// `offer`, `accept`, `abort` or `abandon`. `tick` belongs to no side.
fn check(start: &Position, clock: &str, script: &str, expected: &str) -> GameTree {
    let mut options = Options::from_position(start.clone()).with_clock(clock.parse().unwrap());
    options.first_moves = FirstMoves::Timed;
    let mut game = Game::start(options, Time::from_millis(0)).unwrap();
    for line in script
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
    {
        let words: Vec<_> = line.split(' ').collect();
        let millis = (words[0].parse::<f64>().unwrap() * 1000.0) as u64;
        let at = Time::from_millis(millis);
        let events = match words[1..] {
            ["tick"] => game.tick(at),
            ["white", what] => game.decide(at, Color::White, action(&game, what)).unwrap(),
            ["black", what] => game.decide(at, Color::Black, action(&game, what)).unwrap(),
            _ => panic!("no such line: {line}"),
        };
        events.iter().for_each(|event| game.apply(event));
    }
    let tree = GameTree::from(&game);
    let tag = |name| tree.tag(name).unwrap();
    let said = [tag("Result"), tag("TimeControl"), tag("Termination")].join(", ");
    assert_eq!(format!("{said}: {}", tree.movetext()), expected, "{script}");

    // The record can be read back and leads to the same position.
    let mut builder = TreeBuilder::new();
    let text = tree.to_string();
    assert!(
        Reader::from_bytes(text.as_bytes())
            .read_game(&mut builder)
            .unwrap()
    );
    assert_eq!(builder.tree(), &tree);
    let last = tree.main_line().last().unwrap_or(tree.root());
    assert_eq!(tree.position(last), game.position());
    tree
}

fn action(game: &Game, what: &str) -> Action {
    match what {
        "resign" => Action::Resign,
        "offer" => Action::OfferDraw,
        "accept" => Action::AcceptDraw,
        "abort" => Action::Abort,
        "abandon" => Action::Abandon,
        _ => {
            let position = game.position();
            Action::from(position.uci(position.read(what).unwrap()))
        }
    }
}

const FOOLS_MATE: &str = "
    1 white f3
    2.5 black e5
    4 white g4
    5 black Qh4
    ";

#[test]
fn a_record_has_the_time_control_and_the_clock_times() {
    let start = Position::start();
    check(
        &start,
        "5+3",
        FOOLS_MATE,
        "0-1, 300+3, normal: 1. f3 {[%clk 0:05:02]} 1... e5 {[%clk 0:05:01.5]} \
         2. g4 {[%clk 0:05:03.5]} 2... Qh4# {[%clk 0:05:03.5]} 0-1",
    );
    check(
        &start,
        "-",
        FOOLS_MATE,
        "0-1, -, normal: 1. f3 e5 2. g4 Qh4# 0-1",
    );
}

#[test]
fn a_record_says_how_the_game_ended() {
    let start = Position::start();
    let ended = |script, expected| check(&start, "0:10", script, expected);
    ended("", "*, 10, unterminated: *");
    ended("1 white abort", "*, 10, abandoned: *");
    let moves = "1. e4 {[%clk 0:00:09]} 1... e5 {[%clk 0:00:09]}";
    let played = |script: &str, expected: &str| {
        let script = format!("1 white e4\n2 black e5\n{script}");
        check(&start, "0:10", &script, &expected.replace("MOVES", moves));
    };
    played("", "*, 10, unterminated: MOVES *");
    played("3 black resign", "1-0, 10, normal: MOVES 1-0");
    played("3 white resign", "0-1, 10, normal: MOVES 0-1");
    played(
        "3 white offer\n4 black accept",
        "1/2-1/2, 10, normal: MOVES 1/2-1/2",
    );
    played("11 tick", "0-1, 10, time forfeit: MOVES 0-1");
    played("3 white abandon", "0-1, 10, abandoned: MOVES 0-1");
}

#[test]
fn c6_a_flag_fall_against_a_side_that_cannot_win_is_recorded_as_a_draw() {
    let start: Position = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".parse().unwrap();
    check(
        &start,
        "0:10",
        "10 tick",
        "1/2-1/2, 10, time forfeit: 1/2-1/2",
    );
}

#[test]
fn a_record_has_the_starting_position_unless_it_is_standard() {
    let start: Position = "4k3/8/8/8/8/8/4P3/4K3 b - - 3 40".parse().unwrap();
    let tree = check(
        &start,
        "-",
        "1 black Kd7",
        "*, -, unterminated: 40... Kd7 *",
    );
    assert_eq!(tree.tag("FEN"), Some("4k3/8/8/8/8/8/4P3/4K3 b - - 3 40"));
    let start = Position::chess960(0).unwrap();
    let tree = check(&start, "-", "1 white e4", "*, -, unterminated: 1. e4 *");
    assert_eq!(tree.tag("Variant"), Some("Chess960"));
}

#[test]
fn each_move_has_the_time_left_after_it() {
    let start = Position::start();
    let tree = check(
        &start,
        "1:00",
        "0.25 white e4\n10 black e5",
        "*, 60, unterminated: 1. e4 {[%clk 0:00:59.75]} 1... e5 {[%clk 0:00:50.25]} *",
    );
    let left: Vec<_> = tree.main_line().map(|id| tree.clock(id)).collect();
    let span = |millis| Some(Span::from_millis(millis));
    assert_eq!(left, [span(59_750), span(50_250)]);
}

/// Returns a game of Saktris. Games with different values of `tail` differ only in
/// hidden pieces.
fn saktris(tail: &str) -> Game {
    let order: Order = format!("NPB{tail}").parse().unwrap();
    let start = Position::saktris([order, order].into(), Arrival::default());
    let saktris = SaktrisOptions {
        order: OrderMode::Same,
        seed: 7_000_007,
        preview: 1,
    };
    let options = Options {
        saktris: Some(saktris),
        ..Options::from_position(start)
    };
    let mut game = Game::start(options, Time::from_millis(0)).unwrap();
    for mv in ["N@g1", "N@g8", "Nf3", "Nf6", "P@e1"] {
        play(&mut game, mv);
    }
    game
}

fn play(game: &mut Game, mv: &str) {
    let (at, by) = (game.last_event_at(), game.turn());
    let events = game.decide(at, by, action(game, mv)).unwrap();
    events.iter().for_each(|event| game.apply(event));
}

#[test]
fn the_record_of_a_saktris_game_in_progress_hides_the_order() {
    let (one, other) = (saktris("PPPPPPPNRRQKB"), saktris("KQRRNBPPPPPPP"));
    let text = GameTree::from(&one).to_string();
    assert_eq!(text, GameTree::from(&other).to_string());
    for tag in [
        "[Variant \"Saktris\"]",
        "[FEN \"8/8/8/8/8/8/8/8[N*PBKQRRBNPPPPPPP/npbkqrrbnppppppp] w - - 0 1\"]",
        "[SaktrisOrder \"same\"]",
        "[SaktrisHidden \"13/13\"]",
        "[SaktrisPreview \"1\"]",
        "[SaktrisEvery \"1\"]",
        "[SaktrisClearing \"triplets\"]",
    ] {
        assert!(text.contains(tag), "{tag} in {text}");
    }
    assert!(!text.contains("7000007"), "{text}");
    let mut builder = TreeBuilder::new();
    let mut reader = Reader::from_bytes(text.as_bytes());
    assert!(reader.read_game(&mut builder).unwrap());
    assert_eq!(
        builder.tree().movetext(),
        "1. N@g1 N@g8 2. Nf3 Nf6 3. P@e1 *"
    );
}

#[test]
fn the_record_of_a_finished_saktris_game_hides_nothing() {
    let mut game = saktris("PPPPPPPNRRQKB");
    let (at, by) = (game.last_event_at(), game.turn());
    let events = game.decide(at, by, Action::Resign).unwrap();
    events.iter().for_each(|event| game.apply(event));
    let tree = GameTree::from(&game);
    let last = tree.main_line().last().unwrap();
    assert_eq!(tree.position(last).to_string(), game.position().to_string());
    let mut builder = TreeBuilder::new();
    let text = tree.to_string();
    let mut reader = Reader::from_bytes(text.as_bytes());
    assert!(reader.read_game(&mut builder).unwrap());
    let read = builder.tree();
    assert_eq!(read, &tree);
    assert_eq!(read.saktris(), game.options().saktris);
    assert_eq!(read.tag("SaktrisHidden"), None);
    assert_eq!(GameTree::default().saktris(), None, "chess has no order");
}

#[test]
fn a_saktris_game_without_its_order_is_not_read_as_chess() {
    let text = "[Event \"x\"]\n[Variant \"Saktris\"]\n\n1. N@g1 *\n";
    let mut builder = TreeBuilder::new();
    let mut reader = Reader::from_bytes(text.as_bytes());
    assert!(reader.read_game(&mut builder).unwrap());
    let codes: Vec<_> = builder
        .tree()
        .problems()
        .iter()
        .map(Problem::code)
        .collect();
    assert_eq!(codes, ["missing_order"]);
}

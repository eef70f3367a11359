//! Giving up half of one's time before the first move.

use arbiter_game::{Action, Berserk, FirstMoves, Game, Options, Refusal, Span, Time};
use arbiter_rules::{Color, UciMove};

fn game(clock: &str, berserk: Berserk) -> Game {
    let options = Options {
        berserk,
        first_moves: FirstMoves::Free { limit: None },
        ..Options::default().with_clock(clock.parse().unwrap())
    };
    Game::start(options, Time::default()).unwrap()
}

/// Does something, and returns what was written into the record.
fn act(game: &mut Game, by: Color, action: Action) -> Result<Vec<String>, Refusal> {
    let events = game.decide(Time::from_millis(1), by, action)?;
    let mut lines = Vec::new();
    for event in events {
        lines.push(game.write_event(&event));
        game.apply(&event);
    }
    Ok(lines)
}

fn mv(text: &str) -> Action {
    text.parse::<UciMove>().unwrap().into()
}

#[test]
fn half_of_the_time_and_the_increment_are_given_up() {
    let mut game = game("3+2", Berserk::Allowed);
    let lines = act(&mut game, Color::Black, Action::Berserk).unwrap();
    assert_eq!(lines, ["1 berserk black"]);
    // Once more changes nothing.
    let again = act(&mut game, Color::Black, Action::Berserk).unwrap();
    assert!(again.is_empty());
    let left = |game: &Game, color| game.clock().remaining(color, Time::from_millis(1));
    assert_eq!(left(&game, Color::Black), Some(Span::from_seconds(90)));
    assert_eq!(left(&game, Color::White), Some(Span::from_seconds(180)));
    assert!(game.has_berserked(Color::Black) && !game.has_berserked(Color::White));
    for (by, text) in [
        (Color::White, "e2e4"),
        (Color::Black, "e7e5"),
        (Color::White, "g1f3"),
        (Color::Black, "b8c6"),
    ] {
        act(&mut game, by, mv(text)).unwrap();
    }
    // White gets the increment, Black does not.
    assert_eq!(left(&game, Color::White), Some(Span::from_seconds(182)));
    assert_eq!(left(&game, Color::Black), Some(Span::from_seconds(90)));
}

#[test]
fn it_is_too_late_after_the_own_first_move() {
    let mut game = game("3+0", Berserk::Allowed);
    act(&mut game, Color::White, mv("e2e4")).unwrap();
    let late = act(&mut game, Color::White, Action::Berserk);
    assert_eq!(late, Err(Refusal::TooLateForBerserk));
    // Black has not moved.
    assert!(act(&mut game, Color::Black, Action::Berserk).is_ok());
    act(&mut game, Color::Black, mv("e7e5")).unwrap();
    let late = act(&mut game, Color::Black, Action::Berserk);
    assert_eq!(late, Err(Refusal::TooLateForBerserk));
}

#[test]
fn both_may_give_up_half() {
    let mut game = game("1+1", Berserk::Allowed);
    for color in Color::ALL {
        act(&mut game, color, Action::Berserk).unwrap();
    }
    assert_eq!(game.clock().control().to_string(), "0:30+0");
}

#[test]
fn only_games_with_one_time_that_allow_it_have_it() {
    for clock in [
        "-",
        "3 days",
        "40/90:00, 30:00",
        "10+5x30",
        "1 hourglass",
        "0+3",
    ] {
        let mut game = game(clock, Berserk::Allowed);
        let refused = act(&mut game, Color::White, Action::Berserk);
        assert_eq!(refused, Err(Refusal::NoBerserk), "{clock}");
    }
    let mut game = game("3+0", Berserk::Forbidden);
    let refused = act(&mut game, Color::White, Action::Berserk);
    assert_eq!(refused, Err(Refusal::NoBerserk));
}

#[test]
fn the_record_has_it() {
    let mut game = game("3+2", Berserk::Allowed);
    let start = game.write_event(&arbiter_game::Event {
        at: Time::default(),
        fact: game.start_fact(),
    });
    assert!(start.ends_with("; berserk=allowed"), "{start}");
    act(&mut game, Color::White, Action::Berserk).unwrap();
    act(&mut game, Color::White, mv("e2e4")).unwrap();
    let record = [&start, "1 berserk white", "1 played e2e4"];
    let again = Game::from_record(record).unwrap();
    assert_eq!(again.clock(), game.clock());
    assert!(again.has_berserked(Color::White));
    for wrong in [
        [&start, "1 played e2e4", "1 berserk white"],
        [&start, "1 berserk white", "1 berserk white"],
    ] {
        assert!(Game::from_record(wrong).is_err());
    }
}

//! Records survive a round trip, and corrupt ones are detected.

use arbiter_game::{Event, EventError, Fact, Game, Time};

use crate::{
    referee::Referee,
    script::{options, play},
};

/// Returns the error of the first invalid line.
#[track_caller]
fn check_corrupt(record: &str, expected: &str) {
    let lines = record
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty());
    let corrupt = Game::from_record(lines).unwrap_err();
    assert_eq!(corrupt.to_string(), expected);
}

#[test]
fn a_record_is_text_that_people_can_read() {
    let (referee, _) = play(
        "clock 5+3; formal; lag 0.5/0.1/1; within 30",
        "
        1.5 white e4
        2.6 black e5 offers draw
        3 white touches g1
        4 white Nf3 lag 0.2
        5 black adjusts b8
        6 black claims threefold with Nc6
        7 white declines
        8 black Nc6
        11 black aborts
        12 white gives 15
        13 white resigns
        ",
    );
    let record = "\
        0 started variant=standard; \
        start=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1; clock=5+3; \
        lag=500/100/1000; first_moves=30000; conduct=formal; draws=claim; take_backs=allowed; \
        rating=casual
1500 played e2e4
2600 played e7e5
2600 draw_offered black
3000 touched g1
4000 played g1f3 spared 200
5000 adjusted b8
6000 claim_failed threefold b8c6
7000 draw_declined white
8000 played b8c6
11000 abort_asked black
12000 time_given black 15000
13000 ended 0-1 resignation";
    assert_eq!(referee.lines.join("\n"), record);
    assert_eq!(Game::from_record(record.lines()), Ok(referee.game));

    // Formal games that were stored when they had takebacks can still be read.
    let takeback = "8000 played b8c6\n9000 take_back_asked black\n10000 took_back 1";
    let older = record.replace("8000 played b8c6", takeback);
    let game = Game::from_record(older.lines()).unwrap();
    assert_eq!(game.moves().len(), 3);
}

#[test]
fn missing_options_have_their_default_values() {
    let game = Game::from_record(["0 started", "5 played e2e4"]).unwrap();
    assert_eq!(game.moves().len(), 1);
    assert_eq!(*game.options(), arbiter_game::Options::default());
}

#[test]
fn every_chess960_start_survives_a_round_trip() {
    for number in 0..960 {
        let mut options = options("");
        options.start = arbiter_rules::Position::chess960(number).unwrap();
        Referee::start(options, Time::from_millis(7));
    }
}

#[test]
fn a_record_begins_with_the_start_of_a_game() {
    assert_eq!(
        Game::from_record([]).unwrap_err().error,
        EventError::NotStarted
    );
    assert_eq!(Game::replay([]).unwrap_err().error, EventError::NotStarted);
    check_corrupt(
        "0 played e2e4",
        "event 0: the record does not begin with the start of a game",
    );
    let played = Event {
        at: Time::from_millis(0),
        fact: Fact::Touched("e2".parse().unwrap()),
    };
    assert_eq!(
        Game::replay([&played]).unwrap_err().error,
        EventError::NotStarted
    );
    check_corrupt(
        "
        0 started
        1 started
        ",
        "event 1: the game has already started",
    );
    check_corrupt(
        "0 started start=4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "event 0: the game is already over",
    );
}

#[test]
fn an_impossible_event_is_detected() {
    for (line, error) in [
        ("1 played e2e5", "the move is not legal here"),
        ("1 played e7e5", "the move is not legal here"),
        (
            "1 claim_failed threefold e2e5",
            "the move is not legal here",
        ),
        (
            "1 took_back 1",
            "more moves are taken back than were played",
        ),
        (
            "1 took_back 18446744073709551615",
            "more moves are taken back than were played",
        ),
        (
            "1 took_back 0",
            "more moves are taken back than were played",
        ),
        ("", "invalid time"),
        ("x played e2e4", "invalid time"),
        ("-1 played e2e4", "invalid time"),
        ("99999999999999999999 played e2e4", "invalid time"),
        ("1", "invalid name of the event"),
        ("1 plaid e2e4", "invalid name of the event"),
        ("1 played", "invalid move"),
        ("1 played e4", "invalid move"),
        ("1 played e2e4 twice", "invalid event"),
        ("1 played e2e4 spared", "invalid time"),
        ("1 touched e9", "invalid square"),
        ("1 touched e2 e4", "invalid event"),
        ("1 draw_offered red", "invalid color"),
        ("1 claim_failed fourfold", "invalid claim"),
        ("1 took_back -1", "invalid number of moves"),
        ("1 time_given white", "invalid time"),
        ("1 ended 2-0 time", "invalid result"),
        ("1 ended 1-0 luck", "invalid reason"),
    ] {
        let corrupt = Game::from_record(["0 started", line]).unwrap_err();
        assert_eq!(corrupt.to_string(), format!("event 1: {error}"), "{line}");
    }
    for end in [
        "1-0 stalemate",
        "1/2-1/2 stalemate",
        "1-0 checkmate",
        "1/2-1/2 checkmate",
        "1/2-1/2 resignation",
        "* agreement",
        "1/2-1/2 aborted",
    ] {
        let corrupt = Game::from_record(["0 started", &format!("1 ended {end}")]).unwrap_err();
        assert_eq!(corrupt.error, EventError::NoSuchEnding, "{end}");
    }
    // Black has checkmated, so White has not won.
    check_corrupt(
        "
        0 started
        1 played f2f3
        2 played e7e5
        3 played g2g4
        4 played d8h4
        4 ended 1-0 checkmate
        ",
        "event 5: the result, the reason and the position contradict each other",
    );
    check_corrupt(
        "
        0 started
        1 ended 0-1 resignation
        2 played e2e4
        ",
        "event 2: the game is already over",
    );
}

#[test]
fn invalid_options_are_detected() {
    for (text, part) in [
        ("variant=losing", "variant"),
        ("start=nonsense", "start position"),
        ("start=8/8/8/8/8/8/8/8 w - - 0 1", "start position"),
        ("clock=soon", "clock"),
        ("lag=1/2", "lag"),
        ("lag=1/2/3/4", "lag"),
        ("first_moves=later", "limit of the first move"),
        ("conduct=wild", "conduct"),
        ("draws=never", "draws"),
        ("take_backs=sometimes", "takebacks"),
        ("rating=high", "rating"),
        ("weather=fine", "option"),
        ("formal", "option"),
    ] {
        let line = format!("0 started {text}");
        let corrupt = Game::from_record([line.as_str()]).unwrap_err();
        assert_eq!(corrupt.to_string(), format!("event 0: invalid {part}"));
    }
}

/// A move of another game that is not legal in this position.
#[test]
fn an_illegal_move_is_also_detected_in_events() {
    let (mut referee, _) = play("", "moves e4 e5 Ke2");
    let Fact::Played { mv, spared } = referee.events[3].fact else {
        panic!("the third move is an event of a move");
    };
    referee.events.truncate(1);
    referee.events.push(Event {
        at: Time::from_millis(0),
        fact: Fact::Played { mv, spared },
    });
    let corrupt = Game::replay(&referee.events).unwrap_err();
    assert_eq!(corrupt.to_string(), "event 1: the move is not legal here");
}

/// The largest possible time, and other extreme numbers.
#[test]
fn extreme_numbers_in_a_record_do_not_panic() {
    let most = u64::MAX;
    let start = format!(
        "{most} started clock=5+3; lag={most}/{most}/{most}; first_moves={most}; conduct=formal"
    );
    let lines = [
        start,
        format!("{most} played e2e4 spared {most}"),
        format!("{most} time_given white {most}"),
        format!("{most} time_given white {most}"),
        format!("{most} claim_failed fifty_moves"),
        format!("{most} played e7e5 spared {most}"),
        format!("{most} took_back 2"),
        "0 touched e4".to_owned(),
        format!("{most} touched a1"),
        "0 draw_declined white".to_owned(),
    ];
    let game = Game::from_record(lines.iter().map(String::as_str)).unwrap();
    assert_eq!(game.last_event_at(), Time::from_millis(most));
    assert_eq!(game.legal_moves().len(), 20);
    assert!(game.tick(Time::from_millis(most)).is_empty());
}

/// If a record is cut off between the last move and the ending it caused, the
/// ending is found when the game is resumed.
#[test]
fn an_unrecorded_ending_is_found_on_resuming() {
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ";
    for (words, moves, ended) in [
        ("", "f3 e5 g4 Qh4", "0-1 checkmate"),
        (
            "start 7k/8/5K2/6Q1/8/8/8/8 w - - 0 1",
            "Qg6",
            "1/2-1/2 stalemate",
        ),
        (
            "start 7k/8/5K2/8/8/8/6n1/5N2 w - - 0 1",
            "Ke5 Ne3 Nxe3",
            "1/2-1/2 dead_position",
        ),
        ("", &shuffle.repeat(4), "1/2-1/2 fivefold"),
        ("automatic", &shuffle.repeat(2), "1/2-1/2 threefold"),
    ] {
        let (referee, _) = play(words, &format!("moves {moves}"));
        assert_eq!(
            referee.game.ending().map(|it| it.reason.code()),
            ended.split(' ').nth(1)
        );
        let torn = &referee.events[..referee.events.len() - 1];
        let game = Game::replay(torn).unwrap();
        assert_eq!(game.ending(), None);
        assert_eq!(game.deadline(), Some(game.last_event_at()));
        let [event] = game.tick(Time::from_millis(u64::MAX)).try_into().unwrap();
        assert_eq!(Some(&event), referee.events.last(), "{ended}");
    }
}

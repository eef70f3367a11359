//! How games end (R24, R65, R66, R68, R69, R73, R74, C6, C7, C9, C19).

use std::collections::BTreeSet;

use arbiter_game::{Action, Fact, Game, Options, Reason, Time, Verdict};
use arbiter_rules::{Color, UciMove};

use crate::script::{check, options, play};

#[test]
fn r24_no_move_is_accepted_after_checkmate_or_stalemate() {
    check(
        "",
        "
        moves f3 e5 g4
        black Qh4
        white a2a3
        black resigns
        white offers draw
        tick
        show status
        show legal
        ",
        "
        black played Qh4#
        0-1 Black wins: checkmate
        refused: The game is over (Black wins: checkmate).
        refused: The game is over (Black wins: checkmate).
        refused: The game is over (Black wins: checkmate).
        nothing
        checkmate
        legal:
        ",
    );
    check(
        "start 7k/8/5KQ1/8/8/8/8/8 w - - 0 1",
        "
        white Qf7
        black h8h7
        show status
        ",
        "
        white played Qf7
        1/2-1/2 draw: stalemate
        refused: The game is over (draw: stalemate).
        stalemate
        ",
    );
}

#[test]
fn r68_either_side_may_resign_at_any_time() {
    check("", "white resigns", "0-1 Black wins: resignation");
    check("", "black resigns", "1-0 White wins: resignation");
    check(
        "",
        "
        moves e4 e5
        black resigns
        show status
        ",
        "
        1-0 White wins: resignation
        active
        ",
    );
}

#[test]
fn r69_the_flag_falls_exactly_at_the_deadline() {
    check(
        "clock 1+0; timed",
        "
        0 white e4
        59.999 tick
        60 tick
        61 black e7e5
        ",
        "
        white played e4
        nothing
        1-0 White wins: time ran out
        refused: The game is over (White wins: time ran out).
        ",
    );
}

#[test]
fn r69_a_move_in_the_last_millisecond_counts() {
    check(
        "clock 1+0; timed",
        "
        59.999 white e4
        119.999 tick
        ",
        "
        white played e4
        1-0 White wins: time ran out
        ",
    );
}

#[test]
fn r69_a_fallen_flag_ends_the_game_whatever_the_action() {
    for action in [
        "white e4",
        "black e7e5",
        "white resigns",
        "black resigns",
        "white e2e5",
        "black offers draw",
        "white requests takeback",
        "black aborts",
        "black gives 15",
        "white claims fifty",
        "black adjusts e7",
        "white abandons",
    ] {
        check(
            "clock 1+0; timed",
            &format!("60 {action}"),
            "0-1 Black wins: time ran out",
        );
    }
}

#[test]
fn c6_running_out_of_time_is_a_draw_if_the_opponent_cannot_checkmate() {
    for (start, end) in [
        // A lone king, king and knight, king and bishop against a queen.
        (
            "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1",
            "1/2-1/2 draw: time ran out, but the opponent cannot checkmate",
        ),
        (
            "4k1n1/8/8/8/8/8/8/Q3K3 w - - 0 1",
            "1/2-1/2 draw: time ran out, but the opponent cannot checkmate",
        ),
        // A knight can checkmate a king whose own pawn is in its way.
        (
            "4k1n1/8/8/8/8/8/P7/4K3 w - - 0 1",
            "0-1 Black wins: time ran out",
        ),
        // Two knights can checkmate if the other side helps.
        (
            "4k1nn/8/8/8/8/8/8/4K3 w - - 0 1",
            "0-1 Black wins: time ran out",
        ),
        (
            "4k3/7p/8/8/8/8/8/Q3K3 w - - 0 1",
            "0-1 Black wins: time ran out",
        ),
        // The only legal move captures the last piece that could checkmate.
        (
            "8/8/8/8/8/3k4/P5q1/7K w - - 0 1",
            "1/2-1/2 draw: time ran out, but the opponent cannot checkmate",
        ),
    ] {
        check(&format!("clock 1+0; timed; start {start}"), "60 tick", end);
    }
}

#[test]
fn c7_resigning_is_a_draw_if_the_opponent_cannot_checkmate() {
    for (start, end) in [
        (
            "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1",
            "1/2-1/2 draw: resignation, but the opponent cannot checkmate",
        ),
        (
            "4k1b1/8/8/8/8/8/8/R3K3 w - - 0 1",
            "1/2-1/2 draw: resignation, but the opponent cannot checkmate",
        ),
        (
            "4k1n1/8/8/8/8/8/8/R3K3 w - - 0 1",
            "0-1 Black wins: resignation",
        ),
        (
            "4k1nn/8/8/8/8/8/8/4K3 w - - 0 1",
            "0-1 Black wins: resignation",
        ),
        // The only legal move captures the last piece that could checkmate.
        (
            "8/8/8/8/8/3k4/P5q1/7K w - - 0 1",
            "1/2-1/2 draw: resignation, but the opponent cannot checkmate",
        ),
    ] {
        check(&format!("start {start}"), "white resigns", end);
    }
}

#[test]
fn c7_leaving_the_game_loses_it_unless_the_opponent_cannot_checkmate() {
    check(
        "",
        "
        moves e4 e5
        black abandons
        ",
        "1-0 White wins: abandonment",
    );
    check(
        "start 4k3/8/8/8/8/8/8/Q3K3 w - - 0 1",
        "white abandons",
        "1/2-1/2 draw: resignation, but the opponent cannot checkmate",
    );
}

#[test]
fn r73_a_dead_position_ends_the_game_at_once() {
    check(
        "start 4k3/8/8/8/8/8/3r4/4K3 w - - 0 1",
        "
        white Kxd2
        show status
        ",
        "
        white played Kxd2
        1/2-1/2 draw: dead position
        draw
        ",
    );
}

#[test]
fn c9_two_knights_are_not_dead_but_a_blocked_board_is() {
    check(
        "start 4k3/8/8/8/8/3r4/8/1N2K2N w - - 0 1",
        "
        moves Nf2 Rd2 Kxd2
        show status
        ",
        "active",
    );
    // With the pawn on a4 no piece can break through.
    check(
        "start 4k3/8/1p1p1p1p/pPpPpPpP/2P1P1P1/8/P7/4K3 w - - 0 1",
        "white a4",
        "
        white played a4
        1/2-1/2 draw: dead position
        ",
    );
}

/// C9: the game is over with the move that makes the position dead, even if the
/// caller does not call `tick` before the next action.
#[test]
fn c9_a_dead_position_ends_the_game_even_without_a_tick() {
    let start = "4k3/8/1p1p1p1p/pPpPpPpP/2P1P1P1/8/P7/4K3 w - - 0 1";
    let options = Options::from_position(start.parse().unwrap());
    let mut game = Game::start(options, Time::from_millis(0)).unwrap();
    let play = |text: &str| Action::from(text.parse::<UciMove>().unwrap());
    let moved = Time::from_millis(700);
    for event in game.decide(moved, Color::White, play("a2a4")).unwrap() {
        game.apply(&event);
    }
    assert_eq!(
        game.deadline(),
        Some(moved),
        "the check for a dead position is due"
    );
    for action in [play("e8e7"), Action::Resign, Action::OfferDraw] {
        let events = game.decide(Time::from_millis(9_000), Color::Black, action);
        let [event] = events.unwrap().try_into().unwrap();
        assert_eq!(event.at, moved);
        let Fact::Ended(ending) = event.fact else {
            panic!("{event:?}");
        };
        assert_eq!(ending.reason, Reason::DeadPosition);
    }
}

/// A caller that applies events of another one can be told that the proof is done. Nothing is
/// said of a move that ends the game.
#[test]
fn c9_only_a_game_that_continues_is_proven_alive() {
    let open = "4k3/8/8/8/8/8/P7/4K3 w - - 0 1";
    let blocked = "4k3/8/1p1p1p1p/pPpPpPpP/2P1P1P1/8/P7/4K3 w - - 0 1";
    for (start, is_alive) in [(open, true), (blocked, false)] {
        let options = Options::from_position(start.parse().unwrap());
        let mut decided = Game::start(options, Time::from_millis(0)).unwrap();
        let mut received = decided.clone();
        let play = Action::from("a2a4".parse::<UciMove>().unwrap());
        let moved = Time::from_millis(700);
        for event in decided.decide(moved, Color::White, play).unwrap() {
            decided.apply(&event);
            received.apply(&event);
        }
        assert!(!received.is_proven_alive());
        assert_eq!(received.deadline(), Some(moved), "the proof is due");
        let ends = decided.tick(moved);
        assert_eq!(
            (decided.is_proven_alive(), ends.is_empty()),
            (is_alive, is_alive)
        );
        if is_alive {
            received.note_proven_alive();
            assert_eq!(received.deadline(), None);
            assert_eq!(received.tick(moved), []);
        }
    }
}

#[test]
fn r74_the_results_are_1_0_half_and_0_1() {
    let ends = |script| play("", script).0.game.ending().unwrap();
    let won = ends("black resigns");
    assert_eq!((won.result(), won.typographic_result()), ("1-0", "1–0"));
    let lost = ends("white resigns");
    assert_eq!((lost.result(), lost.typographic_result()), ("0-1", "0–1"));
    let drawn = ends("moves e4 e5\nwhite offers draw\nblack accepts");
    assert_eq!(drawn.result(), "1/2-1/2");
    assert_eq!(drawn.typographic_result(), "½–½");
    let none = ends("white aborts");
    assert_eq!((none.result(), none.typographic_result()), ("*", "–"));
}

#[test]
fn c19_every_reason_can_end_a_game() {
    const ALONE: &str = "start 4k3/8/8/8/8/8/8/Q3K3 w - - 0 1; clock 1+0; timed";
    let games = [
        ("", "moves f3 e5 g4 Qh4"),
        ("", "white resigns"),
        ("clock 1+0; timed", "60 tick"),
        ("", "white abandons"),
        ("start 7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "white Qf7"),
        ("start 4k3/8/8/8/8/8/3r4/4K3 w - - 0 1", "white Kxd2"),
        ("", "moves e4 e5\nwhite offers draw\nblack accepts"),
        (
            "",
            "moves Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8\nwhite claims threefold",
        ),
        (
            "",
            "moves Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8",
        ),
        (
            "start 4k3/8/8/8/8/8/8/R3K3 w - - 100 80",
            "white claims fifty",
        ),
        ("start 4k3/8/8/8/8/8/8/R3K3 w - - 149 80", "white Ra2"),
        (ALONE, "60 tick"),
        (ALONE, "white resigns"),
        (
            "start 8/8/8/2nn3k/8/2N5/8/R3K3[/] w - - 0 9 moved=c5c3a1",
            "white Nb5",
        ),
        ("", "white aborts"),
    ];
    let reached = games
        .into_iter()
        .map(|(options, script)| play(options, script).0.game.ending().unwrap().reason);
    // An arbiter is no player, so that no script ends a game by adjudication.
    let players = Reason::ALL
        .into_iter()
        .filter(|&it| it != Reason::Adjudication);
    assert!(reached.eq(players));
    let codes: BTreeSet<&str> = Reason::ALL.into_iter().map(Reason::code).collect();
    assert_eq!(codes.len(), Reason::ALL.len());
    for reason in Reason::ALL {
        assert_eq!(Reason::from_code(reason.code()), Some(reason));
    }
}

#[test]
fn an_arbiter_ends_a_game_with_any_result() {
    for (result, reason, text) in [
        (
            "1-0",
            Reason::Adjudication,
            "White wins: decision of the arbiter",
        ),
        (
            "0-1",
            Reason::Adjudication,
            "Black wins: decision of the arbiter",
        ),
        (
            "1/2-1/2",
            Reason::Adjudication,
            "draw: decision of the arbiter",
        ),
        ("*", Reason::Aborted, "no result: aborted"),
    ] {
        let mut game = Game::start(Options::default(), Time::from_millis(0)).unwrap();
        let started = game.start_fact();
        let start = game.write_event(&arbiter_game::Event {
            at: Time::from_millis(0),
            fact: started,
        });
        let verdict = Verdict::from_result(result).unwrap();
        let events = game.adjudicate(Time::from_millis(5), verdict).unwrap();
        let [event] = events.as_slice() else {
            panic!("{events:?}");
        };
        let line = game.write_event(event);
        game.apply(event);
        let ending = game.ending().unwrap();
        assert_eq!((ending.result(), ending.reason), (result, reason));
        assert_eq!(ending.to_string(), text);
        assert!(game.adjudicate(Time::from_millis(9), verdict).is_err());
        let again = Game::from_record([start.as_str(), line.as_str()]).unwrap();
        assert_eq!(again.ending(), Some(ending));
    }
    assert_eq!(Verdict::from_result("2-0"), None);
}

#[test]
fn a_game_cannot_start_from_a_finished_position() {
    for (start, end) in [
        ("7k/5Q2/5K2/8/8/8/8/8 b - - 0 1", "draw: stalemate"),
        ("R6k/8/6K1/8/8/8/8/8 b - - 0 1", "White wins: checkmate"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "draw: dead position"),
        (
            "4k3/8/8/8/8/8/8/R3K3 w - - 150 100",
            "draw: seventy-five-move rule",
        ),
    ] {
        let options = options(&format!("start {start}"));
        let ending = Game::start(options, Time::from_millis(0)).unwrap_err();
        assert_eq!(ending.to_string(), end);
    }
}

#[test]
fn the_first_moves_cost_time_if_they_are_timed() {
    check(
        "clock 1+0; timed",
        "
        show deadline
        10 white e4
        show clock
        show deadline
        30 black e5
        show clock
        ",
        "
        deadline 60.000
        white played e4
        white 0:50 black 1:00 running black
        deadline 70.000
        black played e5
        white 0:50 black 0:40 running white
        ",
    );
}

#[test]
fn the_first_moves_cost_no_time_if_they_are_untimed() {
    check(
        "clock 1+5",
        "
        show deadline
        1000 white e4
        show clock
        show deadline
        2000 black e5
        show clock
        show deadline
        2010 white Nf3
        show clock
        ",
        "
        no deadline
        white played e4
        white 1:00 black 1:00 running none
        no deadline
        black played e5
        white 1:00 black 1:00 running white
        deadline 2060.000
        white played Nf3
        white 0:55 black 1:00 running black
        ",
    );
}

#[test]
fn an_overdue_first_move_aborts_the_game_exactly_at_the_limit() {
    check(
        "clock 5+0; within 30; rated",
        "
        show deadline
        29.999 tick
        30 tick
        ",
        "
        deadline 30.000
        nothing
        * no result: aborted
        ",
    );
    check(
        "clock 5+0; within 30",
        "
        29.999 white e4
        show deadline
        59.998 tick
        59.999 black e5
        ",
        "
        white played e4
        deadline 59.999
        nothing
        * no result: aborted
        ",
    );
    check(
        "within 30",
        "
        29 white e4
        58 black e5
        show deadline
        100000 white Nf3
        ",
        "
        white played e4
        black played e5
        no deadline
        white played Nf3
        ",
    );
}

#[test]
fn a_player_can_add_time_to_the_opponents_clock() {
    check(
        "clock 1+0",
        "
        black gives 15
        show clock
        moves e4 e5
        1 white gives 3600
        show clock
        white gives 0
        white gives 86400.001
        white gives 86400
        ",
        "
        white got 0:15
        white 1:15 black 1:00 running none
        black got 1:00:00
        white 1:14 black 1:01:00 running white
        refused: You can add between one millisecond and one day to a clock.
        refused: You can add between one millisecond and one day to a clock.
        black got 24:00:00
        ",
    );
    check(
        "",
        "white gives 15",
        "refused: This game is played without a clock.",
    );
}

#[test]
fn added_time_moves_the_deadline() {
    check(
        "clock 1+0; timed",
        "
        59.999 black gives 1
        60.999 tick
        61 tick
        ",
        "
        white got 1.0
        nothing
        0-1 Black wins: time ran out
        ",
    );
}

#[test]
fn a_delayed_move_is_compensated_and_a_late_one_is_not() {
    check(
        "clock 1+0; timed; lag 0.5/0/0.5",
        "
        show deadline
        60.2 white e4 lag 0.3
        show clock
        60.7 black e5 lag 10
        show clock
        121 white Nf3 lag 10
        ",
        "
        deadline 60.500
        white played e4, spared 300 ms
        white 0.1 black 1:00 running black
        black played e5, spared 500 ms
        white 0.1 black 1:00 running white
        0-1 Black wins: time ran out
        ",
    );
    // Without lag, a move is late once the flag falls.
    check(
        "clock 1+0; timed; lag 0.5/0/0.5",
        "60 white e4",
        "0-1 Black wins: time ran out",
    );
    // An untimed first move needs no compensation.
    check(
        "clock 1+0; within 30; lag 0.5/0/0.5",
        "
        29 white e4 lag 20
        59 black e5 lag 20
        ",
        "
        white played e4
        * no result: aborted
        ",
    );
}

#[test]
fn a_time_that_goes_back_counts_as_no_time_passed() {
    check(
        "clock 1+0; timed",
        "
        50 white e4
        20 black e5
        show clock
        10 tick
        60 white Nf3
        show clock
        ",
        "
        white played e4
        black played e5
        white 0:10 black 1:00 running white
        nothing
        0-1 Black wins: time ran out
        white 0.0 black 1:00 running none
        ",
    );
}

#[test]
fn only_the_side_to_move_may_move() {
    check(
        "",
        "
        black e7e5
        white e4
        white d2d4
        ",
        "
        refused: It is White's turn.
        white played e4
        refused: It is Black's turn.
        ",
    );
}

/// In random games from the start and from nearly dead positions, the quick check
/// agrees with the full one.
#[test]
fn the_quick_check_never_contradicts_the_full_check() {
    let mut lot = 7_u64;
    let mut plain = 0;
    for start in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "8/8/4k3/p1p1p1p1/P1P1P1P1/4K3/7P/8 w - - 0 1",
        "4k3/8/8/8/8/3p4/4P3/4K1B1 w - - 0 1",
        "4k3/8/2b5/8/8/8/4p3/4K1N1 b - - 0 1",
    ] {
        for _ in 0..40 {
            let options = Options::from_position(start.parse().unwrap());
            let mut game = Game::start(options, Time::from_millis(0)).unwrap();
            while game.ending().is_none() && game.line().moves().len() < 60 {
                let moves = game.legal_moves();
                lot = lot.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let mv = moves[(lot >> 33) as usize % moves.len()];
                let uci: UciMove = game.position().uci(mv);
                let events = game.decide(Time::from_millis(1), game.turn(), uci.into());
                for event in events.unwrap() {
                    game.apply(&event);
                }
                let thorough = game.clone();
                if game.ending().is_none() && game.is_plainly_alive() {
                    plain += 1;
                    assert_eq!(
                        thorough.tick(Time::from_millis(1)),
                        [],
                        "{}",
                        game.position()
                    );
                    assert_eq!(game.deadline(), None);
                }
                for event in game.tick(Time::from_millis(1)) {
                    game.apply(&event);
                }
            }
        }
    }
    assert!(
        plain > 4_000,
        "the quick check is nearly always enough: {plain}"
    );
}

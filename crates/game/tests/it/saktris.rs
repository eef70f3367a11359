//! Refereed games of Saktris.

use arbiter_game::{Event, Fact, Game, Options, OrderMode, SaktrisOptions, Time};
use arbiter_rules::{Arrival, Clearing, Color, Order, Position};
use proptest::prelude::*;

use crate::{
    laws,
    script::{check, play},
};

#[test]
fn a_placement_is_a_turn_and_switches_the_clock() {
    check(
        "start 8/8/8/8/8/8/8/8[PNK/pnk] w - - 0 1 placed=0/0; clock 5+3; timed",
        "
        10 white P@e1
        10 show clock
        30 black P@e8
        30 show clock
        30 show fen
        ",
        "
        white played P@e1
        white 4:53 black 5:00 running black
        black played P@e8
        white 4:53 black 4:43 running white
        4p3/8/8/8/8/8/8/4P3[NK/nk] w - - 0 2 placed=1/1
        ",
    );
}

#[test]
fn placing_without_a_waiting_piece_is_refused() {
    check(
        "start 8/8/8/8/8/8/8/8[PNK/pnk] w - - 0 1 placed=0/0",
        "
        moves P@e1 P@e8
        white N@g1
        white e3
        black N@g8
        ",
        "
        refused: N@g1 is not allowed: no piece is waiting to be placed. The next piece, a knight, \
         arrives after 1 more move on the board.
        white played e3
        refused: N@g8 is not allowed: no piece is waiting to be placed. The next piece, a knight, \
         arrives after 1 more move on the board.
        ",
    );
}

#[test]
fn touching_a_piece_has_no_effect_while_a_placement_is_due() {
    check(
        "start 4k3/8/8/8/8/8/8/N3K3[P*/] w - - 0 1; formal",
        "
        white touches a1
        show obligation
        white a1b3
        white P@h1
        ",
        "
        white touched the knight on a1
        free
        refused: Na1-b3 is not allowed: the waiting pawn must be placed first, on b1, c1, d1, \
         f1, g1 or h1.
        white played P@h1
        ",
    );
}

/// A pass has no squares; internally it is a king that stays on a1.
#[test]
fn a_pass_does_not_move_a_touched_piece() {
    check(
        "start 7K/5q2/8/8/8/1p4p1/1P4P1/B6B[B*/k] w - - 0 1; formal; clock 5+3; timed",
        "
        white touches a1
        show obligation
        show legal
        4 white 0000
        4 show clock
        show history
        ",
        "
        white touched the bishop on a1
        free
        legal: --
        white played --
        white 4:59 black 5:00 running black
        white king a1a1 passed
        ",
    );
}

#[test]
fn a_clear_appears_in_the_history_and_can_be_taken_back() {
    check(
        "start 4k3/8/8/2nn3r/8/2N5/8/R3K3[/] w - - 0 9 moved=c5c3; clock 5+3",
        "
        show fen
        white Nb5
        show fen
        show history
        black Ke7
        white requests takeback
        black accepts takeback
        show fen
        ",
        "
        4k3/8/8/2nn3r/8/2N5/8/R3K3[/] w - - 0 9 moved=c5c3
        white played Nb5
        4k3/8/8/8/8/8/8/R3K3[/] b - - 0 9 moves=1/0
        white knight c3b5 clears b5 clears c5 clears d5 clears h5
        black played Ke7
        white requested a takeback
        2 taken back
        4k3/8/8/2nn3r/8/2N5/8/R3K3[/] w - - 0 9 moved=c5c3
        ",
    );
}

#[test]
fn arriving_pieces_count_as_material() {
    check(
        "start 8/8/8/8/8/8/8/8[NPPPPPPPPBRQKNBR/npppppppprbqknbr] w - - 0 1",
        "
        white N@g1
        show material
        ",
        "
        white played N@g1
        white  black  +0
        ",
    );
}

#[test]
fn a_side_whose_king_is_cleared_loses_the_game() {
    let start = "start 8/8/8/2nn3k/8/2N5/8/R3K3[/] w - - 0 9 moved=c5c3a1";
    check(
        start,
        "
        white Nb5
        show status
        black resigns
        ",
        "
        white played Nb5
        1-0 White wins: king cleared off the board
        checkmate
        refused: The game is over (White wins: king cleared off the board).
        ",
    );
    let (referee, _) = play(start, "white Kd1");
    let lines = |ended: &str| {
        let mut lines = referee.lines.clone();
        lines.push(format!("0 ended {ended}"));
        Game::from_record(lines.iter().map(String::as_str)).is_ok()
    };
    assert!(lines("1-0 resignation"));
    assert!(!lines("1-0 king_lost"), "both kings are there");
}

#[test]
fn only_the_preview_of_two_shuffled_orders_is_public() {
    check(
        "start 8/8/8/8/8/8/8/8[NPBRQKPPPPPPPNBR/PNRBQKPPPPPPPNBR] w - - 0 1; hides different/7/2",
        "
        show public
        moves N@g1
        show public
        moves P@e8 Nf3
        show public
        black resigns
        show public
        ",
        "
        8/8/8/8/8/8/8/8[N*P??????????????/pn??????????????] w - - 0 1
        8/8/8/8/8/8/8/6N1[PB?????????????/p*n??????????????] b - - 0 1
        4p3/8/8/8/8/5N2/8/8[PB?????????????/nr?????????????] b - - 1 2 moves=1/0,moved=f3
        1-0 White wins: resignation
        4p3/8/8/8/8/5N2/8/8[PBRQKPPPPPPPNBR/nrbqkpppppppnbr] b - - 1 2 moves=1/0,moved=f3
        ",
    );
}

#[test]
fn with_a_common_order_what_one_side_has_shown_is_public_for_the_other() {
    check(
        "start 8/8/8/8/8/8/8/8[NPBRQKPPPPPPPNBR/NPBRQKPPPPPPPNBR] w - - 0 1; hides same/7/1",
        "
        show public
        moves N@g1
        show public
        moves N@g8
        show public
        ",
        "
        8/8/8/8/8/8/8/8[N*???????????????/n???????????????] w - - 0 1
        8/8/8/8/8/8/8/6N1[P??????????????/n*p??????????????] b - - 0 1
        6n1/8/8/8/8/8/8/6N1[P??????????????/p??????????????] w - - 0 2
        ",
    );
}

#[test]
fn a_fixed_order_and_free_choice_hide_nothing() {
    for order in [OrderMode::Fixed, OrderMode::Pick] {
        let saktris = SaktrisOptions {
            order,
            ..SaktrisOptions::default()
        };
        let options = Options::saktris(saktris, 1, Clearing::Triplets);
        let game = Game::start(options, Time::from_millis(0)).unwrap();
        assert_eq!(game.known_arrivals(Color::White), 16);
        assert_eq!(game.public_fen(), game.position().to_string());
        assert!(!game.hides_arrivals());
    }
    let chess = Game::start(Options::default(), Time::from_millis(0)).unwrap();
    assert_eq!(chess.known_arrivals(Color::White), 0);
    assert!(!chess.hides_arrivals());
}

#[test]
fn a_seed_determines_the_orders_and_is_recorded() {
    let saktris = SaktrisOptions {
        order: OrderMode::Different,
        seed: u64::MAX,
        preview: 3,
    };
    let [white, black] = [Color::White, Color::Black].map(|color| saktris.orders()[color]);
    assert_eq!(white, Order::shuffled(u64::MAX));
    assert_ne!(white, black);
    assert_eq!(white.sorted(), black.sorted());

    let options = Options::saktris(saktris, 3, Clearing::Rows);
    let game = Game::start(options.clone(), Time::from_millis(0)).unwrap();
    let started = Event {
        at: game.last_event_at(),
        fact: game.start_fact(),
    };
    let line = game.write_event(&started);
    let (white, black) = (white.to_string(), black.to_string().to_lowercase());
    let (first, rest) = white.split_at(1);
    let start = format!("start=8/8/8/8/8/8/8/8[{first}*{rest}/{black}] w - - 0 1 every=3");
    assert!(line.contains(&start), "{line}");
    assert!(
        line.ends_with("; saktris=different/18446744073709551615/3"),
        "{line}"
    );
    let Fact::Started(read) = Event::read_start(&line).unwrap().fact else {
        panic!("{line}");
    };
    assert_eq!(*read, options);
}

#[test]
fn a_record_whose_variant_and_start_disagree_is_refused() {
    for (variant, start) in [
        ("saktris", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"),
        ("standard", "4k3/8/8/8/8/8/8/R3K3[P/p] w - - 0 1"),
        ("chess960", "4k3/8/8/8/8/8/8/R3K3[P/p] w - - 0 1"),
    ] {
        let line = format!("0 started variant={variant}; start={start}");
        assert_eq!(
            Event::read_start(&line).unwrap_err().to_string(),
            "invalid variant"
        );
    }
}

/// Two games that differ only in hidden pieces.
#[test]
fn guesses_and_public_views_do_not_depend_on_hidden_pieces() {
    let game = |tail: &str| {
        let order: Order = format!("NPB{tail}").parse().unwrap();
        let start = Position::saktris([order, order].into(), Arrival::default());
        let words = format!("start {start}; hides same/0/1");
        play(&words, "moves N@g1 N@g8 Nf3 Nf6 P@e1 P@e8").0.game
    };
    let (one, other) = (game("PPPPPPPNRRQKB"), game("KQRRNBPPPPPPP"));
    assert_ne!(one.position().to_string(), other.position().to_string());
    for ply in 0..=6 {
        let public = |game: &Game| {
            let position = game.position_at(ply).unwrap();
            (
                game.public_fen_of(position),
                game.guessed_line().position_at(ply).unwrap().to_string(),
                game.public_line().position_at(ply).unwrap().to_string(),
            )
        };
        assert_eq!(public(&one), public(&other));
    }
    let guessed_line = one.guessed_line();
    let guess = guessed_line.start().saktris_state().unwrap();
    assert_ne!(guess.to_come(Color::White).to_string(), "NPBPPPPPPPNRRQKB");
    assert_eq!(
        guess.to_come(Color::White),
        guess.to_come(Color::Black),
        "both sides wait for the same"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// A guessed line differs from the game only in hidden pieces: everything that
    /// is public is the same at every move.
    #[test]
    fn an_imagined_game_is_the_game_in_all_that_is_public(
        options in laws::saktris(),
        choices in prop::collection::vec(any::<prop::sample::Index>(), 0..60),
    ) {
        let mut game = Game::start(options, Time::from_millis(0)).unwrap();
        for choice in choices {
            let legal = game.legal_moves();
            if legal.is_empty() {
                break;
            }
            let uci = game.position().uci(legal[choice.index(legal.len())]);
            for event in game.decide(game.last_event_at(), game.turn(), uci.into()).unwrap() {
                game.apply(&event);
            }
        }
        for line in [game.guessed_line(), game.public_line()] {
            prop_assert_eq!(line.moves().len(), game.line().moves().len());
            for (ply, (before, mv)) in line.moves().enumerate() {
                let real = game.position_at(ply).unwrap();
                prop_assert_eq!(game.public_fen_of(before), game.public_fen_of(real));
                prop_assert_eq!(before.find(before.uci(mv)), Ok(mv));
            }
            let (now, then) = (game.position(), line.position());
            prop_assert_eq!(game.public_fen_of(then), game.public_fen());
            let legal = |position: &Position| position.legal_moves().collect::<Vec<_>>();
            prop_assert_eq!(legal(now), legal(then));
        }
        for color in Color::ALL {
            let left = game.position().saktris_state().unwrap().to_come(color).len();
            let known = game.known_arrivals(color);
            prop_assert!(known <= left);
            prop_assert!(known >= left.min(1));
            prop_assert!(game.ending().is_none() || known == left);
        }
    }
}

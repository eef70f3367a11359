use arbiter_game::{
    Action, Conduct, Draws, Event, Fact, FirstMoves, Game, LagCompensation, Options, OrderMode,
    PlayRequest, SaktrisOptions, Span, Time,
};
use arbiter_rules::{Claim, Position, Square, UciMove};

use crate::position_and_rest;

/// The time between two actions, in milliseconds.
const DELAYS_MS: [u64; 8] = [0, 1, 100, 900, 2_000, 5_000, 11_000, 30_000];

/// Whatever the players do, and whenever: `decide` does not change the game, the
/// game can be restored from its events and from its record, nothing happens
/// after the end, and the deadline is the first moment at which something
/// happens without an action.
///
/// The first byte chooses the start, the second the options, and every two
/// bytes after that an action.
pub fn game(data: &[u8]) {
    let Some((start, rest)) = position_and_rest(data) else {
        return;
    };
    let Some((&choice, actions)) = rest.split_first() else {
        return;
    };
    let options = options(&start, choice);
    let mut at = Time::from_millis(0);
    let Ok(mut game) = Game::start(options, at) else {
        return;
    };
    let started = game.start_fact();
    let mut events = vec![Event { at, fact: started }];
    let mut lines = vec![game.write_event(&events[0])];
    for bytes in actions.chunks_exact(2) {
        let &[kind, choice] = bytes else {
            break;
        };
        at = at + Span::from_millis(DELAYS_MS[usize::from(kind >> 4) % DELAYS_MS.len()]);
        let is_other = kind > 127 && choice.is_multiple_of(2);
        let by = if is_other { !game.turn() } else { game.turn() };
        let before = game.clone();
        let decided = match kind % 16 {
            0 => Ok(game.tick(at)),
            kind => game.decide(at, by, action(&game, kind, choice)),
        };
        assert_eq!(game, before, "`decide` must not change the game");
        let was_over = game.ending().is_some();
        let decided = decided.unwrap_or_default();
        assert!(!was_over || decided.is_empty(), "{decided:?} after the end");
        record(&mut game, &mut events, &mut lines, decided);
        // Apply what is due at once, as the server and the terminal do.
        if game.deadline() == Some(game.last_event_at()) {
            let due = game.tick(game.last_event_at());
            record(&mut game, &mut events, &mut lines, due);
        }
        if let Some(deadline) = game.deadline() {
            assert!(deadline > game.last_event_at(), "the deadline has passed");
            let before = Time::from_millis(deadline.as_millis() - 1);
            assert!(game.tick(before).is_empty());
            assert_eq!(game.tick(deadline).len(), 1);
        }
    }
    check_public(&game);
    assert_eq!(game.event_count(), events.len() as u64);
    assert_eq!(Game::replay(&events).as_ref(), Ok(&game));
    let read = Game::from_record(lines.iter().map(String::as_str));
    assert_eq!(read.as_ref(), Ok(&game));
    let ends = events.iter();
    let ends = ends.filter(|event| matches!(event.fact, Fact::Ended(_)));
    assert_eq!(ends.count(), usize::from(game.ending().is_some()));
}

/// Checks that a guessed line agrees with everything that is public.
fn check_public(game: &Game) {
    for line in [game.guessed_line(), game.public_line()] {
        assert_eq!(line.moves().len(), game.line().moves().len());
        assert_eq!(game.public_fen_of(line.position()), game.public_fen());
    }
}

/// Applies events and records them.
fn record(game: &mut Game, events: &mut Vec<Event>, lines: &mut Vec<String>, new: Vec<Event>) {
    for event in new {
        assert!(game.ending().is_none(), "{event:?} comes after the end");
        lines.push(game.write_event(&event));
        game.apply(&event);
        events.push(event);
    }
}

fn options(start: &Position, choice: u8) -> Options {
    const CLOCKS: [&str; 8] = [
        "-",
        "0:30+1",
        "0:20d2",
        "0:20b2",
        "3/0:30+1, 0:20",
        "0:10+3x5",
        "0:10+3/0:20",
        "0:30 hourglass",
    ];
    let clock = CLOCKS[usize::from(choice) % CLOCKS.len()];
    let mut options = Options::from_position(start.clone());
    options.control = clock.parse().expect("these are clocks");
    if start.saktris_state().is_some() {
        options.saktris = Some(SaktrisOptions {
            order: OrderMode::ALL[usize::from(choice / 8) % 4],
            ..SaktrisOptions::default()
        });
    }
    if choice & 8 != 0 {
        options.conduct = Conduct::Formal;
    }
    if choice & 16 != 0 {
        options.draws = Draws::Automatic;
    }
    if choice & 32 != 0 {
        options.first_moves = FirstMoves::Timed;
    } else if choice & 64 != 0 {
        let limit = Some(Span::from_seconds(20));
        options.first_moves = FirstMoves::Free { limit };
    }
    if choice & 128 != 0 {
        options.lag = LagCompensation {
            start: Span::from_millis(500),
            per_move: Span::from_millis(100),
            max: Span::from_millis(700),
        };
    }
    options
}

fn action(game: &Game, kind: u8, choice: u8) -> Action {
    let number = usize::from(choice);
    let square = Square::ALL[number % 64];
    let legal = || {
        let moves = game.legal_moves();
        // The first two moves are chosen most often, so that positions repeat.
        let few = if choice < 160 { 2 } else { 256 };
        match number.checked_rem(moves.len().min(few)) {
            Some(index) => game.position().uci(moves[index]),
            None => between(square, Square::E4),
        }
    };
    match kind {
        1 => Action::Touch(square),
        2 => Action::Adjust(square),
        3 => Action::OfferDraw,
        4 if choice < 16 => Action::AcceptDraw,
        4 => Action::DeclineDraw,
        5 => Action::Claim {
            claim: [Claim::Threefold, Claim::FiftyMoves][number % 2],
            intended: (choice < 128).then(legal),
        },
        6 => Action::RequestTakeback,
        7 if choice < 160 => Action::AcceptTakeback,
        7 => Action::DeclineTakeback,
        8 => match choice {
            0..8 => Action::Resign,
            8..16 => Action::Abandon,
            16..64 => Action::Abort,
            _ => Action::GiveTime(Span::from_millis(u64::from(choice) * 100)),
        },
        9 | 10 => Action::Play(PlayRequest {
            offers_draw: kind == 9,
            lag: Span::from_millis(u64::from(choice) * 10),
            ..legal().into()
        }),
        11 => Action::from(between(square, Square::ALL[number / 4])),
        _ => Action::from(legal()),
    }
}

/// Returns a move between two squares, legal or not.
const fn between(from: Square, to: Square) -> UciMove {
    UciMove::Between {
        from,
        to,
        promotion: None,
    }
}

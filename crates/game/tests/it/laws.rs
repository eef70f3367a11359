//! Properties that hold for every game, whatever the players do and when.

use arbiter_game::{
    Action, Conduct, Draws, FirstMoves, Game, LagCompensation, Options, OrderMode, PlayRequest,
    Rating, SaktrisOptions, Span, Takebacks, Time,
};
use arbiter_rules::{Claim, Clearing, Color, Position, Square, UciMove};
use proptest::{prelude::*, sample::select};

use crate::referee::Referee;

/// Random numbers that become an action in the current game.
#[derive(Clone, Copy, Debug)]
struct RandomAction {
    /// The milliseconds since the last action; some are negative.
    after: i64,
    /// Whether the side to move acts.
    by_turn: bool,
    kind: u8,
    /// Selects a square or a move.
    choice: u16,
}

impl RandomAction {
    fn action(self, game: &Game) -> Action {
        let square = Square::ALL[usize::from(self.choice) % 64];
        let mv = || {
            let moves = game.legal_moves();
            // The first few are chosen most often, so that positions repeat.
            let few = if self.choice < 40_000 { 2 } else { 256 };
            match usize::from(self.choice).checked_rem(moves.len().min(few)) {
                Some(index) => game.position().uci(moves[index]),
                None => between(square, self.choice),
            }
        };
        let claim = [Claim::Threefold, Claim::FiftyMoves][usize::from(self.choice) % 2];
        match self.kind {
            0 => Action::Touch(square),
            1 => Action::Adjust(square),
            2 => Action::OfferDraw,
            3 if self.choice.is_multiple_of(8) => Action::AcceptDraw,
            3 => Action::DeclineDraw,
            4 => Action::Claim {
                claim,
                intended: None,
            },
            5 => Action::Claim {
                claim,
                intended: Some(mv()),
            },
            6 if self.choice.is_multiple_of(32) => Action::Resign,
            6 if self.choice % 32 == 1 => Action::Abandon,
            6 | 7 => Action::RequestTakeback,
            8 => Action::AcceptTakeback,
            9 if !self.choice.is_multiple_of(4) => Action::DeclineTakeback,
            9 => Action::Abort,
            10 if self.choice.is_multiple_of(8) => Action::Berserk,
            10 => Action::GiveTime(Span::from_millis(u64::from(self.choice) * 1_500)),
            11 => Action::Play(PlayRequest {
                offers_draw: true,
                ..mv().into()
            }),
            12 => Action::Play(PlayRequest {
                lag: Span::from_millis(u64::from(self.choice)),
                ..mv().into()
            }),
            // Mostly nonsense.
            13 => Action::from(between(square, self.choice)),
            _ => Action::from(mv()),
        }
    }
}

/// A move between two squares, legal or not.
fn between(from: Square, choice: u16) -> UciMove {
    let to = Square::ALL[usize::from(choice / 64) % 64];
    format!("{from}{to}").parse().unwrap()
}

fn random_actions() -> impl Strategy<Value = Vec<RandomAction>> {
    let after = prop_oneof![
        6 => 0_i64..3_000,
        1 => -5_000_i64..0,
        1 => 0_i64..100_000,
    ];
    let action = (after, prop::bool::weighted(0.8), 0_u8..30, any::<u16>()).prop_map(
        |(after, by_turn, kind, choice)| RandomAction {
            after,
            by_turn,
            kind,
            choice,
        },
    );
    prop::collection::vec(action, 0..80)
}

fn options() -> impl Strategy<Value = Options> {
    let starts = prop_oneof![
        4 => Just(Position::start()),
        1 => (0_u16..960).prop_map(|number| Position::chess960(number).unwrap()),
        3 => select(&[
            "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1",
            "4k3/8/8/8/8/8/8/R3K2R b KQ - 97 80",
            "4k3/8/8/8/8/8/8/R3K3 w - - 140 80",
            "8/P6k/8/8/8/8/p6K/8 w - - 0 1",
            "4k3/3p4/8/4P3/4p3/8/3P4/4K3 w - - 0 1",
            "4k1n1/8/8/8/8/8/8/Q3K3 w - - 0 1",
            "7K/5q2/8/8/8/1p4p1/1P4P1/B6B[B*/k] w - - 0 1",
            "4k3/8/8/1nn4r/5N2/8/8/4K3[PP/pp] w - - 0 9 placed=4/5,moved=c5f4",
        ][..])
        .prop_map(|fen| fen.parse().unwrap()),
    ];
    let starts = prop_oneof![
        3 => starts.prop_map(Options::from_position),
        1 => saktris(),
    ];
    let clocks = select(
        &[
            "-",
            "0:10+0",
            "1+1",
            "5+3",
            "0:20d2",
            "0:20b2",
            "5/1:00+1, 0:30",
            "0:10+3x5",
            "0:10+3/0:20",
            "0:30 hourglass",
            "1 day",
        ][..],
    );
    let first_moves = prop_oneof![
        Just(FirstMoves::Timed),
        Just(FirstMoves::Free { limit: None }),
        (1_u64..20_000).prop_map(|limit| FirstMoves::Free {
            limit: Some(Span::from_millis(limit))
        }),
    ];
    let lag = (0_u64..2_000, 0_u64..500, 0_u64..3_000).prop_map(|(start, per_move, max)| {
        LagCompensation {
            start: Span::from_millis(start),
            per_move: Span::from_millis(per_move),
            max: Span::from_millis(max),
        }
    });
    (
        starts,
        clocks,
        first_moves,
        lag,
        any::<[bool; 3]>(),
        prop::bool::weighted(0.2),
    )
        .prop_map(
            |(start, clock, first_moves, lag, [formal, automatic, forbidden], rated)| Options {
                control: clock.parse().unwrap(),
                lag,
                first_moves,
                conduct: if formal {
                    Conduct::Formal
                } else {
                    Conduct::Casual
                },
                draws: if automatic {
                    Draws::Automatic
                } else {
                    Draws::ByClaim
                },
                takebacks: if forbidden {
                    Takebacks::Forbidden
                } else {
                    Takebacks::Allowed
                },
                rating: if rated { Rating::Rated } else { Rating::Casual },
                ..start
            },
        )
}

pub fn saktris() -> impl Strategy<Value = Options> {
    let modes = select(&OrderMode::ALL[..]);
    let clearings = select(&Clearing::ALL[..]);
    (modes, any::<u64>(), 1_u8..=4, 1_u8..=5, clearings).prop_map(
        |(order, seed, preview, every, clearing)| {
            let saktris = SaktrisOptions {
                order,
                seed,
                preview,
            };
            Options::saktris(saktris, every, clearing)
        },
    )
}

/// The times at which a script starts; some are close to overflow.
fn starts() -> impl Strategy<Value = u64> {
    prop_oneof![
        3 => Just(0_u64),
        2 => 0_u64..10_000_000_000_000,
        1 => u64::MAX - 200_000..=u64::MAX,
    ]
}

/// Plays a script and checks the invariants of [`Referee`] after every step and
/// more after the last.
fn play(options: Options, start: u64, actions: &[RandomAction]) -> Referee {
    let mut at = start;
    let mut referee = Referee::start(options, Time::from_millis(start));
    for random in actions {
        at = at.saturating_add_signed(random.after);
        let turn = referee.game.turn();
        let by = if random.by_turn { turn } else { !turn };
        let now = Time::from_millis(at);
        if random.kind == 29 {
            referee.tick(now);
        } else {
            let action = random.action(&referee.game);
            // A refusal is a valid answer, which the referee has checked.
            let _refused = referee.act(now, by, action).is_err();
        }
    }
    referee
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// The invariants of the referee hold for every script, and the record replays
    /// to the game at its end.
    #[test]
    fn every_script_is_a_game_that_its_record_tells(
        options in options(),
        start in starts(),
        actions in random_actions(),
    ) {
        let referee = play(options, start, &actions);
        referee.check_record();
    }

    /// A record that is cut off anywhere is an earlier state of the game.
    #[test]
    fn every_beginning_of_a_record_is_a_game(
        options in options(),
        actions in random_actions(),
        cut in any::<prop::sample::Index>(),
    ) {
        let referee = play(options, 0, &actions);
        let length = 1 + cut.index(referee.lines.len());
        let lines = referee.lines[..length].iter().map(String::as_str);
        let events = Game::replay(&referee.events[..length]);
        prop_assert_eq!(Game::from_record(lines), events);
    }

    /// A record with a corrupted byte is read as another game or refused, but
    /// never causes a panic.
    #[test]
    fn a_damaged_record_does_no_harm(
        options in options(),
        actions in random_actions(),
        place in any::<prop::sample::Index>(),
        byte in 0_u8..128,
    ) {
        let referee = play(options, 0, &actions);
        let mut record = referee.lines.join("\n").into_bytes();
        let place = place.index(record.len());
        record[place] = byte;
        let record = String::from_utf8(record).unwrap();
        if let Ok(game) = Game::from_record(record.lines()) {
            let _events = game.tick(Time::from_millis(u64::MAX));
            let _moves = game.legal_moves();
        }
    }

    /// A clock never shows more than before unless time was added: it runs down to
    /// zero and stays there.
    #[test]
    fn time_runs_down_to_zero_and_not_below(
        options in options(),
        actions in random_actions(),
        waits in prop::collection::vec(0_u64..40_000, 1..10),
    ) {
        let game = play(options, 0, &actions).game;
        let by = game.turn();
        let mut at = game.last_event_at();
        let mut left = game.remaining(by, at);
        for wait in waits {
            at = at + Span::from_millis(wait);
            let reading = game.remaining(by, at);
            // A new overtime period shows its own time.
            if game.clock().reading(by, at).map(|it| it.stage)
                == game.clock().reading(by, game.last_event_at()).map(|it| it.stage)
                && game.clock().reading(by, at).map(|it| it.periods)
                    == game.clock().reading(by, game.last_event_at()).map(|it| it.periods)
            {
                prop_assert!(reading <= left);
                left = reading;
            }
        }
        let late = Time::from_millis(u64::MAX);
        if let Some(deadline) = game.deadline() {
            prop_assert!(!game.tick(late).is_empty());
            prop_assert!(game.tick(deadline).len() == 1);
        }
        for color in Color::ALL {
            prop_assert!(game.remaining(color, late) < Some(Span::from_millis(u64::MAX / 2)));
        }
    }
}

proptest! {
    // Each case tries all conceivable moves.
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Exactly the moves and claims that the views list are accepted.
    #[test]
    fn legal_moves_and_claims_are_exactly_those_accepted(
        options in options(),
        actions in random_actions(),
    ) {
        let game = play(options, 0, &actions).game;
        let at = game.last_event_at();
        let by = game.turn();
        // The deadline leaves time for a move that is delayed on its way; without
        // a delay, the flag has fallen when the clock shows zero.
        let fallen_flag = game.remaining(by, at).is_some_and(Span::is_zero);
        if fallen_flag || game.deadline().is_some_and(|deadline| deadline <= at) {
            return Ok(());
        }
        let position = game.position();
        let legal = game.legal_moves();
        for mv in position.legal_moves() {
            let uci = position.uci(mv);
            // Exactly the listed moves are accepted.
            let decided = game.decide(at, by, uci.into());
            prop_assert_eq!(decided.is_ok(), legal.contains(&mv), "{}", uci);
            for claim in [Claim::Threefold, Claim::FiftyMoves] {
                let promised = game.claims_with(Some(mv)).any(|it| it == claim);
                let drawn = is_drawn(&game, claim, Some(uci));
                prop_assert_eq!(drawn, promised, "{} {:?}", uci, claim);
            }
        }
        for claim in [Claim::Threefold, Claim::FiftyMoves] {
            let promised = game.claims().any(|it| it == claim);
            prop_assert_eq!(is_drawn(&game, claim, None), promised, "{:?}", claim);
        }
        for from in Square::ALL {
            for to in Square::ALL {
                let uci: UciMove = format!("{from}{to}").parse().unwrap();
                let is_legal = position.find(uci).is_ok_and(|mv| legal.contains(&mv));
                let decided = game.decide(at, by, uci.into());
                prop_assert_eq!(decided.is_ok(), is_legal, "{}", uci);
                prop_assert!(game.decide(at, !by, uci.into()).is_err());
            }
        }
    }
}

/// Reports whether this claim draws the game.
fn is_drawn(game: &Game, claim: Claim, intended: Option<UciMove>) -> bool {
    let action = Action::Claim { claim, intended };
    let decided = game.decide(game.last_event_at(), game.turn(), action);
    decided.is_ok_and(|events| {
        let [event] = &events[..] else { return false };
        matches!(event.fact, arbiter_game::Fact::Ended(_))
    })
}

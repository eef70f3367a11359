//! A game on up to three nodes with every possible failure: connections that drop,
//! messages that come late, twice or in the wrong order, a store that fails
//! before or after it has written, rooms that panic, nodes that crash at the
//! moment of a commit or stop in order, time that jumps. Between nodes is a bus that
//! loses, doubles, delays and reorders messages.
//!
//! The hosted game, the viewers and the outboxes are the server's own; the
//! network, the store, the clock and the main loop are simulated, all from
//! one seed. After every message the invariants are checked against what the store
//! has: see [`invariants`].
//!
//! `cargo xtask simulate --seeds 100000` tries more seeds than the test does.

mod client;
mod clock_ledger;
mod failures;
mod interruption_ledger;
mod invariants;
mod log;
mod node;
pub mod random_source;
mod world;

use arbiter_game::{Span, Time};
use arbiter_rules::Color;
use arbiter_server::{
    PlayerId,
    play::room::hosted_game::{CommandOutcome, HostedGame},
};
use arbiter_wire::{Action, Command, GameOptions};

use failures::{FailurePlan, Sabotage, StoreFailure};
use invariants::Violation;
use log::{Log, card};
use world::World;

/// The number of seeds that the test tries.
const SEEDS: u64 = 1_000;

/// Seeds in which the server or an invariant was once wrong:
///
/// - in four, the flag had fallen when an event was stored, and an outage then set the clock
///   back to a time before that event;
/// - in two, the end of a game in a dead position could not be stored, and the clock was set
///   back to the move that had led to the position;
/// - in one, a command without effect came again when the time was up.
const INSTRUCTIVE_SEEDS: [u64; 7] = [11_931, 40_706, 56_064, 61_950, 14_672, 25_935, 88_163];

#[test]
fn every_invariant_holds_whatever_fails() {
    let from = number("SIMULATE_FROM").unwrap_or(0);
    let seeds = number("SIMULATE_SEEDS").unwrap_or(SEEDS);
    let mut total = world::Tally::default();
    for seed in from..from + seeds {
        match run(seed, FailurePlan::AnyTime, Sabotage::None) {
            Ok(tally) => total += tally,
            Err(violation) => fail(seed, FailurePlan::AnyTime, &violation),
        }
    }
    println!("{seeds} seeds: {total}");
    if seeds >= SEEDS {
        total.assert_everything_happened();
    }
}

#[test]
fn every_invariant_holds_in_seeds_that_once_failed() {
    for seed in INSTRUCTIVE_SEEDS {
        if let Err(violation) = run(seed, FailurePlan::AnyTime, Sabotage::None) {
            fail(seed, FailurePlan::AnyTime, &violation);
        }
    }
}

#[test]
fn an_ending_that_is_found_late_does_not_set_the_clock_back() {
    let (white, black) = (PlayerId(1), PlayerId(2));
    let (began, found) = (Time::from_millis(1_000), Time::from_millis(500_000));
    let options = GameOptions {
        start: Some("6k1/8/6K1/8/8/8/8/Q7 w - - 0 1".to_owned()),
        ..GameOptions::default()
    };
    let log = Log::new(options, (Color::White, white), Sabotage::None);
    let mut game = HostedGame::load(log.load()).unwrap();
    let start = game.join(began, card(black), 7).unwrap();
    assert_eq!(start.time(), None);
    game.apply(*start);
    // The king must take the queen: the position is dead.
    let command = Command {
        id: "a1".to_owned(),
        ply: None,
        side: None,
        action: Action::Play {
            mv: "a1h8".to_owned(),
            offer_draw: false,
        },
    };
    let decided = game.decide(began, white, &command, Span::ZERO).unwrap();
    let CommandOutcome::Store(played) = decided else {
        panic!("{decided:?}");
    };
    assert_eq!(played.time(), Some(began));
    game.apply(*played);
    let ended = game.tick(found).unwrap();
    assert_eq!(
        ended.to_append(log.id).lines,
        ["1000 ended 1/2-1/2 dead_position"]
    );
    assert_eq!(ended.time(), Some(found));
}

#[test]
fn every_invariant_holds_after_a_crash_at_each_commit() {
    let calm = FailurePlan::at(u64::MAX, StoreFailure::None);
    let mut points = 0;
    for seed in 0..25 {
        let commits = run(seed, calm, Sabotage::None)
            .unwrap_or_else(|violation| fail(seed, calm, &violation))
            .commits;
        for commit in 0..commits {
            for failure in StoreFailure::ALL {
                let plan = FailurePlan::at(commit, failure);
                if let Err(violation) = run(seed, plan, Sabotage::None) {
                    fail(seed, plan, &violation);
                }
                points += 1;
            }
        }
    }
    println!("{points} failures, one at a time");
    assert!(points > 400, "only {points} failures");
}

/// A simulation that finds nothing proves nothing: every sabotage is detected,
/// most of them within a few seeds.
#[test]
fn a_sabotaged_server_is_detected() {
    for sabotage in Sabotage::ALL {
        let found = (0..400).find_map(|seed| run(seed, FailurePlan::AnyTime, sabotage).err());
        let Some(violation) = found else {
            panic!("{sabotage:?} was not detected");
        };
        println!("{sabotage:?}: {violation}");
    }
}

/// Clocks may stand still as they should, and a player may lose on time all the same.
#[test]
fn a_move_that_is_not_accepted_again_is_detected_by_one_invariant_only() {
    let run = |seed| run(seed, FailurePlan::AnyTime, Sabotage::RefusesMoveSentAgain);
    let violations: Vec<_> = (0..400).filter_map(|seed| run(seed).err()).collect();
    assert!(!violations.is_empty());
    for Violation(complaint) in violations {
        assert!(
            complaint.ends_with("moved in time and lost on time"),
            "{complaint}"
        );
    }
}

#[test]
fn the_same_seed_gives_the_same_simulation() {
    for seed in [3, 77] {
        let trace = || {
            let mut world = World::new(seed, FailurePlan::AnyTime, Sabotage::None).traced();
            world.run().unwrap();
            world.trace()
        };
        assert_eq!(trace(), trace());
    }
}

fn run(seed: u64, plan: FailurePlan, sabotage: Sabotage) -> Result<world::Tally, Violation> {
    World::new(seed, plan, sabotage).run()
}

/// Runs it once more, to print what happened.
fn fail(seed: u64, plan: FailurePlan, violation: &Violation) -> ! {
    let mut world = World::new(seed, plan, Sabotage::None).traced();
    let again = world.run();
    let story = world.trace();
    panic!(
        "seed {seed}, {plan:?}: {violation}\n(again: {again:?})\n{story}\n\
         run it again with: cargo xtask simulate --from {seed} --seeds 1"
    );
}

fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap())
}

//! Who can still win, asked in positions of games: at a glance, and for the
//! whole truth.
//!
//! Both sides must give the same answers: a glance may leave open whether a
//! side can win, but what cannot be won at a glance must be the same for us
//! and for the peer wherever both are sure.

use std::str::FromStr;

use arbiter_rules::{Color, Position};
use chasolver::Winnability;

use crate::{
    games::{Random, choose},
    race::Race,
};

/// How many games the positions are from, and every how many moves one is
/// asked about.
const GAMES: usize = 150;
const STRIDE: usize = 6;
const LONGEST: usize = 200;

pub fn races() -> Vec<Race> {
    let positions: &'static [Asked] = positions().leak();
    let settled = compare(positions);
    let asked = 2 * positions.len();
    eprintln!(
        "winnable-quick settles {settled} of {asked} questions ({:.1} %)",
        100.0 * settled as f64 / asked as f64
    );
    let quick = Race::new("winnable-quick", "questions", move || {
        count(positions, |asked| {
            Color::ALL.map(|color| asked.ours.can_win_quick(color)) != [Some(false); 2]
        })
    })
    .against("chasolver", move || {
        count(positions, |asked| {
            BOTH.map(|color| chasolver::is_unwinnable_fast(&asked.theirs, color)) != [true; 2]
        })
    });
    let whole = Race::new("winnable", "questions", move || {
        count(positions, |asked| {
            Color::ALL.map(|color| asked.ours.can_win(color)) != [None; 2]
        })
    })
    .against("chasolver", move || {
        count(positions, |asked| {
            BOTH.map(|color| chasolver::winnability(&asked.theirs, color).is_some()) != [false; 2]
        })
    });
    vec![quick, whole]
}

const BOTH: [chess::Color; 2] = [chess::Color::White, chess::Color::Black];

/// One position as we and as the peer know it.
struct Asked {
    ours: Position,
    theirs: chess::Board,
}

/// Asks in all positions, for both sides: two questions each, and all are
/// counted, whatever the answer.
fn count(positions: &[Asked], ask: impl Fn(&Asked) -> bool) -> u64 {
    for asked in positions {
        std::hint::black_box(ask(asked));
    }
    2 * positions.len() as u64
}

/// The differential test. Returns how many questions a glance settles.
///
/// # Panics
///
/// If an answer differs from the peer's.
fn compare(positions: &[Asked]) -> usize {
    let mut settled = 0;
    for asked in positions {
        for (color, theirs) in Color::ALL.into_iter().zip(BOTH) {
            let quick = asked.ours.can_win_quick(color);
            settled += usize::from(quick.is_some());
            let truth = match chasolver::winnability(&asked.theirs, theirs) {
                Some(Winnability::Winnable { .. }) => true,
                Some(Winnability::Unwinnable) => false,
                None => continue,
            };
            for found in [quick, asked.ours.can_win(color)] {
                assert_ne!(found, Some(!truth), "{color} in {}", asked.ours);
            }
        }
    }
    settled
}

fn positions() -> Vec<Asked> {
    let mut random = Random(0x243f_6a88_85a3_08d3);
    let mut positions = Vec::new();
    for _ in 0..GAMES {
        let mut position = Position::start();
        for ply in 0..LONGEST {
            let Some(mv) = choose(&position, &mut random) else {
                break;
            };
            position.play(mv);
            if ply % STRIDE == 0 {
                let theirs = chess::Board::from_str(&position.to_string());
                positions.push(Asked {
                    ours: position,
                    theirs: theirs.expect("a position of a game"),
                });
            }
        }
    }
    positions
}

//! Deciding which side can still win, in positions of games: by a quick test and
//! by a full search.
//!
//! Arbiter and the peer must agree wherever both are sure; the quick test may
//! leave the question open.

use std::str::FromStr;

use arbiter_rules::{Color, Position};
use chasolver::Winnability;

use crate::{
    games::{Random, choose},
    race::Race,
};

/// The number of games that the positions are taken from.
const GAMES: usize = 150;
/// The distance in half-moves between two positions of a game.
const STRIDE: usize = 6;
const MAX_PLIES: usize = 200;

pub fn races() -> Vec<Race> {
    let positions: &'static [PositionPair] = positions().leak();
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

/// A position in Arbiter's and in the peer's representation.
struct PositionPair {
    ours: Position,
    theirs: chess::Board,
}

/// Asks about both sides in all positions, and returns the number of questions.
fn count(positions: &[PositionPair], ask: impl Fn(&PositionPair) -> bool) -> u64 {
    for asked in positions {
        std::hint::black_box(ask(asked));
    }
    2 * positions.len() as u64
}

/// Compares all answers, and returns how many questions the quick test settles.
///
/// # Panics
///
/// If an answer differs from the peer's.
fn compare(positions: &[PositionPair]) -> usize {
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

fn positions() -> Vec<PositionPair> {
    let mut random = Random(0x243f_6a88_85a3_08d3);
    let mut positions = Vec::new();
    for _ in 0..GAMES {
        let mut position = Position::start();
        for ply in 0..MAX_PLIES {
            let Some(mv) = choose(&position, &mut random) else {
                break;
            };
            position.play(mv);
            if ply % STRIDE == 0 {
                let theirs = chess::Board::from_str(&position.to_string());
                positions.push(PositionPair {
                    ours: position.clone(),
                    theirs: theirs.expect("a position of a game"),
                });
            }
        }
    }
    positions
}

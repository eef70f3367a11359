//! The fingerprint of the search: fixed positions, a fixed depth, one thread,
//! and the number of positions it looks at. Whoever changes what the search
//! finds changes the number, and who does not does not.

use core::fmt;

use arbiter_rules::{Line, Position};

use crate::{Control, Engine, Limits, Settings};

/// How deep, if nobody says otherwise.
pub const DEPTH: u32 = 11;

/// What came of one position.
#[derive(Clone, Copy, Debug)]
pub struct Searched {
    /// Which it is, from 1.
    pub number: usize,
    /// The position.
    pub position: Position,
    /// How many positions were looked at.
    pub nodes: u64,
}

impl fmt::Display for Searched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Searched {
            number,
            position,
            nodes,
        } = self;
        let count = FENS.len();
        write!(f, "{number:>2}/{count} {nodes:>9}  {position}")
    }
}

/// Searches all positions, each by an engine that has seen nothing yet, and
/// counts. The control can stop it; then the number means nothing.
pub fn run(depth: u32, control: &dyn Control, mut tell: impl FnMut(&Searched)) -> u64 {
    let mut engine = Engine::new(Settings::default());
    let mut total = 0;
    for (index, fen) in FENS.iter().enumerate() {
        if control.is_over() {
            break;
        }
        let position: Position = fen.parse().expect("every FEN of the list is tested");
        engine.forget();
        let answer = engine.search(&Line::from(position), &Limits::depth(depth), control);
        total += answer.nodes;
        tell(&Searched {
            number: index + 1,
            position,
            nodes: answer.nodes,
        });
    }
    total
}

const FENS: [&str; 1] = ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"];

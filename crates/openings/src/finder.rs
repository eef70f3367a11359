use arbiter_rules::{PlayedLine, Position};

use crate::Opening;

/// Finds the opening of a game from its positions, given one after the other.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpeningFinder {
    found: Option<Opening>,
    /// How many more positions are looked up.
    plies_left: u8,
}

/// How many half-moves of a game are looked up. The longest line with a name has 36,
/// and a game may reach its position a little later.
const MAX_PLIES: u8 = 40;

impl OpeningFinder {
    /// Creates a finder for a game that begins with this position.
    #[must_use]
    pub fn new(start: &Position) -> OpeningFinder {
        let is_standard = *start == Position::start();
        OpeningFinder {
            found: None,
            plies_left: if is_standard { MAX_PLIES } else { 0 },
        }
    }

    /// Creates a finder for a game and adds the positions that it has reached.
    #[must_use]
    pub fn of(line: &PlayedLine) -> OpeningFinder {
        OpeningFinder::up_to(line, line.moves().len())
    }

    /// Creates a finder for a game and adds the positions up to this half-move.
    #[must_use]
    pub fn up_to(line: &PlayedLine, plies: usize) -> OpeningFinder {
        let mut finder = OpeningFinder::new(line.start());
        let positions = (1..=plies).map_while(|ply| line.position_at(ply));
        for position in positions {
            if finder.is_done() {
                break;
            }
            finder.add(position);
        }
        finder
    }

    /// Adds the position after the next move.
    pub fn add(&mut self, position: &Position) {
        if self.is_done() {
            return;
        }
        self.plies_left -= 1;
        self.found = Opening::at(position).or(self.found);
    }

    /// Reports whether further positions change nothing.
    #[must_use]
    pub const fn is_done(&self) -> bool {
        self.plies_left == 0
    }

    /// Returns the opening of the positions so far.
    #[must_use]
    pub const fn found(&self) -> Option<Opening> {
        self.found
    }
}

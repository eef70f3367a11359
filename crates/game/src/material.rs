use alloc::vec::Vec;

use arbiter_rules::{ByColor, Color, Line, Role};

/// What was taken in a game, and who is ahead (R13).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Material {
    /// What this side has taken, the most valuable first.
    pub captured: ByColor<Vec<Role>>,
    /// The value of White's pieces on the board less that of Black's.
    pub balance: i32,
}

impl Material {
    /// The material of a game.
    #[must_use]
    pub fn of(line: &Line) -> Material {
        let mut captured = ByColor::<Vec<Role>>::default();
        for (before, mv) in line.moves() {
            if let Some((_, piece)) = before.captured(mv) {
                captured[before.turn()].push(piece.role);
            }
        }
        for color in Color::ALL {
            captured[color].sort_unstable_by(|a, b| b.cmp(a));
        }
        let board = line.position().board();
        let balance = board.iter().fold(0, |balance, (_, piece)| {
            let value = piece.role.value().unwrap_or(0).cast_signed();
            match piece.color {
                Color::White => balance + value,
                Color::Black => balance - value,
            }
        });
        Material { captured, balance }
    }
}

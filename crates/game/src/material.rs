use alloc::vec::Vec;

use arbiter_rules::{ByColor, Color, PlayedLine, Role};

/// The captured pieces and the material balance of a game (R13).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Material {
    /// The pieces that each side has captured, the most valuable first.
    pub captured: ByColor<Vec<Role>>,
    /// The value of White's pieces minus the value of Black's, counting the
    /// pieces on the board and, in Saktris, those still to come.
    pub balance: i32,
}

impl Material {
    /// Returns the material of a game.
    #[must_use]
    pub fn of(line: &PlayedLine) -> Material {
        let mut captured = ByColor::<Vec<Role>>::default();
        for (before, mv) in line.moves() {
            if let Some((_, piece)) = before.captured(mv) {
                captured[before.turn()].push(piece.role);
            }
        }
        for color in Color::ALL {
            captured[color].sort_unstable_by(|a, b| b.cmp(a));
        }
        let position = line.position();
        let worth = |color: Color| -> i32 {
            let coming = position
                .saktris_state()
                .map(|saktris| saktris.to_come(color));
            let worth = Role::ALL.into_iter().map(|role| {
                let here = position.board().pieces(color, role).count();
                let to_come = coming.map_or(0, |order| order.count(role) as u32);
                (here + to_come) * role.value().unwrap_or(0)
            });
            worth.sum::<u32>().cast_signed()
        };
        let balance = worth(Color::White) - worth(Color::Black);
        Material { captured, balance }
    }
}

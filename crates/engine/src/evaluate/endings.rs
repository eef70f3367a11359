//! Knowledge of endings with few pieces: which are won and how to make progress,
//! and which are drawn whatever the material.

mod both_sides;
mod geometry;
mod kpk;
mod lone_king;
mod scaling;

use arbiter_rules::{Board, ByColor, Color, Position, Role, Square};

pub(crate) use kpk::prepare;

/// What is known about an ending.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EndingKnowledge {
    /// The value for the side to move; no other term counts.
    Score(i32),
    /// The factor by which a lead of each side is scaled, in 64ths.
    Scale(ByColor<i32>),
}

impl EndingKnowledge {
    /// Applies the knowledge to an evaluation for the side to move.
    pub(crate) fn apply(self, turn: Color, evaluation: i32) -> i32 {
        match self {
            EndingKnowledge::Score(score) => score,
            EndingKnowledge::Scale(scale) => {
                let leader = if evaluation > 0 { turn } else { !turn };
                evaluation * scale[leader] / FULL
            }
        }
    }
}

/// The scales of a lead that cannot win, and of one that counts in full.
const NONE: i32 = 0;
const FULL: i32 = 64;

/// Returns what is known about a position. For most positions that is nothing, at
/// the cost of counting the pieces.
#[inline]
pub(crate) fn knowledge(position: &Position) -> Option<EndingKnowledge> {
    let board = position.board();
    let pieces = board.occupied() - board.by_role(Role::Pawn);
    if pieces.count() > MAX_PIECES {
        return None;
    }
    known_ending(position)
}

/// The maximum number of pieces in a known ending, with kings and without pawns.
const MAX_PIECES: u32 = 6;

#[inline(always)]
fn known_ending(position: &Position) -> Option<EndingKnowledge> {
    let board = position.board();
    let sides = ByColor::new_with(|color| Side::of(board, color));
    for strong in Color::ALL {
        let ending = Ending {
            board,
            turn: position.turn(),
            strong: &sides[strong],
            weak: &sides[!strong],
        };
        let score = match ending.weak.count() {
            0 => lone_king::score(&ending),
            _ => both_sides::score(&ending),
        };
        if let Some(score) = score {
            let for_mover = if strong == position.turn() {
                score
            } else {
                -score
            };
            return Some(EndingKnowledge::Score(for_mover));
        }
    }
    let scale = ByColor::new_with(|color| {
        scaling::scale(&Ending {
            board,
            turn: position.turn(),
            strong: &sides[color],
            weak: &sides[!color],
        })
    });
    let is_limited = Color::ALL.iter().any(|&color| scale[color] < FULL);
    is_limited.then_some(EndingKnowledge::Scale(scale))
}

/// A position from the point of view of the side that tries to win.
struct Ending<'p> {
    board: &'p Board,
    turn: Color,
    strong: &'p Side,
    weak: &'p Side,
}

impl Ending<'_> {
    /// Returns 1 if the defending side is to move, otherwise 0.
    fn tempo_of_weak(&self) -> u32 {
        u32::from(self.turn == self.weak.color)
    }
}

/// The material of one side.
struct Side {
    color: Color,
    king: Square,
    pawns: u32,
    knights: u32,
    bishops: u32,
    rooks: u32,
    queens: u32,
}

impl Side {
    #[inline(always)]
    fn of(board: &Board, color: Color) -> Side {
        let count = |role| board.pieces(color, role).count();
        Side {
            color,
            // Every playable position has both kings.
            king: board.king(color).unwrap_or(Square::A1),
            pawns: count(Role::Pawn),
            knights: count(Role::Knight),
            bishops: count(Role::Bishop),
            rooks: count(Role::Rook),
            queens: count(Role::Queen),
        }
    }

    /// Returns the number of all pieces except the king.
    fn count(&self) -> u32 {
        self.pawns + self.pieces()
    }

    /// Returns the number of pieces except king and pawns.
    fn pieces(&self) -> u32 {
        self.minors() + self.rooks + self.queens
    }

    fn minors(&self) -> u32 {
        self.knights + self.bishops
    }

    /// Returns the value of the pieces in pawns.
    fn piece_value(&self) -> i32 {
        (3 * self.minors() + 5 * self.rooks + 9 * self.queens) as i32
    }

    /// Reports whether the side has exactly these pieces, apart from king and
    /// pawns.
    fn has(&self, [knights, bishops, rooks, queens]: [u32; 4]) -> bool {
        self.knights == knights
            && self.bishops == bishops
            && self.rooks == rooks
            && self.queens == queens
    }

    fn is_rook_alone(&self) -> bool {
        self.has([0, 0, 1, 0])
    }
}

#[cfg(test)]
mod tests;

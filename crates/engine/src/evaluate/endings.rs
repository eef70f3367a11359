//! What is known about endings with few pieces: which are won, and how to get
//! on with it; which are drawn, whatever the material says.

mod duel;
mod limit;
mod lone_king;
mod pawn;
mod place;

use arbiter_rules::{Board, ByColor, Color, Position, Role, Square};

pub(crate) use pawn::prepare;

/// What is known about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// This is how good it is for the side to move: nothing else counts.
    Score(i32),
    /// So many sixty-fourths of a lead of either side count.
    Scale(ByColor<i32>),
}

impl Verdict {
    /// What is left of a judgement for the side to move.
    pub(crate) fn of(self, turn: Color, judgement: i32) -> i32 {
        match self {
            Verdict::Score(score) => score,
            Verdict::Scale(scale) => {
                let leader = if judgement > 0 { turn } else { !turn };
                judgement * scale[leader] / FULL
            }
        }
    }
}

/// A side without hope of winning, and one whose lead counts in full.
const NONE: i32 = 0;
const FULL: i32 = 64;

/// What is known about the position; nothing in most of them, and then at the
/// cost of counting the pieces.
#[inline]
pub(crate) fn verdict(position: &Position) -> Option<Verdict> {
    let board = position.board();
    let pieces = board.occupied() - board.by_role(Role::Pawn);
    if pieces.count() > MAX_PIECES {
        return None;
    }
    judge(position)
}

/// The kings included, the pawns not.
const MAX_PIECES: u32 = 6;

#[inline(always)]
fn judge(position: &Position) -> Option<Verdict> {
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
            _ => duel::score(&ending),
        };
        if let Some(score) = score {
            let for_mover = if strong == position.turn() {
                score
            } else {
                -score
            };
            return Some(Verdict::Score(for_mover));
        }
    }
    let scale = ByColor::new_with(|color| {
        limit::scale(&Ending {
            board,
            turn: position.turn(),
            strong: &sides[color],
            weak: &sides[!color],
        })
    });
    let is_limited = Color::ALL.iter().any(|&color| scale[color] < FULL);
    is_limited.then_some(Verdict::Scale(scale))
}

/// A position seen by one who tries to win it.
struct Ending<'p> {
    board: &'p Board,
    turn: Color,
    strong: &'p Side,
    weak: &'p Side,
}

impl Ending<'_> {
    /// One if it is the turn of the side that defends.
    fn tempo_of_weak(&self) -> u32 {
        u32::from(self.turn == self.weak.color)
    }
}

/// What one side has.
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
            // Both sides have a king in a position that can be played.
            king: board.king(color).unwrap_or(Square::A1),
            pawns: count(Role::Pawn),
            knights: count(Role::Knight),
            bishops: count(Role::Bishop),
            rooks: count(Role::Rook),
            queens: count(Role::Queen),
        }
    }

    /// All but the king.
    fn count(&self) -> u32 {
        self.pawns + self.pieces()
    }

    /// Neither pawns nor the king.
    fn pieces(&self) -> u32 {
        self.minors() + self.rooks + self.queens
    }

    fn minors(&self) -> u32 {
        self.knights + self.bishops
    }

    /// What the pieces are worth, in pawns.
    fn worth(&self) -> i32 {
        (3 * self.minors() + 5 * self.rooks + 9 * self.queens) as i32
    }

    /// Whether it has these pieces besides the king, and any number of pawns.
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

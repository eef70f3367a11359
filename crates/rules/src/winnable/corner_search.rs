use super::{material, work_budget::WorkBudget};
use crate::{Color, File, Move, Position, Rank, Role, Square};

/// The length of the longest helpmate that is searched for.
const MAX_HELPMATE_PLIES: usize = 100;

/// The work units of looking at a position, of looking at one of its moves, and
/// of making a move.
const POSITION_UNITS: u64 = 8;
const MOVE_UNITS: u64 = 1;
const MAKE_MOVE_UNITS: u64 = 4;

/// A depth-first search for a helpmate in a corner: one line of moves that make
/// progress, with few deviations from it.
///
/// That is enough for most positions from games. The winner pushes pawns,
/// captures what it can and brings up its king while the loser's king walks into
/// a corner, and sooner or later some move happens to mate.
pub(super) struct CornerSearch<'a> {
    winner: Color,
    budget: &'a WorkBudget,
    /// The corner to which the loser's king goes.
    corner: Square,
    /// The square diagonally next to the corner, to which the winner's king goes.
    beside: Square,
}

impl CornerSearch<'_> {
    /// Reports whether a mate is found in one of the four corners, each of which
    /// gets a quarter of the budget. `false` proves nothing.
    pub(super) fn finds_mate(position: &Position, winner: Color, budget: &WorkBudget) -> bool {
        let units = budget.left() / 4;
        let ranks = [(Rank::Eighth, Rank::Seventh), (Rank::First, Rank::Second)];
        let files = [(File::H, File::G), (File::A, File::B)];
        ranks.into_iter().any(|(edge, before)| {
            files.into_iter().any(|(side, beside)| {
                budget.within(units, |budget| {
                    let search = CornerSearch {
                        winner,
                        budget,
                        corner: Square::new(side, winner.rank(edge)),
                        beside: Square::new(beside, winner.rank(before)),
                    };
                    search.run(position)
                })
            })
        })
    }

    fn run(&self, position: &Position) -> bool {
        let detours = DetourBudget {
            moves: 1,
            is_free: false,
        };
        self.descend(position, detours, 0)
    }

    fn descend(&self, position: &Position, detours: DetourBudget, ply: usize) -> bool {
        if ply == MAX_HELPMATE_PLIES || material::cannot_mate(position.board(), self.winner) {
            return false;
        }
        let mut has_move = false;
        for makes_progress in [true, false] {
            let Some(detours) = detours.after(makes_progress) else {
                break;
            };
            self.budget.take(POSITION_UNITS);
            for mv in position.legal_moves() {
                has_move = true;
                if !self.budget.take(MOVE_UNITS) {
                    return false;
                }
                if self.is_progress(position, mv) != makes_progress {
                    continue;
                }
                self.budget.take(MAKE_MOVE_UNITS);
                if self.descend(&position.after(mv), detours, ply + 1) {
                    return true;
                }
            }
        }
        !has_move && position.turn() != self.winner && position.is_check()
    }

    fn is_progress(&self, position: &Position, mv: Move) -> bool {
        let approaches = |target| mv.to().distance(target) < mv.from().distance(target);
        match mv.role() {
            Role::King if position.turn() != self.winner => approaches(self.corner),
            _ if position.turn() != self.winner => false,
            Role::Pawn => true,
            Role::King if approaches(self.beside) => true,
            _ => position.captured(mv).is_some(),
        }
    }
}

/// How many moves without progress a line may still contain.
#[derive(Clone, Copy)]
struct DetourBudget {
    moves: u32,
    /// Whether the next such move is free: it answers a move that made progress.
    is_free: bool,
}

impl DetourBudget {
    /// Returns the budget after a move, or `None` if the line may not contain it.
    fn after(self, is_progress: bool) -> Option<DetourBudget> {
        let cost = u32::from(!is_progress && !self.is_free);
        Some(DetourBudget {
            moves: self.moves.checked_sub(cost)?,
            is_free: is_progress,
        })
    }
}

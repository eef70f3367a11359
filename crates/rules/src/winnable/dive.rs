use super::material;
use crate::{Color, File, Move, Position, Rank, Role, Square};

/// No helpmate is looked for that takes longer.
const MAX_PLIES: usize = 100;

/// A first, hasty look for a helpmate: down one line of moves that seem good,
/// and a little to its sides.
///
/// In positions from games that is all it takes. The winner pushes pawns, takes
/// what he can and brings his king, while the loser's king walks into a
/// corner; some mate soon turns up by itself.
pub(super) struct Dive {
    winner: Color,
    nodes: usize,
    /// Where the loser's king goes, and where the winner's.
    corner: Square,
    beside: Square,
}

impl Dive {
    /// Whether a mate turns up on the way to one of the corners, with so many
    /// positions for each. If not, nothing is known.
    pub(super) fn finds_mate(position: &Position, winner: Color, nodes: usize) -> bool {
        let ranks = [(Rank::Eighth, Rank::Seventh), (Rank::First, Rank::Second)];
        let files = [(File::H, File::G), (File::A, File::B)];
        ranks.into_iter().any(|(edge, before)| {
            files.into_iter().any(|(side, beside)| {
                let dive = Dive {
                    winner,
                    nodes,
                    corner: Square::new(side, winner.rank(edge)),
                    beside: Square::new(beside, winner.rank(before)),
                };
                dive.run(position)
            })
        })
    }

    fn run(mut self, position: &Position) -> bool {
        self.descend(
            position,
            Slack {
                moves: 1,
                is_free: false,
            },
            0,
        )
    }

    fn descend(&mut self, position: &Position, slack: Slack, ply: usize) -> bool {
        if ply == MAX_PLIES || material::cannot_mate(position.board(), self.winner) {
            return false;
        }
        let mut has_move = false;
        for good in [true, false] {
            let Some(slack) = slack.after(good) else {
                break;
            };
            for mv in position.legal_moves() {
                has_move = true;
                if self.is_progress(position, mv) != good {
                    continue;
                }
                if self.nodes == 0 {
                    return false;
                }
                self.nodes -= 1;
                if self.descend(&position.after(mv), slack, ply + 1) {
                    return true;
                }
            }
        }
        !has_move && position.turn() != self.winner && position.is_check()
    }

    fn is_progress(&self, position: &Position, mv: Move) -> bool {
        let nears = |target| mv.to().distance(target) < mv.from().distance(target);
        match mv.role() {
            Role::King if position.turn() != self.winner => nears(self.corner),
            _ if position.turn() != self.winner => false,
            Role::Pawn => true,
            Role::King if nears(self.beside) => true,
            _ => position.captured(mv).is_some(),
        }
    }
}

/// How many moves without progress a line may still have. One that answers
/// progress is free.
#[derive(Clone, Copy)]
struct Slack {
    moves: u32,
    is_free: bool,
}

impl Slack {
    fn after(self, is_progress: bool) -> Option<Slack> {
        let cost = u32::from(!is_progress && !self.is_free);
        Some(Slack {
            moves: self.moves.checked_sub(cost)?,
            is_free: is_progress,
        })
    }
}

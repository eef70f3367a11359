use std::sync::Arc;

use arbiter_rules::{Board, Color, Position};

use super::{
    endings::{self, EndingKnowledge},
    saktris,
};
use crate::{
    network::{Network, NetworkEvaluator},
    score::MAX_EVALUATION,
};

/// Evaluates positions. Each thread has its own.
///
/// ```
/// use arbiter_engine::Evaluator;
/// use arbiter_rules::Position;
///
/// let queen_up: Position = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".parse()?;
/// assert!(Evaluator::default().evaluate(&queen_up) > 500);
/// # Ok::<(), arbiter_rules::FenError>(())
/// ```
pub struct Evaluator {
    network: NetworkEvaluator,
}

/// Evaluates with the network that is part of the program.
impl Default for Evaluator {
    fn default() -> Evaluator {
        Evaluator::new(Network::embedded())
    }
}

impl Evaluator {
    /// Creates an evaluator that uses a network.
    #[must_use]
    pub fn new(network: Arc<Network>) -> Evaluator {
        Evaluator {
            network: NetworkEvaluator::new(network),
        }
    }

    /// Returns the value of the position for the side to move, in centipawns.
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        self.evaluate_at(0, position)
    }

    /// Like [`evaluate`](Evaluator::evaluate), but faster if successive positions are
    /// neighbors in a search tree: the network usually updates what it computed one ply
    /// above.
    #[inline]
    pub(crate) fn evaluate_at(&mut self, ply: usize, position: &Position) -> i32 {
        if let Some(state) = position.saktris_state() {
            return saktris::evaluate(position, state);
        }
        let knowledge = endings::knowledge(position);
        if let Some(EndingKnowledge::Score(score)) = knowledge {
            return score;
        }
        let (board, turn) = (position.board(), position.turn());
        let value = self.network.evaluate(board, turn, ply);
        let value = match knowledge {
            Some(knowledge) => knowledge.apply(turn, value),
            None => value,
        };
        // The value shrinks as the fifty-move rule approaches.
        let progress = 220 - i32::from(position.halfmoves()).min(100);
        (value * progress / 220).clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }

    /// Returns what the network says about a board, which need not be playable, for the
    /// side to move.
    pub(super) fn network_value(&mut self, board: &Board, turn: Color) -> i32 {
        self.network.evaluate(board, turn, 0)
    }
}

/// Reports whether an ending is known so well that the network is not asked.
pub(super) fn is_known_ending(position: &Position) -> bool {
    matches!(
        endings::knowledge(position),
        Some(EndingKnowledge::Score(_))
    )
}

/// Initializes tables that would otherwise be computed during the first search.
pub(crate) fn prepare() {
    endings::prepare();
}

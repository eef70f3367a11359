use core::fmt;
use std::time::Instant;

use arbiter_rules::{Move, PlayedLine, Refusal, UciMove};

/// The answer of an engine to `go`. Its move may be illegal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BestMove {
    /// The move; none if the line contains none.
    pub mv: Option<UciMove>,
    /// The reply that the engine expects.
    pub ponder: Option<UciMove>,
    /// The line that the engine sent.
    pub line: String,
    /// When the line arrived.
    pub received_at: Instant,
}

impl BestMove {
    /// Finds the corresponding legal move at the end of the line.
    ///
    /// # Errors
    ///
    /// If the answer contains no move, or an illegal one.
    pub fn find(&self, line: &PlayedLine) -> Result<Move, BestMoveError> {
        // A pass is a move only in Saktris.
        let may_pass = line.position().saktris_state().is_some();
        let is_move = |mv: &UciMove| may_pass || *mv != UciMove::Pass;
        let Some(mv) = self.mv.filter(is_move) else {
            return Err(BestMoveError::NoMove(self.line.clone()));
        };
        line.find(mv).map_err(|refusal| BestMoveError::Illegal {
            mv,
            refusal: Box::new(refusal),
        })
    }
}

/// Why the answer of an engine cannot be played.
#[derive(Clone, PartialEq, Debug)]
pub enum BestMoveError {
    /// The line contains no move.
    NoMove(String),
    /// The move is illegal.
    Illegal {
        /// The move.
        mv: UciMove,
        /// Why it is illegal.
        refusal: Box<Refusal>,
    },
}

impl fmt::Display for BestMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BestMoveError::NoMove(said) => write!(f, "no move in {said:?}"),
            BestMoveError::Illegal { mv, refusal } => write!(f, "illegal move {mv}: {refusal}"),
        }
    }
}

impl core::error::Error for BestMoveError {}

use core::fmt;
use std::time::Instant;

use arbiter_rules::{Move, PlayedLine, Refusal, UciMove};

/// The move that an engine wants to play: not yet proved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BestMove {
    /// The move; none if it has said none.
    pub wish: Option<UciMove>,
    /// The reply that it expects, if it says so.
    pub ponder: Option<UciMove>,
    /// The line that it said.
    pub said: String,
    /// When it arrived.
    pub at: Instant,
}

impl BestMove {
    /// The legal move that is meant, where the line ends.
    ///
    /// # Errors
    ///
    /// If there is no move in the answer, or none that is legal.
    pub fn find(&self, line: &PlayedLine) -> Result<Move, AnswerError> {
        // Only in Saktris somebody may have to pass; elsewhere it is no move.
        let may_pass = line.position().to_come().is_some();
        let is_move = |wish: &UciMove| may_pass || *wish != UciMove::Pass;
        let Some(wish) = self.wish.filter(is_move) else {
            return Err(AnswerError::NoMove(self.said.clone()));
        };
        line.find(wish).map_err(|refusal| AnswerError::Illegal {
            mv: wish,
            refusal: Box::new(refusal),
        })
    }
}

/// Why an engine's answer cannot be played.
#[derive(Clone, PartialEq, Debug)]
pub enum AnswerError {
    /// There is no move in what it said.
    NoMove(String),
    /// Its move is not legal.
    Illegal {
        /// The move.
        mv: UciMove,
        /// The law against it.
        refusal: Box<Refusal>,
    },
}

impl fmt::Display for AnswerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnswerError::NoMove(said) => write!(f, "no move in {said:?}"),
            AnswerError::Illegal { mv, refusal } => write!(f, "illegal move {mv}: {refusal}"),
        }
    }
}

impl core::error::Error for AnswerError {}

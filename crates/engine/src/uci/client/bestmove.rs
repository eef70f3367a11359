use core::fmt;
use std::time::Instant;

use arbiter_rules::{Line, Move, ParseUciError, Refusal, UciMove};

/// The move that an engine wants to play, as it wrote it: not yet proved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BestMove {
    /// The move.
    pub text: String,
    /// The reply that it expects, if it says so.
    pub ponder: Option<String>,
    /// When it arrived.
    pub at: Instant,
}

impl BestMove {
    /// Reads `bestmove e2e4 ponder e7e5`.
    pub(super) fn read(line: &str, at: Instant) -> Option<BestMove> {
        let mut words = line.split_whitespace();
        if words.next() != Some("bestmove") {
            return None;
        }
        let text = words.next().unwrap_or_default().to_owned();
        let ponder = match words.next() {
            Some("ponder") => words.next().map(str::to_owned),
            _ => None,
        };
        Some(BestMove { text, ponder, at })
    }

    /// The legal move that is meant, where the line ends.
    ///
    /// # Errors
    ///
    /// If there is no move in the answer, or none that is legal.
    pub fn find(&self, line: &Line) -> Result<Move, AnswerError> {
        find(&self.text, line)
    }

    /// The legal reply that is expected after the line with the move itself.
    ///
    /// # Errors
    ///
    /// If none is expected, or none that is legal.
    pub fn find_ponder(&self, after: &Line) -> Result<Move, AnswerError> {
        find(self.ponder.as_deref().unwrap_or_default(), after)
    }
}

fn find(text: &str, line: &Line) -> Result<Move, AnswerError> {
    if matches!(text, "" | "(none)" | "none" | "NULL" | "0000") {
        return Err(AnswerError::NoMove);
    }
    // Some engines promote to a capital letter.
    let wish: UciMove = match text.to_ascii_lowercase().parse() {
        Ok(wish) => wish,
        Err(error) => {
            let text = text.to_owned();
            return Err(AnswerError::NotAMove { text, error });
        }
    };
    line.find(wish).map_err(|refusal| AnswerError::Illegal {
        mv: wish,
        refusal: Box::new(refusal),
    })
}

/// Why an engine's answer cannot be played.
#[derive(Clone, PartialEq, Debug)]
pub enum AnswerError {
    /// It has no move, or says so.
    NoMove,
    /// It is not the text of a move.
    NotAMove {
        /// The answer.
        text: String,
        /// What is wrong with it.
        error: ParseUciError,
    },
    /// It is not legal.
    Illegal {
        /// The answer.
        mv: UciMove,
        /// The law against it.
        refusal: Box<Refusal>,
    },
}

impl fmt::Display for AnswerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnswerError::NoMove => f.write_str("no move"),
            AnswerError::NotAMove { text, error } => write!(f, "{text:?} is no move: {error}"),
            AnswerError::Illegal { mv, refusal } => write!(f, "illegal move {mv}: {refusal}"),
        }
    }
}

impl core::error::Error for AnswerError {}

use arbiter_rules::{Outcome, Position, Role};
use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

use super::{InvalidInput, position, state};
use crate::Color;

/// The legal moves of a position.
#[derive(Clone, Debug, Serialize, ToSchema, TS)]
pub struct Moves {
    /// The position as it was understood.
    pub fen: String,
    /// Whose turn it is.
    pub turn: Color,
    /// `active`, `check`, `checkmate`, `stalemate` or `draw`.
    pub status: &'static str,
    /// The moves.
    pub moves: Vec<WrittenMove>,
    /// The position itself.
    #[serde(skip)]
    #[ts(skip)]
    pub position: Position,
    /// How it ended, if it did.
    #[serde(skip)]
    #[ts(skip)]
    pub outcome: Option<Outcome>,
}

/// One move in both notations.
#[derive(Clone, Debug, Serialize, ToSchema, TS)]
pub struct WrittenMove {
    /// In the notation of programs.
    pub uci: String,
    /// In that of people.
    pub san: String,
    /// What moves.
    #[serde(skip)]
    #[ts(skip)]
    pub role: Role,
}

impl Moves {
    /// The moves of this position.
    ///
    /// # Errors
    ///
    /// Why it is none.
    pub fn of(fen: &str) -> Result<Moves, InvalidInput> {
        let position = position(fen)?;
        let outcome = position.outcome();
        let moves = position.legal_moves().map(|mv| WrittenMove {
            uci: position.uci(mv).to_string(),
            san: position.san(mv).to_string(),
            role: mv.role(),
        });
        Ok(Moves {
            fen: position.to_string(),
            turn: position.turn().into(),
            status: state(&position, outcome),
            moves: moves.collect(),
            position,
            outcome,
        })
    }
}

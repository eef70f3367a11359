use arbiter_rules::{Outcome, Position, Role};
use serde::Serialize;

use super::{InvalidInput, position, state};
use crate::Color;

/// The legal moves of a position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Moves {
    /// The position in FEN as it was understood.
    pub fen: String,
    /// The side to move.
    pub turn: Color,
    /// The status: `active`, `check`, `checkmate`, `stalemate` or `draw`.
    pub status: &'static str,
    /// The legal moves.
    pub moves: Vec<WrittenMove>,
    /// The position itself.
    #[serde(skip)]
    #[cfg_attr(feature = "descriptions", ts(skip))]
    pub position: Position,
    /// The outcome, if the game is over.
    #[serde(skip)]
    #[cfg_attr(feature = "descriptions", ts(skip))]
    pub outcome: Option<Outcome>,
}

/// A move in both notations.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct WrittenMove {
    /// The move in UCI notation.
    pub uci: String,
    /// The move in standard notation.
    pub san: String,
    /// The kind of piece that moves.
    #[serde(skip)]
    #[cfg_attr(feature = "descriptions", ts(skip))]
    pub role: Role,
}

impl Moves {
    /// Lists the legal moves of a position.
    ///
    /// # Errors
    ///
    /// Returns an error if the position is invalid.
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

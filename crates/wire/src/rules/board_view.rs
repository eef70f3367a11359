use arbiter_rules::{Outcome, Role};
use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

use super::{InvalidInput, RefusedMove, read_line, state};
use crate::{Choices, Cleared, Color, LegalMoves, Placements, Saktris, state::is_not};

/// A position as a board shows it, after moves if there were any: all that is
/// needed to let somebody play on.
#[derive(Clone, Debug, Serialize, ToSchema, TS)]
pub struct BoardView {
    /// The position at the end.
    pub fen: String,
    /// Whose turn it is there.
    pub turn: Color,
    /// `active`, `check`, `checkmate`, `stalemate` or `draw`.
    pub status: &'static str,
    /// How the game ended; null while it goes on.
    pub reason: Option<&'static str>,
    /// `1-0`, `1/2-1/2` or `0-1`; null while it goes on.
    pub result: Option<&'static str>,
    /// The draws that can be claimed: `threefold`, `fifty_moves`.
    pub claims: Vec<&'static str>,
    /// The square of the king in check.
    pub check: Option<String>,
    /// What may be played, as in the state of a game. The board may be played
    /// on after a draw.
    #[ts(as = "std::collections::BTreeMap<String, Vec<String>>")]
    pub legal: LegalMoves,
    /// What is to come, in Saktris.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub saktris: Option<Saktris>,
    /// Which piece may be placed where (Saktris).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(
        optional,
        as = "Option<std::collections::BTreeMap<String, Vec<String>>>"
    )]
    pub places: Option<Placements>,
    /// Whether the side to move can only pass (Saktris).
    #[serde(skip_serializing_if = "is_not")]
    #[ts(as = "Option<bool>", optional)]
    pub pass: bool,
    /// The moves that were played.
    pub moves: Vec<PlayedStep>,
    /// The move that was refused; null if none was.
    pub refusal: Option<RefusedMove>,
}

/// A move, and where it led.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema, TS)]
pub struct PlayedStep {
    /// In the notation of programs.
    pub uci: String,
    /// In that of people.
    pub san: String,
    /// The position after it.
    pub fen: String,
    /// What left the board with it (Saktris).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub cleared: Option<Cleared>,
}

impl BoardView {
    /// How it looks after these moves, which may be numbered, from this
    /// position. The first move that is refused ends it.
    ///
    /// # Errors
    ///
    /// Why the position is none. A move that is refused is an answer.
    pub fn of(fen: &str, moves: &str) -> Result<BoardView, InvalidInput> {
        let (line, refusal) = read_line(fen, moves)?;
        let outcome = line.outcome();
        let position = line.position();
        let choices = Choices::of_position(position);
        let check = position.is_check().then(|| position.turn());
        Ok(BoardView {
            fen: position.to_string(),
            turn: position.turn().into(),
            status: state(position, outcome),
            reason: outcome.map(|outcome| outcome.reason.code()),
            result: outcome.map(Outcome::result),
            claims: line.claims().map(|claim| claim.reason().code()).collect(),
            check: check
                .and_then(|turn| position.board().pieces(turn, Role::King).first())
                .map(|king| king.to_string()),
            legal: choices.legal,
            saktris: Saktris::of_position(position),
            places: choices.places,
            pass: choices.pass,
            moves: line
                .moves()
                .map(|(before, mv)| PlayedStep {
                    uci: before.uci(mv).to_string(),
                    san: before.san(mv).to_string(),
                    fen: before.after(mv).to_string(),
                    cleared: Cleared::of(before, mv),
                })
                .collect(),
            refusal,
        })
    }
}

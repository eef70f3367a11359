use arbiter_openings::Opening;
use arbiter_rules::{Outcome, Role};
use serde::Serialize;

use super::{InvalidInput, RefusedMove, read_line, state};
use crate::{
    Choices, Cleared, Color, LegalMoves, OpeningView, Placements, Saktris, json::is_false,
};

/// A position after a series of moves, with everything that a board needs to let
/// the user play on.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct BoardView {
    /// The position after the moves in FEN.
    pub fen: String,
    /// The side to move.
    pub turn: Color,
    /// The status: `active`, `check`, `checkmate`, `stalemate` or `draw`.
    pub status: &'static str,
    /// The code of the reason why the game ended. Null while it continues.
    pub reason: Option<&'static str>,
    /// The result: `1-0`, `1/2-1/2` or `0-1`. Null while the game continues.
    pub result: Option<&'static str>,
    /// The draws that can be claimed: `threefold`, `fifty_moves`.
    pub claims: Vec<&'static str>,
    /// The square of the king that is in check.
    pub check: Option<String>,
    /// The legal moves, as in the state of a game. They are also given after a
    /// draw.
    #[cfg_attr(
        feature = "descriptions",
        ts(as = "std::collections::BTreeMap<String, Vec<String>>")
    )]
    pub legal: LegalMoves,
    /// The arriving pieces in Saktris.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "descriptions", ts(optional))]
    pub saktris: Option<Saktris>,
    /// The squares on which each waiting piece may be placed (Saktris).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(
        feature = "descriptions",
        ts(
            optional,
            as = "Option<std::collections::BTreeMap<String, Vec<String>>>"
        )
    )]
    pub places: Option<Placements>,
    /// Whether the side to move can only pass (Saktris).
    #[serde(skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "descriptions", ts(as = "Option<bool>", optional))]
    pub pass: bool,
    /// The moves that were played.
    pub moves: Vec<PlayedStep>,
    /// The move that was refused. Null if there is none.
    pub refusal: Option<RefusedMove>,
}

/// A move and the position after it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct PlayedStep {
    /// The move in UCI notation.
    pub uci: String,
    /// The move in standard notation.
    pub san: String,
    /// The position after the move in FEN.
    pub fen: String,
    /// The opening with the name of this position, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "descriptions", ts(optional))]
    pub opening: Option<OpeningView>,
    /// The pieces that the move cleared from the board (Saktris).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "descriptions", ts(optional))]
    pub cleared: Option<Cleared>,
}

impl BoardView {
    /// Plays these moves, which may be numbered, from this position, up to the
    /// first move that is refused.
    ///
    /// # Errors
    ///
    /// Returns an error if the position is invalid. A refused move is not an
    /// error.
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
                .map(|(before, mv)| {
                    let after = before.after(mv);
                    PlayedStep {
                        uci: before.uci(mv).to_string(),
                        san: before.san(mv).to_string(),
                        fen: after.to_string(),
                        opening: Opening::at(&after).map(OpeningView::from),
                        cleared: Cleared::of(before, mv),
                    }
                })
                .collect(),
            refusal,
        })
    }
}

use arbiter_rules::{ByColor, Impossibility, Outcome, Position};
use serde::Serialize;

use super::{InvalidInput, names, setup, state};

/// The status of a position: check, the end of the game, and which side can still
/// win.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct PositionStatus {
    /// The status: `active`, `check`, `checkmate`, `stalemate` or `draw`.
    pub status: &'static str,
    /// The code of the reason why the game ended. Null while it continues.
    pub reason: Option<&'static str>,
    /// The result: `1-0`, `1/2-1/2` or `0-1`. Null while the game continues.
    pub result: Option<&'static str>,
    /// The squares of the pieces that give check.
    pub checkers: Vec<String>,
    /// Whether each side can checkmate by some series of legal moves.
    pub can_win: CanWin,
    /// The reasons why no game can lead to the position.
    pub doubts: Vec<PositionIssue>,
    /// The position itself.
    #[serde(skip)]
    #[cfg_attr(feature = "descriptions", ts(skip))]
    pub position: Position,
    /// The outcome, if the game is over.
    #[serde(skip)]
    #[cfg_attr(feature = "descriptions", ts(skip))]
    pub outcome: Option<Outcome>,
}

/// Which sides can still win. Null if it is not decided: because the proof would
/// take too long or, in Saktris, because pieces are still to arrive or can be
/// cleared.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct CanWin {
    /// Whether White can win.
    pub white: Option<bool>,
    /// Whether Black can win.
    pub black: Option<bool>,
}

/// A reason why a position is unplayable, or why no game can lead to it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct PositionIssue {
    /// A stable name for programs.
    pub code: &'static str,
    /// A sentence that describes it.
    pub message: String,
    /// The squares to highlight.
    pub squares: Vec<String>,
}

impl PositionStatus {
    /// Returns the status of a position.
    ///
    /// # Errors
    ///
    /// Returns an error if the position is invalid.
    pub fn of(fen: &str) -> Result<PositionStatus, InvalidInput> {
        let setup = setup(fen)?;
        let position = setup.position()?;
        let outcome = position.outcome();
        let can_win = ByColor::new_with(|color| position.can_win(color));
        Ok(PositionStatus {
            status: state(&position, outcome),
            reason: outcome.map(|outcome| outcome.reason.code()),
            result: outcome.map(Outcome::result),
            checkers: names(position.checkers()),
            can_win: CanWin {
                white: can_win.white,
                black: can_win.black,
            },
            doubts: setup
                .impossibilities()
                .into_iter()
                .map(PositionIssue::from)
                .collect(),
            position,
            outcome,
        })
    }
}

impl From<Impossibility> for PositionIssue {
    fn from(doubt: Impossibility) -> PositionIssue {
        PositionIssue {
            code: doubt.code(),
            message: doubt.to_string(),
            squares: names(doubt.squares),
        }
    }
}

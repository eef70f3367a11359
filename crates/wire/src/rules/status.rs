use arbiter_rules::{ByColor, Impossibility, Outcome, Position};
use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

use super::{InvalidInput, names, setup, state};

/// Where a game stands: check, the end, and who can still win.
#[derive(Clone, Debug, Serialize, ToSchema, TS)]
pub struct PositionStatus {
    /// `active`, `check`, `checkmate`, `stalemate` or `draw`.
    pub status: &'static str,
    /// How it ended; null while it goes on.
    pub reason: Option<&'static str>,
    /// `1-0`, `1/2-1/2` or `0-1`; null while it goes on.
    pub result: Option<&'static str>,
    /// The squares of the pieces that give check.
    pub checkers: Vec<String>,
    /// Whether some series of legal moves leads to mate, for each side.
    pub can_win: CanWin,
    /// What no game can have led to.
    pub doubts: Vec<PositionIssue>,
    /// The position itself.
    #[serde(skip)]
    #[ts(skip)]
    pub position: Position,
    /// How it ended, if it did.
    #[serde(skip)]
    #[ts(skip)]
    pub outcome: Option<Outcome>,
}

/// Null where it is not proved: the proof would take too long or, in Saktris,
/// pieces are to come or can be cleared.
#[derive(Clone, Debug, Serialize, ToSchema, TS)]
pub struct CanWin {
    /// White.
    pub white: Option<bool>,
    /// Black.
    pub black: Option<bool>,
}

/// Something that is wrong with a position, or that no game can have led to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema, TS)]
pub struct PositionIssue {
    /// A stable name for programs.
    pub code: &'static str,
    /// A sentence for people.
    pub message: String,
    /// The squares to point at.
    pub squares: Vec<String>,
}

impl PositionStatus {
    /// How this position stands.
    ///
    /// # Errors
    ///
    /// Why it is none.
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

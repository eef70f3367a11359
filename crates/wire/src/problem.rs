use arbiter_rules::RefusalKind;
use serde::{Deserialize, Serialize};

use crate::{OptionsError, RefusalDetails};

/// Why a request was refused. Over HTTP it is sent as `application/problem+json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Problem {
    /// A stable name for programs, such as `not_your_turn`.
    pub code: String,
    /// A sentence in English that says what is wrong.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// The article of the FIDE Laws of Chess, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub article: Option<String>,
    /// The squares to highlight.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub squares: Vec<String>,
    /// The field of the request that the problem is about, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The byte offset in that field at which parsing stopped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offset: Option<usize>,
    /// The id of the command, if a command was refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// The move of that command as it was written, if it has one.
    #[serde(default, rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
    /// The cause in typed parts, if an action of a player was refused. Clients
    /// can write the sentence in another language from it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<Box<RefusalDetails>>,
    /// The reason that a moderator gave, if the problem is a ban, a mute or a
    /// closed account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// When the ban or mute ends, in milliseconds since 1970; absent if it does
    /// not end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<u64>,
}

impl Problem {
    /// Returns a problem without squares and without a cause.
    #[must_use]
    pub fn new(status: u16, code: &str, title: impl Into<String>) -> Problem {
        Problem {
            code: code.to_owned(),
            title: title.into(),
            status,
            article: None,
            squares: Vec::new(),
            field: None,
            offset: None,
            command: None,
            mv: None,
            cause: None,
            reason: None,
            until: None,
        }
    }
}

/// An action that the referee refuses conflicts with the state of the game.
impl From<&arbiter_game::Refusal> for Problem {
    fn from(refusal: &arbiter_game::Refusal) -> Problem {
        Problem {
            article: refusal.article().map(str::to_owned),
            squares: refusal.squares().iter().map(|it| it.to_string()).collect(),
            cause: Some(Box::new(refusal.into())),
            ..Problem::new(409, refusal.code(), refusal.to_string())
        }
    }
}

/// A move that breaks a law conflicts with the position, in whichever notation it
/// is written; a text that is not a move is invalid in itself.
impl From<&arbiter_rules::Refusal> for Problem {
    fn from(refusal: &arbiter_rules::Refusal) -> Problem {
        let status = match refusal.kind() {
            RefusalKind::InvalidInput => 422,
            RefusalKind::IllegalMove => 409,
        };
        Problem {
            article: refusal.article().map(str::to_owned),
            squares: refusal.squares().iter().map(|it| it.to_string()).collect(),
            cause: Some(Box::new(refusal.into())),
            ..Problem::new(status, refusal.code(), refusal.to_string())
        }
    }
}

/// The problem names the option and the byte at which parsing stopped.
impl From<&OptionsError> for Problem {
    fn from(error: &OptionsError) -> Problem {
        let (field, offset) = match error {
            OptionsError::Clock(error) => (Some("clock"), Some(error.offset)),
            OptionsError::Fen(error) => (Some("start"), Some(error.offset)),
            OptionsError::Setup(_) | OptionsError::Over(_) => (Some("start"), None),
            OptionsError::Unratable => (None, None),
            OptionsError::Saktris(problem) => (Some(problem.field()), None),
        };
        Problem {
            field: field.map(str::to_owned),
            offset,
            ..Problem::new(422, error.code(), error.to_string())
        }
    }
}

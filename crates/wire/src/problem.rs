use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// Why something was not done. Over HTTP it is `application/problem+json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct Problem {
    /// A stable name for programs, such as `not_your_turn`.
    pub code: String,
    /// A sentence for people that says what to do.
    pub title: String,
    /// The status of HTTP.
    pub status: u16,
    /// The article of the FIDE Laws of Chess, where they have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub article: Option<String>,
    /// The squares to point at.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub squares: Vec<String>,
    /// The part of the request it is about, where it is about one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The byte of that part at which reading stopped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offset: Option<usize>,
}

impl Problem {
    /// A problem without squares.
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
        }
    }
}

/// A wish that is not fulfilled conflicts with how the game stands.
impl From<&arbiter_game::Refusal> for Problem {
    fn from(refusal: &arbiter_game::Refusal) -> Problem {
        Problem {
            code: refusal.code().to_owned(),
            title: refusal.to_string(),
            status: 409,
            article: refusal.article().map(str::to_owned),
            squares: refusal.squares().iter().map(|it| it.to_string()).collect(),
            field: None,
            offset: None,
        }
    }
}

impl From<&arbiter_rules::Refusal> for Problem {
    fn from(refusal: &arbiter_rules::Refusal) -> Problem {
        Problem {
            code: refusal.code().to_owned(),
            title: refusal.to_string(),
            status: 422,
            article: refusal.article().map(str::to_owned),
            squares: refusal.squares().iter().map(|it| it.to_string()).collect(),
            field: None,
            offset: None,
        }
    }
}

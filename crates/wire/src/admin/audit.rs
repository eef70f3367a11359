//! The log of administrative acts.

use serde::{Deserialize, Serialize};

/// An administrative act.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct AuditView {
    /// The number of the act; later ones have greater numbers.
    pub id: i64,
    /// When it happened, in milliseconds since 1970.
    pub at: u64,
    /// Who did it; absent for the command line and the server itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actor: Option<String>,
    /// What was done, such as `ban`.
    pub act: String,
    /// The account it concerns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// The identifier of the game it concerns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// What else is worth knowing, such as the reason.
    pub detail: String,
}

/// A page of administrative acts, the latest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct AuditList {
    /// The acts.
    pub acts: Vec<AuditView>,
    /// `before` for the next page. Absent on the last page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<i64>,
}

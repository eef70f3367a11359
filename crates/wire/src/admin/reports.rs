//! Reports of players, and what moderators do about them.

use serde::{Deserialize, Serialize};

/// Why a player is reported.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ReportReason {
    /// They use an engine or help of others.
    Cheating,
    /// They insult, threaten or advertise.
    Chat,
    /// They let the clock run, or leave games.
    Stalling,
    /// Their name is offensive.
    Name,
    /// Something else; the text says what.
    Other,
}

impl ReportReason {
    /// All of them.
    pub const ALL: [ReportReason; 5] = [
        ReportReason::Cheating,
        ReportReason::Chat,
        ReportReason::Stalling,
        ReportReason::Name,
        ReportReason::Other,
    ];

    /// Returns its name in JSON and in the database.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            ReportReason::Cheating => "cheating",
            ReportReason::Chat => "chat",
            ReportReason::Stalling => "stalling",
            ReportReason::Name => "name",
            ReportReason::Other => "other",
        }
    }

    /// Returns the one with this name.
    #[must_use]
    pub fn from_code(code: &str) -> Option<ReportReason> {
        ReportReason::ALL.into_iter().find(|it| it.code() == code)
    }
}

/// What has become of a report.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ReportState {
    /// Nobody has handled it.
    Open,
    /// Something was done about it.
    Handled,
    /// There was nothing to do about it.
    Dismissed,
}

impl ReportState {
    /// All of them.
    pub const ALL: [ReportState; 3] = [
        ReportState::Open,
        ReportState::Handled,
        ReportState::Dismissed,
    ];

    /// Returns its name in JSON and in the database.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            ReportState::Open => "open",
            ReportState::Handled => "handled",
            ReportState::Dismissed => "dismissed",
        }
    }

    /// Returns the one with this name.
    #[must_use]
    pub fn from_code(code: &str) -> Option<ReportState> {
        ReportState::ALL.into_iter().find(|it| it.code() == code)
    }
}

/// A report of a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewReport {
    /// Why they are reported.
    pub reason: ReportReason,
    /// What happened: at most 1,000 characters.
    #[serde(default)]
    pub text: String,
    /// The identifier of the game in which it happened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
}

/// A report of a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ReportView {
    /// The identifier of the report.
    pub id: i64,
    /// Who reports.
    pub reporter: String,
    /// Who is reported.
    pub reported: String,
    /// The identifier of the game in which it happened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// Why they are reported.
    pub reason: ReportReason,
    /// What happened.
    pub text: String,
    /// When it was sent, in milliseconds since 1970.
    pub created: u64,
    /// What has become of it.
    pub state: ReportState,
    /// When it was handled, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handled: Option<u64>,
    /// Who handled it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handled_by: Option<String>,
    /// What was noted about it.
    pub note: String,
}

/// A page of reports, the newest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ReportList {
    /// The reports.
    pub reports: Vec<ReportView>,
    /// `before` for the next page. Absent on the last page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<i64>,
}

/// What has become of a report.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct HandleReport {
    /// The new state.
    pub state: ReportState,
    /// A note for the other moderators: at most 1,000 characters.
    #[serde(default)]
    pub note: String,
}

/// A chat message as moderators see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct AdminChatLine {
    /// The identifier with which it can be deleted.
    pub id: i64,
    /// `players` or `watchers`.
    pub channel: String,
    /// The name of the author.
    pub name: String,
    /// When it was sent, in milliseconds since 1970.
    pub at: u64,
    /// The text.
    pub text: String,
}

/// A request to end a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct EndGame {
    /// `1-0`, `1/2-1/2`, `0-1`, or `*` to abort the game.
    pub result: String,
    /// The reason, for the log of acts: at most 500 characters.
    pub reason: String,
}

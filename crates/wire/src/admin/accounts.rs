//! Accounts as administrators see and change them.

use serde::{Deserialize, Serialize};

use super::{AuditView, BanView, ReportView};
use crate::SessionView;

/// What the owner of an account may do on the server, the least first.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize,
)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum AccountRole {
    /// Plays.
    #[default]
    Player,
    /// Handles reports, and bans and mutes players for a time.
    Moderator,
    /// Does everything.
    Administrator,
}

impl AccountRole {
    /// All of them.
    pub const ALL: [AccountRole; 3] = [
        AccountRole::Player,
        AccountRole::Moderator,
        AccountRole::Administrator,
    ];

    /// Returns its name in JSON and in the database.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            AccountRole::Player => "player",
            AccountRole::Moderator => "moderator",
            AccountRole::Administrator => "administrator",
        }
    }

    /// Returns the one with this name.
    #[must_use]
    pub fn from_code(code: &str) -> Option<AccountRole> {
        AccountRole::ALL.into_iter().find(|it| it.code() == code)
    }
}

/// That an account is closed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ClosedAccount {
    /// When it was closed, in milliseconds since 1970.
    pub at: u64,
    /// The reason, which the person sees.
    pub reason: String,
}

/// An account as its administrators see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct AdminPlayer {
    /// The name.
    pub name: String,
    /// The role.
    pub role: AccountRole,
    /// When it was created, in milliseconds since 1970.
    pub created: u64,
    /// When it was last used, in milliseconds since 1970, accurate to an hour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<u64>,
    /// Set if it is closed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closed: Option<ClosedAccount>,
    /// Whether it is banned at present.
    pub banned: bool,
    /// Whether it is muted at present.
    pub muted: bool,
}

/// A page of accounts, ordered by name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct AdminPlayerList {
    /// The accounts.
    pub players: Vec<AdminPlayer>,
    /// `after` for the next page. Absent on the last page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// All about an account that administrators may know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct AdminPlayerDetail {
    /// The account.
    #[serde(flatten)]
    pub player: AdminPlayer,
    /// The number of games, finished or not.
    pub games: u64,
    /// The sessions in which it is signed in.
    pub sessions: Vec<SessionView>,
    /// Its bans and mutes, the newest first.
    pub bans: Vec<BanView>,
    /// The latest reports about it, the newest first.
    pub reports: Vec<ReportView>,
    /// The latest administrative acts that concern it, the newest first.
    pub acts: Vec<AuditView>,
}

/// A change of an account; omitted fields stay unchanged.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct PlayerChange {
    /// The new role.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<AccountRole>,
    /// The new name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// A request to close an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CloseAccount {
    /// The reason, which the person sees: at most 500 characters.
    pub reason: String,
}

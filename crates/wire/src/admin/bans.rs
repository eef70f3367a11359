//! Bans and mutes.

use serde::{Deserialize, Serialize};

/// What somebody may not do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum BanKind {
    /// Play, watch over a connection, sign in or sign up.
    Ban,
    /// Write chat messages.
    Mute,
}

impl BanKind {
    /// All of them.
    pub const ALL: [BanKind; 2] = [BanKind::Ban, BanKind::Mute];

    /// Returns its name in JSON and in the database.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            BanKind::Ban => "ban",
            BanKind::Mute => "mute",
        }
    }

    /// Returns the one with this name.
    #[must_use]
    pub fn from_code(code: &str) -> Option<BanKind> {
        BanKind::ALL.into_iter().find(|it| it.code() == code)
    }
}

/// A ban or mute to be created, of an account or of a range of addresses.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewBan {
    /// What they may not do.
    pub kind: BanKind,
    /// The name of the account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// The addresses, such as `192.0.2.7` or `2001:db8::/32`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub addresses: Option<String>,
    /// The reason, which the person sees: at most 500 characters.
    pub reason: String,
    /// When it ends, in milliseconds since 1970; never if absent. Moderators must give it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<u64>,
}

/// A ban or mute.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct BanView {
    /// The identifier with which it can be lifted.
    pub id: i64,
    /// What they may not do.
    pub kind: BanKind,
    /// The name of the account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// The range of addresses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub addresses: Option<String>,
    /// The reason, which the person sees.
    pub reason: String,
    /// When it was created, in milliseconds since 1970.
    pub created: u64,
    /// When it ends, in milliseconds since 1970; never if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<u64>,
    /// When it was lifted, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lifted: Option<u64>,
    /// Who created it; absent for the command line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
}

/// A page of bans and mutes, the newest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct BanList {
    /// The bans and mutes.
    pub bans: Vec<BanView>,
    /// `before` for the next page. Absent on the last page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<i64>,
}

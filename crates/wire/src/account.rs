use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::PlayerView;

/// A name and a password: to sign up, or to sign in.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// 2 to 20 letters, digits, `_` and `-`.
    #[schema(example = "Ann")]
    pub name: String,
    /// 8 to 200 characters.
    pub password: String,
}

/// A new password.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewPassword {
    /// The one that is valid now.
    pub old: String,
    /// The one to be: 8 to 200 characters.
    pub new: String,
}

/// That it is really oneself.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Password {
    /// The one that is valid now.
    pub password: String,
}

/// Somebody who is known from now on. The cookie that comes with it says so in
/// a browser; a program sends the token as `Authorization: Bearer …`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct SignedIn {
    /// Who.
    pub player: PlayerView,
    /// Shown once, and only to programs: keep it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

/// Oneself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct AccountView {
    /// What everybody sees.
    pub player: PlayerView,
    /// What one's token allows; all, for a session.
    pub scopes: Vec<Scope>,
}

/// A browser or a program in which one is signed in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct SessionView {
    /// For ending it.
    pub id: i64,
    /// What the browser or the program says it is.
    pub label: String,
    /// Since when, in milliseconds since 1970.
    pub created: u64,
    /// When it was last seen, to the hour.
    pub seen: u64,
    /// Whether it is this one.
    pub current: bool,
}

/// What a token of a program allows.
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize, ToSchema, TS,
)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// To see what only the owner sees: his account and his games.
    Read,
    /// To act, chat and be told what he may play in the games where he sits.
    Play,
    /// To make games, to join them and to look for opponents.
    Challenge,
}

/// A token to be made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewToken {
    /// What it is for, in one's own words: at most 100 characters.
    pub label: String,
    /// What it allows.
    pub scopes: Vec<Scope>,
}

/// A token of a program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct TokenView {
    /// For ending it.
    pub id: i64,
    /// What it is for.
    pub label: String,
    /// What it allows.
    pub scopes: Vec<Scope>,
    /// Since when, in milliseconds since 1970.
    pub created: u64,
    /// When it was last used, to the hour.
    pub used: u64,
}

/// A token that was made.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct CreatedToken {
    /// The token.
    #[serde(flatten)]
    pub view: TokenView,
    /// Shown once: keep it.
    pub token: String,
}

impl Scope {
    /// All of them.
    pub const ALL: [Scope; 3] = [Scope::Read, Scope::Play, Scope::Challenge];

    /// Its name.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Scope::Read => "read",
            Scope::Play => "play",
            Scope::Challenge => "challenge",
        }
    }

    /// The scope of this name.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Scope> {
        Scope::ALL.into_iter().find(|scope| scope.code() == code)
    }
}

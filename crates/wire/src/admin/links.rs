//! Links with a secret: invitations and new passwords.

use serde::{Deserialize, Serialize};

/// An invitation to be created.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewInvitation {
    /// What its creator recognizes it by: at most 100 characters.
    #[serde(default)]
    pub label: String,
    /// For how many days it is valid: 1 to 365.
    pub days: u32,
    /// How many accounts can be created with it: 1 to 1,000.
    pub uses: u32,
}

/// An invitation that can still be used.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct InvitationView {
    /// The identifier with which it can be revoked.
    pub id: i64,
    /// What its creator recognizes it by.
    pub label: String,
    /// When it was created, in milliseconds since 1970.
    pub created: u64,
    /// When it expires, in milliseconds since 1970.
    pub expires: u64,
    /// How many accounts can still be created with it.
    pub remaining: u64,
    /// Who created it; absent for the command line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
}

/// A link that was just created. It is shown only once.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct CreatedLink {
    /// The secret in the link.
    pub token: String,
    /// The path of the link on this server, with the secret.
    pub path: String,
    /// When it expires, in milliseconds since 1970.
    pub expires: u64,
}

/// The secret of a link.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct LinkToken {
    /// What comes after `#` in the link.
    pub token: String,
}

/// A name and a password, to sign up.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SignUp {
    /// The user name: 2 to 20 letters, digits, `_` and `-`.
    pub name: String,
    /// The password: 8 to 200 characters.
    pub password: String,
    /// The secret of an invitation link, where one is needed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invitation: Option<String>,
}

use super::{error::StoreError, value::Row};

/// What the owner of an account may do on this server.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub enum AccountRole {
    /// Plays.
    #[default]
    Player,
    /// Handles reports, and bans and mutes players.
    Moderator,
    /// Does everything.
    Administrator,
}

impl AccountRole {
    /// All roles, the least powerful first.
    pub const ALL: [AccountRole; 3] = [
        AccountRole::Player,
        AccountRole::Moderator,
        AccountRole::Administrator,
    ];

    /// Returns the code that is stored.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            AccountRole::Player => "player",
            AccountRole::Moderator => "moderator",
            AccountRole::Administrator => "administrator",
        }
    }

    /// Returns the role with this code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<AccountRole> {
        AccountRole::ALL
            .into_iter()
            .find(|role| role.code() == code)
    }
}

/// Reads the column `role` of a player.
pub(super) fn read_role(row: &Row, column: usize) -> Result<AccountRole, StoreError> {
    let code: String = row.get(column)?;
    AccountRole::from_code(&code).ok_or(StoreError::Unreadable {
        row: "a player".to_owned(),
        column: "role",
        text: code,
    })
}

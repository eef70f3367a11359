use arbiter_wire::AccountRole;

use super::{error::StoreError, value::Row};

/// Reads the column `role` of a player.
pub(super) fn read_role(row: &Row, column: usize) -> Result<AccountRole, StoreError> {
    let code: String = row.get(column)?;
    AccountRole::from_code(&code).ok_or(StoreError::Unreadable {
        row: "a player".to_owned(),
        column: "role",
        text: code,
    })
}

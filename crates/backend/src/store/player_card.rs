use arbiter_wire::{PlayerKind, PlayerView};

use super::{error::StoreError, value::Row};
use crate::base::{PlayerId, rating::rounded};

/// A player, and what everyone may see of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerCard {
    /// The player.
    pub id: PlayerId,
    /// What everyone sees.
    pub view: PlayerView,
}

impl PlayerCard {
    /// Returns the card of a player whose account was deleted.
    #[must_use]
    pub fn deleted(id: PlayerId) -> PlayerCard {
        card(id, None, AccountState::Deleted, None)
    }
}

/// Whether an account is that of a person or a program, or has been deleted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum AccountState {
    Active,
    Bot,
    Deleted,
}

impl AccountState {
    /// Reads the column `state` of a player: NULL for a person, -1 for a program, and
    /// otherwise when the account was deleted.
    pub(super) fn read(row: &Row, column: usize) -> Result<AccountState, StoreError> {
        Ok(match row.get::<Option<i64>>(column)? {
            None => AccountState::Active,
            Some(-1) => AccountState::Bot,
            Some(_) => AccountState::Deleted,
        })
    }
}

/// Reads a card from the columns id, name, state and rating, which begin at
/// column `first`.
pub(super) fn read_card(row: &Row, first: usize) -> Result<PlayerCard, StoreError> {
    let state = AccountState::read(row, first + 2)?;
    let rating = row.get::<Option<f64>>(first + 3)?;
    Ok(card(
        PlayerId(row.get(first)?),
        row.get(first + 1)?,
        state,
        rating.map(rounded),
    ))
}

pub(super) fn card(
    id: PlayerId,
    name: Option<String>,
    state: AccountState,
    rating: Option<i32>,
) -> PlayerCard {
    let kind = match (&name, id.level()) {
        (_, Some(_)) => PlayerKind::Computer,
        (Some(_), _) if state == AccountState::Bot => PlayerKind::Bot,
        (Some(_), _) => PlayerKind::Account,
        (None, _) => PlayerKind::Guest,
    };
    let view = PlayerView {
        name: displayed_name(id, name, state),
        kind,
        rating,
        change: None,
    };
    PlayerCard { id, view }
}

/// Returns the name that everyone sees, even for players without an account.
fn displayed_name(id: PlayerId, name: Option<String>, state: AccountState) -> String {
    match (name, id.level(), state) {
        (Some(name), ..) => name,
        (None, Some(level), _) => format!("Computer level {level}"),
        (None, None, AccountState::Deleted) => "Deleted player".to_owned(),
        // Scrambled, so that it does not reveal how many guests there were.
        (None, None, AccountState::Active | AccountState::Bot) => {
            let number = 1_000 + id.0.unsigned_abs().wrapping_mul(7_919) % 9_000;
            format!("Guest {number}")
        }
    }
}

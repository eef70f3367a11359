//! Deleting accounts. Their names stay reserved, so that nobody can pass for
//! someone who has just left.

use sha2::{Digest, Sha256};

use super::{
    Store,
    columns::{from_u64, to_game_id},
    connection::Connection,
    error::StoreError,
    staff::{Acted, StaffError, Target, is_last_administrator},
    value::Value,
};
use crate::base::{GameId, PlayerId};

/// How long the name of a deleted account is reserved, in milliseconds: a year.
pub const NAME_RESERVATION_MILLIS: u64 = 365 * 24 * 60 * 60 * 1_000;

/// Where traces of a deleted account may be in memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeletedAccount {
    /// The games that the player played, and those in which they wrote messages.
    pub games: Vec<GameId>,
    /// The open challenges that were withdrawn.
    pub withdrawn: Vec<GameId>,
}

impl Store {
    /// Deletes the name, the password, the email address, the links with providers,
    /// the ratings, the tokens and the chat messages of an account, and withdraws its
    /// open challenges. Its games belong to the opponents too, so they stay as those of
    /// a "Deleted player". The name is reserved from `now` on, in milliseconds since 1970.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails; the inner one if there is no such account,
    /// or it is the last administrator.
    pub async fn delete_account(&self, player: PlayerId, now: u64) -> Acted<DeletedAccount> {
        self.write(move |db| delete_account(db, player, now)).await
    }

    /// Makes the names of accounts that were deleted long ago available again.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn release_names(&self, now: u64) -> Result<u64, StoreError> {
        self.write(move |db| {
            let sql = "DELETE FROM reserved_names WHERE until <= $1";
            db.execute(sql, &[from_u64(now)])
        })
        .await
    }
}

fn delete_account(db: &mut dyn Connection, player: PlayerId, now: u64) -> Acted<DeletedAccount> {
    db.lock_administrators()?;
    let id = Value::Int(player.0);
    let target = db.find(
        "SELECT id, name, role FROM players WHERE id = $1 AND password IS NOT NULL",
        &[id],
        Target::read,
    )?;
    let Some(target) = target else {
        return Ok(Err(StaffError::UnknownPlayer));
    };
    if is_last_administrator(db, &target)? {
        return Ok(Err(StaffError::LastAdministrator));
    }
    let folded = target.name.to_ascii_lowercase();
    let games = find_games(
        db,
        "SELECT id FROM games WHERE white = $1 \
         UNION SELECT id FROM games WHERE black = $1 \
         UNION SELECT game FROM chat WHERE player = $1",
        id,
    )?;
    let withdrawn = "SELECT id FROM games WHERE maker = $1 AND stage = 0";
    let withdrawn = find_games(db, withdrawn, id)?;
    db.execute(
        "UPDATE players SET name = NULL, folded = NULL, password = NULL, email = NULL, \
         folded_email = NULL, role = 'player', bot = NULL, closed_reason = NULL, deleted = $1 \
         WHERE id = $2",
        &[from_u64(now), id],
    )?;
    for sql in [
        "DELETE FROM tokens WHERE player = $1",
        "DELETE FROM ratings WHERE player = $1",
        "DELETE FROM chat WHERE player = $1",
        "DELETE FROM games WHERE maker = $1 AND stage = 0",
        "DELETE FROM links WHERE player = $1",
        "DELETE FROM authorizations WHERE player = $1",
        "DELETE FROM identities WHERE player = $1",
        "DELETE FROM blocks WHERE player = $1 OR blocked = $1",
        "DELETE FROM follows WHERE player = $1 OR followed = $1",
        "DELETE FROM challenges WHERE challenger = $1 OR challenged = $1",
        "UPDATE reports SET text = '' WHERE reporter = $1",
        "UPDATE audit SET detail = '' WHERE player = $1",
    ] {
        db.execute(sql, &[id])?;
    }
    reserve_name(db, &folded, now)?;
    Ok(Ok(DeletedAccount { games, withdrawn }))
}

fn find_games(
    db: &mut dyn Connection,
    sql: &'static str,
    player: Value,
) -> Result<Vec<GameId>, StoreError> {
    db.query(sql, &[player], |row| to_game_id(row.get(0)?))
}

fn reserve_name(db: &mut dyn Connection, folded: &str, now: u64) -> Result<(), StoreError> {
    db.execute(
        "INSERT INTO reserved_names (hash, until) VALUES ($1, $2) \
         ON CONFLICT (hash) DO UPDATE SET until = excluded.until",
        &[
            name_hash(folded).as_slice().into(),
            from_u64(now + NAME_RESERVATION_MILLIS),
        ],
    )?;
    Ok(())
}

/// Reports whether a name in small letters belonged to an account that was deleted
/// not long before `now`.
pub(super) fn is_reserved(
    db: &mut dyn Connection,
    folded: &str,
    now: u64,
) -> Result<bool, StoreError> {
    let reserved = db.find(
        "SELECT 1 FROM reserved_names WHERE hash = $1 AND until > $2",
        &[name_hash(folded).as_slice().into(), from_u64(now)],
        |_| Ok(()),
    )?;
    Ok(reserved.is_some())
}

fn name_hash(folded: &str) -> [u8; 32] {
    Sha256::digest(folded).into()
}

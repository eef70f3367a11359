//! Bans and mutes.

use arbiter_wire::{BanKind, BanView};

use super::{
    Store,
    audit::{AdminAct, AuditEntry, record},
    columns::{from_u64, read_u64},
    connection::Connection,
    error::StoreError,
    staff::{Actor, StaffError, find_target},
    value::{Row, Value},
};
use crate::base::{AddressRange, PlayerId};

/// A ban or mute to be stored.
#[derive(Clone, Debug)]
pub struct NewBan {
    /// What they may not do.
    pub kind: BanKind,
    /// Who may not do it.
    pub target: BanTarget,
    /// The reason, which the person sees.
    pub reason: String,
    /// When it is created, in milliseconds since 1970.
    pub created: u64,
    /// When it ends, in milliseconds since 1970; never if `None`.
    pub until: Option<u64>,
}

/// Who is banned or muted.
#[derive(Clone, Debug)]
pub enum BanTarget {
    /// The account with this name.
    Player(String),
    /// Everybody with an address in this range.
    Addresses(AddressRange),
}

/// A ban or mute that was not lifted. It may have ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ActiveBan {
    /// What they may not do.
    pub kind: BanKind,
    /// The player, unless it is a range of addresses.
    pub player: Option<PlayerId>,
    /// The range of addresses.
    pub addresses: Option<AddressRange>,
    /// The reason, which the person sees.
    pub reason: String,
    /// When it ends, in milliseconds since 1970; never if `None`.
    pub until: Option<u64>,
}

impl Store {
    /// Bans or mutes somebody. Returns the id of the ban.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails; the inner one if the actor may
    /// not do this.
    pub async fn ban(
        &self,
        actor: Actor,
        ban: NewBan,
    ) -> Result<Result<i64, StaffError>, StoreError> {
        self.write(move |db| create(db, actor, &ban)).await
    }

    /// Lifts a ban or mute.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails; the inner one if there is no
    /// such ban or the actor may not lift it.
    pub async fn lift_ban(
        &self,
        actor: Actor,
        id: i64,
        now: u64,
    ) -> Result<Result<(), StaffError>, StoreError> {
        self.write(move |db| lift(db, actor, id, now)).await
    }

    /// Returns bans and mutes before this number, the newest first.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn bans(
        &self,
        before: Option<i64>,
        limit: usize,
    ) -> Result<Vec<BanView>, StoreError> {
        self.read(move |db| list(db, before, limit)).await
    }
}

/// Bans or mutes somebody. Returns the id of the ban.
///
/// # Errors
///
/// Returns an error if the database fails; the inner one if the actor may not
/// do this.
pub fn create(
    db: &mut dyn Connection,
    actor: Actor,
    ban: &NewBan,
) -> Result<Result<i64, StaffError>, StoreError> {
    let (player, addresses) = match &ban.target {
        BanTarget::Player(name) => match find_target(db, actor, name)? {
            Ok(target) if Some(target.id) == actor.player => {
                return Ok(Err(StaffError::Yourself));
            }
            Ok(target) => (Some(target.id), None),
            Err(error) => return Ok(Err(error)),
        },
        BanTarget::Addresses(range) => (None, Some(range.to_string())),
    };
    let id = db.find(
        "INSERT INTO bans (kind, player, addresses, reason, created, until, created_by) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id",
        &[
            ban.kind.code().into(),
            player.map(|player| player.0).into(),
            addresses.as_deref().into(),
            ban.reason.as_str().into(),
            from_u64(ban.created),
            ban.until.map_or(Value::Null, from_u64),
            actor.player.map(|player| player.0).into(),
        ],
        |row| row.get(0),
    )?;
    let id = id.ok_or(StoreError::Missing {
        row: "a new ban".to_owned(),
    })?;
    let act = match ban.kind {
        BanKind::Ban => AdminAct::Ban,
        BanKind::Mute => AdminAct::Mute,
    };
    let mut entry = AuditEntry::new(ban.created, actor.player, act);
    entry.player = player;
    entry.detail = match addresses {
        Some(addresses) => format!("{addresses}: {}", ban.reason),
        None => ban.reason.clone(),
    };
    record(db, &entry)?;
    Ok(Ok(id))
}

/// Lifts a ban or mute.
///
/// # Errors
///
/// Returns an error if the database fails; the inner one if there is no such
/// ban or the actor may not lift it.
pub fn lift(
    db: &mut dyn Connection,
    actor: Actor,
    id: i64,
    now: u64,
) -> Result<Result<(), StaffError>, StoreError> {
    let found = db.find(
        "SELECT b.player, b.addresses, p.name FROM bans b LEFT JOIN players p ON p.id = b.player \
         WHERE b.id = $1 AND b.lifted IS NULL",
        &[id.into()],
        |row| {
            Ok((
                row.get::<Option<i64>>(0)?.map(PlayerId),
                row.get::<Option<String>>(1)?,
                row.get::<Option<String>>(2)?,
            ))
        },
    )?;
    let Some((player, addresses, name)) = found else {
        return Ok(Err(StaffError::NoSuchEntry));
    };
    if player.is_some() && player == actor.player {
        return Ok(Err(StaffError::Yourself));
    }
    if let Some(name) = name
        && let Err(error) = find_target(db, actor, &name)?
    {
        return Ok(Err(error));
    }
    db.execute(
        "UPDATE bans SET lifted = $1 WHERE id = $2",
        &[from_u64(now), id.into()],
    )?;
    let mut entry = AuditEntry::new(now, actor.player, AdminAct::LiftBan);
    entry.player = player;
    entry.detail = addresses.unwrap_or_default();
    record(db, &entry)?;
    Ok(Ok(()))
}

/// Returns bans and mutes before this number, the newest first.
///
/// # Errors
///
/// Returns an error if the database fails.
pub fn list(
    db: &mut dyn Connection,
    before: Option<i64>,
    limit: usize,
) -> Result<Vec<BanView>, StoreError> {
    db.query(
        "SELECT b.id, b.kind, p.name, b.addresses, b.reason, b.created, b.until, b.lifted, \
         c.name FROM bans b LEFT JOIN players p ON p.id = b.player \
         LEFT JOIN players c ON c.id = b.created_by \
         WHERE b.id < $1 ORDER BY b.id DESC LIMIT $2",
        &[before.unwrap_or(i64::MAX).into(), Value::count(limit)],
        read_ban,
    )
}

/// Returns the bans and mutes of a player, the newest first.
pub(super) fn of_player(
    db: &mut dyn Connection,
    player: PlayerId,
) -> Result<Vec<BanView>, StoreError> {
    db.query(
        "SELECT b.id, b.kind, p.name, b.addresses, b.reason, b.created, b.until, b.lifted, \
         c.name FROM bans b LEFT JOIN players p ON p.id = b.player \
         LEFT JOIN players c ON c.id = b.created_by \
         WHERE b.player = $1 ORDER BY b.id DESC LIMIT 100",
        &[player.0.into()],
        read_ban,
    )
}

/// Returns all bans and mutes that are in force at `now`.
pub(super) fn active(db: &mut dyn Connection, now: u64) -> Result<Vec<ActiveBan>, StoreError> {
    db.query(
        "SELECT kind, player, addresses, reason, until FROM bans \
         WHERE lifted IS NULL AND (until IS NULL OR until > $1) ORDER BY id",
        &[from_u64(now)],
        |row| {
            let addresses: Option<String> = row.get(2)?;
            Ok(ActiveBan {
                kind: read_kind(row, 0)?,
                player: row.get::<Option<i64>>(1)?.map(PlayerId),
                addresses: addresses.and_then(|text| text.parse().ok()),
                reason: row.get(3)?,
                until: read_u64(row, 4)?,
            })
        },
    )
}

fn read_ban(row: &Row) -> Result<BanView, StoreError> {
    Ok(BanView {
        id: row.get(0)?,
        kind: read_kind(row, 1)?,
        player: row.get(2)?,
        addresses: row.get(3)?,
        reason: row.get(4)?,
        created: read_u64(row, 5)?.unwrap_or(0),
        until: read_u64(row, 6)?,
        lifted: read_u64(row, 7)?,
        by: row.get(8)?,
    })
}

fn read_kind(row: &Row, column: usize) -> Result<BanKind, StoreError> {
    let code: String = row.get(column)?;
    BanKind::from_code(&code).ok_or(StoreError::Unreadable {
        row: "a ban".to_owned(),
        column: "kind",
        text: code,
    })
}

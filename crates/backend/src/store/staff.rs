//! What administrators and moderators do with accounts.
//!
//! Each act is one function on a connection, so that the server and the command
//! line do the same. It checks who may do it, and records it in the same
//! transaction.

use arbiter_wire::{
    AccountRole, AdminPlayer, AdminPlayerDetail, AuditView, ClosedAccount, Limits, ServerPolicy,
    SessionView,
};

use super::{
    Store,
    account_role::read_role,
    audit::{self, AdminAct, AuditEntry, AuditPage, record},
    bans::{self, ActiveBan},
    columns::{from_u64, read_u64, to_u64},
    connection::Connection,
    error::StoreError,
    links::{self, LinkKind, NewLink},
    name::Name,
    reports, server_settings,
    tokens::TokenKind,
    value::{Row, Value},
};
use crate::base::{GameId, PlayerId};

/// The person or program that carries out an administrative act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Actor {
    /// The account; none for the command line.
    pub player: Option<PlayerId>,
    /// What they may do.
    pub role: AccountRole,
}

/// The account that something is done to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// The player.
    pub id: PlayerId,
    /// The name, capitalized as it was entered.
    pub name: String,
    /// The role.
    pub role: AccountRole,
}

/// An error that is returned when an actor may not do something.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StaffError {
    /// There is no account with this name.
    #[error("there is no account with this name")]
    UnknownPlayer,
    /// There is no such ban, report or message.
    #[error("there is no such entry")]
    NoSuchEntry,
    /// Moderators cannot act on moderators and administrators.
    #[error("only an administrator can do this to a moderator or an administrator")]
    Outranked,
    /// The server would have no administrator left.
    #[error("this is the last administrator: make someone else an administrator first")]
    LastAdministrator,
    /// Nobody can do this to their own account.
    #[error("you cannot do this to your own account")]
    Yourself,
    /// Another account has this name.
    #[error("this name is taken")]
    NameTaken,
}

/// What a running server has to know about moderation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ModerationState {
    /// The bans and mutes in force.
    pub bans: Vec<ActiveBan>,
    /// Who may use the server.
    pub policy: ServerPolicy,
    /// What one address may do.
    pub limits: Limits,
    /// The latest acts, the latest first.
    pub acts: Vec<SeenAct>,
}

/// An act, as a running server has to know it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeenAct {
    /// The number of the act.
    pub id: i64,
    /// The code of the act.
    pub act: String,
    /// Who did it.
    pub actor: Option<PlayerId>,
    /// The player it concerns.
    pub player: Option<PlayerId>,
    /// The game it concerns.
    pub game: Option<GameId>,
    /// What else is worth knowing.
    pub detail: String,
}

/// How many of the latest acts a server reads: acts of different processes may
/// become visible in another order than that of their numbers.
const READ_ACTS: usize = 100;

impl Actor {
    /// The command line, which may do everything.
    pub const SHELL: Actor = Actor {
        player: None,
        role: AccountRole::Administrator,
    };
}

impl Target {
    /// Reads the columns `id`, `name` and `role`.
    pub(super) fn read(row: &Row) -> Result<Target, StoreError> {
        Ok(Target {
            id: PlayerId(row.get(0)?),
            name: row.get(1)?,
            role: read_role(row, 2)?,
        })
    }
}

/// The result of an act that may be refused.
pub type Acted<T = ()> = Result<Result<T, StaffError>, StoreError>;

impl Store {
    /// Changes the role of an account.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails; the inner one if the actor may
    /// not do this.
    pub async fn set_role(&self, actor: Actor, name: String, role: AccountRole, now: u64) -> Acted {
        self.write(move |db| set_role(db, actor, &name, role, now))
            .await
    }

    /// Renames an account.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails; the inner one if the actor may
    /// not do this, or the name is taken.
    pub async fn rename(&self, actor: Actor, name: String, new: Name, now: u64) -> Acted {
        self.write(move |db| rename(db, actor, &name, &new, now))
            .await
    }

    /// Closes an account: ends its sessions and tokens, and withdraws its open
    /// challenges. Nobody can sign in to it.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails; the inner one if the actor may
    /// not do this.
    pub async fn close_account(
        &self,
        actor: Actor,
        name: String,
        reason: String,
        now: u64,
    ) -> Acted {
        self.write(move |db| close(db, actor, &name, &reason, now))
            .await
    }

    /// Reopens a closed account.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails; the inner one if the actor may
    /// not do this.
    pub async fn reopen_account(&self, actor: Actor, name: String, now: u64) -> Acted {
        self.write(move |db| reopen(db, actor, &name, now)).await
    }

    /// Ends all sessions of an account; API tokens stay.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails; the inner one if the actor may
    /// not do this.
    pub async fn end_sessions_of(&self, actor: Actor, name: String, now: u64) -> Acted {
        self.write(move |db| end_sessions(db, actor, &name, now))
            .await
    }

    /// Creates a link with which the password of an account can be changed.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails; the inner one if the actor may
    /// not do this.
    pub async fn create_password_link(&self, actor: Actor, name: String, link: NewLink) -> Acted {
        self.write(move |db| password_link(db, actor, &name, &link))
            .await
    }

    /// Creates an invitation.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn create_invitation(&self, actor: Actor, link: NewLink) -> Result<(), StoreError> {
        self.write(move |db| create_invitation(db, actor, &link))
            .await
    }

    /// Revokes an invitation.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails; the inner one if there is none.
    pub async fn revoke_invitation(
        &self,
        actor: Actor,
        link: crate::base::LinkId,
        now: u64,
    ) -> Acted {
        self.write(move |db| {
            if !links::revoke(db, LinkKind::Invitation, link)? {
                return Ok(Err(StaffError::NoSuchEntry));
            }
            let entry = AuditEntry::new(now, actor.player, AdminAct::RevokeInvitation);
            record(db, &entry)?;
            Ok(Ok(()))
        })
        .await
    }

    /// Deletes a chat message of a game.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails; the inner one if there is none.
    pub async fn delete_chat(&self, actor: Actor, game: GameId, id: i64, now: u64) -> Acted {
        self.write(move |db| {
            let player = db.find(
                "DELETE FROM chat WHERE game = $1 AND id = $2 RETURNING player",
                &[game.to_number().into(), id.into()],
                |row| row.get(0),
            )?;
            let Some(player) = player else {
                return Ok(Err(StaffError::NoSuchEntry));
            };
            let mut entry = AuditEntry::new(now, actor.player, AdminAct::DeleteChat);
            entry.player = Some(PlayerId(player));
            entry.game = Some(game);
            record(db, &entry)?;
            Ok(Ok(()))
        })
        .await
    }

    /// Returns accounts whose names begin with this text, ordered by name.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn search_players(
        &self,
        prefix: String,
        after: Option<String>,
        limit: usize,
        now: u64,
    ) -> Result<Vec<AdminPlayer>, StoreError> {
        self.read(move |db| {
            db.query(
                "SELECT p.name, p.role, p.created, p.closed, p.closed_reason, \
                 (SELECT max(t.used) FROM tokens t WHERE t.player = p.id), \
                 (SELECT count(*) FROM bans b WHERE b.player = p.id AND b.kind = 'ban' \
                  AND b.lifted IS NULL AND (b.until IS NULL OR b.until > $1)), \
                 (SELECT count(*) FROM bans b WHERE b.player = p.id AND b.kind = 'mute' \
                  AND b.lifted IS NULL AND (b.until IS NULL OR b.until > $1)) \
                 FROM players p WHERE p.folded > $2 \
                 AND substr(p.folded, 1, length(CAST($3 AS TEXT))) = $3 ORDER BY p.folded LIMIT $4",
                &[
                    from_u64(now),
                    after
                        .as_deref()
                        .unwrap_or("")
                        .to_ascii_lowercase()
                        .as_str()
                        .into(),
                    prefix.to_ascii_lowercase().as_str().into(),
                    Value::count(limit),
                ],
                read_player,
            )
        })
        .await
    }

    /// Returns all that administrators may know about an account.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn player_detail(
        &self,
        name: String,
        now: u64,
    ) -> Result<Option<AdminPlayerDetail>, StoreError> {
        self.read(move |db| detail(db, &name, now)).await
    }

    /// Returns what a running server has to know about moderation.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn moderation_state(
        &self,
        limits_at_start: Limits,
        now: u64,
    ) -> Result<ModerationState, StoreError> {
        self.read(move |db| {
            Ok(ModerationState {
                bans: bans::active(db, now)?,
                policy: server_settings::policy(db)?,
                limits: server_settings::limits(db, limits_at_start)?,
                acts: latest_acts(db)?,
            })
        })
        .await
    }

    /// Reports whether any open account is an administrator.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn has_administrator(&self) -> Result<bool, StoreError> {
        self.read(|db| Ok(count_administrators(db)? > 0)).await
    }
}

/// Returns an account that this actor may act on.
///
/// # Errors
///
/// Returns an error if the database fails; the inner one if there is no such
/// account, or it has a role that the actor cannot act on.
pub fn find_target(db: &mut dyn Connection, actor: Actor, name: &str) -> Acted<Target> {
    let folded = name.to_ascii_lowercase();
    let target = db.find(
        "SELECT id, name, role FROM players WHERE folded = $1 AND name IS NOT NULL",
        &[folded.as_str().into()],
        Target::read,
    )?;
    Ok(match target {
        None => Err(StaffError::UnknownPlayer),
        Some(target)
            if actor.role < AccountRole::Administrator && target.role > AccountRole::Player =>
        {
            Err(StaffError::Outranked)
        }
        Some(target) => Ok(target),
    })
}

/// Changes the role of an account.
///
/// # Errors
///
/// Returns an error if the database fails; the inner one if the actor may not
/// do this.
pub fn set_role(
    db: &mut dyn Connection,
    actor: Actor,
    name: &str,
    role: AccountRole,
    now: u64,
) -> Acted {
    db.lock_administrators()?;
    let target = match find_target(db, actor, name)? {
        Ok(target) => target,
        Err(error) => return Ok(Err(error)),
    };
    if role != AccountRole::Administrator && is_last_administrator(db, &target)? {
        return Ok(Err(StaffError::LastAdministrator));
    }
    db.execute(
        "UPDATE players SET role = $1 WHERE id = $2",
        &[role.code().into(), target.id.0.into()],
    )?;
    let mut entry = AuditEntry::new(now, actor.player, AdminAct::ChangeRole);
    entry.player = Some(target.id);
    entry.detail = format!("{} -> {}", target.role.code(), role.code());
    record(db, &entry)?;
    Ok(Ok(()))
}

/// Renames an account.
///
/// # Errors
///
/// Returns an error if the database fails; the inner one if the actor may not
/// do this, or the name is taken.
pub fn rename(db: &mut dyn Connection, actor: Actor, name: &str, new: &Name, now: u64) -> Acted {
    let target = match find_target(db, actor, name)? {
        Ok(target) => target,
        Err(error) => return Ok(Err(error)),
    };
    let folded = new.folded();
    let owner = db.find(
        "SELECT id FROM players WHERE folded = $1",
        &[folded.as_str().into()],
        |row| row.get(0),
    )?;
    if owner.is_some_and(|owner: i64| owner != target.id.0) {
        return Ok(Err(StaffError::NameTaken));
    }
    db.execute(
        "UPDATE players SET name = $1, folded = $2 WHERE id = $3",
        &[
            new.as_str().into(),
            folded.as_str().into(),
            target.id.0.into(),
        ],
    )?;
    let mut entry = AuditEntry::new(now, actor.player, AdminAct::Rename);
    entry.player = Some(target.id);
    entry.detail = format!("{} -> {new}", target.name);
    record(db, &entry)?;
    Ok(Ok(()))
}

/// Closes an account: ends its sessions and tokens, and withdraws its open
/// challenges. Nobody can sign in to it.
///
/// # Errors
///
/// Returns an error if the database fails; the inner one if the actor may not
/// do this.
pub fn close(db: &mut dyn Connection, actor: Actor, name: &str, reason: &str, now: u64) -> Acted {
    db.lock_administrators()?;
    let target = match find_target(db, actor, name)? {
        Ok(target) => target,
        Err(error) => return Ok(Err(error)),
    };
    if is_last_administrator(db, &target)? {
        return Ok(Err(StaffError::LastAdministrator));
    }
    let id = Value::Int(target.id.0);
    db.execute(
        "UPDATE players SET closed = $1, closed_reason = $2 WHERE id = $3",
        &[from_u64(now), reason.into(), id],
    )?;
    for sql in [
        "DELETE FROM tokens WHERE player = $1",
        "DELETE FROM links WHERE player = $1",
        "DELETE FROM games WHERE maker = $1 AND stage = 0",
    ] {
        db.execute(sql, &[id])?;
    }
    let mut entry = AuditEntry::new(now, actor.player, AdminAct::CloseAccount);
    entry.player = Some(target.id);
    reason.clone_into(&mut entry.detail);
    record(db, &entry)?;
    Ok(Ok(()))
}

/// Reopens a closed account.
///
/// # Errors
///
/// Returns an error if the database fails; the inner one if the actor may not
/// do this.
pub fn reopen(db: &mut dyn Connection, actor: Actor, name: &str, now: u64) -> Acted {
    let target = match find_target(db, actor, name)? {
        Ok(target) => target,
        Err(error) => return Ok(Err(error)),
    };
    db.execute(
        "UPDATE players SET closed = NULL, closed_reason = NULL WHERE id = $1",
        &[target.id.0.into()],
    )?;
    let mut entry = AuditEntry::new(now, actor.player, AdminAct::ReopenAccount);
    entry.player = Some(target.id);
    record(db, &entry)?;
    Ok(Ok(()))
}

/// Ends all sessions of an account; API tokens stay.
///
/// # Errors
///
/// Returns an error if the database fails; the inner one if the actor may not
/// do this.
pub fn end_sessions(db: &mut dyn Connection, actor: Actor, name: &str, now: u64) -> Acted {
    let target = match find_target(db, actor, name)? {
        Ok(target) => target,
        Err(error) => return Ok(Err(error)),
    };
    db.execute(
        "DELETE FROM tokens WHERE player = $1 AND kind = $2",
        &[target.id.0.into(), TokenKind::Session.code().into()],
    )?;
    let mut entry = AuditEntry::new(now, actor.player, AdminAct::EndSessions);
    entry.player = Some(target.id);
    record(db, &entry)?;
    Ok(Ok(()))
}

/// Creates a link with which the password of an account can be changed.
///
/// # Errors
///
/// Returns an error if the database fails; the inner one if the actor may not
/// do this.
pub fn password_link(db: &mut dyn Connection, actor: Actor, name: &str, link: &NewLink) -> Acted {
    let target = match find_target(db, actor, name)? {
        Ok(target) => target,
        Err(error) => return Ok(Err(error)),
    };
    let link = NewLink {
        player: Some(target.id),
        ..link.clone()
    };
    links::create(db, &link)?;
    let mut entry = AuditEntry::new(link.created, actor.player, AdminAct::PasswordLink);
    entry.player = Some(target.id);
    record(db, &entry)?;
    Ok(Ok(()))
}

/// Creates a link that makes its bearer an administrator.
///
/// # Errors
///
/// Returns an error if the database fails.
pub fn administrator_link(
    db: &mut dyn Connection,
    actor: Actor,
    link: &NewLink,
) -> Result<(), StoreError> {
    links::create(db, link)?;
    let entry = AuditEntry::new(link.created, actor.player, AdminAct::AdministratorLink);
    record(db, &entry)
}

/// Creates an invitation.
///
/// # Errors
///
/// Returns an error if the database fails.
pub fn create_invitation(
    db: &mut dyn Connection,
    actor: Actor,
    link: &NewLink,
) -> Result<(), StoreError> {
    links::create(db, link)?;
    let mut entry = AuditEntry::new(link.created, actor.player, AdminAct::CreateInvitation);
    entry.detail.clone_from(&link.label);
    record(db, &entry)
}

fn count_administrators(db: &mut dyn Connection) -> Result<u64, StoreError> {
    let count = db.find(
        "SELECT count(*) FROM players WHERE role = $1 AND closed IS NULL AND name IS NOT NULL",
        &[AccountRole::Administrator.code().into()],
        |row| row.get(0),
    )?;
    Ok(count.map_or(0, to_u64))
}

/// Reports whether an account is an administrator and no other is.
pub(super) fn is_last_administrator(
    db: &mut dyn Connection,
    target: &Target,
) -> Result<bool, StoreError> {
    let other = db.find(
        "SELECT 1 FROM players WHERE role = $1 AND closed IS NULL AND name IS NOT NULL \
         AND id <> $2 LIMIT 1",
        &[AccountRole::Administrator.code().into(), target.id.0.into()],
        |_| Ok(()),
    )?;
    Ok(target.role == AccountRole::Administrator && other.is_none())
}

fn latest_acts(db: &mut dyn Connection) -> Result<Vec<SeenAct>, StoreError> {
    db.query(
        "SELECT id, act, actor, player, game, detail FROM audit ORDER BY id DESC LIMIT $1",
        &[Value::count(READ_ACTS)],
        |row| {
            Ok(SeenAct {
                id: row.get(0)?,
                act: row.get(1)?,
                actor: row.get::<Option<i64>>(2)?.map(PlayerId),
                player: row.get::<Option<i64>>(3)?.map(PlayerId),
                game: row.get::<Option<i64>>(4)?.and_then(GameId::from_number),
                detail: row.get(5)?,
            })
        },
    )
}

fn detail(
    db: &mut dyn Connection,
    name: &str,
    now: u64,
) -> Result<Option<AdminPlayerDetail>, StoreError> {
    let folded = name.to_ascii_lowercase();
    let found = db.find(
        "SELECT p.name, p.role, p.created, p.closed, p.closed_reason, \
         (SELECT max(t.used) FROM tokens t WHERE t.player = p.id), \
         (SELECT count(*) FROM bans b WHERE b.player = p.id AND b.kind = 'ban' \
          AND b.lifted IS NULL AND (b.until IS NULL OR b.until > $1)), \
         (SELECT count(*) FROM bans b WHERE b.player = p.id AND b.kind = 'mute' \
          AND b.lifted IS NULL AND (b.until IS NULL OR b.until > $1)), \
         p.id FROM players p WHERE p.folded = $2",
        &[from_u64(now), folded.as_str().into()],
        |row| Ok((read_player(row)?, PlayerId(row.get(8)?))),
    )?;
    let Some((player, id)) = found else {
        return Ok(None);
    };
    let games = db.find(
        "SELECT (SELECT count(*) FROM games WHERE white = $1) + \
         (SELECT count(*) FROM games WHERE black = $1 AND white <> $1)",
        &[id.0.into()],
        |row| row.get(0),
    )?;
    let sessions = db.query(
        "SELECT id, label, created, used FROM tokens WHERE player = $1 AND kind = $2 \
         AND (expires IS NULL OR expires > $3) ORDER BY id DESC LIMIT 100",
        &[id.0.into(), TokenKind::Session.code().into(), from_u64(now)],
        |row| {
            Ok(SessionView {
                id: row.get(0)?,
                label: row.get(1)?,
                created: read_u64(row, 2)?.unwrap_or(0),
                seen: read_u64(row, 3)?.unwrap_or(0),
                current: false,
            })
        },
    )?;
    let acts = AuditPage {
        before: None,
        player: Some(id),
        limit: 50,
    };
    let acts = audit::list(db, acts)?.into_iter().map(AuditView::from);
    Ok(Some(AdminPlayerDetail {
        player,
        games: games.map_or(0, to_u64),
        sessions,
        bans: bans::of_player(db, id)?,
        reports: reports::of_player(db, id)?,
        acts: acts.collect(),
    }))
}

fn read_player(row: &Row) -> Result<AdminPlayer, StoreError> {
    let (closed, reason): (Option<i64>, Option<String>) = (row.get(3)?, row.get(4)?);
    Ok(AdminPlayer {
        name: row.get(0)?,
        role: read_role(row, 1)?,
        created: read_u64(row, 2)?.unwrap_or(0),
        closed: closed.map(|at| ClosedAccount {
            at: to_u64(at),
            reason: reason.unwrap_or_default(),
        }),
        seen: read_u64(row, 5)?,
        banned: row.get::<i64>(6)? > 0,
        muted: row.get::<i64>(7)? > 0,
    })
}

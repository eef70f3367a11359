//! Links that let their bearer do one thing without a password: become the
//! first administrator, choose a new password, confirm an email address, or sign up.

use arbiter_wire::AccountRole;

use super::{
    Store,
    audit::{AdminAct, AuditEntry, record},
    columns::{from_u64, read_u64},
    connection::Connection,
    error::StoreError,
    name::Name,
    players::{CreateAccountError, check_new_account, insert_account, replace_password},
    value::{Row, Value},
};
use crate::base::{LinkId, PlayerId};

/// A link to be stored. Only its bearer knows the secret; the store knows its
/// SHA-256 hash.
#[derive(Clone, Debug)]
pub struct NewLink {
    /// What the link is for.
    pub kind: LinkKind,
    /// The SHA-256 hash of the secret.
    pub hash: [u8; 32],
    /// Whose password or email address it is about.
    pub player: Option<PlayerId>,
    /// What its creator recognizes it by.
    pub label: String,
    /// When it was created, in milliseconds since 1970.
    pub created: u64,
    /// When it expires, in milliseconds since 1970.
    pub expires: u64,
    /// How often it can be used.
    pub uses: u32,
    /// Who created it; none for the command line and the server itself.
    pub created_by: Option<PlayerId>,
}

/// What a link is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LinkKind {
    /// Makes its bearer an administrator.
    Administrator,
    /// Changes a password.
    Password,
    /// Lets its bearer sign up where an invitation is needed.
    Invitation,
    /// Confirms the email address that it was sent to, which is its label.
    Email,
    /// Lets its bearer choose a name for the account at a provider that is its label.
    Identity,
}

/// A link that can be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredLink {
    /// The link.
    pub id: LinkId,
    /// What the link is for.
    pub kind: LinkKind,
    /// Whose password it changes.
    pub player: Option<PlayerId>,
    /// What its creator recognizes it by.
    pub label: String,
    /// When it was created, in milliseconds since 1970.
    pub created: u64,
    /// When it expires, in milliseconds since 1970.
    pub expires: u64,
    /// How often it can still be used.
    pub remaining: u64,
    /// The name of the account that created it, if it was one.
    pub created_by: Option<String>,
}

impl LinkKind {
    /// Returns the code that is stored.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            LinkKind::Administrator => "administrator",
            LinkKind::Password => "password",
            LinkKind::Invitation => "invitation",
            LinkKind::Email => "email",
            LinkKind::Identity => "identity",
        }
    }

    /// Returns the kind with this code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<LinkKind> {
        [
            LinkKind::Administrator,
            LinkKind::Password,
            LinkKind::Invitation,
            LinkKind::Email,
            LinkKind::Identity,
        ]
        .into_iter()
        .find(|kind| kind.code() == code)
    }
}

impl Store {
    /// Stores a new link. A new link to a password or an email address
    /// replaces the earlier ones of that player.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn create_link(&self, link: NewLink) -> Result<LinkId, StoreError> {
        self.write(move |db| create(db, &link)).await
    }

    /// Returns the link of this kind with this hash, if it can be used at
    /// `now`, in milliseconds since 1970.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn link(
        &self,
        kind: LinkKind,
        hash: [u8; 32],
        now: u64,
    ) -> Result<Option<StoredLink>, StoreError> {
        self.read(move |db| find(db, kind, &hash, now)).await
    }

    /// Returns the links of this kind that can be used at `now`, the newest
    /// first.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn links(&self, kind: LinkKind, now: u64) -> Result<Vec<StoredLink>, StoreError> {
        self.read(move |db| list(db, kind, now)).await
    }

    /// Revokes a link of this kind. Returns whether it could be used.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn revoke_link(&self, kind: LinkKind, link: LinkId) -> Result<bool, StoreError> {
        self.write(move |db| revoke(db, kind, link)).await
    }

    /// Deletes the links that have expired and returns their number.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn delete_expired_links(&self, now: u64) -> Result<u64, StoreError> {
        self.write(move |db| db.execute("DELETE FROM links WHERE expires <= $1", &[from_u64(now)]))
            .await
    }

    /// Uses a link to change the password of its player, and ends all their
    /// sessions. Returns the player; none if the link cannot be used.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn change_password_with_link(
        &self,
        hash: [u8; 32],
        password: String,
        now: u64,
    ) -> Result<Option<PlayerId>, StoreError> {
        self.write(move |db| {
            let Some(link) = redeem(db, LinkKind::Password, &hash, now)? else {
                return Ok(None);
            };
            let Some(player) = link.player else {
                return Ok(None);
            };
            let has_changed = replace_password(db, player, &password, None)?;
            Ok(has_changed.then_some(player))
        })
        .await
    }

    /// Uses a link to make an account an administrator. Returns whether it is
    /// one now.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn become_administrator(
        &self,
        hash: [u8; 32],
        player: PlayerId,
        now: u64,
    ) -> Result<bool, StoreError> {
        self.write(move |db| {
            let is_account = db.find(
                "SELECT 1 FROM players WHERE id = $1 AND password IS NOT NULL AND closed IS NULL",
                &[player.0.into()],
                |_| Ok(()),
            )?;
            if is_account.is_none() || redeem(db, LinkKind::Administrator, &hash, now)?.is_none() {
                return Ok(false);
            }
            db.execute(
                "UPDATE players SET role = $1 WHERE id = $2",
                &[AccountRole::Administrator.code().into(), player.0.into()],
            )?;
            let mut entry = AuditEntry::new(now, Some(player), AdminAct::BecomeAdministrator);
            entry.player = Some(player);
            record(db, &entry)?;
            Ok(true)
        })
        .await
    }

    /// Uses an invitation to create an account, as [`Store::create_account`]
    /// does without one. Returns none if the link cannot be used.
    ///
    /// # Errors
    ///
    /// Returns an error if the name is taken, the player is not a guest, or
    /// the database fails. The link is not used then.
    pub async fn create_invited_account(
        &self,
        hash: [u8; 32],
        guest: Option<PlayerId>,
        name: Name,
        password: String,
        now: u64,
    ) -> Result<Option<PlayerId>, CreateAccountError> {
        self.write(move |db| {
            if let Err(error) = check_new_account(db, guest, &name)? {
                return Ok(Err(error));
            }
            if redeem(db, LinkKind::Invitation, &hash, now)?.is_none() {
                return Ok(Ok(None));
            }
            Ok(insert_account(db, guest, &name, &password)?.map(Some))
        })
        .await?
    }
}

/// Stores a new link. A new link to a password or an email address replaces
/// the earlier ones of that player.
///
/// # Errors
///
/// Returns an error if the database fails.
pub fn create(db: &mut dyn Connection, link: &NewLink) -> Result<LinkId, StoreError> {
    db.execute(
        "DELETE FROM links WHERE expires <= $1",
        &[from_u64(link.created)],
    )?;
    if matches!(link.kind, LinkKind::Password | LinkKind::Email) {
        db.execute(
            "DELETE FROM links WHERE kind = $1 AND player = $2",
            &[
                link.kind.code().into(),
                link.player.map(|player| player.0).into(),
            ],
        )?;
    }
    let id = db.find(
        "INSERT INTO links \
         (kind, hash, player, label, created, expires, remaining, created_by) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id",
        &[
            link.kind.code().into(),
            link.hash.as_slice().into(),
            link.player.map(|player| player.0).into(),
            link.label.as_str().into(),
            from_u64(link.created),
            from_u64(link.expires),
            Value::Int(i64::from(link.uses)),
            link.created_by.map(|player| player.0).into(),
        ],
        |row| row.get(0),
    )?;
    id.map(LinkId).ok_or(StoreError::Missing {
        row: "a new link".to_owned(),
    })
}

/// Uses a link once, within a transaction; of two that use the last one at the
/// same time, one gets none.
pub(super) fn redeem(
    db: &mut dyn Connection,
    kind: LinkKind,
    hash: &[u8; 32],
    now: u64,
) -> Result<Option<StoredLink>, StoreError> {
    let redeemed = db.execute(
        "UPDATE links SET remaining = remaining - 1, used = $1 \
         WHERE kind = $2 AND hash = $3 AND remaining > 0 AND expires > $1",
        &[from_u64(now), kind.code().into(), hash.as_slice().into()],
    )?;
    if redeemed == 0 {
        return Ok(None);
    }
    db.find(
        "SELECT l.id, l.kind, l.player, l.label, l.created, l.expires, l.remaining, p.name \
         FROM links l LEFT JOIN players p ON p.id = l.created_by WHERE l.hash = $1",
        &[hash.as_slice().into()],
        read_link,
    )
}

fn find(
    db: &mut dyn Connection,
    kind: LinkKind,
    hash: &[u8; 32],
    now: u64,
) -> Result<Option<StoredLink>, StoreError> {
    db.find(
        "SELECT l.id, l.kind, l.player, l.label, l.created, l.expires, l.remaining, p.name \
         FROM links l LEFT JOIN players p ON p.id = l.created_by \
         WHERE l.kind = $1 AND l.hash = $2 AND l.remaining > 0 AND l.expires > $3",
        &[kind.code().into(), hash.as_slice().into(), from_u64(now)],
        read_link,
    )
}

fn list(db: &mut dyn Connection, kind: LinkKind, now: u64) -> Result<Vec<StoredLink>, StoreError> {
    db.query(
        "SELECT l.id, l.kind, l.player, l.label, l.created, l.expires, l.remaining, p.name \
         FROM links l LEFT JOIN players p ON p.id = l.created_by \
         WHERE l.kind = $1 AND l.remaining > 0 AND l.expires > $2 ORDER BY l.id DESC LIMIT 500",
        &[kind.code().into(), from_u64(now)],
        read_link,
    )
}

/// Revokes a link of this kind. Returns whether it could be used.
///
/// # Errors
///
/// Returns an error if the database fails.
pub fn revoke(db: &mut dyn Connection, kind: LinkKind, link: LinkId) -> Result<bool, StoreError> {
    let revoked = db.execute(
        "DELETE FROM links WHERE kind = $1 AND id = $2 AND remaining > 0",
        &[kind.code().into(), link.0.into()],
    )?;
    Ok(revoked > 0)
}

fn read_link(row: &Row) -> Result<StoredLink, StoreError> {
    let kind: String = row.get(1)?;
    Ok(StoredLink {
        id: LinkId(row.get(0)?),
        kind: LinkKind::from_code(&kind).ok_or(StoreError::Unreadable {
            row: "a link".to_owned(),
            column: "kind",
            text: kind,
        })?,
        player: row.get::<Option<i64>>(2)?.map(PlayerId),
        label: row.get(3)?,
        created: read_u64(row, 4)?.unwrap_or(0),
        expires: read_u64(row, 5)?.unwrap_or(0),
        remaining: read_u64(row, 6)?.unwrap_or(0),
        created_by: row.get(7)?,
    })
}

//! The accounts at OpenID Connect providers with which players sign in.

use super::{
    Store,
    columns::from_u64,
    connection::Connection,
    error::StoreError,
    links::{LinkKind, redeem},
    name::Name,
    players::{Account, CreateAccountError, check_new_account, insert_account, read_account},
};
use crate::base::PlayerId;

/// An account at a provider. The issuer names the provider, and the subject the account:
/// only both together never change their meaning.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ProviderIdentity {
    /// The provider, such as `https://id.example`.
    pub issuer: String,
    /// The account there.
    pub subject: String,
}

/// An account to be created for somebody who signs in with a provider. It has no
/// password.
#[derive(Clone, Debug)]
pub struct NewLinkedAccount {
    /// The guest who signs up, and keeps their games.
    pub guest: Option<PlayerId>,
    /// The name.
    pub name: Name,
    /// The account at the provider.
    pub identity: ProviderIdentity,
    /// The hash of the invitation that is used up, where one is needed.
    pub invitation: Option<[u8; 32]>,
    /// The time, in milliseconds since 1970.
    pub now: u64,
}

impl ProviderIdentity {
    /// Returns the text with which a link stores an identity.
    #[must_use]
    pub fn to_label(&self) -> String {
        // A URL has no space.
        format!("{} {}", self.issuer, self.subject)
    }

    /// Parses what [`ProviderIdentity::to_label`] returns.
    #[must_use]
    pub fn from_label(label: &str) -> Option<ProviderIdentity> {
        let (issuer, subject) = label.split_once(' ')?;
        Some(ProviderIdentity {
            issuer: issuer.to_owned(),
            subject: subject.to_owned(),
        })
    }
}

impl Store {
    /// Returns the account of those who sign in with this identity.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn account_by_identity(
        &self,
        identity: ProviderIdentity,
    ) -> Result<Option<Account>, StoreError> {
        self.read(move |db| {
            db.find(
                "SELECT p.id, p.name, p.password, p.closed, p.closed_reason, p.role \
                 FROM identities i JOIN players p ON p.id = i.player \
                 WHERE i.issuer = $1 AND i.subject = $2 AND p.password IS NOT NULL",
                &[
                    identity.issuer.as_str().into(),
                    identity.subject.as_str().into(),
                ],
                read_account,
            )
        })
        .await
    }

    /// Returns the identities with which a player can sign in.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn identities_of(
        &self,
        player: PlayerId,
    ) -> Result<Vec<ProviderIdentity>, StoreError> {
        self.read(move |db| of_player(db, player)).await
    }

    /// Reports whether an account of this name could be created.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn is_name_free(&self, name: Name) -> Result<bool, StoreError> {
        self.read(move |db| Ok(check_new_account(db, None, &name)?.is_ok()))
            .await
    }

    /// Creates an account without a password. Returns none if the invitation cannot be
    /// used.
    ///
    /// # Errors
    ///
    /// Returns an error if the name or the identity is taken, the player is not a
    /// guest, or the database fails. The invitation is not used then.
    pub async fn create_linked_account(
        &self,
        new: NewLinkedAccount,
    ) -> Result<Option<PlayerId>, CreateAccountError> {
        self.write(move |db| create(db, &new)).await?
    }

    /// Lets a player sign in with this identity, and no longer with another one of the
    /// same provider. Returns false if it belongs to another player.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn link_identity(
        &self,
        player: PlayerId,
        identity: ProviderIdentity,
        now: u64,
    ) -> Result<bool, StoreError> {
        self.write(move |db| {
            let owner = owner(db, &identity)?;
            if owner.is_some_and(|owner| owner != player) {
                return Ok(false);
            }
            db.execute(
                "DELETE FROM identities WHERE player = $1 AND issuer = $2",
                &[player.0.into(), identity.issuer.as_str().into()],
            )?;
            insert(db, player, &identity, now)?;
            Ok(true)
        })
        .await
    }

    /// Removes all identities of a player. Returns false, and removes none, if the
    /// player has no password to sign in with.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn unlink_identities(&self, player: PlayerId) -> Result<bool, StoreError> {
        self.write(move |db| {
            let has_password = db.find(
                "SELECT 1 FROM players WHERE id = $1 AND password <> ''",
                &[player.0.into()],
                |_| Ok(()),
            )?;
            if has_password.is_none() {
                return Ok(false);
            }
            db.execute(
                "DELETE FROM identities WHERE player = $1",
                &[player.0.into()],
            )?;
            Ok(true)
        })
        .await
    }
}

fn create(
    db: &mut dyn Connection,
    new: &NewLinkedAccount,
) -> Result<Result<Option<PlayerId>, CreateAccountError>, StoreError> {
    if owner(db, &new.identity)?.is_some() {
        return Ok(Err(CreateAccountError::IdentityTaken));
    }
    if let Err(error) = check_new_account(db, new.guest, &new.name)? {
        return Ok(Err(error));
    }
    if let Some(hash) = &new.invitation
        && redeem(db, LinkKind::Invitation, hash, new.now)?.is_none()
    {
        return Ok(Ok(None));
    }
    let player = match insert_account(db, new.guest, &new.name, "")? {
        Ok(player) => player,
        Err(error) => return Ok(Err(error)),
    };
    insert(db, player, &new.identity, new.now)?;
    // The links with which the name could be chosen.
    db.execute(
        "DELETE FROM links WHERE kind = $1 AND label = $2",
        &[
            LinkKind::Identity.code().into(),
            new.identity.to_label().as_str().into(),
        ],
    )?;
    Ok(Ok(Some(player)))
}

/// Returns the identities with which a player can sign in.
pub(super) fn of_player(
    db: &mut dyn Connection,
    player: PlayerId,
) -> Result<Vec<ProviderIdentity>, StoreError> {
    db.query(
        "SELECT issuer, subject FROM identities WHERE player = $1 ORDER BY issuer",
        &[player.0.into()],
        |row| {
            Ok(ProviderIdentity {
                issuer: row.get(0)?,
                subject: row.get(1)?,
            })
        },
    )
}

fn owner(
    db: &mut dyn Connection,
    identity: &ProviderIdentity,
) -> Result<Option<PlayerId>, StoreError> {
    let owner = db.find(
        "SELECT player FROM identities WHERE issuer = $1 AND subject = $2",
        &[
            identity.issuer.as_str().into(),
            identity.subject.as_str().into(),
        ],
        |row| row.get(0),
    )?;
    Ok(owner.map(PlayerId))
}

fn insert(
    db: &mut dyn Connection,
    player: PlayerId,
    identity: &ProviderIdentity,
    now: u64,
) -> Result<(), StoreError> {
    db.execute(
        "INSERT INTO identities (issuer, subject, player, created) VALUES ($1, $2, $3, $4)",
        &[
            identity.issuer.as_str().into(),
            identity.subject.as_str().into(),
            player.0.into(),
            from_u64(now),
        ],
    )?;
    Ok(())
}

use arbiter_wire::AccountRole;

use super::{
    Store,
    account_role::read_role,
    columns::{from_u64, read_u64},
    connection::Connection,
    error::StoreError,
    player_card::{PlayerCard, read_card},
    value::{Row, Value},
};
use crate::base::{PlayerId, TokenId};

/// A token to be stored. Only its owner knows the secret; the store knows its
/// SHA-256 hash.
#[derive(Clone, Debug)]
pub struct NewToken {
    /// The owner.
    pub player: PlayerId,
    /// What the token is for.
    pub kind: TokenKind,
    /// The SHA-256 hash of the secret.
    pub hash: [u8; 32],
    /// What the owner recognizes it by, such as a browser or a purpose.
    pub label: String,
    /// The permissions, separated by spaces. A session has all of them.
    pub scopes: String,
    /// When it was created, in milliseconds since 1970.
    pub created: u64,
    /// When it expires, in milliseconds since 1970; never if `None`.
    pub expires: Option<u64>,
}

/// What a token is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// A browser of a signed-in player or a guest.
    Session,
    /// A program that uses the API.
    Api,
}

/// The owner of a valid token that was presented.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bearer {
    /// The token.
    pub token: TokenId,
    /// The owner.
    pub player: PlayerCard,
    /// What the owner may do on this server.
    pub role: AccountRole,
    /// What the token is for.
    pub kind: TokenKind,
    /// The permissions, separated by spaces.
    pub scopes: String,
    /// When it was last used, in milliseconds since 1970, to the hour.
    pub used: u64,
    /// When it expires, in milliseconds since 1970; never if `None`.
    pub expires: Option<u64>,
}

/// A token as its owner sees it in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredToken {
    /// The token.
    pub id: TokenId,
    /// What the token is for.
    pub kind: TokenKind,
    /// What the owner recognizes it by.
    pub label: String,
    /// The permissions, separated by spaces.
    pub scopes: String,
    /// When it was created, in milliseconds since 1970.
    pub created: u64,
    /// When it was last used, in milliseconds since 1970, to the hour.
    pub used: u64,
    /// When it expires, in milliseconds since 1970; never if `None`.
    pub expires: Option<u64>,
}

impl TokenKind {
    /// Returns the code that is stored.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            TokenKind::Session => "session",
            TokenKind::Api => "api",
        }
    }

    /// Returns the kind with this code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<TokenKind> {
        [TokenKind::Session, TokenKind::Api]
            .into_iter()
            .find(|kind| kind.code() == code)
    }
}

impl Store {
    /// Stores a new token.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn create_token(&self, token: NewToken) -> Result<TokenId, StoreError> {
        self.write(move |db| insert(db, &token)).await
    }

    /// Returns the owner of the token with this hash, if it has not expired at
    /// `now`, in milliseconds since 1970.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn find_token(&self, hash: [u8; 32], now: u64) -> Result<Option<Bearer>, StoreError> {
        self.read(move |db| {
            db.find(
                "SELECT t.id, t.kind, t.scopes, t.used, t.expires, p.id, p.name, p.state, \
                 CAST(NULL AS DOUBLE PRECISION), p.role \
                 FROM tokens t JOIN players p ON p.id = t.player \
                 WHERE t.hash = $1 AND (t.expires IS NULL OR t.expires > $2) \
                 AND p.closed IS NULL",
                &[hash.as_slice().into(), from_u64(now)],
                |row| {
                    Ok(Bearer {
                        token: TokenId(row.get(0)?),
                        kind: read_kind(row, 1)?,
                        scopes: row.get(2)?,
                        used: read_u64(row, 3)?.unwrap_or(0),
                        expires: read_u64(row, 4)?,
                        player: read_card(row, 5)?,
                        role: read_role(row, 9)?,
                    })
                },
            )
        })
        .await
    }

    /// Records that a token was used. Once an hour is often enough.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn touch_token(&self, token: TokenId, now: u64) -> Result<(), StoreError> {
        self.write(move |db| {
            db.execute(
                "UPDATE tokens SET used = $1 WHERE id = $2",
                &[from_u64(now), token.0.into()],
            )?;
            Ok(())
        })
        .await
    }

    /// Returns the tokens of a player, the newest first.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn tokens_of(&self, player: PlayerId) -> Result<Vec<StoredToken>, StoreError> {
        self.read(move |db| {
            db.query(
                "SELECT id, kind, label, scopes, created, used, expires FROM tokens \
                 WHERE player = $1 ORDER BY id DESC",
                &[player.0.into()],
                |row| {
                    Ok(StoredToken {
                        id: TokenId(row.get(0)?),
                        kind: read_kind(row, 1)?,
                        label: row.get(2)?,
                        scopes: row.get(3)?,
                        created: read_u64(row, 4)?.unwrap_or(0),
                        used: read_u64(row, 5)?.unwrap_or(0),
                        expires: read_u64(row, 6)?,
                    })
                },
            )
        })
        .await
    }

    /// Deletes a token of this player. Returns whether it existed.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn revoke_token(&self, player: PlayerId, token: TokenId) -> Result<bool, StoreError> {
        self.write(move |db| {
            let revoked = db.execute(
                "DELETE FROM tokens WHERE player = $1 AND id = $2",
                &[player.0.into(), token.0.into()],
            )?;
            Ok(revoked > 0)
        })
        .await
    }

    /// Returns the tokens that were revoked after this time, in milliseconds since 1970.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn revoked_tokens(&self, since: u64) -> Result<Vec<TokenId>, StoreError> {
        self.read(move |db| {
            db.query(
                "SELECT token FROM revoked_tokens WHERE at > $1",
                &[from_u64(since)],
                |row| Ok(TokenId(row.get(0)?)),
            )
        })
        .await
    }

    /// Forgets which tokens were revoked before this time.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn forget_revoked_tokens(&self, before: u64) -> Result<(), StoreError> {
        self.write(move |db| {
            db.execute(
                "DELETE FROM revoked_tokens WHERE at < $1",
                &[from_u64(before)],
            )?;
            Ok(())
        })
        .await
    }

    /// Deletes the tokens that have expired and returns their number.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn delete_expired_tokens(&self, now: u64) -> Result<u64, StoreError> {
        self.write(move |db| db.execute("DELETE FROM tokens WHERE expires <= $1", &[from_u64(now)]))
            .await
    }
}

fn insert(db: &mut dyn Connection, token: &NewToken) -> Result<TokenId, StoreError> {
    let id = db.find(
        "INSERT INTO tokens (player, kind, hash, label, scopes, created, used, expires) \
         VALUES ($1, $2, $3, $4, $5, $6, $6, $7) RETURNING id",
        &[
            token.player.0.into(),
            token.kind.code().into(),
            token.hash.as_slice().into(),
            token.label.as_str().into(),
            token.scopes.as_str().into(),
            from_u64(token.created),
            token.expires.map_or(Value::Null, from_u64),
        ],
        |row| row.get(0),
    )?;
    id.map(TokenId).ok_or(StoreError::Missing {
        row: "a new token".to_owned(),
    })
}

fn read_kind(row: &Row, column: usize) -> Result<TokenKind, StoreError> {
    let code: String = row.get(column)?;
    TokenKind::from_code(&code).ok_or(StoreError::Unreadable {
        row: "a token".to_owned(),
        column: "kind",
        text: code,
    })
}

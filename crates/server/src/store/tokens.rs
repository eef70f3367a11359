use super::{Connection, PlayerCard, Row, Store, StoreError, Value, players::read_card};
use crate::base::{PlayerId, TokenId};

/// A token to be kept. Its secret is known to its owner alone: this has its
/// SHA-256.
#[derive(Clone, Debug)]
pub struct NewToken {
    /// Whose.
    pub player: PlayerId,
    /// What kind.
    pub kind: TokenKind,
    /// The SHA-256 of the secret.
    pub hash: [u8; 32],
    /// What its owner knows it by: a browser, a purpose.
    pub label: String,
    /// What it allows, separated by spaces; all, for a session.
    pub scopes: String,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// Until when it lasts.
    pub expires: Option<u64>,
}

/// What a token is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// A browser that is signed in, or a guest's.
    Session,
    /// A program.
    Api,
}

/// Somebody who showed a token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bearer {
    /// Which.
    pub token: TokenId,
    /// Whose.
    pub player: PlayerCard,
    /// What kind.
    pub kind: TokenKind,
    /// What it allows.
    pub scopes: String,
    /// When it was last used, as far as that was noted.
    pub used: u64,
    /// Until when it lasts.
    pub expires: Option<u64>,
}

/// A token in its owner's list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredToken {
    /// Which.
    pub id: TokenId,
    /// What kind.
    pub kind: TokenKind,
    /// What its owner knows it by.
    pub label: String,
    /// What it allows.
    pub scopes: String,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// When it was last used, as far as that was noted.
    pub used: u64,
    /// Until when it lasts.
    pub expires: Option<u64>,
}

impl TokenKind {
    /// Its name.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            TokenKind::Session => "session",
            TokenKind::Api => "api",
        }
    }

    /// The kind of this name.
    #[must_use]
    pub fn from_code(code: &str) -> Option<TokenKind> {
        [TokenKind::Session, TokenKind::Api]
            .into_iter()
            .find(|kind| kind.code() == code)
    }
}

impl Store {
    /// Keeps a new token.
    ///
    /// # Errors
    ///
    /// What the database says.
    pub async fn create_token(&self, token: NewToken) -> Result<TokenId, StoreError> {
        self.write(move |db| insert(db, &token)).await
    }

    /// Whose token has this hash, if it has not expired at this time, in
    /// milliseconds since 1970.
    ///
    /// # Errors
    ///
    /// What the database says.
    pub async fn find_token(&self, hash: [u8; 32], now: u64) -> Result<Option<Bearer>, StoreError> {
        self.read(move |db| {
            db.find(
                "SELECT t.id, t.kind, t.scopes, t.used, t.expires, p.id, p.name, p.deleted, \
                 CAST(NULL AS DOUBLE PRECISION) \
                 FROM tokens t JOIN players p ON p.id = t.player \
                 WHERE t.hash = $1 AND (t.expires IS NULL OR t.expires > $2)",
                &[hash.as_slice().into(), number(now)],
                |row| {
                    Ok(Bearer {
                        token: TokenId(row.get(0)?),
                        kind: read_kind(row, 1)?,
                        scopes: row.get(2)?,
                        used: read_wall(row, 3)?.unwrap_or(0),
                        expires: read_wall(row, 4)?,
                        player: read_card(row, 5)?,
                    })
                },
            )
        })
        .await
    }

    /// Notes that a token was used. Once an hour is often enough.
    ///
    /// # Errors
    ///
    /// What the database says.
    pub async fn touch_token(&self, token: TokenId, now: u64) -> Result<(), StoreError> {
        self.write(move |db| {
            db.execute(
                "UPDATE tokens SET used = $1 WHERE id = $2",
                &[number(now), token.0.into()],
            )?;
            Ok(())
        })
        .await
    }

    /// The tokens of a player, the newest first.
    ///
    /// # Errors
    ///
    /// What the database says.
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
                        created: read_wall(row, 4)?.unwrap_or(0),
                        used: read_wall(row, 5)?.unwrap_or(0),
                        expires: read_wall(row, 6)?,
                    })
                },
            )
        })
        .await
    }

    /// Ends a token of this player. Whether there was one.
    ///
    /// # Errors
    ///
    /// What the database says.
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

    /// Forgets the tokens that have expired. How many.
    ///
    /// # Errors
    ///
    /// What the database says.
    pub async fn delete_expired_tokens(&self, now: u64) -> Result<u64, StoreError> {
        self.write(move |db| db.execute("DELETE FROM tokens WHERE expires <= $1", &[number(now)]))
            .await
    }
}

fn insert(db: &mut Connection, token: &NewToken) -> Result<TokenId, StoreError> {
    let id = db.find(
        "INSERT INTO tokens (player, kind, hash, label, scopes, created, used, expires) \
         VALUES ($1, $2, $3, $4, $5, $6, $6, $7) RETURNING id",
        &[
            token.player.0.into(),
            token.kind.code().into(),
            token.hash.as_slice().into(),
            token.label.as_str().into(),
            token.scopes.as_str().into(),
            number(token.created),
            token.expires.map_or(Value::Null, number),
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

fn read_wall(row: &Row, column: usize) -> Result<Option<u64>, StoreError> {
    let millis: Option<i64> = row.get(column)?;
    Ok(millis.map(|millis| u64::try_from(millis).unwrap_or(0)))
}

fn number(wall: u64) -> Value<'static> {
    Value::Int(wall.cast_signed())
}

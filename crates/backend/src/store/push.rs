//! Where Web Push messages for players are sent to, and the key that signs them.

use super::{Store, columns::from_u64, connection::Connection, error::StoreError, value::Value};
use crate::base::{PlayerId, TokenId};

/// A browser that is to receive messages.
#[derive(Clone, Debug)]
pub struct NewPushSubscription {
    /// The session in that browser. The subscription ends with it.
    pub token: TokenId,
    /// The player who is signed in there.
    pub player: PlayerId,
    /// Where messages are sent to.
    pub endpoint: String,
    /// The public key of the browser, an uncompressed point.
    pub public_key: Vec<u8>,
    /// The secret that the browser shares with the server.
    pub secret: Vec<u8>,
    /// The code of the language of the messages.
    pub language: &'static str,
    /// When it is made, in milliseconds since 1970.
    pub created: u64,
}

/// A browser that receives messages.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PushSubscription {
    /// The session in that browser.
    pub token: TokenId,
    /// Where messages are sent to.
    pub endpoint: String,
    /// The public key of the browser, an uncompressed point.
    pub public_key: Vec<u8>,
    /// The secret that the browser shares with the server.
    pub secret: Vec<u8>,
    /// The code of the language of the messages.
    pub language: String,
}

/// In how many browsers one player receives messages.
const MAX_SUBSCRIPTIONS: usize = 10;

/// The key of the signing key in `server_settings`.
const PUSH_KEY: &str = "push_key";

impl Store {
    /// Returns the key that signs messages: the stored one, or `new`, which is stored
    /// then.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn push_key(&self, new: String) -> Result<String, StoreError> {
        self.write(move |db| {
            db.execute(
                "INSERT INTO server_settings (key, value) VALUES ($1, $2) \
                 ON CONFLICT (key) DO NOTHING",
                &[PUSH_KEY.into(), new.as_str().into()],
            )?;
            let found = db.find(
                "SELECT value FROM server_settings WHERE key = $1",
                &[PUSH_KEY.into()],
                |row| row.get(0),
            )?;
            found.ok_or_else(|| StoreError::Missing {
                row: PUSH_KEY.to_owned(),
            })
        })
        .await
    }

    /// Stores where a session receives messages, in place of an earlier one. A player
    /// with too many loses the oldest.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn subscribe_to_push(&self, new: NewPushSubscription) -> Result<(), StoreError> {
        self.write(move |db| insert(db, &new)).await
    }

    /// Returns where a player receives messages.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn push_subscriptions(
        &self,
        player: PlayerId,
    ) -> Result<Vec<PushSubscription>, StoreError> {
        self.read(move |db| {
            db.query(
                "SELECT token, endpoint, public_key, secret, language FROM push_subscriptions \
                 WHERE player = $1 ORDER BY created",
                &[player.0.into()],
                |row| {
                    Ok(PushSubscription {
                        token: TokenId(row.get(0)?),
                        endpoint: row.get(1)?,
                        public_key: row.get(2)?,
                        secret: row.get(3)?,
                        language: row.get(4)?,
                    })
                },
            )
        })
        .await
    }

    /// Stops sending messages to the browser of a session, if it still receives them
    /// at this endpoint.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn unsubscribe_from_push(
        &self,
        token: TokenId,
        endpoint: Option<String>,
    ) -> Result<(), StoreError> {
        self.write(move |db| {
            db.execute(
                "DELETE FROM push_subscriptions \
                 WHERE token = $1 AND endpoint = COALESCE($2, endpoint)",
                &[token.0.into(), endpoint.as_deref().into()],
            )?;
            Ok(())
        })
        .await
    }
}

fn insert(db: &mut dyn Connection, new: &NewPushSubscription) -> Result<(), StoreError> {
    // A browser has one subscription, whoever is signed in there.
    db.execute(
        "DELETE FROM push_subscriptions WHERE token = $1 OR endpoint = $2",
        &[new.token.0.into(), new.endpoint.as_str().into()],
    )?;
    db.execute(
        "INSERT INTO push_subscriptions \
         (token, player, endpoint, public_key, secret, language, created) \
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        &[
            new.token.0.into(),
            new.player.0.into(),
            new.endpoint.as_str().into(),
            new.public_key.as_slice().into(),
            new.secret.as_slice().into(),
            new.language.into(),
            from_u64(new.created),
        ],
    )?;
    db.execute(
        "DELETE FROM push_subscriptions WHERE player = $1 AND token NOT IN \
         (SELECT token FROM push_subscriptions WHERE player = $1 \
          ORDER BY created DESC, token DESC LIMIT $2)",
        &[new.player.0.into(), Value::count(MAX_SUBSCRIPTIONS)],
    )?;
    Ok(())
}

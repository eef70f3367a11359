use serde::{Deserialize, Serialize};

/// Web Push for this session.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct PushView {
    /// The public key of the server, with which a browser subscribes: an uncompressed
    /// point on P-256 in Base64 for URLs.
    pub key: String,
    /// Where this session receives messages; none if it does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub endpoint: Option<String>,
}

/// A subscription to Web Push, as browsers write it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct NewPushSubscription {
    /// Where the push service takes messages for the browser.
    pub endpoint: String,
    /// For whom messages are encrypted.
    pub keys: PushKeys,
}

/// The keys of a browser for Web Push, in Base64 for URLs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct PushKeys {
    /// Its public key, an uncompressed point on P-256.
    pub p256dh: String,
    /// The secret that it shares with the server, 16 bytes.
    pub auth: String,
}

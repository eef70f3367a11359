//! Web Push: tells players about their correspondence games and about challenges when
//! the page is closed. Their browsers subscribe; a push service, which belongs to the
//! maker of the browser, passes the messages on and cannot read them.
//!
//! Messages are only hints: nothing waits for them, and one that cannot be sent is
//! dropped. How many wait, how many a player gets in an hour, how many requests are
//! under way and how long each may take is bounded.

mod encryption;
mod notice;
mod push_endpoint;
mod vapid_key;

use std::{fmt, sync::Arc, time::Duration};

use axum::{
    body::Body,
    http::{Method, Request, StatusCode, header},
};
use parking_lot::Mutex;
use tokio::{
    net::{TcpStream, lookup_host},
    sync::{OnceCell, Semaphore, mpsc},
    task::spawn_blocking,
};

pub use encryption::{PUBLIC_KEY_BYTES, SECRET_BYTES};
pub use notice::Notice;
pub use push_endpoint::PushEndpoint;
use vapid_key::VapidKey;

use super::Games;
use crate::{
    base::{
        HttpClient, KeyedRateLimit, Language, PlayerId, RequestError, clock,
        metrics::{METRICS, PushOutcome},
        spawn,
    },
    store::{PushSubscription, Store, StoreError},
};

/// The messages that wait to be sent, and the key that signs them.
pub struct Push {
    queue: mpsc::Sender<Waiting>,
    /// Taken by the task that sends.
    waiting: Mutex<Option<mpsc::Receiver<Waiting>>>,
    key: OnceCell<VapidKey>,
    client: OnceCell<HttpClient>,
    player_limit: KeyedRateLimit<PlayerId>,
}

/// A message that waits.
struct Waiting {
    player: PlayerId,
    notice: Notice,
}

/// An error that is returned when the server has no key.
#[derive(Debug, thiserror::Error)]
pub enum PushKeyError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The stored key is not one.
    #[error("the stored key for Web Push is invalid")]
    Invalid,
    /// No key can be made.
    #[error("the operating system has no random numbers")]
    Random,
}

/// How many messages wait; more are dropped.
const QUEUE_CAPACITY: usize = 1_000;
/// How many messages are being sent at once.
const MAX_REQUESTS: usize = 16;
/// How many messages a player gets in an hour, each in all their browsers.
const MAX_PER_HOUR: u32 = 60;
const HOUR: Duration = Duration::from_secs(60 * 60);
/// How long a push service may take to answer.
const TIMEOUT: Duration = Duration::from_secs(10);
/// How long a push service keeps a message for a browser that is off, in seconds.
const KEPT_SECONDS: u32 = 2 * 24 * 60 * 60;
/// The longest answer.
const MAX_ANSWER_BYTES: usize = 16 * 1024;

impl Push {
    /// Tells a player something, in the background.
    pub fn tell(&self, player: PlayerId, notice: Notice) {
        if self.queue.try_send(Waiting { player, notice }).is_err() {
            METRICS.count_push(PushOutcome::Dropped);
        }
    }

    /// Returns the public key, with which browsers subscribe.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no key and none can be made.
    pub async fn public_key(&self, store: &Store) -> Result<String, PushKeyError> {
        self.key(store).await.map(VapidKey::public)
    }

    /// Returns the key, which is made when the server starts for the first time.
    async fn key(&self, store: &Store) -> Result<&VapidKey, PushKeyError> {
        let read = async || {
            let new = VapidKey::generate().map_err(|_| PushKeyError::Random)?;
            let stored = store.push_key(new).await?;
            VapidKey::read(&stored).ok_or(PushKeyError::Invalid)
        };
        self.key.get_or_try_init(read).await
    }

    async fn client(&self) -> Result<&HttpClient, RequestError> {
        let read = async || Ok(spawn_blocking(HttpClient::new).await?);
        self.client.get_or_try_init(read).await
    }
}

impl Default for Push {
    fn default() -> Push {
        let (queue, waiting) = mpsc::channel(QUEUE_CAPACITY);
        Push {
            queue,
            waiting: Mutex::new(Some(waiting)),
            key: OnceCell::new(),
            client: OnceCell::new(),
            player_limit: KeyedRateLimit::all_at_once(MAX_PER_HOUR, HOUR),
        }
    }
}

impl fmt::Debug for Push {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Push")
    }
}

/// Sends messages as long as the server runs.
pub async fn deliver(games: Arc<Games>) {
    let Some(mut waiting) = games.push.waiting.lock().take() else {
        return;
    };
    if let Err(error) = games.push.key(&games.store).await {
        tracing::error!(%error, "there is no key for Web Push");
    }
    let permits = Arc::new(Semaphore::new(MAX_REQUESTS));
    while let Some(Waiting { player, notice }) = waiting.recv().await {
        let Ok(permit) = Arc::clone(&permits).acquire_owned().await else {
            return;
        };
        let games = Arc::clone(&games);
        spawn(async move {
            deliver_one(&games, player, &notice).await;
            drop(permit);
        });
    }
}

/// Sends a message to all browsers of a player, one after the other.
async fn deliver_one(games: &Games, player: PlayerId, notice: &Notice) {
    let subscriptions = match games.store.push_subscriptions(player).await {
        Ok(subscriptions) => subscriptions,
        Err(error) => {
            tracing::warn!(%error, "cannot read who receives Web Push messages");
            return;
        }
    };
    if subscriptions.is_empty() {
        return;
    }
    if games.push.player_limit.check(&player).is_err() {
        METRICS.count_push(PushOutcome::Dropped);
        return;
    }
    for subscription in subscriptions {
        let sent = tokio::time::timeout(TIMEOUT, send(games, &subscription, notice)).await;
        let outcome = match sent {
            Ok(Ok(status)) => outcome_of(status),
            Ok(Err(error)) => {
                tracing::info!(%error, "a Web Push message is not sent");
                PushOutcome::Failed
            }
            Err(_) => {
                tracing::info!("a push service does not answer in time");
                PushOutcome::Failed
            }
        };
        METRICS.count_push(outcome);
        if outcome == PushOutcome::Unsubscribed {
            let (token, endpoint) = (subscription.token, Some(subscription.endpoint));
            let ended = games.store.unsubscribe_from_push(token, endpoint).await;
            if let Err(error) = ended {
                tracing::warn!(%error, "cannot end a Web Push subscription");
            }
        }
    }
}

fn outcome_of(status: StatusCode) -> PushOutcome {
    match status {
        StatusCode::NOT_FOUND | StatusCode::GONE => PushOutcome::Unsubscribed,
        status if status.is_success() => PushOutcome::Sent,
        status => {
            tracing::info!(%status, "a push service refuses a message");
            PushOutcome::Failed
        }
    }
}

/// Sends a message to one browser, and returns the status of the answer.
async fn send(
    games: &Games,
    subscription: &PushSubscription,
    notice: &Notice,
) -> Result<StatusCode, RequestError> {
    let trusted = &games.settings.trusted_push_origins;
    let endpoint = PushEndpoint::parse(&subscription.endpoint, trusted);
    let endpoint = endpoint.ok_or("the endpoint is not allowed")?;
    let key = games.push.key(&games.store).await?;
    let public = games.settings.public.as_deref();
    let subject = public.filter(|url| url.starts_with("https://"));
    let now = clock::wall() / 1_000;
    let authorization = key.authorization(&endpoint.origin(), subject, now);
    let authorization = authorization.map_err(|_| "a message cannot be signed")?;
    let message = notice.message(Language::from_code(&subscription.language));
    let (public_key, secret) = (&subscription.public_key, &subscription.secret);
    let body = encryption::encrypt(message.as_bytes(), public_key, secret);
    let body = body.map_err(|_| "the key of a browser is not one")?;
    let request = Request::builder()
        .method(Method::POST)
        .uri(endpoint.path())
        .header(header::HOST, endpoint.authority())
        .header(header::USER_AGENT, "arbiter")
        .header(header::AUTHORIZATION, authorization)
        .header(header::CONTENT_TYPE, "application/octet-stream")
        .header(header::CONTENT_ENCODING, "aes128gcm")
        .header("ttl", KEPT_SECONDS)
        .header("urgency", "high")
        .header("topic", notice.topic())
        .body(Body::from(body))?;
    let found = lookup_host((endpoint.host(), endpoint.port())).await?;
    let allowed = endpoint.allowed(found);
    // Connecting to these addresses, and not to the name again, makes sure that they
    // are what was checked.
    let stream = TcpStream::connect(allowed.as_slice()).await?;
    let name = endpoint.is_encrypted().then_some(endpoint.host());
    let client = games.push.client().await?;
    let (status, _) = client.send(stream, name, request, MAX_ANSWER_BYTES).await?;
    Ok(status)
}

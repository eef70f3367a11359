use std::{fmt, io, path::PathBuf, sync::Arc, time::Duration};

use async_nats::{Client, ServerAddr, StatusCode, Subscriber, connection::State};
use bytes::Bytes;
use futures_util::StreamExt;
use tokio::{
    sync::mpsc,
    task::unconstrained,
    time::{Instant, timeout, timeout_at},
};

use super::{Topic, login::login};
use crate::base::{BusSettings, NodeId, ignore::Ignore, metrics::METRICS, spawn};

/// A connection to NATS, which reconnects by itself.
#[derive(Clone)]
pub struct Nats {
    client: Client,
    /// The messages that wait to be sent.
    queue: mpsc::Sender<(String, Bytes)>,
    /// How all subjects of this site begin.
    prefix: Arc<str>,
    node: NodeId,
}

/// Receives the messages about a topic; none without a bus.
#[derive(Debug, Default)]
pub struct Subscription(Option<Subscriber>);

/// Receives the answers to one question.
#[derive(Debug)]
pub struct Answers(Subscriber);

/// A message of another node.
#[derive(Debug)]
pub struct Received {
    /// What the sender wrote.
    pub payload: Bytes,
    /// Where an answer goes.
    reply: Option<String>,
}

/// An error that is returned when there is no connection to NATS.
#[derive(Clone, Debug, thiserror::Error)]
pub enum BusError {
    /// An address cannot be read.
    #[error("{0} is not the address of a NATS server: write it as nats://host:4222")]
    Address(String),
    /// The file with the credentials cannot be used.
    #[error("{}, the credentials for NATS, cannot be used: {error}", path.display())]
    Credentials {
        /// The path of the file.
        path: PathBuf,
        /// What is wrong.
        error: Arc<io::Error>,
    },
    /// There is a certificate without its key, or a key without its certificate.
    #[error("a certificate for NATS needs both files, --bus-certificate and --bus-key")]
    Certificate,
    /// No server can be reached, or it refuses the connection.
    #[error("cannot connect to NATS: {0}")]
    Connect(String),
}

/// The subject of questions to workers, and the name of their group.
const WORKERS: &str = "workers";
/// The subject of positions to be analyzed, and the name of the group.
const ANALYSTS: &str = "analysts";
/// How many messages wait while NATS does not accept them; more are dropped.
const QUEUE_CAPACITY: usize = 16_384;
/// How many messages wait for a subscriber; more are dropped.
const SUBSCRIPTION_CAPACITY: usize = 4_096;
/// How often the connection is tested. After two tests without an answer it is lost.
const PING_INTERVAL: Duration = Duration::from_secs(2);
/// How long a subscription may take; without it a room compares itself with the store.
const SUBSCRIBE_TIMEOUT: Duration = Duration::from_millis(100);
/// How long a connection may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// The longest pause between two attempts to reconnect.
const MAX_RECONNECT_DELAY: Duration = Duration::from_millis(500);

impl Nats {
    pub(super) async fn connect(
        settings: &BusSettings,
        site: i64,
        node: NodeId,
    ) -> Result<Nats, BusError> {
        let read = |text: &str| {
            let address = text.trim().parse::<ServerAddr>();
            // The text may contain a password.
            address.map_err(|_| BusError::Address(without_password(text)))
        };
        let addresses = settings.addresses.split(',').map(read);
        let addresses: Vec<_> = addresses.collect::<Result<_, _>>()?;
        let client = login(settings, &addresses)
            .await?
            .name("arbiter")
            .no_echo()
            .ping_interval(PING_INTERVAL)
            .connection_timeout(CONNECT_TIMEOUT)
            .subscription_capacity(SUBSCRIPTION_CAPACITY)
            .max_reconnects(None)
            .reconnect_delay_callback(|attempts| {
                let millis = u64::try_from(attempts)
                    .unwrap_or(u64::MAX)
                    .saturating_mul(20);
                Duration::from_millis(millis).min(MAX_RECONNECT_DELAY)
            })
            .event_callback(|event| async move { tracing::info!(%event, "NATS") })
            .connect(addresses)
            .await
            .map_err(|error| BusError::Connect(error.to_string()))?;
        let (queue, waiting) = mpsc::channel(QUEUE_CAPACITY);
        // When all cores are busy, a task has its turn a few dozen times a second, and may
        // usually send only some messages each time: more would wait than the queue holds.
        spawn(unconstrained(send(client.clone(), waiting)));
        Ok(Nats {
            client,
            queue,
            prefix: format!("arbiter.{}.", site.cast_unsigned()).into(),
            node,
        })
    }

    pub(super) const fn node(&self) -> NodeId {
        self.node
    }

    pub(super) fn publish(&self, topic: Topic, message: Vec<u8>) {
        let sent = self.queue.try_send((self.subject(topic), message.into()));
        if sent.is_err() {
            METRICS.bus_dropped.inc();
        }
    }

    pub(super) fn is_connected(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    pub(super) async fn subscribe(&self, topic: Topic) -> Subscription {
        let subscribed = self.client.subscribe(self.subject(topic));
        // Nothing waits long for NATS.
        match timeout(SUBSCRIBE_TIMEOUT, subscribed).await {
            Ok(Ok(subscriber)) => Subscription(Some(subscriber)),
            Ok(Err(_)) | Err(_) => Subscription(None),
        }
    }

    pub(super) async fn ask(
        &self,
        question: Vec<u8>,
        expected: usize,
        limit: Duration,
    ) -> Vec<Bytes> {
        let mut answers = Vec::with_capacity(expected);
        if expected == 0 {
            return answers;
        }
        let until = Instant::now() + limit;
        let inbox = self.client.new_inbox();
        let Ok(Ok(mut subscriber)) = timeout_at(until, self.client.subscribe(inbox.clone())).await
        else {
            return answers;
        };
        let subject = self.subject(Topic::Questions);
        let asked = self
            .client
            .publish_with_reply(subject, inbox, question.into());
        if !matches!(timeout_at(until, asked).await, Ok(Ok(()))) {
            return answers;
        }
        while answers.len() < expected
            && let Ok(Some(message)) = timeout_at(until, subscriber.next()).await
        {
            answers.push(message.payload);
        }
        answers
    }

    pub(super) async fn ask_worker(&self, question: Vec<u8>, limit: Duration) -> Option<Bytes> {
        let subject = format!("{}{WORKERS}", self.prefix);
        let asked = self.client.request(subject, question.into());
        Some(timeout(limit, asked).await.ok()?.ok()?.payload)
    }

    pub(super) async fn ask_analysts(&self, question: Vec<u8>) -> Option<Answers> {
        let inbox = self.client.new_inbox();
        let subscribed = self.client.subscribe(inbox.clone());
        let subscriber = timeout(SUBSCRIBE_TIMEOUT, subscribed).await.ok()?.ok()?;
        let subject = format!("{}{ANALYSTS}", self.prefix);
        let asked = self
            .client
            .publish_with_reply(subject, inbox, question.into());
        timeout(SUBSCRIBE_TIMEOUT, asked).await.ok()?.ok()?;
        Some(Answers(subscriber))
    }

    pub(super) async fn follow_as_worker(&self) -> Subscription {
        self.follow_in_group(WORKERS).await
    }

    pub(super) async fn follow_as_analyst(&self) -> Subscription {
        self.follow_in_group(ANALYSTS).await
    }

    /// Receives questions of which each goes to one of a group, whose name is their subject.
    async fn follow_in_group(&self, group: &str) -> Subscription {
        let subject = format!("{}{group}", self.prefix);
        let subscribed = self.client.queue_subscribe(subject, group.to_owned());
        match subscribed.await {
            Ok(subscriber) => Subscription(Some(subscriber)),
            Err(error) => {
                tracing::error!(%error, "cannot subscribe as a worker");
                Subscription(None)
            }
        }
    }

    fn subject(&self, topic: Topic) -> String {
        format!("{}{topic}", self.prefix)
    }
}

impl Subscription {
    /// Reports whether nothing will ever be received.
    #[must_use]
    pub const fn is_none(&self) -> bool {
        self.0.is_none()
    }

    /// Waits for the next message; forever if there is no bus.
    pub async fn next(&mut self) -> Bytes {
        self.next_question().await.payload
    }

    /// Waits for the next question, which can be answered.
    pub async fn next_question(&mut self) -> Received {
        if let Some(subscriber) = &mut self.0
            && let Some(message) = subscriber.next().await
        {
            METRICS.bus_received.inc();
            return Received {
                payload: message.payload,
                reply: message.reply.map(|reply| reply.to_string()),
            };
        }
        // The connection has ended for good.
        self.0 = None;
        std::future::pending().await
    }
}

impl Answers {
    /// Waits for the next answer; returns none if nobody answers.
    pub async fn next(&mut self) -> Option<Bytes> {
        let message = self.0.next().await?;
        (message.status != Some(StatusCode::NO_RESPONDERS)).then_some(message.payload)
    }
}

impl Received {
    /// Answers a question that gets several answers.
    pub fn respond(&self, bus: &super::Bus, answer: Vec<u8>) {
        if let (super::Bus::Nats(nats), Some(reply)) = (bus, &self.reply) {
            let sent = nats.queue.try_send((reply.clone(), answer.into()));
            sent.ignore("an answer that is not sent is none");
        }
    }

    /// Answers a question.
    pub fn answer(self, bus: &super::Bus, answer: Vec<u8>) {
        if let (super::Bus::Nats(nats), Some(reply)) = (bus, self.reply) {
            let sent = nats.queue.try_send((reply, answer.into()));
            sent.ignore("an answer that is not sent is none");
        }
    }
}

/// Sends what waits, in order.
async fn send(client: Client, mut waiting: mpsc::Receiver<(String, Bytes)>) {
    while let Some((subject, message)) = waiting.recv().await {
        if let Err(error) = client.publish(subject, message).await {
            tracing::warn!(%error, "cannot publish");
            METRICS.bus_dropped.inc();
        } else {
            METRICS.bus_published.inc();
        }
    }
}

/// Returns an address without what precedes the host.
fn without_password(address: &str) -> String {
    let host = address.rsplit('@').next();
    host.unwrap_or_default().trim().to_owned()
}

impl fmt::Debug for Nats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Nats({})", self.prefix)
    }
}

//! The bus on which the nodes that share a database announce what they have stored.
//!
//! A message is only a hint: it announces early what is in the database anyway. It may be
//! lost, duplicated, late or out of order, and nodes compare what they know with the
//! database at intervals.

mod login;
mod nats;

use std::{fmt, time::Duration};

use bytes::Bytes;

use super::{BusSettings, GameId, NodeId, PlayerId};
use nats::Nats;
pub use nats::{Answers, BusError, Subscription};

/// The bus of a node.
#[derive(Clone, Debug, Default)]
pub enum Bus {
    /// There are no other nodes to notify.
    #[default]
    InProcess,
    /// The nodes are connected to NATS.
    Nats(Nats),
}

/// What a message is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    /// A game. A node subscribes to it while the game is in memory.
    Game(GameId),
    /// A player, for those of their connections that other nodes have.
    Player(PlayerId),
    /// All players.
    Players,
    /// The open seeks.
    Lobby,
    /// The tournaments.
    Tournaments,
    /// Bans, policy and other acts.
    Moderation,
    /// The players who are connected to a node.
    Online,
    /// Addresses that have tried a wrong password.
    WrongPasswords,
    /// Questions that every node answers.
    Questions,
    /// Nodes that can reach the database.
    Beats,
    /// Searches that workers need not finish.
    CancelledAnalyses,
}

/// How long to wait before subscribing again.
const RETRY_PAUSE: Duration = Duration::from_millis(200);

impl Bus {
    /// Connects a node to NATS servers. Nodes with the same site receive each other's
    /// messages.
    ///
    /// # Errors
    ///
    /// Returns an error if an address or a file is wrong, or no server can be reached.
    pub async fn connect(settings: &BusSettings, site: i64, node: NodeId) -> Result<Bus, BusError> {
        Ok(Bus::Nats(Nats::connect(settings, site, node).await?))
    }

    /// Returns this node.
    #[must_use]
    pub const fn node(&self) -> NodeId {
        match self {
            Bus::InProcess => NodeId(0),
            Bus::Nats(nats) => nats.node(),
        }
    }

    /// Reports whether there may be other nodes.
    #[must_use]
    pub const fn is_shared(&self) -> bool {
        matches!(self, Bus::Nats(_))
    }

    /// Sends a message to the other nodes, which may or may not arrive.
    pub fn publish(&self, topic: Topic, message: impl FnOnce() -> Vec<u8>) {
        if let Bus::Nats(nats) = self {
            nats.publish(topic, message());
        }
    }

    /// Receives messages of the other nodes about a topic from now on; nothing if the
    /// connection is lost.
    pub async fn subscribe(&self, topic: Topic) -> Subscription {
        match self {
            Bus::Nats(nats) if nats.is_connected() => nats.subscribe(topic).await,
            _ => Subscription::default(),
        }
    }

    /// Subscribes to a topic, and tries until it succeeds.
    pub async fn follow(&self, topic: Topic) -> Subscription {
        loop {
            let subscription = self.subscribe(topic).await;
            if !subscription.is_none() {
                return subscription;
            }
            tokio::time::sleep(RETRY_PAUSE).await;
        }
    }

    /// Reports whether messages of other nodes can be received now.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        match self {
            Bus::InProcess => false,
            Bus::Nats(nats) => nats.is_connected(),
        }
    }

    /// Asks one of the workers; returns none if there is none or it does not answer.
    pub async fn ask_worker(&self, question: Vec<u8>, limit: Duration) -> Option<Bytes> {
        match self {
            Bus::InProcess => None,
            Bus::Nats(nats) => nats.ask_worker(question, limit).await,
        }
    }

    /// Receives questions as one of the workers: each question goes to one of them.
    pub async fn follow_as_worker(&self) -> Subscription {
        match self {
            Bus::InProcess => Subscription::default(),
            Bus::Nats(nats) => nats.follow_as_worker().await,
        }
    }

    /// Asks one of the workers to analyze; its answers come one after the other. Returns none
    /// if the question cannot be sent.
    pub async fn ask_analysts(&self, question: Vec<u8>) -> Option<Answers> {
        match self {
            Bus::InProcess => None,
            Bus::Nats(nats) => nats.ask_analysts(question).await,
        }
    }

    /// Receives questions to be analyzed as one of the workers.
    pub async fn follow_as_analyst(&self) -> Subscription {
        match self {
            Bus::InProcess => Subscription::default(),
            Bus::Nats(nats) => nats.follow_as_analyst().await,
        }
    }

    /// Asks the other nodes a question, and returns the answers that come in time, at
    /// most as many as are expected.
    pub async fn ask(&self, question: Vec<u8>, expected: usize, limit: Duration) -> Vec<Bytes> {
        match self {
            Bus::InProcess => Vec::new(),
            Bus::Nats(nats) => nats.ask(question, expected, limit).await,
        }
    }
}

impl fmt::Display for Topic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Topic::Game(game) => write!(f, "game.{game}"),
            Topic::Player(player) => write!(f, "player.{}", player.0),
            Topic::Players => f.write_str("player.*"),
            Topic::Lobby => f.write_str("lobby"),
            Topic::Tournaments => f.write_str("tournaments"),
            Topic::Moderation => f.write_str("moderation"),
            Topic::Online => f.write_str("online"),
            Topic::WrongPasswords => f.write_str("wrong_passwords"),
            Topic::Questions => f.write_str("questions"),
            Topic::Beats => f.write_str("beats"),
            Topic::CancelledAnalyses => f.write_str("cancelled_analyses"),
        }
    }
}

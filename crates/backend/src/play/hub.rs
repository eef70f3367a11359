mod sent_challenges;
mod sent_games;
mod sent_messages;

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
    time::{Duration, Instant},
};

use arbiter_wire::{ChallengeView, ServerMessage};
use axum::extract::ws::Utf8Bytes;
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use super::{
    outbox::{self, Outbox},
    player_notices::{NoticeListeners, Notices, PlayerNotice},
};
use crate::base::{Bus, ChallengeId, GameId, PlayerId, TokenId, Topic};
use sent_challenges::SentChallenges;
use sent_games::SentGames;
use sent_messages::{SentMessages, Subject};

/// The connections of each player, whatever they are used for.
#[derive(Debug, Default)]
pub struct Hub {
    players: Mutex<HashMap<PlayerId, Vec<Outbox>>>,
    listeners: NoticeListeners,
    /// Reaches the connections that other nodes have.
    bus: Bus,
    /// The players who are connected to other nodes, by node and part of its list.
    elsewhere: Mutex<HashMap<(i64, usize), OnlineElsewhere>>,
    /// The challenges that were sent to players.
    challenges: SentChallenges,
    /// The messages about rematches and pairings that were sent to players.
    messages: SentMessages,
    /// The games that programs were notified of.
    games: SentGames,
}

/// Some of the players who are connected to another node.
#[derive(Debug)]
struct OnlineElsewhere {
    players: HashSet<PlayerId>,
    received_at: Instant,
}

/// The list of the players who are connected to a node, in parts.
#[derive(Serialize, Deserialize)]
struct OnlineMessage {
    node: i64,
    part: usize,
    players: Vec<i64>,
}

/// A player has connected to a node, or has lost the last connection to it.
#[derive(Serialize, Deserialize)]
struct OnlineChange {
    node: i64,
    player: i64,
    is_online: bool,
}

/// How often a node sends the list of those who are connected to it, and after how long a
/// list expires.
const ONLINE_INTERVAL: Duration = Duration::from_secs(4);
const ONLINE_EXPIRY: Duration = Duration::from_secs(10);
/// How many players a message lists.
const PLAYERS_PER_MESSAGE: usize = 20_000;

/// A message of another node to a player, or to those who follow all games.
#[derive(Serialize, Deserialize)]
struct HubMessage {
    player: Option<i64>,
    message: HubMessageContent,
    /// What a frame says, if it is sent only once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    subject: Option<Subject>,
}

#[derive(Serialize, Deserialize)]
enum HubMessageContent {
    Frame(String),
    Started(String),
    Ended(String),
    Challenge(Box<ChallengeView>),
}

impl HubMessageContent {
    fn of(notice: &PlayerNotice) -> HubMessageContent {
        match notice {
            PlayerNotice::Started(game) => HubMessageContent::Started(game.to_string()),
            PlayerNotice::Ended(game) => HubMessageContent::Ended(game.to_string()),
            PlayerNotice::Challenge(view) => {
                HubMessageContent::Challenge(Box::new((**view).clone()))
            }
        }
    }
}

impl Hub {
    /// Returns a hub without connections.
    #[must_use]
    pub fn new(bus: Bus) -> Hub {
        Hub {
            players: Mutex::default(),
            listeners: NoticeListeners::default(),
            bus,
            elsewhere: Mutex::default(),
            challenges: SentChallenges::default(),
            messages: SentMessages::default(),
            games: SentGames::default(),
        }
    }

    /// Adds a connection of a player.
    pub fn join(&self, player: PlayerId, outbox: Outbox) {
        let is_new = {
            let mut players = self.players.lock();
            let outboxes = players.entry(player).or_default();
            outboxes.push(outbox);
            outboxes.len() == 1
        };
        if is_new {
            self.publish_change(player, true);
        }
    }

    /// Removes a connection of a player.
    pub fn leave(&self, player: PlayerId, outbox: &Outbox) {
        let mut players = self.players.lock();
        if let Some(outboxes) = players.get_mut(&player) {
            outboxes.retain(|it| !it.is_same(outbox));
            if outboxes.is_empty() {
                players.remove(&player);
                drop(players);
                self.publish_change(player, false);
            }
        }
    }

    fn publish_change(&self, player: PlayerId, is_online: bool) {
        self.bus.publish(Topic::Online, || {
            let change = OnlineChange {
                node: self.bus.node().0,
                player: player.0,
                is_online,
            };
            serde_json::to_vec(&change).unwrap_or_default()
        });
    }

    /// Reports whether a player is connected to this node, or as far as is known to
    /// another one.
    pub fn is_connected(&self, player: PlayerId) -> bool {
        let is_listed = |online: &OnlineElsewhere| online.players.contains(&player);
        self.players.lock().contains_key(&player)
            || self.listeners.has(player)
            || self.elsewhere.lock().values().any(is_listed)
    }

    /// Reports whether a player is connected to this node.
    pub fn is_connected_here(&self, player: PlayerId) -> bool {
        self.players.lock().contains_key(&player) || self.listeners.has(player)
    }

    /// Notes that a challenge was sent to players.
    pub fn note_challenge(&self, view: &ChallengeView) {
        if self.bus.is_shared() {
            self.challenges.note(view);
        }
    }

    /// Reports whether a challenge was sent, in its current state, to players who are
    /// connected here.
    pub fn knows_challenge(&self, view: &ChallengeView) -> bool {
        self.challenges.knows(view)
    }

    /// Returns the challenges that are open at this time, in milliseconds since 1970,
    /// among those that were sent to players who are connected here.
    pub fn open_challenges(&self, now: u64) -> Vec<ChallengeId> {
        self.challenges.open(now)
    }

    /// Returns some of the players who are connected, at most `limit`.
    pub fn connected(&self, limit: usize) -> Vec<PlayerId> {
        let mut players = self.listeners.players(limit);
        players.extend(self.players.lock().keys().copied().take(limit));
        for online in self.elsewhere.lock().values() {
            players.extend(online.players.iter().take(limit));
        }
        players.sort_unstable();
        players.dedup();
        players.truncate(limit);
        players
    }

    /// Returns the notices of a player for a program that uses this token. An earlier
    /// one of the same token ends.
    pub fn listen(&self, player: PlayerId, token: TokenId) -> Notices {
        let notices = self.listeners.listen(vec![Some(player)], Some(token));
        self.publish_change(player, true);
        notices
    }

    /// Returns the notices of these players for somebody who follows their games.
    pub fn follow(&self, players: &[PlayerId]) -> Notices {
        let keys = players.iter().copied().map(Some).collect();
        self.listeners.listen(keys, None)
    }

    /// Returns the notices about all games.
    pub fn follow_all(&self) -> Notices {
        self.listeners.listen(vec![None], None)
    }

    /// Notifies the programs of a player, on every node.
    pub fn notify(&self, player: PlayerId, notice: &PlayerNotice) {
        self.notify_everywhere(Some(player), notice);
    }

    /// Notifies the programs of a player that are connected to this node.
    pub fn notify_here(&self, player: PlayerId, notice: &PlayerNotice) {
        self.notify_listeners(Some(player), notice);
    }

    /// Notifies the programs that are connected to this node, once of each thing.
    fn notify_listeners(&self, player: Option<PlayerId>, notice: &PlayerNotice) {
        if let Some(player) = player
            && self.bus.is_shared()
            && self.listeners.are_notified_of(player)
            && !self.games.note(player, notice)
        {
            return;
        }
        self.listeners.notify(player, notice);
    }

    /// Notifies those who follow all games, on every node.
    pub fn notify_all(&self, notice: &PlayerNotice) {
        self.notify_everywhere(None, notice);
    }

    fn notify_everywhere(&self, player: Option<PlayerId>, notice: &PlayerNotice) {
        self.notify_listeners(player, notice);
        // No player has the number 0.
        let topic = Topic::Player(player.unwrap_or(PlayerId(0)));
        self.bus.publish(topic, || {
            let hub_message = HubMessage {
                player: player.map(|player| player.0),
                message: HubMessageContent::of(notice),
                subject: None,
            };
            serde_json::to_vec(&hub_message).unwrap_or_default()
        });
    }

    /// Tells the other nodes who is connected to this one, and listens to them, for as
    /// long as the server runs.
    pub async fn follow_nodes(&self) {
        let mut messages = self.bus.follow(Topic::Online).await;
        let mut interval = tokio::time::interval(ONLINE_INTERVAL);
        loop {
            tokio::select! {
                _ = interval.tick() => self.publish_online(),
                message = messages.next() => self.receive_online(&message),
            }
        }
    }

    fn publish_online(&self) {
        let mut elsewhere = self.elsewhere.lock();
        elsewhere.retain(|_, online| online.received_at.elapsed() < ONLINE_EXPIRY);
        drop(elsewhere);
        let mut players: Vec<i64> = self.players.lock().keys().map(|player| player.0).collect();
        let programs = self.listeners.players(usize::MAX);
        players.extend(programs.iter().map(|player| player.0));
        for (part, players) in players.chunks(PLAYERS_PER_MESSAGE).enumerate() {
            self.bus.publish(Topic::Online, || {
                let message = OnlineMessage {
                    node: self.bus.node().0,
                    part,
                    players: players.to_vec(),
                };
                serde_json::to_vec(&message).unwrap_or_default()
            });
        }
    }

    fn receive_online(&self, message: &[u8]) {
        if let Ok(message) = serde_json::from_slice::<OnlineMessage>(message) {
            let online = OnlineElsewhere {
                players: message.players.into_iter().map(PlayerId).collect(),
                received_at: Instant::now(),
            };
            let key = (message.node, message.part);
            self.elsewhere.lock().insert(key, online);
        } else if let Ok(change) = serde_json::from_slice::<OnlineChange>(message) {
            self.receive_change(&change);
        }
    }

    /// Notes a change between two lists.
    fn receive_change(&self, change: &OnlineChange) {
        let player = PlayerId(change.player);
        let mut elsewhere = self.elsewhere.lock();
        if !change.is_online {
            let of_node = elsewhere.iter_mut().filter(|(key, _)| key.0 == change.node);
            for (_, online) in of_node {
                online.players.remove(&player);
            }
            return;
        }
        let first = elsewhere
            .entry((change.node, 0))
            .or_insert_with(|| OnlineElsewhere {
                players: HashSet::new(),
                received_at: Instant::now(),
            });
        first.players.insert(player);
    }

    /// Sends a message to a player through all their connections, on every node.
    pub fn tell(&self, player: PlayerId, message: &ServerMessage) {
        let subject = Subject::of(message).filter(|_| self.bus.is_shared());
        if let Some(subject) = &subject {
            self.messages.note_sent(player, subject.clone());
        }
        self.tell_here(player, message);
        self.bus.publish(Topic::Player(player), || {
            let hub_message = HubMessage {
                player: Some(player.0),
                message: HubMessageContent::Frame(outbox::frame(message).to_string()),
                subject,
            };
            serde_json::to_vec(&hub_message).unwrap_or_default()
        });
    }

    /// Sends a message to a player through their connections to this node.
    pub fn tell_here(&self, player: PlayerId, message: &ServerMessage) {
        if let Some(outboxes) = self.players.lock().get(&player) {
            let frame = outbox::frame(message);
            for outbox in outboxes {
                outbox.send(frame.clone());
            }
        }
    }

    /// Sends a player a frame of another node, unless the same was found in the store before.
    fn receive_frame(&self, player: Option<PlayerId>, frame: String, subject: Option<Subject>) {
        let of = |player: PlayerId| self.players.lock().get(&player).cloned();
        let Some((player, outboxes)) = player.and_then(|it| Some((it, of(it)?))) else {
            return;
        };
        if subject.is_some_and(|subject| !self.messages.note_sent(player, subject)) {
            return;
        }
        let frame = Utf8Bytes::from(frame);
        for outbox in outboxes {
            outbox.send(frame.clone());
        }
    }

    /// Sends a player who is connected here what another node tells them.
    ///
    /// # Errors
    ///
    /// Returns an error if the message cannot be read.
    pub(super) fn receive(&self, message: &[u8]) -> Result<(), serde_json::Error> {
        let hub_message: HubMessage = serde_json::from_slice(message)?;
        let player = hub_message.player.map(PlayerId);
        let game = |id: &str| id.parse::<GameId>().ok();
        let notice = match hub_message.message {
            HubMessageContent::Frame(frame) => {
                self.receive_frame(player, frame, hub_message.subject);
                return Ok(());
            }
            HubMessageContent::Started(id) => game(&id).map(PlayerNotice::Started),
            HubMessageContent::Ended(id) => game(&id).map(PlayerNotice::Ended),
            HubMessageContent::Challenge(view) => {
                self.note_challenge(&view);
                Some(PlayerNotice::Challenge(Arc::new(*view)))
            }
        };
        if let Some(notice) = notice {
            self.notify_listeners(player, &notice);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arbiter_wire::Paired;

    #[test]
    fn a_message_goes_to_every_open_connection_of_a_player() {
        let hub = Hub::default();
        let (one, first) = Outbox::new();
        let (two, second) = Outbox::new();
        hub.join(PlayerId(1), one.clone());
        hub.join(PlayerId(1), two.clone());
        hub.tell(PlayerId(1), &ServerMessage::Pong(1));
        hub.tell(PlayerId(2), &ServerMessage::Pong(2));
        hub.leave(PlayerId(1), &one);
        hub.tell(PlayerId(1), &ServerMessage::Pong(3));
        hub.leave(PlayerId(1), &two);
        hub.tell(PlayerId(1), &ServerMessage::Pong(4));
        let mut received = Vec::new();
        for queue in [first, second] {
            while let Some(frame) = queue.try_recv() {
                received.push(frame.to_string());
            }
        }
        assert_eq!(
            received,
            [r#"{"pong":1}"#, r#"{"pong":1}"#, r#"{"pong":3}"#]
        );
        assert!(hub.players.lock().is_empty());
    }

    #[test]
    fn a_late_message_is_not_sent_if_it_was_found_in_the_store() {
        let hub = Hub::default();
        let (outbox, outgoing) = Outbox::new();
        hub.join(PlayerId(1), outbox);
        let message = ServerMessage::Paired(Paired {
            game: "7Yg3Q1".to_owned(),
        });
        let late = HubMessage {
            player: Some(1),
            message: HubMessageContent::Frame(outbox::frame(&message).to_string()),
            subject: Subject::of(&message),
        };
        let late = serde_json::to_vec(&late).unwrap();
        hub.tell_found(PlayerId(1), &message);
        hub.tell_found(PlayerId(1), &message);
        hub.receive(&late).unwrap();
        assert_eq!(outgoing.try_recv(), Some(outbox::frame(&message)));
        assert_eq!(outgoing.try_recv(), None);
        // This one was not sent to anybody.
        let other = ServerMessage::Pong(1);
        hub.tell_found(PlayerId(2), &message);
        hub.tell(PlayerId(1), &other);
        assert_eq!(outgoing.try_recv(), Some(outbox::frame(&other)));
    }
}

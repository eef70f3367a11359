use std::collections::HashMap;

use arbiter_wire::ServerMessage;
use parking_lot::Mutex;

use super::{
    outbox::{self, Outbox},
    player_notices::{NoticeListeners, Notices, PlayerNotice},
};
use crate::base::{PlayerId, TokenId};

/// The connections of each player, whatever they are used for.
#[derive(Debug, Default)]
pub struct Hub {
    sockets: Mutex<HashMap<PlayerId, Vec<Outbox>>>,
    listeners: NoticeListeners,
}

impl Hub {
    /// Adds a connection of a player.
    pub fn join(&self, player: PlayerId, outbox: Outbox) {
        self.sockets.lock().entry(player).or_default().push(outbox);
    }

    /// Removes a connection of a player.
    pub fn leave(&self, player: PlayerId, outbox: &Outbox) {
        let mut players = self.sockets.lock();
        if let Some(outboxes) = players.get_mut(&player) {
            outboxes.retain(|it| !it.is_same(outbox));
            if outboxes.is_empty() {
                players.remove(&player);
            }
        }
    }

    /// Reports whether a player is connected.
    pub fn is_connected(&self, player: PlayerId) -> bool {
        self.sockets.lock().contains_key(&player) || self.listeners.has(player)
    }

    /// Returns some of the players who are connected, at most `limit`.
    pub fn connected(&self, limit: usize) -> Vec<PlayerId> {
        let mut players = self.listeners.players(limit);
        players.extend(self.sockets.lock().keys().copied().take(limit));
        players.sort_unstable();
        players.dedup();
        players.truncate(limit);
        players
    }

    /// Returns the notices of a player for a program that uses this token. An earlier
    /// one of the same token ends.
    pub fn listen(&self, player: PlayerId, token: TokenId) -> Notices {
        self.listeners.listen(vec![Some(player)], Some(token))
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

    /// Notifies the programs of a player.
    pub fn notify(&self, player: PlayerId, notice: &PlayerNotice) {
        self.listeners.notify(Some(player), notice);
    }

    /// Notifies those who follow all games.
    pub fn notify_all(&self, notice: &PlayerNotice) {
        self.listeners.notify(None, notice);
    }

    /// Sends a message to a player through all their connections.
    pub fn tell(&self, player: PlayerId, message: &ServerMessage) {
        if let Some(outboxes) = self.sockets.lock().get(&player) {
            let frame = outbox::frame(message);
            for outbox in outboxes {
                outbox.send(frame.clone());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_is_told_through_every_connection_until_it_is_closed() {
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
        assert!(hub.sockets.lock().is_empty());
    }
}

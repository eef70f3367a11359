use std::collections::HashMap;

use arbiter_wire::ServerMessage;
use parking_lot::Mutex;

use super::outbox::{self, Outbox};
use crate::base::PlayerId;

/// The connections of each player, whatever they are used for.
#[derive(Debug, Default)]
pub struct Hub(Mutex<HashMap<PlayerId, Vec<Outbox>>>);

impl Hub {
    /// Adds a connection of a player.
    pub fn join(&self, player: PlayerId, outbox: Outbox) {
        self.0.lock().entry(player).or_default().push(outbox);
    }

    /// Removes a connection of a player.
    pub fn leave(&self, player: PlayerId, outbox: &Outbox) {
        let mut players = self.0.lock();
        if let Some(outboxes) = players.get_mut(&player) {
            outboxes.retain(|it| !it.is_same(outbox));
            if outboxes.is_empty() {
                players.remove(&player);
            }
        }
    }

    /// Reports whether a player is connected.
    pub fn is_connected(&self, player: PlayerId) -> bool {
        self.0.lock().contains_key(&player)
    }

    /// Returns some of the players who are connected, at most `limit`.
    pub fn connected(&self, limit: usize) -> Vec<PlayerId> {
        self.0.lock().keys().copied().take(limit).collect()
    }

    /// Sends a message to a player through all their connections.
    pub fn tell(&self, player: PlayerId, message: &ServerMessage) {
        if let Some(outboxes) = self.0.lock().get(&player) {
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
        assert!(hub.0.lock().is_empty());
    }
}

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use arbiter_wire::ServerMessage;

use crate::{
    base::PlayerId,
    play::outbox::{self, Outbox},
};

/// Through which sockets a player can be reached, whatever he looks at.
#[derive(Debug, Default)]
pub struct Hub(Mutex<HashMap<PlayerId, Vec<Outbox>>>);

impl Hub {
    /// A player has come through this socket.
    pub fn join(&self, player: PlayerId, outbox: Outbox) {
        self.lock().entry(player).or_default().push(outbox);
    }

    /// He has left through it.
    pub fn leave(&self, player: PlayerId, outbox: &Outbox) {
        let mut players = self.lock();
        if let Some(outboxes) = players.get_mut(&player) {
            outboxes.retain(|it| !it.is(outbox));
            if outboxes.is_empty() {
                players.remove(&player);
            }
        }
    }

    /// Tells a player, through all his sockets.
    pub fn tell(&self, player: PlayerId, message: &ServerMessage) {
        if let Some(outboxes) = self.lock().get(&player) {
            let frame = outbox::frame(message);
            for outbox in outboxes {
                outbox.send(frame.clone());
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<PlayerId, Vec<Outbox>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_hears_through_every_socket_until_he_leaves() {
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
        let mut heard = Vec::new();
        for outgoing in [first, second] {
            while let Some(frame) = outgoing.try_recv() {
                heard.push(frame.to_string());
            }
        }
        assert_eq!(heard, [r#"{"pong":1}"#, r#"{"pong":1}"#, r#"{"pong":3}"#]);
        assert!(hub.lock().is_empty());
    }
}

//! A node that stops tells its players to reconnect to another one, and they get back the
//! time that this takes.

use std::sync::Arc;

use arbiter_rules::Color;
use futures_util::future::join_all;

use super::{
    BorrowedRoom, Message, Room,
    act::{Waiting, store_and_tell},
    other_nodes::GameMessage,
    slot::RoomSlot,
};
use crate::{base::ignore::Ignore, play::Games};

impl Games {
    /// Notes in all games in memory that the players who are connected here will be
    /// interrupted.
    pub async fn interrupt_players(self: &Arc<Self>) {
        let interrupting = self.rooms.ids().into_iter().map(|id| async move {
            let interrupted = self.ask(id, Message::Interrupt);
            let reason = "a room that has failed is loaded again elsewhere";
            interrupted.await.ignore(reason);
        });
        join_all(interrupting).await;
    }
}

impl Room {
    /// Notes that the players who are connected only to this node are interrupted, before
    /// they are asked to reconnect.
    pub(super) async fn interrupt_players(&mut self) {
        let here = self.viewers.players(&self.game);
        let is_only_here = |color| here[color] && !self.elsewhere.is_present(color);
        let sides = self.game.interruptible(is_only_here);
        if sides.is_empty() {
            return;
        }
        let (now, game) = (self.games.clock.now(), self.id);
        let store = &self.games.store;
        if let Err(error) = store.note_interruptions(game, sides.clone(), now).await {
            tracing::error!(%game, %error, "cannot store that players are interrupted");
            return;
        }
        for side in sides {
            self.game.note_interruption(side, Some(now));
        }
        self.publish(|| GameMessage::Changed);
    }
}

/// Ends the interruption of a player who watches again. Returns none if the room is lost.
pub(super) async fn end_interruption(mut room: BorrowedRoom, side: Color) -> Option<BorrowedRoom> {
    if room.game.interruptions()[side].is_none() {
        return Some(room);
    }
    let (now, game) = (room.games.clock.now(), room.id);
    if let Some(decision) = room.game.end_interruption(now, side) {
        let slot = room.slot();
        store_and_tell(room, decision, Waiting::Nobody).await;
        return RoomSlot::wait(&slot).await;
    }
    match room.games.store.forget_interruption(game, side).await {
        Ok(()) => room.game.note_interruption(side, None),
        Err(error) => tracing::error!(%game, %error, "cannot forget that a player is back"),
    }
    Some(room)
}

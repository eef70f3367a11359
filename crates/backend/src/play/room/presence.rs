//! Tracks who is present in a game, on this node and on others.
//!
//! A room sends the rooms of the same game on other nodes the list of those who watch it
//! here, at every change and at intervals; a list that is not repeated expires. A node or
//! a bus that dies looks like players who leave, so every running node is asked before a
//! player loses because of absence.

use std::{collections::HashMap, sync::Arc, time::Duration};

use arbiter_game::Time;
use arbiter_rules::{ByColor, Color};
use arbiter_wire::Presence;
use serde::{Deserialize, Serialize};
use tokio::{sync::oneshot, time::Instant};

use super::{Act, BorrowedRoom, Message, Room, other_nodes::GameMessage};
use crate::{
    base::{GameId, NodeId, Topic, ignore::Ignore, spawn},
    play::Games,
    refusal::ServerRefusal,
};

/// The players and spectators of a game on other nodes.
#[derive(Debug, Default)]
pub(super) struct PresenceElsewhere(HashMap<i64, NodePresence>);

/// The players and spectators of a game on one other node.
#[derive(Debug)]
struct NodePresence {
    players: ByColor<bool>,
    spectators: usize,
    received_at: Instant,
}

/// A question that every node answers: is this player absent from this game?
#[derive(Serialize, Deserialize)]
struct AbsenceQuestion {
    game: String,
    is_white: bool,
}

/// The answer of one node.
#[derive(Serialize, Deserialize)]
struct AbsenceAnswer {
    node: i64,
    absence: Absence,
}

/// What a node knows about the absence of a player.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub enum Absence {
    /// The player is present.
    Present,
    /// The player has been absent since this game time, in milliseconds.
    Since(u64),
    /// The game is not in memory, so the player has been absent for long.
    Unknown,
}

/// How long the number of spectators may lag behind: a thousand of them who
/// join at once are announced once.
const PRESENCE_DELAY: Duration = Duration::from_secs(1);
/// How often a room repeats who watches it, and after how long a list expires.
const REPEAT_INTERVAL: Duration = Duration::from_secs(4);
const EXPIRY: Duration = Duration::from_secs(10);
/// How long nodes may take to answer.
const ANSWER_TIME: Duration = Duration::from_secs(1);

impl Room {
    /// Announces at once that a player came or went, and after a while that a
    /// spectator did.
    pub(super) fn note_coming_or_going(&mut self) {
        if self.players_here_or_elsewhere() == self.players_present {
            let due = Instant::now() + PRESENCE_DELAY;
            self.presence_due = Some(self.presence_due.map_or(due, |other| other.min(due)));
        } else {
            self.tell_presence();
        }
    }

    /// Tells everyone who watches, and the other nodes, who is present.
    pub(super) fn tell_presence(&mut self) {
        let is_shared = self.games.bus.is_shared();
        self.presence_due = None;
        if is_shared {
            self.elsewhere.expire();
            self.publish_presence();
            if !self.viewers.is_empty() || !self.elsewhere.0.is_empty() {
                self.presence_due = Some(Instant::now() + REPEAT_INTERVAL);
            }
        }
        self.announce_presence();
    }

    /// Tells everyone who watches who is present, here and elsewhere.
    fn announce_presence(&mut self) {
        self.players_present = self.players_here_or_elsewhere();
        let now = self.games.clock.now();
        self.game.note_presence(now, self.players_present);
        let here = self.viewers.spectators(&self.game);
        let presence = Presence {
            game: self.id.to_string(),
            white: self.players_present.white,
            black: self.players_present.black,
            spectators: here + self.elsewhere.spectators(),
        };
        // What is repeated to other nodes need not be repeated to viewers.
        if self.games.bus.is_shared() && self.announced.as_ref() == Some(&presence) {
            return;
        }
        self.viewers.tell_presence(&presence);
        self.announced = Some(presence);
    }

    fn players_here_or_elsewhere(&self) -> ByColor<bool> {
        let here = self.viewers.players(&self.game);
        ByColor::new_with(|color| here[color] || self.elsewhere.is_present(color))
    }

    fn publish_presence(&self) {
        self.publish(|| {
            let players = self.viewers.players(&self.game);
            GameMessage::Presence {
                node: self.games.bus.node().0,
                players: [players.white, players.black],
                spectators: self.viewers.spectators(&self.game),
            }
        });
    }

    /// Notes who watches on another node.
    pub(super) fn receive_presence(&mut self, node: i64, players: [bool; 2], spectators: usize) {
        let [white, black] = players;
        let presence = NodePresence {
            players: ByColor { white, black },
            spectators,
            received_at: Instant::now(),
        };
        let is_new = self.elsewhere.0.insert(node, presence).is_none();
        if is_new && !self.viewers.is_empty() {
            // The other node has just loaded the game and knows nothing of this one.
            self.publish_presence();
        }
        self.announce_presence();
    }

    /// Tells the other nodes that nobody watches here.
    pub(super) fn publish_end(&self) {
        self.publish(|| GameMessage::Presence {
            node: self.games.bus.node().0,
            players: [false, false],
            spectators: 0,
        });
    }
}

impl PresenceElsewhere {
    fn expire(&mut self) {
        self.0.retain(|_, it| it.received_at.elapsed() < EXPIRY);
    }

    pub(super) fn is_present(&self, color: Color) -> bool {
        self.0.values().any(|it| it.players[color])
    }

    fn spectators(&self) -> usize {
        self.0.values().map(|it| it.spectators).sum()
    }
}

/// Asks all running nodes whether the opponent of a player who claims abandonment is
/// absent. Returns the room if all have answered; it knows the answers then. Otherwise the
/// claim is refused.
pub(super) async fn confirm_absence(
    mut room: BorrowedRoom,
    act: &Act,
) -> Result<BorrowedRoom, (BorrowedRoom, ServerRefusal)> {
    let own_sides = room.game.sides(act.by);
    let &[own] = own_sides.as_slice() else {
        return Ok(room);
    };
    if room.game.absent_since(!own).is_none() {
        return Ok(room);
    }
    let refusal = ServerRefusal::OpponentMayReturn { seconds: 5 };
    let (games, id) = (Arc::clone(&room.games), room.id);
    let Ok(nodes) = games.store.running_nodes().await else {
        return Err((room, refusal));
    };
    let is_other = |node: &&NodeId| **node != games.bus.node();
    let others: Vec<NodeId> = nodes.iter().filter(is_other).copied().collect();
    let question = AbsenceQuestion {
        game: id.to_string(),
        is_white: !own == Color::White,
    };
    let question = serde_json::to_vec(&question).unwrap_or_default();
    let answers = games.bus.ask(question, others.len(), ANSWER_TIME).await;
    let answers: Vec<AbsenceAnswer> = answers
        .iter()
        .filter_map(|answer| serde_json::from_slice(answer).ok())
        .collect();
    let has_answered = |node: &NodeId| answers.iter().any(|answer| answer.node == node.0);
    if !others.iter().all(has_answered) {
        tracing::warn!(game = %id, "not every node has answered whether a player is absent");
        return Err((room, refusal));
    }
    for answer in answers {
        room.game.note_absence_elsewhere(!own, answer.absence);
    }
    Ok(room)
}

impl Games {
    /// Answers the questions of other nodes, for as long as the server runs.
    pub async fn answer_nodes(self: &Arc<Self>) {
        let mut questions = self.bus.follow(Topic::Questions).await;
        loop {
            let received = questions.next_question().await;
            let question = serde_json::from_slice::<AbsenceQuestion>(&received.payload);
            let Some((game, color)) = question.ok().and_then(|it| it.read()) else {
                continue;
            };
            let games = Arc::clone(self);
            spawn(async move {
                let absence = games.absence(game, color).await;
                let node = games.bus.node().0;
                let answer = serde_json::to_vec(&AbsenceAnswer { node, absence });
                received.answer(&games.bus, answer.unwrap_or_default());
            });
        }
    }

    /// Returns what this node knows about the absence of a player.
    async fn absence(self: &Arc<Self>, game: GameId, color: Color) -> Absence {
        if !self.is_in_memory(game) {
            return Absence::Unknown;
        }
        let (answer, answered) = oneshot::channel();
        self.send(game, Message::Absence(color, answer)).await;
        match answered.await {
            Ok(Ok(absence)) => absence,
            // A room that fails knows of nobody who is absent.
            _ => Absence::Present,
        }
    }
}

impl AbsenceQuestion {
    fn read(&self) -> Option<(GameId, Color)> {
        let color = match self.is_white {
            true => Color::White,
            false => Color::Black,
        };
        Some((self.game.parse().ok()?, color))
    }
}

/// Returns since when a player is absent, if anyone is.
pub(super) fn absence_of(since: Option<Time>) -> Absence {
    since.map_or(Absence::Present, |since| Absence::Since(since.as_millis()))
}

/// Answers what this room knows about the absence of a player.
pub(super) fn answer_absence(room: &Room, color: Color, answer: super::message::Answered<Absence>) {
    let absence = absence_of(room.game.absent_since(color));
    answer.send(Ok(absence)).ignore("the caller has left");
}

//! The lobby of several nodes: seeks are in the store, where one transaction pairs two of
//! them and creates their game.
//!
//! A player who posts a seek first stores it and then looks for another one: of two
//! players who do so at once on two nodes, at least one sees the other.

use std::collections::HashMap;

use arbiter_rules::Color;
use arbiter_wire::{OpenSeek, Paired, Seek, ServerMessage};
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use super::{
    Lobby, MAX_LISTED_SEEKS, MAX_SEEKS, PostedSeek, REQUESTED_SEEK_TIME, SeekOwner,
    seeks::{SeekId, Seeker, best_match, side_of_waiting},
};
use crate::{
    base::{GameId, PlayerId, Topic, clock, ignore::Ignore},
    play::{
        create_game::{GameRequest, Opponent, create_game},
        outbox::Outbox,
    },
    refusal::ServerRefusal,
    store::{NewSeek, PlayerCard, SeekOutcome, StoreError, StoredSeek},
};

/// The seeks that belong to connections of this node.
#[derive(Debug, Default)]
pub(super) struct OwnSeeks(Mutex<HashMap<SeekId, (PlayerId, Outbox)>>);

/// A message about the lobby to the other nodes.
#[derive(Serialize, Deserialize)]
enum LobbyMessage {
    /// Seeks were posted or withdrawn.
    Changed,
    /// These players were paired.
    Paired { players: [i64; 2], game: String },
}

/// How many times a pairing is tried if other nodes pair the same seeks first.
const MAX_ATTEMPTS: usize = 20;

impl Lobby {
    /// Stores a seek, and pairs it with another one if it can.
    pub(super) async fn post_shared(
        &self,
        seeker: Seeker<SeekOwner>,
    ) -> Result<PostedSeek, ServerRefusal> {
        let (id, player, store) = (seeker.id, seeker.card.id, &self.0.games.store);
        let is_requested = matches!(seeker.owner, SeekOwner::Request);
        let new = NewSeek {
            id: id.to_number(),
            node: (!is_requested).then(|| self.0.games.bus.node()),
            player,
            rating: seeker.card.view.rating,
            options: seeker.seek.options.clone(),
            color: seeker.seek.color.map(Color::from),
            expires: is_requested.then(|| clock::wall() + REQUESTED_SEEK_TIME.as_millis()),
        };
        if !store.post_seek(new, clock::wall(), MAX_SEEKS).await? {
            return Err(ServerRefusal::LobbyFull);
        }
        if let SeekOwner::Socket(outbox) = &seeker.owner {
            let mut own = self.0.own.0.lock();
            own.retain(|_, (owner, _)| *owner != player);
            own.insert(id, (player, outbox.clone()));
        }
        self.tell_change();
        for _ in 0..MAX_ATTEMPTS {
            let like = store.seeks_like(&seeker.seek.options, player, clock::wall());
            let waiting: Vec<Seeker<()>> = like.await?.into_iter().map(seeker_of).collect();
            let Some(index) = best_match(waiting.iter(), &seeker) else {
                break;
            };
            let waiting = &waiting[index];
            let side = side_of_waiting(&waiting.seek, &seeker.seek);
            let request = GameRequest {
                creator: waiting.card.clone(),
                options: waiting.seek.options.clone(),
                color: side,
                opponent: Opponent::Player(seeker.card.clone()),
                rematch_of: None,
                accepts: None,
                seeks: vec![waiting.id.to_number(), id.to_number()],
            };
            match create_game(&self.0.games, request).await {
                Ok(game) => {
                    self.tell_paired([waiting.card.id, player], game).await;
                    let game = Some(game);
                    return Ok(PostedSeek { id, game });
                }
                Err(ServerRefusal::SeekGone) => {}
                Err(refusal) => return Err(refusal),
            }
            // Another node has paired one of them.
            match store.seek_outcome(id.to_number(), player).await? {
                Some(SeekOutcome::Open) => {}
                Some(SeekOutcome::Paired(game)) => {
                    let game = Some(game);
                    return Ok(PostedSeek { id, game });
                }
                None => break,
            }
        }
        Ok(PostedSeek { id, game: None })
    }

    /// Returns an open seek that a player may accept.
    pub(super) async fn find_shared(
        &self,
        player: PlayerId,
        id: SeekId,
    ) -> Result<Seeker<()>, ServerRefusal> {
        let store = &self.0.games.store;
        let found = store.open_seek(id.to_number(), clock::wall()).await?;
        let seeker = seeker_of(found.ok_or(ServerRefusal::SeekGone)?);
        match seeker.card.id == player {
            true => Err(ServerRefusal::OwnSeek),
            false => Ok(seeker),
        }
    }

    /// Creates the game of a player who accepts a seek.
    pub(super) async fn accept_shared(
        &self,
        waiting: Seeker<()>,
        arrived: PlayerCard,
    ) -> Result<GameId, ServerRefusal> {
        let players = [waiting.card.id, arrived.id];
        let request = GameRequest {
            creator: waiting.card,
            color: side_of_waiting(&waiting.seek, &Seek::default()),
            options: waiting.seek.options,
            opponent: Opponent::Player(arrived),
            rematch_of: None,
            accepts: None,
            seeks: vec![waiting.id.to_number()],
        };
        let game = create_game(&self.0.games, request).await?;
        // A player who has a game stops waiting.
        self.withdraw_shared(players[1], None).await;
        self.tell_paired(players, game).await;
        Ok(game)
    }

    /// Withdraws the seek of a player; if an id is given, only that one. Reports whether it
    /// was open.
    pub(super) async fn withdraw_shared(&self, player: PlayerId, id: Option<SeekId>) -> bool {
        let id = id.map(SeekId::to_number);
        let withdrawn = self.0.games.store.withdraw_seek(player, id).await;
        let withdrawn = withdrawn.inspect_err(|error| {
            tracing::error!(%error, "cannot withdraw a seek");
        });
        let was_open = withdrawn.unwrap_or(false);
        if was_open {
            self.tell_change();
        }
        was_open
    }

    /// Withdraws the seeks of a connection that was closed.
    pub(super) async fn close_shared(&self, outbox: &Outbox) {
        let closed: Vec<(SeekId, PlayerId)> = {
            let mut own = self.0.own.0.lock();
            let of = own.extract_if(|_, (_, owner)| owner.is_same(outbox));
            of.map(|(id, (player, _))| (id, player)).collect()
        };
        for (id, player) in closed {
            self.withdraw_shared(player, Some(id)).await;
        }
    }

    pub(super) async fn list_shared(&self) -> Result<Vec<OpenSeek>, StoreError> {
        let open = self
            .0
            .games
            .store
            .open_seeks(clock::wall(), MAX_LISTED_SEEKS);
        let open = open.await?.into_iter().map(seeker_of);
        Ok(open.map(|seeker| seeker.open()).collect())
    }

    /// Tells two players, wherever they are connected, that they were paired.
    async fn tell_paired(&self, players: [PlayerId; 2], game: GameId) {
        self.0.games.bus.publish(Topic::Lobby, || {
            to_json(&LobbyMessage::Paired {
                players: players.map(|player| player.0),
                game: game.to_string(),
            })
        });
        self.receive_paired(&players, &game.to_string()).await;
        self.note_change(true);
    }

    /// Tells those of these players who are connected here that they were paired. A message
    /// that comes late may be about a game of which they know, and they may have posted a
    /// new seek.
    async fn receive_paired(&self, players: &[PlayerId], game: &str) {
        for &player in players {
            self.0.games.hub.tell_found(player, &paired(game));
        }
        let settled = self.settle_own(|player| players.contains(&player)).await;
        settled.ignore("the next comparison finds it");
    }

    /// Compares the seeks that these players have posted through connections to this node
    /// with the store: tells them in which games they were paired, and forgets the seeks
    /// that are no longer open.
    async fn settle_own(&self, is_meant: impl Fn(PlayerId) -> bool) -> Result<(), StoreError> {
        let own: Vec<(SeekId, PlayerId)> = {
            let own = self.0.own.0.lock();
            let own = own.iter().map(|(&id, &(player, _))| (id, player));
            own.filter(|&(_, player)| is_meant(player)).collect()
        };
        if own.is_empty() {
            return Ok(());
        }
        let games = &self.0.games;
        let outcomes = games.store.seeks_of_node(games.bus.node()).await?;
        let outcomes: HashMap<u64, SeekOutcome> = outcomes.into_iter().collect();
        for (id, player) in own {
            match outcomes.get(&id.to_number()) {
                Some(SeekOutcome::Open) => continue,
                Some(SeekOutcome::Paired(game)) => {
                    games.hub.tell_found(player, &paired(&game.to_string()));
                    let forgotten = games.store.forget_seek(id.to_number()).await;
                    forgotten.ignore("it is deleted later");
                }
                // It was withdrawn, or another seek of the player has taken its place.
                None => {}
            }
            self.0.own.0.lock().remove(&id);
        }
        Ok(())
    }

    fn tell_change(&self) {
        let message = || to_json(&LobbyMessage::Changed);
        self.0.games.bus.publish(Topic::Lobby, message);
        self.note_change(true);
    }

    /// Handles messages of other nodes about the lobby, for as long as the server runs.
    pub async fn follow_nodes(&self) {
        let mut messages = self.0.games.bus.follow(Topic::Lobby).await;
        loop {
            let message = messages.next().await;
            self.receive(&message).await;
        }
    }

    /// Handles a message of another node about the lobby.
    pub async fn receive(&self, message: &[u8]) {
        if let Ok(LobbyMessage::Paired { players, game }) = serde_json::from_slice(message) {
            self.receive_paired(&players.map(PlayerId), &game).await;
        }
        self.note_change(true);
    }

    /// Compares the seeks of this node's connections with the store: a message may have
    /// been lost.
    ///
    /// # Errors
    ///
    /// Returns an error if the store fails.
    pub async fn compare_with_store(&self) -> Result<(), StoreError> {
        self.note_change(true);
        self.settle_own(|_| true).await
    }
}

fn paired(game: &str) -> ServerMessage {
    let game = game.to_owned();
    ServerMessage::Paired(Paired { game })
}

fn seeker_of(stored: StoredSeek) -> Seeker<()> {
    Seeker {
        id: SeekId::from_random(stored.id),
        card: stored.player,
        seek: Seek {
            options: stored.options,
            color: stored.color.map(Into::into),
        },
        owner: (),
        avoids: Vec::new(),
    }
}

fn to_json(message: &LobbyMessage) -> Vec<u8> {
    serde_json::to_vec(message).unwrap_or_default()
}

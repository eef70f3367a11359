//! The lobby: open seeks, and quick pairing of players who want the same game.
//! It is kept in memory only: a seek lasts no longer than its owner's connection. Nodes
//! that share a database keep it there (`shared_seeks`).

pub mod seeks;
mod shared_seeks;

use std::{
    collections::HashMap,
    sync::{Arc, Weak},
    time::Duration,
};

use arbiter_game::Span;
use arbiter_rules::Color;
use arbiter_wire::{
    Clock, GameOptions, OpenSeek, Paired, PlayerKind, SaktrisOptions, Seek, ServerMessage, Speed,
    Variant,
};
use parking_lot::Mutex;

use crate::{
    base::{Address, GameId, PlayerId, random, spawn},
    play::{
        Games,
        create_game::{GameRequest, Opponent, check_start, create_game, require_account},
        outbox::{self, Outbox},
    },
    refusal::ServerRefusal,
    store::{PlayerCard, SeekOutcome},
};
use seeks::{Pairing, SeekId, Seeker, Seeks, WaitingSeek, side_of_waiting};
use shared_seeks::OwnSeeks;

/// The lobby. Its clones are the same lobby.
#[derive(Clone, Debug)]
pub struct Lobby(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    games: Arc<Games>,
    state: Mutex<LobbyState>,
    own: OwnSeeks,
}

#[derive(Debug, Default)]
struct LobbyState {
    seeks: Seeks<SeekOwner>,
    /// The connections that follow the list of open seeks.
    followers: Vec<Outbox>,
    /// The games of seeks that were posted over HTTP, until they are asked for.
    created: HashMap<SeekId, (PlayerId, GameId)>,
    /// Whether the list is about to be sent.
    is_list_due: bool,
}

/// What a seek belongs to, and so how long it lasts.
#[derive(Clone, Debug)]
pub enum SeekOwner {
    /// A WebSocket: the seek lasts as long as the connection.
    Socket(Outbox),
    /// An HTTP request: the seek lasts ten minutes.
    Request,
}

/// A seek that was posted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PostedSeek {
    /// The id of the seek.
    pub id: SeekId,
    /// The game, once there is one.
    pub game: Option<GameId>,
}

/// How long a seek posted over HTTP lasts, and how long after that its outcome
/// can be asked for.
const REQUESTED_SEEK_TIME: Span = Span::from_seconds(10 * 60);
/// The most open seeks.
const MAX_SEEKS: usize = 10_000;
/// The most open seeks that are sent in a list.
const MAX_LISTED_SEEKS: usize = 200;
/// How long changes of the list are collected before it is sent.
const LIST_DELAY: Duration = Duration::from_millis(200);

impl Lobby {
    /// Returns an empty lobby for these games.
    #[must_use]
    pub fn new(games: Arc<Games>) -> Lobby {
        Lobby(Arc::new(Inner {
            games,
            state: Mutex::default(),
            own: OwnSeeks::default(),
        }))
    }

    /// Sends the list of open seeks to this connection, now and when it changes.
    pub async fn follow(&self, outbox: &Outbox) {
        let stored = match self.is_shared() {
            true => Some(self.list().await),
            false => None,
        };
        let mut state = self.0.state.lock();
        state.followers.retain(|it| !it.is_same(outbox));
        let list = stored.unwrap_or_else(|| state.seeks.list(MAX_LISTED_SEEKS));
        if outbox.tell(&ServerMessage::Lobby(list)) {
            state.followers.push(outbox.clone());
        }
    }

    fn is_shared(&self) -> bool {
        self.0.games.bus.is_shared()
    }

    /// Stops sending the list to this connection.
    pub fn unfollow(&self, outbox: &Outbox) {
        let mut state = self.0.state.lock();
        state.followers.retain(|it| !it.is_same(outbox));
    }

    /// Removes everything that belongs to a connection that was closed.
    pub async fn close(&self, outbox: &Outbox) {
        self.unfollow(outbox);
        if self.is_shared() {
            return self.close_shared(outbox).await;
        }
        let belongs = |seeker: &Seeker<SeekOwner>| match &seeker.owner {
            SeekOwner::Socket(owner) => owner.is_same(outbox),
            SeekOwner::Request => false,
        };
        let was_there = self.0.state.lock().seeks.remove_where(belongs);
        self.note_change(was_there);
    }

    /// Returns the open seeks, the newest first.
    pub async fn list(&self) -> Vec<OpenSeek> {
        if self.is_shared() {
            let listed = self.list_shared().await;
            let listed = listed.inspect_err(|error| tracing::error!(%error, "cannot list seeks"));
            return listed.unwrap_or_default();
        }
        self.0.state.lock().seeks.list(MAX_LISTED_SEEKS)
    }

    /// Posts a seek from this address: pairs the player with one who waits for
    /// the same game, or lets them wait for the next.
    ///
    /// # Errors
    ///
    /// Returns why the game cannot be created.
    pub async fn seek(
        &self,
        player: PlayerId,
        address: Address,
        seek: Seek,
        owner: SeekOwner,
    ) -> Result<PostedSeek, ServerRefusal> {
        let read = check_start(&self.0.games, address, &seek.options).await?;
        let options = normalized(&seek.options, &read);
        let seek = Seek { options, ..seek };
        let card = self.find_card(player, &seek.options).await?;
        if seek.options.rated {
            require_account(&card)?;
        }
        check_person(&card)?;
        self.0.games.check_game_count(player).await?;
        let id = SeekId::from_random(u64::from_le_bytes(random::bytes()));
        let is_requested = matches!(owner, SeekOwner::Request);
        if is_requested {
            self.expire(player, id);
        }
        let seeker = Seeker {
            id,
            card,
            seek,
            owner,
            avoids: self.0.games.store.not_to_be_paired_with(player).await?,
        };
        if self.is_shared() {
            return self.post_shared(seeker).await;
        }
        let pairing = {
            let mut state = self.0.state.lock();
            if state.seeks.count_others(player) >= MAX_SEEKS {
                return Err(ServerRefusal::LobbyFull);
            }
            state.seeks.seek(seeker)
        };
        self.note_change(true);
        let Some(Pairing { waiting, arrived }) = pairing else {
            return Ok(PostedSeek { id, game: None });
        };
        let side = side_of_waiting(&waiting.seeker.seek, &arrived.seek);
        let game = self.pair(waiting, arrived.card, side).await?;
        if is_requested {
            let mut state = self.0.state.lock();
            state.created.insert(id, (player, game));
        }
        Ok(PostedSeek {
            id,
            game: Some(game),
        })
    }

    /// Accepts an open seek.
    ///
    /// # Errors
    ///
    /// Returns why there is no game.
    pub async fn accept(&self, player: PlayerId, id: SeekId) -> Result<GameId, ServerRefusal> {
        if self.is_shared() {
            let waiting = self.find_shared(player, id).await?;
            let card = self.card_of_accepting(player, &waiting).await?;
            return self.accept_shared(waiting, card).await;
        }
        let waiting = self.0.state.lock().seeks.accept(id, player)?;
        self.note_change(true);
        let seek = &waiting.seeker.seek;
        let side = side_of_waiting(seek, &Seek::default());
        match self.card_of_accepting(player, &waiting.seeker).await {
            Ok(card) => self.pair(waiting, card, side).await,
            Err(refusal) => {
                self.put_back(waiting);
                Err(refusal)
            }
        }
    }

    /// Returns the card of a player who accepts a seek.
    async fn card_of_accepting<O>(
        &self,
        player: PlayerId,
        waiting: &Seeker<O>,
    ) -> Result<PlayerCard, ServerRefusal> {
        self.0.games.check_game_count(player).await?;
        let avoids = self.0.games.store.not_to_be_paired_with(player).await?;
        if avoids.contains(&waiting.card.id) {
            return Err(ServerRefusal::Blocked);
        }
        let card = self.find_card(player, &waiting.seek.options).await?;
        check_person(&card).map(|()| card)
    }

    /// Creates the game of two players who were paired, and notifies both.
    async fn pair(
        &self,
        waiting: WaitingSeek<SeekOwner>,
        arrived: PlayerCard,
        side: Option<Color>,
    ) -> Result<GameId, ServerRefusal> {
        let Seeker { id, card, seek, .. } = &waiting.seeker;
        let players = [card.id, arrived.id];
        let request = GameRequest {
            creator: card.clone(),
            options: seek.options.clone(),
            color: side,
            opponent: Opponent::Player(arrived),
            rematch_of: None,
            accepts: None,
            seeks: Vec::new(),
        };
        let game = match create_game(&self.0.games, request).await {
            Ok(game) => game,
            Err(refusal) => {
                self.put_back(waiting);
                return Err(refusal);
            }
        };
        {
            let mut state = self.0.state.lock();
            if matches!(waiting.seeker.owner, SeekOwner::Request) {
                state.created.insert(*id, (players[0], game));
            }
            // A player who plays does not wait.
            state.seeks.withdraw_all(players[1]);
        }
        let paired = ServerMessage::Paired(Paired {
            game: game.to_string(),
        });
        for player in players {
            self.0.games.hub.tell(player, &paired);
        }
        Ok(game)
    }

    fn put_back(&self, seek: WaitingSeek<SeekOwner>) {
        self.0.state.lock().seeks.put_back(seek);
        self.note_change(true);
    }

    /// Withdraws all seeks of this player.
    pub async fn withdraw_all(&self, player: PlayerId) {
        if self.is_shared() {
            self.withdraw_shared(player, None).await;
            return;
        }
        let was_there = self.0.state.lock().seeks.withdraw_all(player);
        self.note_change(was_there);
    }

    /// Withdraws a seek of this player, and reports whether it was open.
    pub async fn withdraw(&self, player: PlayerId, id: SeekId) -> bool {
        if self.is_shared() {
            return self.withdraw_shared(player, Some(id)).await;
        }
        let was_there = self.0.state.lock().seeks.withdraw(id, player);
        self.note_change(was_there);
        was_there
    }

    /// Returns the state of a seek of this player; none if it is unknown.
    pub async fn find(&self, player: PlayerId, id: SeekId) -> Option<PostedSeek> {
        if self.is_shared() {
            let outcome = self.0.games.store.seek_outcome(id.to_number(), player);
            let game = match outcome.await.ok()?? {
                SeekOutcome::Open => None,
                SeekOutcome::Paired(game) => Some(game),
            };
            return Some(PostedSeek { id, game });
        }
        let state = self.0.state.lock();
        let is_open = state.seeks.of(player).is_some_and(|it| it.id == id);
        let created = state.created.get(&id);
        let created = created.filter(|(owner, _)| *owner == player);
        let game = created.map(|&(_, game)| game);
        (is_open || game.is_some()).then_some(PostedSeek { id, game })
    }

    /// Sends the list to its followers after a moment, with all the changes of
    /// that moment.
    fn note_change(&self, has_changed: bool) {
        let mut state = self.0.state.lock();
        if !has_changed || state.is_list_due || state.followers.is_empty() {
            return;
        }
        state.is_list_due = true;
        let lobby = self.clone();
        spawn(async move {
            tokio::time::sleep(LIST_DELAY).await;
            let stored = match lobby.is_shared() {
                true => Some(lobby.list().await),
                false => None,
            };
            lobby.send_list(stored);
        });
    }

    fn send_list(&self, stored: Option<Vec<OpenSeek>>) {
        let mut state = self.0.state.lock();
        state.is_list_due = false;
        let list = stored.unwrap_or_else(|| state.seeks.list(MAX_LISTED_SEEKS));
        let frame = outbox::frame(&ServerMessage::Lobby(list));
        state.followers.retain(|it| it.send(frame.clone()));
    }

    /// Withdraws a seek when its time is up, and later forgets its outcome.
    fn expire(&self, player: PlayerId, id: SeekId) {
        let clock = self.0.games.clock.clone();
        let until = clock.now() + REQUESTED_SEEK_TIME;
        let lobby: Weak<Inner> = Arc::downgrade(&self.0);
        spawn(async move {
            clock.sleep_until(Some(until)).await;
            if let Some(inner) = lobby.upgrade() {
                Lobby(inner).withdraw(player, id).await;
            }
            clock.sleep_until(Some(until + REQUESTED_SEEK_TIME)).await;
            if let Some(inner) = lobby.upgrade() {
                inner.state.lock().created.remove(&id);
            }
        });
    }

    /// Returns a player with the rating that counts for these options.
    async fn find_card(
        &self,
        player: PlayerId,
        options: &GameOptions,
    ) -> Result<PlayerCard, ServerRefusal> {
        let speed = options.read(0).ok().map(|read| Speed::of_game(&read));
        let card = self.0.games.store.player_card(player, speed).await;
        let card = card.inspect_err(|error| {
            tracing::error!(%error, "the lobby cannot read a player");
        })?;
        card.ok_or(ServerRefusal::PlayerGone)
    }
}

/// Checks that a player is a person: those who look for an opponent have not agreed to
/// play against a program.
fn check_person(card: &PlayerCard) -> Result<(), ServerRefusal> {
    match card.view.kind {
        PlayerKind::Bot => Err(ServerRefusal::BotsNeedChallenge),
        _ => Ok(()),
    }
}

/// Returns options in one form, so that equal ones compare equal: the same
/// clock may be written in many ways.
fn normalized(options: &GameOptions, read: &arbiter_game::Options) -> GameOptions {
    let start = options.start.is_some().then(|| read.start.to_string());
    let has_default_saktris = options.variant == Variant::Saktris && options.start.is_none();
    let saktris = options
        .saktris
        .clone()
        .or_else(|| has_default_saktris.then(SaktrisOptions::default));
    GameOptions {
        clock: Clock(read.control.to_string()),
        start,
        saktris,
        ..options.clone()
    }
}

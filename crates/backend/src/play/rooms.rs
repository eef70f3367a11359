//! The rooms that are in memory, and how to reach the room of a game.

use std::{collections::HashMap, sync::Arc, time::Instant};

use arbiter_game::{Span, Verdict};
use arbiter_wire::{ChatLine, Command, Event, GameView, Stage};
use futures_util::{
    FutureExt,
    future::{BoxFuture, join_all},
};
use parking_lot::Mutex;
use tokio::sync::{mpsc, oneshot};

use super::{
    Games,
    outbox::Outbox,
    room::{
        self, Act, Answer, Audience, BorrowedRoom, Done, Message, RoomSlot,
        other_nodes::GameMessage,
    },
};
use crate::{
    base::{GameId, PlayerId, ignore::Ignore, spawn},
    refusal::ServerRefusal,
    store::{AuditEntry, GameProgress, GameVersion, PlayerCard},
};

/// The rooms that are in memory.
#[derive(Debug, Default)]
pub(super) struct Rooms(Mutex<HashMap<GameId, RoomHandle>>);

/// How to reach a room.
#[derive(Debug)]
struct RoomHandle {
    inbox: mpsc::Sender<Message>,
    progress: Arc<SharedProgress>,
    slot: Arc<RoomSlot>,
}

/// The progress of a game in memory, which lists of games read, and how much of the
/// game is known; none until it is loaded.
#[derive(Debug, Default)]
pub(crate) struct SharedProgress(Mutex<Option<KnownProgress>>);

#[derive(Clone, Copy, Debug)]
pub(super) struct KnownProgress {
    pub(super) progress: Option<GameProgress>,
    pub(super) version: GameVersion,
    pub(super) stage: Stage,
}

/// How many messages may wait in a room before their senders have to wait.
const INBOX_CAPACITY: usize = 64;

impl Games {
    /// Carries out a command of a player. The answer goes where the command
    /// says, after what it brings about is on disk.
    ///
    /// Like [`SocketFrames::receive`](super::socket_frames::SocketFrames::receive), the future
    /// is in a box so that it is compiled in this crate.
    pub fn act(self: &Arc<Self>, id: GameId, act: Act) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            match self.rooms.borrow(id) {
                Some(room) => room::carry_out(room, act).await,
                // The room is in use or not in memory: its task does the same.
                None => self.post(id, Message::Act(Box::new(act))).await,
            }
        })
    }

    /// Sends a message to the room of a game, and loads the game if necessary.
    pub async fn send(self: &Arc<Self>, id: GameId, message: Message) {
        match message {
            Message::Act(act) => self.act(id, *act).await,
            message => self.post(id, message).await,
        }
    }

    /// Puts a message into the inbox of a room.
    async fn post(self: &Arc<Self>, id: GameId, mut message: Message) {
        loop {
            match self.inbox(id).send(message).await {
                Ok(()) => return,
                // The room has just ended: try the next one. While the program
                // shuts down no task can start; yielding lets this one end too.
                Err(mpsc::error::SendError(unsent)) => {
                    message = unsent;
                    tokio::task::yield_now().await;
                }
            }
        }
    }

    /// Returns the inbox of a game's room, which is started if necessary.
    fn inbox(self: &Arc<Self>, id: GameId) -> mpsc::Sender<Message> {
        let mut rooms = self.rooms.0.lock();
        if let Some(room) = rooms.get(&id).filter(|room| !room.inbox.is_closed()) {
            return room.inbox.clone();
        }
        let (sender, inbox) = mpsc::channel(INBOX_CAPACITY);
        let progress = Arc::new(SharedProgress::default());
        let slot = Arc::new(RoomSlot::default());
        let room = RoomHandle {
            inbox: sender.clone(),
            progress: Arc::clone(&progress),
            slot: Arc::clone(&slot),
        };
        rooms.insert(id, room);
        let running = room::run(Arc::clone(self), id, inbox, progress, slot);
        spawn(supervise(Arc::clone(self), id, running));
        sender
    }

    /// Carries out a command and waits until its outcome is stored.
    ///
    /// # Errors
    ///
    /// Returns why it was refused.
    pub async fn act_and_wait(
        self: &Arc<Self>,
        game: GameId,
        by: PlayerId,
        command: &Command,
    ) -> Result<Done, ServerRefusal> {
        let (answer, answered) = oneshot::channel();
        let act = Act {
            by,
            command: command.clone(),
            at: self.clock.now(),
            received: Instant::now(),
            lag: Span::ZERO,
            answer: Answer::Request(answer),
        };
        // A caller that goes away must not take the borrowed room with it.
        let games = Arc::clone(self);
        spawn(async move { games.act(game, act).await });
        answered.await.unwrap_or(Err(ServerRefusal::RoomFailed))
    }

    /// Gives a player the free seat of a game.
    ///
    /// # Errors
    ///
    /// Returns why the player cannot join.
    pub async fn join(
        self: &Arc<Self>,
        game: GameId,
        player: PlayerCard,
    ) -> Result<GameView, ServerRefusal> {
        self.ask(game, |answer| Message::Join(player, answer)).await
    }

    /// Returns a game as a player sees it.
    ///
    /// # Errors
    ///
    /// Returns [`ServerRefusal::UnknownGame`] if there is no such game.
    pub async fn view(
        self: &Arc<Self>,
        game: GameId,
        player: Option<PlayerId>,
    ) -> Result<GameView, ServerRefusal> {
        self.ask(game, |answer| Message::View(player, answer)).await
    }

    /// Returns the events of a game after this one, or all.
    ///
    /// # Errors
    ///
    /// Returns [`ServerRefusal::UnknownGame`] if there is no such game.
    pub async fn events(
        self: &Arc<Self>,
        game: GameId,
        since: Option<u64>,
    ) -> Result<Vec<Event>, ServerRefusal> {
        self.ask(game, |answer| Message::Events(since, answer))
            .await
    }

    /// Adds a chat message of a player.
    ///
    /// # Errors
    ///
    /// Returns why it was refused.
    pub async fn say(
        self: &Arc<Self>,
        game: GameId,
        by: PlayerId,
        text: String,
    ) -> Result<ChatLine, ServerRefusal> {
        self.say_to(game, by, Audience::Own, text).await
    }

    /// Adds a chat message of a player for these readers.
    ///
    /// # Errors
    ///
    /// Returns why it was refused.
    pub async fn say_to(
        self: &Arc<Self>,
        game: GameId,
        by: PlayerId,
        audience: Audience,
        text: String,
    ) -> Result<ChatLine, ServerRefusal> {
        self.ask(game, |answer| Message::Say(by, audience, text, answer))
            .await
    }

    /// Returns the chat that this player may read.
    ///
    /// # Errors
    ///
    /// Returns [`ServerRefusal::UnknownGame`] if there is no such game.
    pub async fn chat_history(
        self: &Arc<Self>,
        game: GameId,
        player: Option<PlayerId>,
    ) -> Result<Vec<ChatLine>, ServerRefusal> {
        self.ask(game, |answer| Message::History(player, answer))
            .await
    }

    /// Requests a rematch. Returns the new game once both players want it.
    ///
    /// # Errors
    ///
    /// Returns why it was refused.
    pub async fn rematch(
        self: &Arc<Self>,
        game: GameId,
        by: PlayerId,
    ) -> Result<Option<GameId>, ServerRefusal> {
        self.ask(game, |answer| Message::Rematch(by, answer)).await
    }

    /// Shows the chat of a game again to everyone who follows it, because a message
    /// was deleted.
    ///
    /// # Errors
    ///
    /// Returns a refusal if the game cannot be loaded.
    pub async fn reload_chat(self: &Arc<Self>, game: GameId) -> Result<(), ServerRefusal> {
        self.publish(game, &GameMessage::ChatChanged);
        self.ask(game, Message::ReloadChat).await
    }

    /// Ends the visit of a viewer that is being dropped.
    pub fn leave(self: &Arc<Self>, id: GameId, viewer: Outbox) {
        let games = Arc::clone(self);
        // There is no runtime when the process ends.
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move { games.send(id, Message::Leave(viewer)).await });
        }
    }

    /// Ends a game by decision of an arbiter, and records the act with it.
    ///
    /// # Errors
    ///
    /// Returns a refusal if the game waits for a player or is over.
    pub async fn adjudicate(
        self: &Arc<Self>,
        game: GameId,
        verdict: Verdict,
        entry: AuditEntry,
    ) -> Result<(), ServerRefusal> {
        let entry = Box::new(entry);
        self.ask(game, |answer| Message::Adjudicate(verdict, entry, answer))
            .await
    }

    /// Forgets the name and the chat messages of a player whose account was deleted,
    /// in those of these games that are in memory.
    pub async fn forget_player(self: &Arc<Self>, player: PlayerId, games: &[GameId]) {
        for &game in games {
            self.publish(game, &GameMessage::Changed);
            self.publish(game, &GameMessage::ChatChanged);
        }
        let in_memory = self.rooms.of(games);
        let forgetting = in_memory.into_iter().map(|id| async move {
            let forgotten = self.ask(id, |answer| Message::ForgetPlayer(player, answer));
            forgotten
                .await
                .ignore("a room that has failed is loaded again");
        });
        join_all(forgetting).await;
    }

    /// Shows the new name of a guest who has signed up, in those of these games that
    /// are in memory.
    pub async fn rename_player(self: &Arc<Self>, player: &PlayerCard, games: &[GameId]) {
        for &game in games {
            self.publish(game, &GameMessage::Changed);
        }
        let in_memory = self.rooms.of(games);
        let renaming = in_memory.into_iter().map(|id| async move {
            let player = player.clone();
            let renamed = self.ask(id, |answer| Message::RenamePlayer(player, answer));
            renamed
                .await
                .ignore("a room that has failed is loaded again");
        });
        join_all(renaming).await;
    }

    /// Sends a message and waits for its answer.
    pub(super) async fn ask<T>(
        self: &Arc<Self>,
        game: GameId,
        message: impl FnOnce(oneshot::Sender<Result<T, ServerRefusal>>) -> Message,
    ) -> Result<T, ServerRefusal> {
        let (answer, answered) = oneshot::channel();
        self.send(game, message(answer)).await;
        answered.await.unwrap_or(Err(ServerRefusal::RoomFailed))
    }
}

/// Contains a panic of a room, so that it ends nothing else.
async fn supervise(games: Arc<Games>, id: GameId, room: impl Future<Output = ()>) {
    let room = std::panic::AssertUnwindSafe(room);
    if room.catch_unwind().await.is_err() {
        room::note_panic(id);
        games.rooms.remove_closed(id);
    }
}

impl Rooms {
    /// Borrows a room that is parked and has no messages waiting, so that no
    /// command overtakes another.
    fn borrow(&self, id: GameId) -> Option<BorrowedRoom> {
        let slot = {
            let rooms = self.0.lock();
            let room = rooms.get(&id).filter(|room| room.has_empty_inbox())?;
            Arc::clone(&room.slot)
        };
        RoomSlot::borrow(&slot)
    }

    /// Removes a room that ends. Messages sent before stay in its inbox.
    pub(super) fn close(&self, id: GameId, inbox: &mut mpsc::Receiver<Message>) {
        let mut rooms = self.0.lock();
        inbox.close();
        if rooms.get(&id).is_some_and(|room| room.inbox.is_closed()) {
            rooms.remove(&id);
        }
    }

    fn remove_closed(&self, id: GameId) {
        let mut rooms = self.0.lock();
        if rooms.get(&id).is_some_and(|room| room.inbox.is_closed()) {
            rooms.remove(&id);
        }
    }

    pub(super) fn forget(&self, id: GameId) {
        self.0.lock().remove(&id);
    }

    /// Returns those of these games that are in memory.
    pub(super) fn of(&self, games: &[GameId]) -> Vec<GameId> {
        let rooms = self.0.lock();
        let games = games.iter().copied();
        games.filter(|id| rooms.contains_key(id)).collect()
    }

    /// Returns all games that are in memory.
    pub(super) fn ids(&self) -> Vec<GameId> {
        self.0.lock().keys().copied().collect()
    }

    /// Returns the finished games that are in memory.
    pub(super) fn finished(&self) -> Vec<GameId> {
        let rooms = self.0.lock();
        let finished = rooms.iter().filter(|(_, room)| room.progress.is_finished());
        finished.map(|(&id, _)| id).collect()
    }

    pub(super) fn count(&self) -> usize {
        self.0.lock().len()
    }

    /// Returns what is known of the games in memory.
    pub(super) fn versions(&self) -> Vec<(GameId, GameVersion)> {
        let rooms = self.0.lock();
        let known = |(&id, room): (&GameId, &RoomHandle)| Some((id, room.progress.version()?));
        rooms.iter().filter_map(known).collect()
    }

    /// Returns what is known of a game, if it is in memory.
    pub(super) fn version(&self, id: GameId) -> Option<GameVersion> {
        self.0.lock().get(&id)?.progress.version()
    }

    pub(super) fn progress(&self, id: GameId) -> Option<GameProgress> {
        self.0.lock().get(&id)?.progress.get()
    }
}

impl RoomHandle {
    fn has_empty_inbox(&self) -> bool {
        !self.inbox.is_closed() && self.inbox.capacity() == self.inbox.max_capacity()
    }
}

impl SharedProgress {
    pub(super) fn set(&self, known: KnownProgress) {
        *self.0.lock() = Some(known);
    }

    fn get(&self) -> Option<GameProgress> {
        self.0.lock().and_then(|known| known.progress)
    }

    fn version(&self) -> Option<GameVersion> {
        self.0.lock().map(|known| known.version)
    }

    fn is_finished(&self) -> bool {
        let known = self.0.lock();
        known.is_some_and(|known| known.stage == Stage::Over)
    }
}

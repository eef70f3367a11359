use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU32, Ordering::Relaxed},
    },
    time::Instant,
};

use arbiter_game::Span;
use arbiter_wire::{ChatLine, Command, Event, GameView, Problem};
use futures_util::FutureExt;
use tokio::sync::{mpsc, oneshot};

use crate::{
    App,
    base::{GameId, PlayerId},
    play::room::{self, Act, Answer, Done, Message, Rest},
    store::PlayerCard,
};

/// The rooms that are awake.
#[derive(Debug, Default)]
pub struct Rooms(Mutex<HashMap<GameId, Awake>>);

/// A room that is awake.
#[derive(Debug)]
struct Awake {
    inbox: mpsc::Sender<Message>,
    plies: Arc<Plies>,
    rest: Arc<Rest>,
}

/// How many moves stand in a game, plus one: its row may not know yet. Zero
/// before anything is known.
#[derive(Debug, Default)]
pub(crate) struct Plies(AtomicU32);

/// How many messages may wait in a room before those who send them wait.
const WAITING: usize = 64;

impl Rooms {
    /// Sends a message to the room of a game, and wakes it if it sleeps.
    pub async fn send(&self, app: &Arc<App>, id: GameId, message: Message) {
        let mut message = match message {
            Message::Act(act) if act.is_quick() => match self.play(id, act).await {
                Ok(()) => return,
                Err(act) => Message::Act(act),
            },
            message => message,
        };
        loop {
            match self.find(app, id).send(message).await {
                Ok(()) => return,
                // It ended meanwhile. Where no task can begin any more, because
                // the program ends, this one must let go as well.
                Err(mpsc::error::SendError(unsent)) => {
                    message = unsent;
                    tokio::task::yield_now().await;
                }
            }
        }
    }

    /// Plays a move in a room that rests, and for which nothing else waits. Gives
    /// it back if there is none.
    async fn play(&self, id: GameId, act: Box<Act>) -> Result<(), Box<Act>> {
        let rest = {
            let rooms = self.lock();
            let room = rooms.get(&id).filter(|room| room.is_quiet());
            room.map(|room| Arc::clone(&room.rest))
        };
        match rest {
            Some(rest) => room::play(&rest, act).await,
            None => Err(act),
        }
    }

    fn find(&self, app: &Arc<App>, id: GameId) -> mpsc::Sender<Message> {
        let mut rooms = self.lock();
        if let Some(room) = rooms.get(&id).filter(|room| !room.inbox.is_closed()) {
            return room.inbox.clone();
        }
        let (sender, inbox) = mpsc::channel(WAITING);
        let plies = Arc::new(Plies::default());
        let rest = Arc::new(Rest::default());
        let room = Awake {
            inbox: sender.clone(),
            plies: Arc::clone(&plies),
            rest: Arc::clone(&rest),
        };
        rooms.insert(id, room);
        let running = room::run(Arc::clone(app), id, inbox, plies, rest);
        tokio::spawn(watch_over(Arc::clone(app), id, running));
        sender
    }

    /// Forgets a room that ends. What was sent before stays in its inbox.
    pub(crate) fn close(&self, id: GameId, inbox: &mut mpsc::Receiver<Message>) {
        let mut rooms = self.lock();
        inbox.close();
        if rooms.get(&id).is_some_and(|room| room.inbox.is_closed()) {
            rooms.remove(&id);
        }
    }

    /// Lets the room of a game end whose row is gone: whoever looks at it is
    /// told to look again.
    pub fn forget(&self, id: GameId) {
        self.lock().remove(&id);
    }

    /// How many are awake.
    #[must_use]
    pub fn count(&self) -> usize {
        self.lock().len()
    }

    /// How many moves stand in a game that is awake.
    #[must_use]
    pub fn plies(&self, id: GameId) -> Option<u32> {
        self.lock().get(&id)?.plies.known()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<GameId, Awake>> {
        // A map of senders is whole whatever happened to whoever held it.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does something on behalf of a player and waits until it is stored.
    ///
    /// # Errors
    ///
    /// Why it was not done.
    pub async fn act(
        &self,
        app: &Arc<App>,
        game: GameId,
        by: PlayerId,
        command: Command,
    ) -> Result<Done, Problem> {
        let (answer, answered) = oneshot::channel();
        let act = Act {
            by,
            command,
            at: app.clock.now(),
            received: Instant::now(),
            lag: Span::ZERO,
            answer: Answer::Request(answer),
        };
        self.ask(app, game, Message::Act(Box::new(act)), answered)
            .await
    }

    /// Lets a player take the free seat.
    ///
    /// # Errors
    ///
    /// Why he cannot.
    pub async fn join(
        &self,
        app: &Arc<App>,
        game: GameId,
        player: PlayerCard,
    ) -> Result<GameView, Problem> {
        let (answer, answered) = oneshot::channel();
        self.ask(app, game, Message::Join(player, answer), answered)
            .await
    }

    /// How a game looks to somebody.
    ///
    /// # Errors
    ///
    /// That there is no such game.
    pub async fn view(
        &self,
        app: &Arc<App>,
        game: GameId,
        player: Option<PlayerId>,
    ) -> Result<GameView, Problem> {
        let (answer, answered) = oneshot::channel();
        self.ask(app, game, Message::View(player, answer), answered)
            .await
    }

    /// What has happened after an event; all without one.
    ///
    /// # Errors
    ///
    /// That there is no such game.
    pub async fn events(
        &self,
        app: &Arc<App>,
        game: GameId,
        since: Option<u64>,
    ) -> Result<Vec<Event>, Problem> {
        let (answer, answered) = oneshot::channel();
        self.ask(app, game, Message::Events(since, answer), answered)
            .await
    }

    /// Lets somebody say something.
    ///
    /// # Errors
    ///
    /// Why it was not said.
    pub async fn say(
        &self,
        app: &Arc<App>,
        game: GameId,
        by: PlayerId,
        text: String,
    ) -> Result<ChatLine, Problem> {
        let (answer, answered) = oneshot::channel();
        self.ask(app, game, Message::Say(by, text, answer), answered)
            .await
    }

    /// What was said, as this player hears it.
    ///
    /// # Errors
    ///
    /// That there is no such game.
    pub async fn history(
        &self,
        app: &Arc<App>,
        game: GameId,
        player: Option<PlayerId>,
    ) -> Result<Vec<ChatLine>, Problem> {
        let (answer, answered) = oneshot::channel();
        self.ask(app, game, Message::History(player, answer), answered)
            .await
    }

    /// Somebody wants to play again: the game, once both do.
    ///
    /// # Errors
    ///
    /// Why he cannot.
    pub async fn rematch(
        &self,
        app: &Arc<App>,
        game: GameId,
        by: PlayerId,
    ) -> Result<Option<GameId>, Problem> {
        let (answer, answered) = oneshot::channel();
        self.ask(app, game, Message::Rematch(by, answer), answered)
            .await
    }

    async fn ask<T>(
        &self,
        app: &Arc<App>,
        game: GameId,
        message: Message,
        answered: oneshot::Receiver<Result<T, Problem>>,
    ) -> Result<T, Problem> {
        self.send(app, game, message).await;
        answered.await.unwrap_or_else(|_| {
            let title = "the room of this game broke down and starts again: try once more";
            Err(Problem::new(503, "room_broke_down", title))
        })
    }
}

/// A panic ends its room only.
async fn watch_over(app: Arc<App>, id: GameId, room: impl Future<Output = ()>) {
    let room = std::panic::AssertUnwindSafe(room);
    if room.catch_unwind().await.is_err() {
        room::note_breakdown(id);
        let mut rooms = app.rooms.lock();
        if rooms.get(&id).is_some_and(|room| room.inbox.is_closed()) {
            rooms.remove(&id);
        }
    }
}

impl Awake {
    /// Whether nothing waits for it.
    fn is_quiet(&self) -> bool {
        !self.inbox.is_closed() && self.inbox.capacity() == self.inbox.max_capacity()
    }
}

impl Plies {
    /// So many.
    pub fn set(&self, plies: u32) {
        self.0.store(plies.saturating_add(1), Relaxed);
    }

    fn known(&self) -> Option<u32> {
        self.0.load(Relaxed).checked_sub(1)
    }
}

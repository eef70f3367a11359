//! One task for each game that somebody plays or looks at.

mod errand;
pub mod message;
mod rematch;
mod rest;
pub mod table;
mod talk;
pub mod viewers;

use std::{sync::Arc, time::Duration};

use arbiter_game::{Game, Time};
use arbiter_rules::{ByColor, Color};
use arbiter_wire::{
    Acknowledged, Action, Command, GameView, Problem, ServerMessage, Stage, Update,
};
use futures_util::{StreamExt, stream::FuturesUnordered};
use tokio::{
    sync::{mpsc, oneshot},
    time::Instant,
};

use crate::{
    App,
    base::{GameId, PlayerId, clock::Alarm, ignore::Ignore},
    play::{chat::Talk, rooms::Plies},
    store::{AppendError, Appended, PlayerCard, RatingChange},
};
use errand::Pending;
pub(crate) use errand::{note_breakdown, play};
pub use message::{Act, Answer, Done, Message};
pub(crate) use rest::Rest;
use table::{Decision, Table, Verdict};
use viewers::{Viewer, Viewers};

/// How long a room stays when nobody looks.
const IDLE: Duration = Duration::from_secs(30);

/// How long news of watchers may wait: a thousand of them who come at once
/// are told of once.
const GATHERING: Duration = Duration::from_secs(1);

/// The task of one game.
struct Room {
    app: Arc<App>,
    id: GameId,
    table: Table,
    viewers: Viewers,
    /// Which sides want to play again.
    rematch: ByColor<bool>,
    /// What was said, once somebody wanted to know.
    talk: Option<Talk>,
    /// The players that are there, as everybody was told.
    players: ByColor<bool>,
    /// When everybody is to be told how many watch.
    presence: Option<Instant>,
    /// How many moves stand, for those who list games.
    plies: Arc<Plies>,
    /// When its task looks at the game by itself.
    alarm: Option<Time>,
    /// Whether its task has not seen to the last event yet.
    is_left_to_task: bool,
}

/// What wakes the task of a room.
enum Event {
    /// A message; none if there will be no more.
    Message(Option<Message>),
    /// Something may happen by itself, or was left to do.
    Look,
    /// There was time enough for watchers to come and go.
    Gathered,
    /// Nobody is here.
    Idle,
    /// The server stops.
    Stop,
}

/// Why a room ends before its time.
enum Broken {
    /// What is true is in the store alone.
    Store,
    /// The server stops.
    Stopping,
    /// It did not come back from a move, when this was to be answered.
    Lost(Message),
}

/// Runs the room of a game until nobody needs it. Whatever ends it, the next
/// message wakes it from the store again.
pub(crate) async fn run(
    app: Arc<App>,
    id: GameId,
    mut inbox: mpsc::Receiver<Message>,
    plies: Arc<Plies>,
    rest: Arc<Rest>,
) {
    let table = match load(&app, id).await {
        Ok(table) => table,
        Err(problem) => {
            app.rooms.close(id, &mut inbox);
            while let Ok(message) = inbox.try_recv() {
                message.refuse(id, &problem);
            }
            return;
        }
    };
    let mut room = Some(Box::new(Room {
        id,
        table,
        viewers: Viewers::default(),
        rematch: ByColor::default(),
        talk: None,
        players: ByColor::default(),
        presence: None,
        plies,
        alarm: None,
        is_left_to_task: false,
        app: Arc::clone(&app),
    }));
    let ended = serve(&mut room, &mut inbox, &rest).await;
    app.rooms.close(id, &mut inbox);
    // Viewers are told to come back.
    drop(room);
    let problem = match ended {
        Ok(()) => None,
        Err(Broken::Store) => Some(unavailable()),
        Err(Broken::Stopping) => Some(stopping()),
        Err(Broken::Lost(message)) => {
            app.rooms.send(&app, id, message).await;
            None
        }
    };
    if let Some(problem) = problem {
        while let Ok(message) = inbox.try_recv() {
            message.refuse(id, &problem);
        }
    }
    while let Ok(message) = inbox.try_recv() {
        app.rooms.send(&app, id, message).await;
    }
}

/// The task of a room, until it ends or is lost on its way.
async fn serve(
    room: &mut Option<Box<Room>>,
    inbox: &mut mpsc::Receiver<Message>,
    rest: &Rest,
) -> Result<(), Broken> {
    let Some(woken) = room else {
        return Ok(());
    };
    woken.count_plies();
    // Whoever was there before this room woke has to come back to it.
    woken.tell_presence();
    woken.look().await?;
    let stopping = woken.app.stop.subscribe();
    // Which happens once: it is looked at when it does.
    let mut stop = FuturesUnordered::from_iter([stopping.told()]);
    let mut alarm = Alarm::new(woken.app.clock.clone());
    while let Some(mut resting) = room.take() {
        alarm.set(resting.table.deadline());
        resting.alarm = alarm.time();
        let (gathered, is_idle) = (resting.presence, resting.is_idle());
        rest.put(resting);
        let event = tokio::select! {
            biased;
            message = inbox.recv() => Event::Message(message),
            () = rest.is_left() => Event::Look,
            () = alarm.rings() => Event::Look,
            () = sleep_until(gathered), if gathered.is_some() => Event::Gathered,
            () = idle(), if is_idle => Event::Idle,
            Some(()) = stop.next() => Event::Stop,
        };
        *room = rest.take().await;
        let Some(room) = room else {
            // Whoever wrote meanwhile is heard by the next room.
            if let Event::Message(Some(message)) = event {
                return Err(Broken::Lost(message));
            }
            return Ok(());
        };
        if std::mem::take(&mut room.is_left_to_task) {
            room.part().await;
            room.look().await?;
        }
        match event {
            Event::Message(Some(message)) => room.receive(message).await?,
            Event::Message(None) => return Ok(()),
            Event::Look => room.look().await?,
            Event::Gathered => room.tell_presence(),
            Event::Idle if room.is_idle() => return room.save_progress().await,
            Event::Idle => {}
            Event::Stop => return Err(Broken::Stopping),
        }
    }
    Ok(())
}

async fn load(app: &Arc<App>, id: GameId) -> Result<Table, Problem> {
    match app.store.load_game(id).await {
        Ok(Some(stored)) => Table::load(stored).map_err(|corrupt| {
            tracing::error!(game = %id, %corrupt, "the record of a game is corrupt");
            let title = format!(
                "the record of this game is damaged ({corrupt}): its operator can see it with \
                 `arbiter db check`"
            );
            Problem::new(500, "corrupt_game", title)
        }),
        Ok(None) => Err(unknown_game(id)),
        Err(error) => {
            tracing::error!(game = %id, %error, "a game cannot be read");
            Err(unavailable())
        }
    }
}

impl Room {
    /// Whether nobody would miss this room. A clock that runs is seen to by
    /// the sweeper; a computer that thinks is waited for.
    fn is_idle(&self) -> bool {
        self.viewers.is_empty() && !self.is_computers_turn()
    }

    async fn receive(&mut self, message: Message) -> Result<(), Broken> {
        match message {
            Message::Act(act) => self.act(*act).await,
            Message::Join(player, answer) => self.join(player, answer).await,
            Message::Watch(viewer, since) => {
                self.watch(&viewer, since);
                self.tell_history(&viewer).await;
                Ok(())
            }
            Message::Leave(outbox) => {
                let before = self.viewers.players(&self.table);
                self.viewers.remove(&outbox);
                self.forget_rematch(before);
                self.came_or_went();
                Ok(())
            }
            Message::View(player, answer) => {
                let sides = player.map_or_else(Vec::new, |player| self.table.sides(player));
                let view = self.table.view(self.app.clock.now(), &sides);
                answer.send(Ok(view)).ignore("the caller has left");
                Ok(())
            }
            Message::Events(since, answer) => {
                let first = since.map_or(0, |since| since.saturating_add(1));
                let first = usize::try_from(first).unwrap_or(usize::MAX);
                let events = self.table.events().get(first..).unwrap_or_default();
                let events = Ok(events.to_vec());
                answer.send(events).ignore("the caller has left");
                Ok(())
            }
            Message::Say(by, text, answer) => {
                let said = self.say(by, &text).await;
                answer.send(said).ignore("the caller has left");
                Ok(())
            }
            Message::History(player, answer) => {
                let history = self.history(player).await;
                answer.send(history).ignore("the caller has left");
                Ok(())
            }
            Message::Rematch(by, answer) => {
                let game = self.rematch(by).await;
                answer.send(game).ignore("the caller has left");
                Ok(())
            }
            Message::Wake => {
                self.look().await?;
                self.save_progress().await
            }
        }
    }

    /// Decide, store, tell.
    async fn act(&mut self, act: Act) -> Result<(), Broken> {
        let Some(pending) = self.judge(act) else {
            return Ok(());
        };
        match self.store(&pending.decision).await {
            Ok(appended) => {
                self.finish(pending, appended);
                self.part().await;
                self.look().await
            }
            Err(broken) => {
                pending.refuse(self.id);
                Err(broken)
            }
        }
    }

    /// Decides, and answers unless there is something to store.
    fn judge(&self, act: Act) -> Option<Pending> {
        let decide = || self.table.decide(act.at, act.by, &act.command, act.lag);
        // Whether a resignation is a loss can take a second to prove (C7), and
        // no other room waits for it.
        let verdict = match act.command.action {
            Action::Play { .. } => decide(),
            _ => tokio::task::block_in_place(decide),
        };
        match verdict {
            Err(problem) => {
                self.log_refusal(act.by, &act.command, &problem);
                act.answer.refuse(self.id, &act.command.id, problem);
                None
            }
            Ok(Verdict::Done(seq)) => {
                act.answer.acknowledge(Acknowledged {
                    game: self.id.to_string(),
                    id: act.command.id,
                    seq,
                });
                None
            }
            Ok(Verdict::Store(decision)) => Some(Pending {
                decision,
                answer: act.answer,
                id: act.command.id,
                received: act.received,
            }),
        }
    }

    /// Tells what has been stored.
    fn finish(&mut self, pending: Pending, appended: Appended) {
        self.tell(*pending.decision, Some((pending.answer, pending.id)));
        crate::base::metrics::note_answer(pending.received.elapsed());
        self.tell_ratings(appended);
    }

    /// Whether its task has something to do after a move: the game is over, may
    /// be over, or its time is up before the task would look.
    fn needs_task(&self) -> bool {
        let now = self.app.clock.now();
        let is_earlier = |deadline| self.alarm.is_none_or(|alarm| deadline < alarm);
        self.table.stage() == Stage::Over
            || (self.is_due(now) && !self.is_plainly_alive(now))
            || self.table.deadline().is_some_and(is_earlier)
    }

    async fn join(
        &mut self,
        player: PlayerCard,
        answer: oneshot::Sender<Result<GameView, Problem>>,
    ) -> Result<(), Broken> {
        let id = player.id;
        let now = self.app.clock.now();
        // Whoever has a seat has joined already.
        let stored = if self.table.sides(id).is_empty() {
            match self.table.join(now, player, crate::base::random::lot()) {
                Ok(decision) => self.store(&decision).await.map(|_| Some(*decision)),
                Err(problem) => {
                    answer.send(Err(problem)).ignore("the caller has left");
                    return Ok(());
                }
            }
        } else {
            Ok(None)
        };
        match stored {
            Ok(decision) => {
                if let Some(decision) = decision {
                    self.table.apply(decision);
                    self.count_plies();
                    self.begin();
                }
                let view = self.table.view(now, &self.table.sides(id));
                answer.send(Ok(view)).ignore("the caller has left");
                Ok(())
            }
            Err(broken) => {
                let problem = Err(unavailable());
                answer.send(problem).ignore("the caller has left");
                Err(broken)
            }
        }
    }

    /// Everybody sees the whole game when it begins: who plays is new as well.
    fn begin(&mut self) {
        self.tell_whole();
        self.tell_presence();
        self.consider();
    }

    fn tell_whole(&self) {
        let now = self.app.clock.now();
        for viewer in self.viewers.iter() {
            let view = self.table.view(now, &viewer.sides(&self.table));
            viewer.outbox.tell(&ServerMessage::Game(Box::new(view)));
        }
    }

    /// Once a rated game is over, everybody sees what it did to the ratings.
    fn tell_ratings(&mut self, appended: Appended) {
        let Some(ratings) = appended.ratings else {
            return;
        };
        for color in Color::ALL {
            let change: RatingChange = ratings[color];
            self.table.set_rating(color, change.before, change.change());
        }
        self.tell_whole();
    }

    /// That a player comes or goes is told at once, that a watcher does when
    /// there is time.
    fn came_or_went(&mut self) {
        if self.viewers.players(&self.table) == self.players {
            self.presence
                .get_or_insert_with(|| Instant::now() + GATHERING);
        } else {
            self.tell_presence();
        }
    }

    fn tell_presence(&mut self) {
        self.presence = None;
        self.players = self.viewers.players(&self.table);
        self.table.note_presence(self.app.clock.now(), self.players);
        self.viewers.tell_presence(&self.table);
    }

    fn watch(&mut self, viewer: &Viewer, since: Option<u64>) {
        let now = self.app.clock.now();
        let sides = viewer.sides(&self.table);
        let rest = since.and_then(|seq| self.table.since(seq, now, &sides));
        let message = match rest {
            Some(update) => ServerMessage::Update(update),
            None => ServerMessage::Game(Box::new(self.table.view(now, &sides))),
        };
        if viewer.outbox.tell(&message) {
            self.viewers.add(viewer.clone());
            self.came_or_went();
        }
    }

    /// What happens by itself: a flag falls, a position turns out to be dead.
    async fn look(&mut self) -> Result<(), Broken> {
        let now = self.app.clock.now();
        // Whether a position is dead can take as long, but hardly ever does.
        let tick = || tokio::task::block_in_place(|| self.table.tick(now));
        if self.is_due(now)
            && !self.is_plainly_alive(now)
            && let Some(decision) = tick()
        {
            let appended = self.store(&decision).await?;
            self.tell(*decision, None);
            self.tell_ratings(appended);
            self.part().await;
        }
        self.consider();
        Ok(())
    }

    fn is_due(&self, now: Time) -> bool {
        let deadline = self.table.deadline();
        deadline.is_some_and(|deadline| deadline <= now)
    }

    /// Whether a quick look is enough to see that nothing happens by itself.
    fn is_plainly_alive(&self, now: Time) -> bool {
        let is_alive = self.table.game().is_none_or(Game::is_plainly_alive);
        is_alive && !self.is_due(now)
    }

    /// Brings the row of the game up to date, so that it is woken again when
    /// its time has come.
    async fn save_progress(&mut self) -> Result<(), Broken> {
        let Some(progress) = self.table.progress() else {
            return Ok(());
        };
        let next = self.table.events().len() as u64;
        match self.app.store.save_progress(self.id, next, progress).await {
            Ok(()) => {
                self.table.progress_saved(progress);
                Ok(())
            }
            Err(error) => {
                tracing::error!(game = %self.id, %error, "the row of a game cannot be stored");
                Err(Broken::Store)
            }
        }
    }

    fn count_plies(&self) {
        if let Some(game) = self.table.game() {
            let plies = u32::try_from(game.line().moves().len());
            self.plies.set(plies.unwrap_or(u32::MAX));
        }
    }

    async fn store(&self, decision: &Decision) -> Result<Appended, Broken> {
        let stored = self.app.store.append(decision.to_append(self.id)).await;
        stored.map_err(|error| self.broken(&error))
    }

    fn broken(&self, error: &AppendError) -> Broken {
        match error {
            AppendError::Conflict => tracing::info!(game = %self.id, "another node was faster"),
            AppendError::Store(error) => {
                tracing::error!(game = %self.id, %error, "an event cannot be stored");
            }
        }
        Broken::Store
    }

    fn tell(&mut self, decision: Decision, answer: Option<(Answer, String)>) {
        let first = self.table.apply(decision);
        self.count_plies();
        let events = &self.table.events()[first..];
        let commander = match &answer {
            Some((Answer::Socket(outbox), id)) => Some((outbox, id.as_str())),
            _ => None,
        };
        self.viewers
            .tell(&self.table, &self.app.clock, events, commander);
        if let Some((Answer::Request(caller), id)) = answer
            && let Some(state) = self.table.state(self.app.clock.now(), &[])
        {
            let update = Update {
                game: self.id.to_string(),
                id: Some(id),
                events: events.to_vec(),
                state,
            };
            let done = Ok(Done::Now(Box::new(update)));
            caller.send(done).ignore("the caller has left");
        }
    }

    /// After the last event of a game.
    async fn part(&mut self) {
        if self.table.stage() == Stage::Over {
            self.tell_former_players().await;
        }
    }

    /// Lets the computer look at the game, if it plays.
    fn consider(&self) {
        if let Some(game) = self.table.game() {
            let seats = ByColor::new_with(|color| self.table.player(color));
            self.app.computer.consider(&self.app, self.id, seats, game);
        }
    }

    fn is_computers_turn(&self) -> bool {
        let Some(game) = self.table.game() else {
            return false;
        };
        let player = self.table.player(game.turn());
        self.table.stage() == Stage::Playing && player.and_then(PlayerId::level).is_some()
    }

    /// Every refused attempt is logged (R83).
    fn log_refusal(&self, by: PlayerId, command: &Command, problem: &Problem) {
        let code = problem.code.clone();
        metrics::counter!("arbiter_refusals_total", "code" => code).increment(1);
        tracing::info!(
            target: "refusals",
            game = %self.id,
            player = by.0,
            action = ?command.action,
            code = problem.code,
            "refused"
        );
    }
}

async fn sleep_until(then: Option<Instant>) {
    match then {
        Some(then) => tokio::time::sleep_until(then).await,
        None => std::future::pending().await,
    }
}

async fn idle() {
    tokio::time::sleep(IDLE).await;
}

/// Whatever ends a room, a panic too, its viewers hear that they should come
/// back.
impl Drop for Room {
    fn drop(&mut self) {
        self.viewers.resume(self.id);
    }
}

/// There is no such game.
#[must_use]
pub fn unknown_game(id: GameId) -> Problem {
    let title = format!("there is no game {id}: look at the link again");
    Problem::new(404, "unknown_game", title)
}

fn unavailable() -> Problem {
    let title = "this could not be stored, and is not done until it is: try again";
    Problem::new(503, "store_unavailable", title)
}

fn stopping() -> Problem {
    let title = "the server stops and will be back: try again";
    Problem::new(503, "stopping", title)
}

//! A game in memory with everyone who plays or watches it.
//!
//! A room is kept in a `RoomSlot` between uses. Commands borrow it from there
//! (`act`); its own task does everything else: viewers who come and go, chat,
//! rematches, and what happens without a command, such as the fall of a flag.

mod act;
mod chat;
pub mod hosted_game;
mod interruption;
pub mod message;
pub mod other_nodes;
pub mod presence;
mod rematch;
mod slot;
pub mod viewers;

use std::{sync::Arc, time::Duration};

use arbiter_game::{Game, Time, Verdict};
use arbiter_rules::ByColor;
use arbiter_wire::{GameView, Presence, ServerMessage, Speed, Stage};
use futures_util::{StreamExt, stream::FuturesUnordered};
use tokio::{sync::mpsc, time::Instant};

use super::{
    Games,
    chat::ChatLog,
    rooms::{KnownProgress, SharedProgress},
};
use crate::{
    base::{GameId, PlayerId, Subscription, Topic, clock::Alarm, ignore::Ignore, random},
    refusal::ServerRefusal,
    store::{AuditEntry, PlayerCard},
};
use act::{Waiting, decide_guarded, store_and_tell};
pub(crate) use act::{carry_out, note_panic};
use hosted_game::HostedGame;
use interruption::end_interruption;
pub use message::{Act, Answer, Audience, Done, Message};
use other_nodes::{
    BusWork, GameMessage, SavedDeadline, catch_up, load_again, next_bus_work, receive_bus_message,
};
use presence::{PresenceElsewhere, answer_absence};
use slot::TaskWork;
pub(crate) use slot::{BorrowedRoom, RoomSlot};
use viewers::{Viewer, Viewers};

/// A longer record is replayed on a thread of its own: an event takes a few
/// microseconds.
const MAX_EVENTS_TO_REPLAY_HERE: usize = 200;

/// How long a room stays in memory without viewers.
const IDLE_TIME: Duration = Duration::from_secs(30);

/// The same if a player has used the game here and there are other nodes, which may ask
/// whether that player is absent: longer than the time after which a player has left a game.
const SHARED_IDLE_TIME: Duration = Duration::from_secs(90);

/// The same for a game that is not in progress, and for one that players use only on other
/// nodes: long enough for the requests of a page. Anyone can open old games, as many as there
/// are, and a room receives every move that another node stores.
const SHORT_IDLE_TIME: Duration = Duration::from_secs(5);

/// If more rooms are in memory, those of games that are not in progress go as soon as nobody
/// needs them. A room takes about 12 KB.
const MAX_ROOMS_KEPT: usize = 2_000;

/// A game in memory with everyone who plays or watches it.
pub(crate) struct Room {
    games: Arc<Games>,
    id: GameId,
    game: HostedGame,
    viewers: Viewers,
    /// Which sides want a rematch.
    rematch: ByColor<bool>,
    /// The chat, loaded when it is first needed.
    chat: Option<ChatLog>,
    /// The players and spectators of the game on other nodes.
    elsewhere: PresenceElsewhere,
    /// Which players are present, as last announced.
    players_present: ByColor<bool>,
    /// Who is present, as last announced to viewers.
    announced: Option<Presence>,
    /// When to announce who is present.
    presence_due: Option<Instant>,
    /// The progress of the game, for lists of games.
    progress: Arc<SharedProgress>,
    /// When the task will next check the game without being asked.
    alarm: Option<Time>,
    /// Whether the task has not handled the latest events yet.
    has_task_work: bool,
    /// Whether this node takes care of the game although no player is connected here.
    is_woken: bool,
    /// Whether a player has watched the game on this node, or acted in it.
    is_used_here: bool,
    /// Since when the room could be dropped from memory.
    idle_since: Option<Instant>,
}

/// What wakes the task of a room.
enum WakeUp {
    /// A message; none if there will be no more.
    Message(Option<Message>),
    /// The deadline of the game has come.
    Alarm,
    /// A message of another node leaves something to do.
    Bus(BusWork),
    /// The room was parked with work for the task.
    Work,
    /// The number of spectators is to be announced.
    PresenceDue,
    /// Nobody has watched the game for [`IDLE_TIME`].
    Idle,
    /// The server is stopping.
    Stop,
}

/// Why the task of a room ends.
enum Ended {
    /// Nobody needs the room.
    Idle,
    /// The room was dropped; this message, if any, is for the next room.
    Lost(Option<Message>),
    /// The server is stopping.
    Stopping,
}

/// Runs the task of a room until the room is not needed. However it ends, the next
/// message loads the game from the store again.
pub(crate) async fn run(
    games: Arc<Games>,
    id: GameId,
    mut inbox: mpsc::Receiver<Message>,
    progress: Arc<SharedProgress>,
    slot: Arc<RoomSlot>,
) {
    // What is stored from now on is part of what is loaded, or a message announces it.
    let others = games.bus.subscribe(Topic::Game(id)).await;
    let ended = match load(&games, id).await {
        Ok(game) => {
            let room = Room::new(&games, game, progress);
            serve(RoomSlot::fill(&slot, room), &mut inbox, others).await
        }
        Err(refusal) => {
            games.rooms.close(id, &mut inbox);
            while let Ok(message) = inbox.try_recv() {
                message.refuse(id, &refusal);
            }
            return;
        }
    };
    games.rooms.close(id, &mut inbox);
    match ended {
        Ended::Stopping => {
            while let Ok(message) = inbox.try_recv() {
                message.refuse(id, &ServerRefusal::Stopping);
            }
        }
        Ended::Lost(Some(message)) => games.send(id, message).await,
        Ended::Lost(None) | Ended::Idle => {}
    }
    while let Ok(message) = inbox.try_recv() {
        games.send(id, message).await;
    }
}

async fn load(games: &Games, id: GameId) -> Result<HostedGame, ServerRefusal> {
    match games.store.load_game(id).await {
        Ok(Some(stored)) => {
            let loaded = match stored.events.len() {
                0..=MAX_EVENTS_TO_REPLAY_HERE => HostedGame::load(stored),
                _ => match tokio::task::spawn_blocking(|| HostedGame::load(stored)).await {
                    Ok(loaded) => loaded,
                    Err(_) => return Err(ServerRefusal::RoomFailed),
                },
            };
            loaded.map_err(|corrupt| {
                tracing::error!(game = %id, %corrupt, "the record of a game is corrupt");
                ServerRefusal::CorruptGame(corrupt.to_string())
            })
        }
        Ok(None) => Err(ServerRefusal::UnknownGame(id)),
        Err(error) => {
            tracing::error!(game = %id, %error, "cannot load a game");
            Err(ServerRefusal::Store(error))
        }
    }
}

/// Runs the loop of a room's task: waits for something to do, borrows the room, and
/// does it.
async fn serve(
    mut room: BorrowedRoom,
    inbox: &mut mpsc::Receiver<Message>,
    mut others: Subscription,
) -> Ended {
    let slot = room.slot();
    room.share_progress();
    // Everyone who was there before the game was loaded has to come back.
    room.tell_presence();
    room.has_task_work = true;
    let stopping = room.games.stop.subscribe();
    // It is polled only when it is woken, not at every turn of the loop.
    let mut stop = FuturesUnordered::from_iter([stopping.received()]);
    let mut alarm = Alarm::new(room.games.clock.clone());
    loop {
        match finish_events(room).await {
            Some(finished) => room = finished,
            None => return Ended::Lost(None),
        }
        alarm.set(room.game.deadline());
        room.alarm = alarm.time();
        if others.is_none() && room.games.bus.is_connected() {
            others = room.games.bus.subscribe(Topic::Game(room.id)).await;
        }
        let (presence_due, idle_until) = (room.presence_due, room.idle_until());
        room.park(TaskWork::None);
        let wake_up = tokio::select! {
            biased;
            message = inbox.recv() => WakeUp::Message(message),
            () = slot.has_work() => WakeUp::Work,
            () = alarm.rings() => WakeUp::Alarm,
            work = next_bus_work(&mut others, &slot), if !others.is_none() => WakeUp::Bus(work),
            () = sleep_until(presence_due), if presence_due.is_some() => WakeUp::PresenceDue,
            () = sleep_until(idle_until), if idle_until.is_some() => WakeUp::Idle,
            Some(()) = stop.next() => WakeUp::Stop,
        };
        let borrowed = match RoomSlot::wait(&slot).await {
            Some(borrowed) => finish_events(borrowed).await,
            None => None,
        };
        let Some(borrowed) = borrowed else {
            return Ended::Lost(match wake_up {
                WakeUp::Message(message) => message,
                _ => None,
            });
        };
        room = borrowed;
        let handled = match wake_up {
            WakeUp::Message(Some(message)) if message.needs_current_game(&room.games.bus) => {
                match catch_up(room).await {
                    Some(current) => receive(current, message).await,
                    None => return Ended::Lost(Some(message)),
                }
            }
            WakeUp::Message(Some(message)) => receive(room, message).await,
            WakeUp::Message(None) => return Ended::Idle,
            WakeUp::Work => Some(room),
            WakeUp::Bus(BusWork::Handle(message)) => receive_bus_message(room, &message).await,
            WakeUp::Bus(BusWork::Load) => load_again(room).await,
            WakeUp::Alarm => tick(room).await,
            WakeUp::PresenceDue => {
                room.tell_presence();
                Some(room)
            }
            WakeUp::Idle if room.is_idle() => {
                return match room.save_progress().await {
                    Ok(()) => Ended::Idle,
                    Err(_) => Ended::Lost(None),
                };
            }
            WakeUp::Idle => Some(room),
            WakeUp::Stop => return Ended::Stopping,
        };
        match handled {
            Some(handled) => room = handled,
            None => return Ended::Lost(None),
        }
    }
}

/// Does what the latest events leave to the task: shows the players the chat of
/// the spectators after the game, and checks whether something else happens.
/// Returns none if the room is lost.
async fn finish_events(mut room: BorrowedRoom) -> Option<BorrowedRoom> {
    while std::mem::take(&mut room.has_task_work) {
        if room.game.stage() == Stage::Over {
            room.tell_spectator_chat_to_players().await;
        }
        room = tick(room).await?;
    }
    Some(room)
}

/// Does what a message asks for. Returns none if the room is lost.
async fn receive(mut room: BorrowedRoom, message: Message) -> Option<BorrowedRoom> {
    match message {
        Message::Act(act) => {
            let slot = room.slot();
            carry_out(room, *act).await;
            return RoomSlot::wait(&slot).await;
        }
        Message::Join(player, answer) => return join(room, player, answer).await,
        Message::Watch(viewer, since) => {
            room.watch(&viewer, since);
            room.forget_sent_offer(&viewer);
            room.tell_chat_history(&viewer).await;
            for side in viewer.sides(&room.game) {
                room = end_interruption(room, side).await?;
            }
        }
        Message::Leave(outbox) => {
            let before = room.viewers.players(&room.game);
            room.viewers.remove(&outbox);
            room.withdraw_rematch_of_leavers(before).await;
            room.note_coming_or_going();
        }
        Message::View(player, answer) => {
            let sides = player.map_or_else(Vec::new, |player| room.game.sides(player));
            let view = room.game.view(room.games.clock.now(), &sides);
            answer.send(Ok(view)).ignore("the caller has left");
        }
        Message::Events(since, answer) => {
            let first = since.map_or(0, |since| since.saturating_add(1));
            let first = usize::try_from(first).unwrap_or(usize::MAX);
            let events = room.game.events().get(first..).unwrap_or_default();
            answer
                .send(Ok(events.to_vec()))
                .ignore("the caller has left");
        }
        Message::Say(by, audience, text, answer) => {
            let said = room.say(by, audience, &text).await;
            answer.send(said).ignore("the caller has left");
        }
        Message::History(player, answer) => {
            let history = room.chat_history(player).await;
            answer.send(history).ignore("the caller has left");
        }
        Message::Rematch(by, answer) => {
            let game = room.request_rematch(by).await;
            answer.send(game).ignore("the caller has left");
        }
        Message::ReloadChat(answer) => {
            room.tell_chat_again().await;
            answer.send(Ok(())).ignore("the caller has left");
        }
        Message::Adjudicate(verdict, entry, answer) => {
            return adjudicate(room, verdict, *entry, answer).await;
        }
        Message::ForgetPlayer(player, answer) => {
            if room.game.forget_player(player) {
                room.rematch = ByColor::default();
                room.tell_whole_game();
            }
            room.tell_chat_again().await;
            answer.send(Ok(())).ignore("the caller has left");
        }
        Message::RenamePlayer(player, answer) => {
            if room.game.rename_player(&player) {
                room.tell_whole_game();
            }
            answer.send(Ok(())).ignore("the caller has left");
        }
        Message::Interrupt(answer) => {
            room.interrupt_players().await;
            answer.send(Ok(())).ignore("the caller has left");
        }
        Message::CompareChat => room.compare_chat().await,
        // The game is up to date, and what is known of it is compared again.
        Message::Compare => room.share_progress(),
        Message::Absence(color, answer) => answer_absence(&room, color, answer),
        Message::Wake => {
            room.is_woken = true;
            room = tick(room).await?;
            room.save_progress().await.ok()?;
        }
    }
    Some(room)
}

/// Handles what happens without a command: a flag falls, a position turns out to
/// be dead. Otherwise asks the computer for its move, if it is its turn. Returns
/// none if the room is lost.
async fn tick(mut room: BorrowedRoom) -> Option<BorrowedRoom> {
    let now = room.games.clock.now();
    if !room.may_end_by_itself(now) {
        room.consult_computer();
        return Some(room);
    }
    if room.games.bus.is_shared() {
        // The player may be interrupted on another node.
        room = catch_up(room).await?;
    }
    let needs_proof = room.game.needs_proof(now, None);
    let prover = room.game.last_to_move().filter(|_| needs_proof);
    let (id, proofs) = (room.id, room.games.proofs.clone());
    let tick = move || {
        let decision = room.game.tick(now);
        (room, decision)
    };
    let (room, decision) = decide_guarded(id, &proofs, prover, tick).await?;
    if let Some(decision) = decision {
        let slot = room.slot();
        store_and_tell(room, decision, Waiting::Nobody).await;
        return RoomSlot::wait(&slot).await;
    }
    room.consult_computer();
    Some(room)
}

/// Gives a player the free seat. Returns none if the room is lost.
async fn join(
    room: BorrowedRoom,
    player: PlayerCard,
    answer: message::Answered<GameView>,
) -> Option<BorrowedRoom> {
    let now = room.games.clock.now();
    let sides = room.game.sides(player.id);
    if !sides.is_empty() {
        let view = room.game.view(now, &sides);
        answer.send(Ok(view)).ignore("the caller has left");
        return Some(room);
    }
    let id = player.id;
    let player = match room.check_not_blocked(id).await {
        Ok(()) => room.card_with_rating(player).await,
        Err(refusal) => Err(refusal),
    };
    let player = match player {
        Ok(player) => player,
        Err(refusal) => {
            answer.send(Err(refusal)).ignore("the caller has left");
            return Some(room);
        }
    };
    let card = player.clone();
    match room.game.join(now, player, random::number()) {
        Ok(decision) => {
            let slot = room.slot();
            let waiting = Waiting::Joiner {
                player: card,
                answer,
            };
            store_and_tell(room, decision, waiting).await;
            RoomSlot::wait(&slot).await
        }
        Err(refusal) => {
            answer.send(Err(refusal)).ignore("the caller has left");
            Some(room)
        }
    }
}

/// Ends the game by decision of an arbiter. Returns none if the room is lost.
async fn adjudicate(
    room: BorrowedRoom,
    verdict: Verdict,
    entry: AuditEntry,
    answer: message::Answered<()>,
) -> Option<BorrowedRoom> {
    let now = room.games.clock.now();
    match room.game.adjudicate(now, verdict, entry) {
        Ok(decision) => {
            let slot = room.slot();
            let waiting = Waiting::Arbiter(answer);
            store_and_tell(room, decision, waiting).await;
            RoomSlot::wait(&slot).await
        }
        Err(refusal) => {
            answer.send(Err(refusal)).ignore("the caller has left");
            Some(room)
        }
    }
}

impl Room {
    fn new(games: &Arc<Games>, game: HostedGame, progress: Arc<SharedProgress>) -> Room {
        Room {
            id: game.id(),
            game,
            viewers: Viewers::default(),
            rematch: ByColor::default(),
            chat: None,
            elsewhere: PresenceElsewhere::default(),
            players_present: ByColor::default(),
            announced: None,
            presence_due: None,
            progress,
            alarm: None,
            has_task_work: false,
            is_woken: false,
            is_used_here: false,
            idle_since: None,
            games: Arc::clone(games),
        }
    }

    /// Reports whether the room can be dropped from memory: nobody watches, and the
    /// computer is not to move. The sweeper watches the clock of a dropped game.
    fn is_idle(&self) -> bool {
        self.viewers.is_empty() && !(self.is_computers_turn() && self.is_thinking_here())
    }

    /// Returns until when the room stays in memory if nobody comes; none if somebody
    /// needs it.
    fn idle_until(&mut self) -> Option<Instant> {
        if !self.is_idle() {
            self.idle_since = None;
            return None;
        }
        let now = Instant::now();
        let since = *self.idle_since.get_or_insert(now);
        let is_wanted = self.game.stage() == Stage::Playing || self.has_rematch_offer();
        if !is_wanted {
            return Some(since + settled_idle_time(self.games.rooms.count()));
        }
        // What other nodes do keeps no room here in memory.
        Some(match self.games.bus.is_shared() {
            true => since + shared_idle_time(self.is_used_here),
            false => now + IDLE_TIME,
        })
    }

    /// Reports whether the computer thinks on this node: a player is connected here, or
    /// nobody is anywhere.
    fn is_thinking_here(&self) -> bool {
        !self.games.bus.is_shared()
            || self.is_woken
            || self
                .viewers
                .iter()
                .any(|it| !it.sides(&self.game).is_empty())
    }

    fn watch(&mut self, viewer: &Viewer, since: Option<u64>) {
        let now = self.games.clock.now();
        let sides = viewer.sides(&self.game);
        let missed = since.and_then(|seq| self.game.since(seq, now, &sides));
        let message = match missed {
            Some(update) => ServerMessage::Update(update),
            None => ServerMessage::Game(Box::new(self.game.view(now, &sides))),
        };
        if viewer.outbox.tell(&message) {
            self.is_used_here |= !sides.is_empty();
            self.viewers.add(viewer.clone());
            self.note_coming_or_going();
        }
    }

    fn tell_whole_game(&self) {
        let now = self.games.clock.now();
        for viewer in self.viewers.iter() {
            let view = self.game.view(now, &viewer.sides(&self.game));
            viewer.outbox.tell(&ServerMessage::Game(Box::new(view)));
        }
    }

    /// Returns the card of a player with their rating for this game's speed.
    async fn card_with_rating(&self, player: PlayerCard) -> Result<PlayerCard, ServerRefusal> {
        let speed = Speed::of_game(&self.game.options().read(0)?);
        let card = self.games.store.player_card(player.id, Some(speed)).await?;
        Ok(card.unwrap_or(player))
    }

    /// Reports whether the game may be over without anyone doing anything.
    fn may_end_by_itself(&self, now: Time) -> bool {
        let is_due = || self.game.deadline().is_some_and(|deadline| deadline <= now);
        if !is_due() {
            return false;
        }
        // A quick check proves that most positions are not dead; then only the clock
        // matters.
        let is_alive = self.game.referee().is_none_or(Game::is_plainly_alive);
        !is_alive || is_due()
    }

    /// Updates the game's row, so that the sweeper loads the game in time.
    async fn save_progress(&mut self) -> Result<(), ServerRefusal> {
        let Some(progress) = self.game.unsaved_progress() else {
            return Ok(());
        };
        let next = self.game.events().len() as u64;
        let saved = self
            .games
            .store
            .save_progress(self.id, next, progress)
            .await;
        saved.inspect_err(|error| {
            tracing::error!(game = %self.id, %error, "cannot store the row of a game");
        })?;
        self.game.note_saved_progress(progress);
        self.publish(|| GameMessage::Saved(SavedDeadline::of(progress)));
        Ok(())
    }

    /// Updates the progress that lists of games show.
    fn share_progress(&self) {
        self.progress.set(KnownProgress {
            progress: self.game.progress(),
            version: self.version(),
            stage: self.game.stage(),
        });
    }

    /// Asks the computer for its move or its answer, if it plays here.
    fn consult_computer(&self) {
        if let Some(game) = self.game.referee()
            && self.is_thinking_here()
        {
            let seats = ByColor::new_with(|color| self.game.player(color));
            self.games.consult_computer(self.id, seats, game);
        }
    }

    fn is_computers_turn(&self) -> bool {
        let Some(game) = self.game.referee() else {
            return false;
        };
        let player = self.game.player(game.turn());
        self.game.stage() == Stage::Playing && player.and_then(PlayerId::level).is_some()
    }
}

/// Returns how long the room of a game that is not in progress stays in memory without viewers,
/// given the number of rooms.
const fn settled_idle_time(rooms: usize) -> Duration {
    match rooms > MAX_ROOMS_KEPT {
        true => Duration::ZERO,
        false => SHORT_IDLE_TIME,
    }
}

/// Returns how long the room of a game in progress stays in memory without viewers if there are
/// other nodes.
const fn shared_idle_time(is_used_here: bool) -> Duration {
    match is_used_here {
        true => SHARED_IDLE_TIME,
        false => SHORT_IDLE_TIME,
    }
}

async fn sleep_until(then: Option<Instant>) {
    match then {
        Some(then) => tokio::time::sleep_until(then).await,
        None => std::future::pending().await,
    }
}

/// However a room ends, its viewers are told to resume.
impl Drop for Room {
    fn drop(&mut self) {
        self.viewers.tell_resume(self.id);
        self.publish_end();
    }
}

#[cfg(test)]
mod tests {
    use super::{hosted_game::ABANDONMENT_TIME, *};

    #[test]
    fn rooms_of_old_games_stay_for_a_moment_and_not_if_there_are_many() {
        assert_eq!(settled_idle_time(0), SHORT_IDLE_TIME);
        assert_eq!(settled_idle_time(MAX_ROOMS_KEPT), SHORT_IDLE_TIME);
        assert_eq!(settled_idle_time(MAX_ROOMS_KEPT + 1), Duration::ZERO);
    }

    #[test]
    fn a_room_remembers_when_its_players_left_until_their_absence_can_be_claimed() {
        let allowed_absence = Duration::from_millis(ABANDONMENT_TIME.as_millis());
        assert!(shared_idle_time(true) > allowed_absence);
        assert!(shared_idle_time(false) < allowed_absence);
    }
}

//! The one path of everything that happens in a game: decide, store, tell.
//!
//! A player's command, a player who joins and a flag that falls all go through
//! [`store_and_tell`]. The room is passed to the store together with the events;
//! once they are on disk, the store's callback applies and announces them and
//! parks the room. Nothing is announced that is not on disk, and if anything
//! fails the room is dropped: its viewers are told to resume, and the next
//! message loads the game from the store.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use arbiter_rules::Color;
use arbiter_wire::{Acknowledged, Action, Command, GameView, Stage, Update};

use super::{
    Act, Answer, BorrowedRoom, Done, Message, Room,
    hosted_game::{CommandOutcome, Decision},
    message::Answered,
    other_nodes::{catch_up, load_again},
    presence::confirm_absence,
    slot::TaskWork,
};
use crate::{
    base::{GameId, PlayerId, ignore::Ignore, metrics::METRICS, spawn},
    play::{PlayerNotice, proofs::Proofs},
    refusal::ServerRefusal,
    store::{AppendError, Appended, PlayerCard, RatingChange},
};

/// How much of a refused action is logged.
const MAX_LOGGED_CHARACTERS: usize = 200;

/// The party that waits for a decision to be stored.
pub(super) enum Waiting {
    /// Nobody: it happened without a command.
    Nobody,
    /// The sender of a command.
    Commander(Act),
    /// The sender of a command that is decided when this is stored.
    Next(Act),
    /// A player who takes the free seat.
    Joiner {
        player: PlayerCard,
        answer: Answered<GameView>,
    },
    /// An arbiter who ends the game.
    Arbiter(Answered<()>),
}

/// What was decided about a command.
enum Decided {
    /// The command has been answered.
    Answered,
    /// This is to be stored.
    Store(Box<Decision>, Act),
    /// The command is refused, unless this node does not know the whole game.
    Refused(Act, ServerRefusal),
}

/// Carries out a command of a player in a borrowed room, and parks the room
/// when the outcome has been stored and announced.
pub(crate) async fn carry_out(mut room: BorrowedRoom, act: Act) {
    let id = room.id;
    room.is_used_here = room.is_used_here || !room.game.sides(act.by).is_empty();
    if matches!(act.command.action, Action::ClaimAbandonment) && room.games.bus.is_shared() {
        match confirm_absence(room, &act).await {
            Ok(confirmed) => room = confirmed,
            Err((room, refusal)) => {
                room.refuse(act, &refusal);
                return room.park(TaskWork::None);
            }
        }
    }
    if room.games.bus.is_shared() && room.game.is_overdue(act.at) {
        // The player whose flag is down may be interrupted on another node.
        match catch_up(room).await {
            Some(current) => room = current,
            None => {
                return act
                    .answer
                    .refuse(id, &act.command, &ServerRefusal::NotSaved);
            }
        }
    }
    if let Some(decision) = room.game.give_back_before(act.at, act.by) {
        return store_and_tell(room, decision, Waiting::Next(act)).await;
    }
    let needs_proof = room.game.needs_proof(act.at, Some(&act.command.action));
    let prover = needs_proof.then_some(act.by);
    let proofs = room.games.proofs.clone();
    let decide = move || {
        let decided = room.decide(act);
        (room, decided)
    };
    match decide_guarded(id, &proofs, prover, decide).await {
        None => {}
        Some((room, Decided::Answered)) => room.park(TaskWork::None),
        Some((room, Decided::Store(decision, act))) => {
            store_and_tell(room, decision, Waiting::Commander(act)).await;
        }
        Some((room, Decided::Refused(act, refusal))) if room.games.bus.is_shared() => {
            refuse_if_current(room, act, refusal).await;
        }
        Some((room, Decided::Refused(act, refusal))) => {
            room.refuse(act, &refusal);
            room.park(TaskWork::None);
        }
    }
}

/// Refuses a command if this node knows the whole game. Otherwise the command is decided
/// again.
async fn refuse_if_current(room: BorrowedRoom, act: Act, refusal: ServerRefusal) {
    let (id, known) = (room.id, room.game.events().len());
    let Some(room) = catch_up(room).await else {
        return act.answer.refuse(id, &act.command, &refusal);
    };
    if room.game.events().len() > known {
        return Box::pin(carry_out(room, act)).await;
    }
    room.refuse(act, &refusal);
    room.park_if_done();
}

/// Makes a decision about a game, on the threads for proofs if it needs a proof
/// for this player. After a panic there is none: the room is dropped with the
/// work, and the caller is not affected.
pub(super) async fn decide_guarded<T: Send + 'static>(
    id: GameId,
    proofs: &Proofs,
    prover: Option<PlayerId>,
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    match prover {
        Some(player) => {
            let decided = proofs.run_always(player, work).await;
            decided.inspect_err(|_| note_panic(id)).ok()
        }
        None => guarded(id, work),
    }
}

/// Stores what was decided, then applies and announces it and parks the room.
/// Returns as soon as the store has accepted the job.
pub(super) async fn store_and_tell(room: BorrowedRoom, decision: Box<Decision>, waiting: Waiting) {
    let id = room.id;
    let store = room.games.store.clone();
    let append = decision.to_append(id);
    let then = move |outcome| {
        guarded(id, || finish(room, *decision, waiting, outcome));
    };
    store.append_then(append, then).await;
}

/// Announces a decision that is on disk, or says that it could not be stored.
fn finish(
    mut room: BorrowedRoom,
    decision: Decision,
    waiting: Waiting,
    outcome: Result<Appended, AppendError>,
) {
    match outcome {
        Ok(_) if matches!(waiting, Waiting::Next(_)) => {
            let message = room.message_about(&decision);
            room.apply_and_tell(decision, Waiting::Nobody);
            room.publish_events(message);
            if let Waiting::Next(act) = waiting {
                spawn(carry_out(room, act));
            }
        }
        Ok(appended) => {
            let before = room.game.stage();
            let message = room.message_about(&decision);
            room.apply_and_tell(decision, waiting);
            let needs_task = room.needs_task();
            // After `needs_task`, which proves of most positions that they are not dead: the
            // message tells other nodes so.
            room.publish_events(message);
            room.tell_ratings(appended);
            room.announce_stage(before);
            room.note_ending();
            room.park_after_events(needs_task);
        }
        Err(AppendError::Conflict) if room.games.bus.is_shared() => {
            spawn(decide_again(room, waiting));
        }
        Err(error) => {
            match error {
                AppendError::Conflict => tracing::info!(game = %room.id, "another node was faster"),
                AppendError::Store(error) => {
                    tracing::error!(game = %room.id, %error, "cannot store an event");
                    // Nobody loses time because a move cannot be stored. The clocks continue when
                    // the store works again.
                    if let Some(time) = decision.time()
                        && error.is_fatal()
                    {
                        room.games.clock.stop_at(time);
                    }
                }
            }
            waiting.refuse(room.id, ServerRefusal::NotSaved);
        }
    }
}

/// Decides again, because another node has stored something first.
async fn decide_again(room: BorrowedRoom, waiting: Waiting) {
    let id = room.id;
    METRICS.decided_again.inc();
    let Some(room) = load_again(room).await else {
        return waiting.refuse(id, ServerRefusal::NotSaved);
    };
    match waiting {
        Waiting::Nobody => room.park(TaskWork::Some),
        Waiting::Commander(act) | Waiting::Next(act) => carry_out(room, act).await,
        Waiting::Joiner { player, answer } => {
            let games = Arc::clone(&room.games);
            room.park(TaskWork::Some);
            games.send(id, Message::Join(player, answer)).await;
        }
        Waiting::Arbiter(_) => {
            room.park(TaskWork::Some);
            waiting.refuse(id, ServerRefusal::NotSaved);
        }
    }
}

/// Runs code that may panic; a panic ends the room and nothing else.
fn guarded<T>(id: GameId, work: impl FnOnce() -> T) -> Option<T> {
    let done = catch_unwind(AssertUnwindSafe(work));
    done.inspect_err(|_| note_panic(id)).ok()
}

/// Logs and counts that a room has panicked.
pub(crate) fn note_panic(id: GameId) {
    tracing::error!(game = %id, "a room panicked and will be loaded again");
    METRICS.rooms_broken.inc();
}

impl BorrowedRoom {
    /// Parks the room after new events, with work for its task if the game is
    /// over, may be over, or needs an earlier alarm.
    fn park_after_events(mut self, needs_task: bool) {
        if needs_task {
            self.has_task_work = true;
            self.park(TaskWork::Some);
        } else {
            self.consult_computer();
            self.park(TaskWork::None);
        }
    }

    /// Parks the room, with work for its task if there is some.
    pub(super) fn park_if_done(self) {
        let work = match self.has_task_work {
            true => TaskWork::Some,
            false => TaskWork::None,
        };
        self.park(work);
    }
}

impl Room {
    /// Decides a command, and answers it if it has been carried out before.
    fn decide(&self, act: Act) -> Decided {
        match self.game.decide(act.at, act.by, &act.command, act.lag) {
            Err(refusal) => Decided::Refused(act, refusal),
            Ok(CommandOutcome::AlreadyDone(seq)) => {
                act.answer.acknowledge(Acknowledged {
                    game: self.id.to_string(),
                    id: act.command.id,
                    seq,
                });
                Decided::Answered
            }
            Ok(CommandOutcome::Store(decision)) => Decided::Store(decision, act),
        }
    }

    fn refuse(&self, act: Act, refusal: &ServerRefusal) {
        self.log_refusal(act.by, &act.command, refusal);
        act.answer.refuse(self.id, &act.command, refusal);
    }

    fn apply_and_tell(&mut self, decision: Decision, waiting: Waiting) {
        let first = self.game.apply(decision);
        self.share_progress();
        match waiting {
            Waiting::Nobody | Waiting::Next(_) => self.tell_events(first, None),
            Waiting::Commander(act) => {
                let received = act.received;
                self.tell_events(first, Some((act.answer, act.command.id)));
                METRICS.answer_time.record(received.elapsed());
            }
            Waiting::Arbiter(answer) => {
                self.tell_events(first, None);
                answer.send(Ok(())).ignore("the caller has left");
            }
            Waiting::Joiner { player, answer } => {
                let player = player.id;
                // Everyone gets the whole game: the players are new as well.
                self.tell_whole_game();
                self.tell_presence();
                let now = self.games.clock.now();
                let view = self.game.view(now, &self.game.sides(player));
                answer.send(Ok(view)).ignore("the caller has left");
                if let Some((waiting, notice)) = self.game.start_notice(player) {
                    self.games.push.tell(waiting, notice);
                }
            }
        }
    }

    /// Announces the events from this one on.
    fn tell_events(&mut self, first: usize, commander: Option<(Answer, String)>) {
        if let Some((player, notice)) = self.game.turn_notice(first) {
            self.games.push.tell(player, notice);
        }
        let clock = &self.games.clock;
        let events = &self.game.events()[first..];
        let outbox = match &commander {
            Some((Answer::Socket(outbox), id)) => Some((outbox, id.as_str())),
            _ => None,
        };
        self.viewers.tell_events(&self.game, clock, events, outbox);
        if let Some((Answer::Request(caller), id)) = commander
            && let Some(state) = self.game.state(clock.now(), &[])
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

    /// Notifies programs of the players, and those that follow all games, that the game
    /// has started or is over, if it was in another stage before.
    fn announce_stage(&self, before: Stage) {
        let notice = match self.game.stage() {
            stage if stage == before => return,
            Stage::Waiting => return,
            Stage::Playing => PlayerNotice::Started(self.id),
            Stage::Over => PlayerNotice::Ended(self.id),
        };
        let players = Color::ALL.into_iter().filter_map(|it| self.game.player(it));
        for player in players {
            self.games.hub.notify(player, &notice);
        }
        self.games.hub.notify_all(&notice);
    }

    /// Shows everyone the new ratings once a rated game is over.
    fn tell_ratings(&mut self, appended: Appended) {
        let Some(ratings) = appended.ratings else {
            return;
        };
        for color in Color::ALL {
            let change: RatingChange = ratings[color];
            self.game.set_rating(color, change.before, change.change());
        }
        self.tell_whole_game();
    }

    /// Notes for the tournament of the game that the game is over.
    fn note_ending(&self) {
        if self.game.stage() == Stage::Over
            && let Some(tournament) = self.game.tournament()
        {
            self.games.tournament_endings.note(tournament);
        }
    }

    /// Reports whether the room's task has something to do after new events.
    pub(super) fn needs_task(&self) -> bool {
        let now = self.games.clock.now();
        let is_earlier = |deadline| self.alarm.is_none_or(|alarm| deadline < alarm);
        self.game.stage() == Stage::Over
            || self.may_end_by_itself(now)
            || self.game.deadline().is_some_and(is_earlier)
    }

    /// Logs a refused command (R83).
    fn log_refusal(&self, by: PlayerId, command: &Command, refusal: &ServerRefusal) {
        if !self.games.refusal_lines.allows(&by) {
            return;
        }
        let code = refusal.problem().code;
        let action = format!("{:?}", command.action);
        let action: String = action.chars().take(MAX_LOGGED_CHARACTERS).collect();
        tracing::info!(
            game = %self.id,
            player = by.0,
            action,
            code,
            "refused"
        );
    }
}

impl Waiting {
    fn refuse(self, game: GameId, refusal: ServerRefusal) {
        match self {
            Waiting::Nobody => {}
            Waiting::Commander(act) | Waiting::Next(act) => {
                act.answer.refuse(game, &act.command, &refusal);
            }
            Waiting::Joiner { answer, .. } => {
                answer.send(Err(refusal)).ignore("the caller has left");
            }
            Waiting::Arbiter(answer) => {
                answer.send(Err(refusal)).ignore("the caller has left");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random;

    #[tokio::test]
    async fn a_decision_that_panics_is_none_wherever_it_is_made() {
        let (id, proofs) = (random::game_id(), Proofs::default());
        for prover in [None, Some(PlayerId(1))] {
            let panics = || -> u8 { panic!("on purpose") };
            assert_eq!(decide_guarded(id, &proofs, prover, panics).await, None);
            assert_eq!(decide_guarded(id, &proofs, prover, || 1).await, Some(1));
        }
    }
}

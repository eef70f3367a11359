//! A node that serves the game: the loop of a room, with a simulated store and
//! network.

use std::collections::HashSet;

use arbiter_game::{Game, Span, Time};
use arbiter_rules::{ByColor, Color};
use arbiter_server::{
    Clock, GameId, PlayerId,
    play::{
        outbox::Outbox,
        room::{
            hosted_game::{CommandOutcome, Decision, HostedGame, Received},
            viewers::{Viewer, Viewers},
        },
    },
    refusal::ServerRefusal,
    store::{GameProgress, PlayerCard, StoredEvent},
};
use arbiter_wire::{Acknowledged, Command, GameState, Refused, ServerMessage, Update};

use super::{
    failures::{FailurePlan, Sabotage, StoreFailure},
    invariants::{Invariants, Violation},
    log::{Log, Outcome},
    random_source::RandomSource,
};

/// A node, with or without the room in memory.
#[derive(Default)]
pub struct Node {
    room: Option<Room>,
    /// The ids of commands that could not be stored in an outage.
    unsaved: HashSet<String>,
}

struct Room {
    game: HostedGame,
    viewers: Viewers,
}

/// The simulated world around a node.
pub struct Environment<'w> {
    pub log: &'w mut Log,
    pub invariants: &'w mut Invariants,
    pub clock: &'w Clock,
    pub random: &'w mut RandomSource,
    pub plan: FailurePlan,
    /// Whether the store is down.
    pub is_down: bool,
    /// What the node tells the other ones; none without a bus.
    pub published: Option<&'w mut Vec<BusMessage>>,
}

/// What a node tells the others.
#[derive(Clone, Debug)]
pub enum BusMessage {
    /// These events are stored.
    Events {
        seq: u64,
        events: Vec<StoredEvent>,
        /// The progress that was saved in the game's row.
        saved: Option<GameProgress>,
        /// Whether it is proven that the position after them is not dead.
        is_alive: bool,
    },
    /// Something else has changed.
    Changed,
}

/// The state of the node after a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeStatus {
    Running,
    /// Another node has stored something first, and the room has caught up.
    Outrun,
    /// The room has ended; the next message loads it.
    RoomEnded,
    /// All its connections are gone, too.
    Crashed,
}

impl Node {
    /// Returns the room of the game, loaded if necessary.
    fn room(&mut self, log: &Log) -> Result<&mut Room, Violation> {
        if self.room.is_none() {
            let game = HostedGame::load(log.load())
                .map_err(|corrupt| Violation(format!("the log is corrupt: {corrupt}")))?;
            let viewers = Viewers::default();
            self.room = Some(Room { game, viewers });
        }
        Ok(self.room.as_mut().expect("it is awake"))
    }

    pub fn is_awake(&self) -> bool {
        self.room.is_some()
    }

    /// Checks that each connection is registered once.
    pub fn check_viewers(&self) -> Result<(), Violation> {
        let Some(room) = &self.room else {
            return Ok(());
        };
        for viewer in room.viewers.iter() {
            let same = room
                .viewers
                .iter()
                .filter(|it| it.outbox.is_same(&viewer.outbox));
            if same.count() > 1 {
                return Err(Violation("a connection is registered twice".to_owned()));
            }
        }
        Ok(())
    }

    /// Checks that a room without a rival on another node knows everything stored.
    pub fn check_knows_all(&self, log: &Log) -> Result<(), Violation> {
        match &self.room {
            Some(room) if room.game.events().len() != log.lines.len() => {
                let (knows, stored) = (room.game.events().len(), log.lines.len());
                let complaint = format!("the room knows {knows} events, {stored} are stored");
                Err(Violation(complaint))
            }
            _ => Ok(()),
        }
    }

    /// Ends the room; its viewers are told to resume.
    pub fn end_room(&mut self, id: GameId) {
        if let Some(mut room) = self.room.take() {
            room.viewers.tell_resume(id);
        }
    }

    /// Drops the room without telling anyone.
    pub fn crash(&mut self) {
        self.room = None;
    }

    pub fn leave(&mut self, outbox: &Outbox) {
        if let Some(room) = &mut self.room {
            room.viewers.remove(outbox);
        }
    }

    pub fn watch(
        &mut self,
        environment: &mut Environment<'_>,
        viewer: &Viewer,
        since: Option<u64>,
    ) -> Result<NodeStatus, Violation> {
        let now = environment.clock.now();
        let sabotage = environment.log.sabotage;
        if sabotage != Sabotage::ShowsWithoutAsking {
            self.catch_up(environment)?;
        }
        let room = self.room(environment.log)?;
        if environment.is_whole_game_known_late(room) {
            return Err(Violation("a game was shown that is not current".to_owned()));
        }
        let sides = viewer.sides(&room.game);
        let rest = since.and_then(|seq| room.game.since(seq, now, &sides));
        if let (Some(since), Some(update)) = (since, &rest)
            && update.events.first().is_some_and(|it| it.seq != since + 1)
        {
            return Err(Violation(format!(
                "not what came after {since}: {update:?}"
            )));
        }
        let mut message = match rest {
            Some(update) => ServerMessage::Update(update),
            None => ServerMessage::Game(Box::new(room.game.view(now, &sides))),
        };
        if let ServerMessage::Update(update) = &mut message {
            match sabotage {
                Sabotage::SkipsEventWhenResuming if !update.events.is_empty() => {
                    update.events.remove(0);
                }
                Sabotage::ResumesWithoutEvents => update.events.clear(),
                _ => {}
            }
        }
        if viewer.outbox.tell(&message) {
            room.viewers.add(viewer.clone());
        }
        for side in sides {
            let status = self.end_interruption(environment, side)?;
            if status != NodeStatus::Running {
                return Ok(status);
            }
        }
        Ok(NodeStatus::Running)
    }

    /// Gives a player who watches again the time of an interruption.
    fn end_interruption(
        &mut self,
        environment: &mut Environment<'_>,
        side: Color,
    ) -> Result<NodeStatus, Violation> {
        let now = environment.clock.now();
        let room = self.room(environment.log)?;
        if room.game.interruptions()[side].is_none() {
            if !environment.is_down {
                environment.invariants.check_back(side, now)?;
            }
            return Ok(NodeStatus::Running);
        }
        if let Some(decision) = room.game.end_interruption(now, side) {
            return self.commit(environment, *decision, None);
        }
        if !environment.is_down {
            environment.log.interruptions[side] = None;
            environment.invariants.end_interruption(side);
            room.game.note_interruption(side, None);
        }
        Ok(NodeStatus::Running)
    }

    /// Returns which players watch here.
    pub fn players(&self) -> ByColor<bool> {
        let room = self.room.as_ref();
        room.map_or_else(ByColor::default, |room| room.viewers.players(&room.game))
    }

    /// Stops in order: notes that the players who watch here alone are interrupted, and ends
    /// the room. Reports whether anybody was.
    pub fn stop(&mut self, environment: &mut Environment<'_>, elsewhere: ByColor<bool>) -> bool {
        let (id, now) = (environment.log.id, environment.clock.now());
        let mut is_anyone_interrupted = false;
        if let Some(room) = &mut self.room
            && !environment.is_down
        {
            let here = room.viewers.players(&room.game);
            let is_only_here = |color| here[color] && !elsewhere[color];
            for side in room.game.interruptible(is_only_here) {
                environment.invariants.begin_interruption(side, now);
                is_anyone_interrupted = true;
                if environment.log.sabotage != Sabotage::ForgetsInterruptions {
                    environment.log.interruptions[side] = Some(now);
                }
            }
            if let Some(published) = &mut environment.published {
                published.push(BusMessage::Changed);
            }
        }
        self.end_room(id);
        is_anyone_interrupted
    }

    /// Decides a command, stores the outcome and announces it.
    pub fn act(
        &mut self,
        environment: &mut Environment<'_>,
        by: PlayerId,
        command: &Command,
        outbox: &Outbox,
    ) -> Result<NodeStatus, Violation> {
        let at = environment.clock.now();
        let sabotage = environment.log.sabotage;
        let game = environment.log.id;
        if sabotage == Sabotage::RefusesMoveSentAgain && self.unsaved.contains(&command.id) {
            refuse(outbox, game, command, &ServerRefusal::Stale { ply: 0 });
            return Ok(NodeStatus::Running);
        }
        let lag = Span::from_millis(environment.random.below(300));
        let room = self.room(environment.log)?;
        if room.game.is_overdue(at) {
            self.catch_up(environment)?;
        }
        let room = self.room(environment.log)?;
        if let Some(decision) = room.game.give_back_before(at, by) {
            return match self.commit(environment, *decision, None)? {
                NodeStatus::Running | NodeStatus::Outrun => {
                    self.act(environment, by, command, outbox)
                }
                NodeStatus::RoomEnded => {
                    refuse(outbox, game, command, &ServerRefusal::NotSaved);
                    Ok(NodeStatus::RoomEnded)
                }
                NodeStatus::Crashed => Ok(NodeStatus::Crashed),
            };
        }
        match room.game.decide(at, by, command, lag) {
            Err(_)
                if sabotage != Sabotage::RefusesWithoutAsking && self.catch_up(environment)? =>
            {
                self.act(environment, by, command, outbox)
            }
            Err(refusal) => {
                let room = self.room(environment.log)?;
                if environment.is_whole_game_known_late(room) {
                    let complaint = "a command was refused without knowing the whole game";
                    return Err(Violation(complaint.to_owned()));
                }
                let key = format!("{}:{}", by.0, command.id);
                let is_behind = room.game.events().len() < environment.log.lines.len();
                if !is_behind && environment.log.find(&key).is_some() {
                    return Err(Violation(format!("{key} was carried out and then refused")));
                }
                refuse(outbox, game, command, &refusal);
                Ok(NodeStatus::Running)
            }
            Ok(CommandOutcome::AlreadyDone(seq)) => {
                if sabotage != Sabotage::NeverAcknowledges {
                    outbox.tell(&ServerMessage::Acknowledged(Acknowledged {
                        game: game.to_string(),
                        id: command.id.clone(),
                        seq,
                    }));
                }
                Ok(NodeStatus::Running)
            }
            Ok(CommandOutcome::Store(decision)) => {
                let commander = Some((outbox, command.id.as_str()));
                match self.commit(environment, *decision, commander)? {
                    NodeStatus::RoomEnded => {
                        if environment.is_down {
                            self.unsaved.insert(command.id.clone());
                        }
                        refuse(outbox, game, command, &ServerRefusal::NotSaved);
                        self.end_room(game);
                        Ok(NodeStatus::RoomEnded)
                    }
                    NodeStatus::Running => self.look(environment),
                    NodeStatus::Outrun => self.act(environment, by, command, outbox),
                    NodeStatus::Crashed => Ok(NodeStatus::Crashed),
                }
            }
        }
    }

    /// Gives a player the free seat. Only viewers are told.
    pub fn join(
        &mut self,
        environment: &mut Environment<'_>,
        player: PlayerCard,
    ) -> Result<NodeStatus, Violation> {
        let now = environment.clock.now();
        let room = self.room(environment.log)?;
        if !room.game.sides(player.id).is_empty() {
            return Ok(NodeStatus::Running);
        }
        match room.game.join(now, player, 7) {
            Ok(decision) => self.commit(environment, *decision, None),
            Err(_) => Ok(NodeStatus::Running),
        }
    }

    /// Carries out what is due without a command, such as a fallen flag.
    pub fn look(&mut self, environment: &mut Environment<'_>) -> Result<NodeStatus, Violation> {
        if environment.log.sabotage == Sabotage::NeverTicks {
            return Ok(NodeStatus::Running);
        }
        let now: Time = environment.clock.now();
        let knows_interruptions = environment.log.sabotage != Sabotage::EndsInterruptedGames;
        let room = self.room(environment.log)?;
        for side in Color::ALL.into_iter().filter(|_| !knows_interruptions) {
            room.game.note_interruption(side, None);
        }
        let is_due = room.game.deadline().is_some_and(|it| it <= now);
        if is_due && knows_interruptions {
            // The player may be interrupted on another node.
            self.catch_up(environment)?;
        }
        let room = self.room(environment.log)?;
        match is_due.then(|| room.game.tick(now)).flatten() {
            Some(decision) => self.commit(environment, *decision, None),
            None => Ok(NodeStatus::Running),
        }
    }

    /// Brings the room up to date, if there is a bus and the store knows more. Reports
    /// whether it did.
    pub fn catch_up(&mut self, environment: &mut Environment<'_>) -> Result<bool, Violation> {
        if environment.published.is_none() || environment.is_down {
            return Ok(false);
        }
        match &mut self.room {
            Some(room) if !environment.is_current(&room.game) => {
                room.load_again(environment)?;
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// Receives what another node tells.
    pub fn receive(
        &mut self,
        environment: &mut Environment<'_>,
        message: &BusMessage,
    ) -> Result<Received, Violation> {
        let Some(room) = &mut self.room else {
            return Ok(Received::Known);
        };
        let BusMessage::Events {
            seq,
            events,
            saved,
            is_alive,
        } = message
        else {
            match environment.is_down {
                true => self.end_room(environment.log.id),
                false => room.load_again(environment)?,
            }
            return Ok(Received::Known);
        };
        let known = room.game.events().len() as u64;
        let seq = match environment.log.sabotage {
            Sabotage::IgnoresGaps if room.game.referee().is_some() => (*seq).min(known),
            Sabotage::AppliesTwice if room.game.referee().is_some() => known,
            _ => *seq,
        };
        let received = room.game.receive(seq, events);
        let received = received.unwrap_or(Received::Gap);
        match received {
            Received::Known => {}
            Received::Applied(first) => {
                if environment.log.sabotage == Sabotage::TrustsSavedRow {
                    room.game.note_row_deadline(Some(Time::from_millis(0)));
                } else if let Some(saved) = saved {
                    room.game.note_row_deadline(saved.deadline);
                }
                if let Some(game) = room.game.referee().filter(|_| *is_alive) {
                    game.note_proven_alive();
                }
                room.tell_others(environment, first);
            }
            Received::Gap if environment.is_down => self.end_room(environment.log.id),
            Received::Gap => room.load_again(environment)?,
        }
        Ok(received)
    }

    fn commit(
        &mut self,
        environment: &mut Environment<'_>,
        decision: Decision,
        commander: Option<(&Outbox, &str)>,
    ) -> Result<NodeStatus, Violation> {
        let sabotage = environment.log.sabotage;
        let id = environment.log.id;
        let append = decision.to_append(id);
        if sabotage == Sabotage::AnnouncesBeforeStoring
            && let Some(room) = &mut self.room
        {
            room.tell(environment, decision, commander);
            return Ok(match store(environment, append) {
                Outcome::Stored => NodeStatus::Running,
                Outcome::Crashed => NodeStatus::Crashed,
                Outcome::Taken | Outcome::Failed => NodeStatus::RoomEnded,
            });
        }
        if sabotage == Sabotage::StoresTwice {
            let mut twice = append.clone();
            twice.seq += twice.lines.len() as u64;
            let outcome = store(environment, append);
            if outcome == Outcome::Stored {
                store(environment, twice);
            }
        }
        let outcome = match sabotage {
            Sabotage::AnnouncesWithoutStoring if environment.random.one_in(4) => Outcome::Stored,
            Sabotage::StoresTwice => Outcome::Stored,
            _ => store(environment, decision.to_append(id)),
        };
        let stops_clocks = !matches!(
            sabotage,
            Sabotage::ClocksRunInOutage | Sabotage::ClocksStopLate
        );
        if let Some(time) = decision.time()
            && outcome == Outcome::Failed
            && stops_clocks
        {
            environment.clock.stop_at(time);
        }
        match outcome {
            Outcome::Taken if sabotage == Sabotage::IgnoresConflict => {}
            Outcome::Failed if sabotage == Sabotage::IgnoresFailure => {}
            Outcome::Failed | Outcome::Taken if sabotage == Sabotage::ContinuesAfterFailure => {
                return Ok(NodeStatus::Running);
            }
            Outcome::Stored => {}
            Outcome::Crashed => return Ok(NodeStatus::Crashed),
            Outcome::Taken if environment.published.is_some() => {
                self.catch_up(environment)?;
                return Ok(NodeStatus::Outrun);
            }
            Outcome::Taken | Outcome::Failed => {
                if commander.is_none() {
                    self.end_room(id);
                }
                return Ok(NodeStatus::RoomEnded);
            }
        }
        if let Some(room) = &mut self.room {
            room.tell(environment, decision, commander);
        }
        Ok(NodeStatus::Running)
    }
}

fn store(environment: &mut Environment<'_>, append: arbiter_server::store::Append) -> Outcome {
    // Writing takes a moment.
    let moment = Span::from_millis(environment.random.below(20));
    environment.clock.advance(moment);
    let failure: StoreFailure = if environment.is_down {
        StoreFailure::FailsBefore
    } else {
        environment
            .plan
            .next(environment.log.commits, environment.random)
    };
    let outcome = environment.log.append(append, failure);
    environment.invariants.note(environment.log);
    outcome
}

impl Environment<'_> {
    /// Reports whether a game is as it is stored.
    fn is_current(&self, game: &HostedGame) -> bool {
        game.events().len() >= self.log.lines.len()
            && game.interruptions() == self.log.interruptions
    }

    /// Reports whether a room does not know the whole game although it could.
    fn is_whole_game_known_late(&self, room: &Room) -> bool {
        let is_behind = room.game.events().len() < self.log.lines.len();
        is_behind && self.published.is_some() && !self.is_down
    }
}

impl Room {
    /// Loads the game again, and shows what is new.
    fn load_again(&mut self, environment: &mut Environment<'_>) -> Result<(), Violation> {
        let known = self.game.events().len();
        let had_begun = self.game.referee().is_some();
        self.game = HostedGame::load(environment.log.load())
            .map_err(|corrupt| Violation(format!("the log is corrupt: {corrupt}")))?;
        if had_begun {
            self.tell_others(environment, known);
        } else {
            self.tell_whole_game(environment);
        }
        Ok(())
    }

    /// Sends the events from this one on to everyone.
    fn tell_others(&mut self, environment: &mut Environment<'_>, first: usize) {
        let events = self.game.events().get(first..).unwrap_or_default();
        if !events.is_empty() {
            self.viewers
                .tell_events(&self.game, environment.clock, events, None);
        }
    }

    fn tell_whole_game(&mut self, environment: &mut Environment<'_>) {
        let now = environment.clock.now();
        for viewer in self.viewers.iter() {
            let view = self.game.view(now, &viewer.sides(&self.game));
            viewer.outbox.tell(&ServerMessage::Game(Box::new(view)));
        }
    }

    fn tell(
        &mut self,
        environment: &mut Environment<'_>,
        decision: Decision,
        commander: Option<(&Outbox, &str)>,
    ) {
        let had_begun = self.game.referee().is_some();
        let append = decision.to_append(environment.log.id);
        let first = self.game.apply(decision);
        if let Some(published) = &mut environment.published {
            let is_alive = self.game.referee().is_some_and(Game::is_plainly_alive);
            let mut command = append.command;
            let event = |line| StoredEvent {
                line,
                command: command.take(),
            };
            published.push(BusMessage::Events {
                seq: append.seq,
                events: append.lines.into_iter().map(event).collect(),
                saved: append.progress,
                is_alive,
            });
        }
        if !had_begun {
            return self.tell_whole_game(environment);
        }
        let events = &self.game.events()[first..];
        self.viewers
            .tell_events(&self.game, environment.clock, events, commander);
        if environment.log.sabotage == Sabotage::SendsLegalMovesToAll
            && let Some(game) = self.game.referee()
        {
            let message = ServerMessage::Update(Update {
                game: environment.log.id.to_string(),
                id: None,
                events: Vec::new(),
                state: GameState::of(game, environment.clock.now()).with_legal_moves(game),
            });
            self.viewers.tell_all(&message);
        }
    }
}

pub fn refuse(outbox: &Outbox, game: GameId, command: &Command, refusal: &ServerRefusal) {
    outbox.tell(&ServerMessage::Refused(Refused {
        game: Some(game.to_string()),
        id: Some(command.id.clone()),
        problem: refusal.problem(),
    }));
}

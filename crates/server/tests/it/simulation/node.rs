//! A node that serves the game: the loop of a room, with a simulated store and
//! network.

use arbiter_game::{Span, Time};
use arbiter_server::{
    Clock, GameId, PlayerId,
    play::{
        outbox::Outbox,
        room::{
            hosted_game::{CommandOutcome, Decision, HostedGame},
            viewers::{Viewer, Viewers},
        },
    },
    refusal::ServerRefusal,
    store::PlayerCard,
};
use arbiter_wire::{Acknowledged, Command, GameState, Refused, ServerMessage, Update};

use super::{
    chance::Chance,
    laws::{Laws, Violation},
    log::{Log, Outcome},
    trouble::{Accident, Plan, Sabotage},
};

/// A node, with or without the room in memory.
#[derive(Default)]
pub struct Node {
    room: Option<Room>,
}

struct Room {
    game: HostedGame,
    viewers: Viewers,
}

/// The simulated world around a node.
pub struct Surroundings<'w> {
    pub log: &'w mut Log,
    pub laws: &'w mut Laws,
    pub clock: &'w Clock,
    pub chance: &'w mut Chance,
    pub plan: Plan,
}

/// What became of the node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Health {
    Well,
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
                return Err(Violation("somebody is told twice".to_owned()));
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
        around: &mut Surroundings<'_>,
        viewer: &Viewer,
        since: Option<u64>,
    ) -> Result<(), Violation> {
        let now = around.clock.now();
        let sabotage = around.log.sabotage;
        let room = self.room(around.log)?;
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
                Sabotage::SkipsWhenResuming if !update.events.is_empty() => {
                    update.events.remove(0);
                }
                Sabotage::ResumesWithNothing => update.events.clear(),
                _ => {}
            }
        }
        if viewer.outbox.tell(&message) {
            room.viewers.add(viewer.clone());
        }
        Ok(())
    }

    /// Decides a command, stores the outcome and announces it.
    pub fn act(
        &mut self,
        around: &mut Surroundings<'_>,
        by: PlayerId,
        command: &Command,
        outbox: &Outbox,
    ) -> Result<Health, Violation> {
        let at = around.clock.now();
        let sabotage = around.log.sabotage;
        let game = around.log.id;
        let lag = Span::from_millis(around.chance.below(300));
        let room = self.room(around.log)?;
        match room.game.decide(at, by, command, lag) {
            Err(refusal) => {
                let key = format!("{}:{}", by.0, command.id);
                let is_behind = room.game.events().len() < around.log.lines.len();
                if !is_behind && around.log.find(&key).is_some() {
                    return Err(Violation(format!("{key} is done and was refused")));
                }
                refuse(outbox, game, command, &refusal);
                Ok(Health::Well)
            }
            Ok(CommandOutcome::AlreadyDone(seq)) => {
                if sabotage != Sabotage::KeepsSilent {
                    outbox.tell(&ServerMessage::Acknowledged(Acknowledged {
                        game: game.to_string(),
                        id: command.id.clone(),
                        seq,
                    }));
                }
                Ok(Health::Well)
            }
            Ok(CommandOutcome::Store(decision)) => {
                let commander = Some((outbox, command.id.as_str()));
                match self.commit(around, *decision, commander)? {
                    Health::RoomEnded => {
                        refuse(outbox, game, command, &ServerRefusal::NotSaved);
                        self.end_room(game);
                        Ok(Health::RoomEnded)
                    }
                    Health::Well => self.look(around),
                    Health::Crashed => Ok(Health::Crashed),
                }
            }
        }
    }

    /// Gives a player the free seat. Only viewers are told.
    pub fn join(
        &mut self,
        around: &mut Surroundings<'_>,
        player: PlayerCard,
    ) -> Result<Health, Violation> {
        let now = around.clock.now();
        let room = self.room(around.log)?;
        if !room.game.sides(player.id).is_empty() {
            return Ok(Health::Well);
        }
        match room.game.join(now, player, 7) {
            Ok(decision) => self.commit(around, *decision, None),
            Err(_) => Ok(Health::Well),
        }
    }

    /// Does what happens by itself.
    pub fn look(&mut self, around: &mut Surroundings<'_>) -> Result<Health, Violation> {
        if around.log.sabotage == Sabotage::NeverLooks {
            return Ok(Health::Well);
        }
        let now: Time = around.clock.now();
        let room = self.room(around.log)?;
        let is_due = room.game.deadline().is_some_and(|it| it <= now);
        match is_due.then(|| room.game.tick(now)).flatten() {
            Some(decision) => self.commit(around, *decision, None),
            None => Ok(Health::Well),
        }
    }

    fn commit(
        &mut self,
        around: &mut Surroundings<'_>,
        decision: Decision,
        commander: Option<(&Outbox, &str)>,
    ) -> Result<Health, Violation> {
        let sabotage = around.log.sabotage;
        let id = around.log.id;
        let append = decision.to_append(id);
        if sabotage == Sabotage::TellsBeforeStoring
            && let Some(room) = &mut self.room
        {
            room.tell(around, decision, commander);
            return Ok(match store(around, append) {
                Outcome::Stored => Health::Well,
                Outcome::Crashed => Health::Crashed,
                Outcome::Taken | Outcome::Failed => Health::RoomEnded,
            });
        }
        if sabotage == Sabotage::StoresTwice {
            let mut twice = append.clone();
            twice.seq += twice.lines.len() as u64;
            let outcome = store(around, append);
            if outcome == Outcome::Stored {
                store(around, twice);
            }
        }
        let outcome = match sabotage {
            Sabotage::TellsWithoutStoring if around.chance.one_in(4) => Outcome::Stored,
            Sabotage::StoresTwice => Outcome::Stored,
            _ => store(around, decision.to_append(id)),
        };
        match outcome {
            Outcome::Taken if sabotage == Sabotage::IgnoresTheRace => {}
            Outcome::Failed if sabotage == Sabotage::IgnoresFailure => {}
            Outcome::Failed | Outcome::Taken if sabotage == Sabotage::GoesOnAfterFailure => {
                return Ok(Health::Well);
            }
            Outcome::Stored => {}
            Outcome::Crashed => return Ok(Health::Crashed),
            Outcome::Taken | Outcome::Failed => {
                if commander.is_none() {
                    self.end_room(id);
                }
                return Ok(Health::RoomEnded);
            }
        }
        if let Some(room) = &mut self.room {
            room.tell(around, decision, commander);
        }
        Ok(Health::Well)
    }
}

fn store(around: &mut Surroundings<'_>, append: arbiter_server::store::Append) -> Outcome {
    // Writing takes a moment.
    let now = around.clock.now() + Span::from_millis(around.chance.below(20));
    around.clock.set(now);
    let accident: Accident = around.plan.next(around.log.commits, around.chance);
    let outcome = around.log.append(append, accident);
    around.laws.note(around.log);
    outcome
}

impl Room {
    fn tell(
        &mut self,
        around: &mut Surroundings<'_>,
        decision: Decision,
        commander: Option<(&Outbox, &str)>,
    ) {
        let had_begun = self.game.referee().is_some();
        let first = self.game.apply(decision);
        if !had_begun {
            let now = around.clock.now();
            for viewer in self.viewers.iter() {
                let view = self.game.view(now, &viewer.sides(&self.game));
                viewer.outbox.tell(&ServerMessage::Game(Box::new(view)));
            }
            return;
        }
        let events = &self.game.events()[first..];
        self.viewers
            .tell_events(&self.game, around.clock, events, commander);
        if around.log.sabotage == Sabotage::TellsLegalMovesToAll
            && let Some(game) = self.game.referee()
        {
            let message = ServerMessage::Update(Update {
                game: around.log.id.to_string(),
                id: None,
                events: Vec::new(),
                state: GameState::of(game, around.clock.now()).with_legal_moves(game),
            });
            self.viewers.tell_all(&message);
        }
    }
}

fn refuse(outbox: &Outbox, game: GameId, command: &Command, refusal: &ServerRefusal) {
    outbox.tell(&ServerMessage::Refused(Refused {
        game: Some(game.to_string()),
        id: Some(command.id.clone()),
        problem: refusal.problem(),
    }));
}

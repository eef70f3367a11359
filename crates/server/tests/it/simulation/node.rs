//! A machine that serves the game: the loop of a room, with a store and a
//! network that the simulation holds.

use arbiter_game::{Span, Time};
use arbiter_server::{
    Clock, GameId, PlayerId,
    play::{
        outbox::Outbox,
        room::{
            table::{Decision, Table, Verdict},
            viewers::{Viewer, Viewers},
        },
    },
    store::PlayerCard,
};
use arbiter_wire::{Acknowledged, Command, GameState, Problem, Refused, ServerMessage, Update};

use super::{
    chance::Chance,
    laws::{Laws, Violation},
    log::{Log, Outcome},
    trouble::{Accident, Plan, Sabotage},
};

/// A machine; its room is awake or not.
#[derive(Default)]
pub struct Node {
    room: Option<Room>,
}

struct Room {
    table: Table,
    viewers: Viewers,
}

/// What a node works with.
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
    /// The room has ended; the next message wakes it.
    RoomEnded,
    /// All its sockets are gone, too.
    Crashed,
}

impl Node {
    /// The room of the game, woken if it sleeps.
    fn room(&mut self, log: &Log) -> Result<&mut Room, Violation> {
        if self.room.is_none() {
            let table = Table::load(log.load())
                .map_err(|corrupt| Violation(format!("the log is corrupt: {corrupt}")))?;
            let viewers = Viewers::default();
            self.room = Some(Room { table, viewers });
        }
        Ok(self.room.as_mut().expect("it is awake"))
    }

    pub fn is_awake(&self) -> bool {
        self.room.is_some()
    }

    /// Whoever looks through one socket is told everything once.
    pub fn check_viewers(&self) -> Result<(), Violation> {
        let Some(room) = &self.room else {
            return Ok(());
        };
        for viewer in room.viewers.iter() {
            let same = room
                .viewers
                .iter()
                .filter(|it| it.outbox.is(&viewer.outbox));
            if same.count() > 1 {
                return Err(Violation("somebody is told twice".to_owned()));
            }
        }
        Ok(())
    }

    /// A room that is alone with its game knows all that is stored.
    pub fn check_knows_all(&self, log: &Log) -> Result<(), Violation> {
        match &self.room {
            Some(room) if room.table.events().len() != log.lines.len() => {
                let (knows, stored) = (room.table.events().len(), log.lines.len());
                let complaint = format!("the room knows {knows} events, {stored} are stored");
                Err(Violation(complaint))
            }
            _ => Ok(()),
        }
    }

    /// The room breaks down, or has nothing to do: whoever looks is told.
    pub fn end_room(&mut self, id: GameId) {
        if let Some(mut room) = self.room.take() {
            room.viewers.resume(id);
        }
    }

    /// Nobody is told.
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
        let sides = viewer.sides(&room.table);
        let rest = since.and_then(|seq| room.table.since(seq, now, &sides));
        if let (Some(since), Some(update)) = (since, &rest)
            && update.events.first().is_some_and(|it| it.seq != since + 1)
        {
            return Err(Violation(format!(
                "not what came after {since}: {update:?}"
            )));
        }
        let mut message = match rest {
            Some(update) => ServerMessage::Update(update),
            None => ServerMessage::Game(Box::new(room.table.view(now, &sides))),
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

    /// Decide, store, tell.
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
        match room.table.decide(at, by, command, lag) {
            Err(problem) => {
                let key = format!("{}:{}", by.0, command.id);
                let is_behind = room.table.events().len() < around.log.lines.len();
                if !is_behind && around.log.find(&key).is_some() {
                    return Err(Violation(format!("{key} is done and was refused")));
                }
                refuse(outbox, game, command, problem);
                Ok(Health::Well)
            }
            Ok(Verdict::Done(seq)) => {
                if sabotage != Sabotage::KeepsSilent {
                    outbox.tell(&ServerMessage::Acknowledged(Acknowledged {
                        game: game.to_string(),
                        id: command.id.clone(),
                        seq,
                    }));
                }
                Ok(Health::Well)
            }
            Ok(Verdict::Store(decision)) => {
                let commander = Some((outbox, command.id.as_str()));
                match self.commit(around, *decision, commander)? {
                    Health::RoomEnded => {
                        let title = "try again";
                        let problem = Problem::new(503, "store_unavailable", title);
                        refuse(outbox, game, command, problem);
                        self.end_room(game);
                        Ok(Health::RoomEnded)
                    }
                    Health::Well => self.look(around),
                    Health::Crashed => Ok(Health::Crashed),
                }
            }
        }
    }

    /// Somebody takes the free seat. Nobody hears of it but by watching.
    pub fn join(
        &mut self,
        around: &mut Surroundings<'_>,
        player: PlayerCard,
    ) -> Result<Health, Violation> {
        let now = around.clock.now();
        let room = self.room(around.log)?;
        if !room.table.sides(player.id).is_empty() {
            return Ok(Health::Well);
        }
        match room.table.join(now, player, 7) {
            Ok(decision) => self.commit(around, *decision, None),
            Err(_) => Ok(Health::Well),
        }
    }

    /// What happens by itself.
    pub fn look(&mut self, around: &mut Surroundings<'_>) -> Result<Health, Violation> {
        if around.log.sabotage == Sabotage::NeverLooks {
            return Ok(Health::Well);
        }
        let now: Time = around.clock.now();
        let room = self.room(around.log)?;
        let is_due = room.table.deadline().is_some_and(|it| it <= now);
        match is_due.then(|| room.table.tick(now)).flatten() {
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
        let had_begun = self.table.game().is_some();
        let first = self.table.apply(decision);
        if !had_begun {
            let now = around.clock.now();
            for viewer in self.viewers.iter() {
                let view = self.table.view(now, &viewer.sides(&self.table));
                viewer.outbox.tell(&ServerMessage::Game(Box::new(view)));
            }
            return;
        }
        let events = &self.table.events()[first..];
        self.viewers
            .tell(&self.table, around.clock, events, commander);
        if around.log.sabotage == Sabotage::TellsLegalMovesToAll
            && let Some(game) = self.table.game()
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

fn refuse(outbox: &Outbox, game: GameId, command: &Command, problem: Problem) {
    outbox.tell(&ServerMessage::Refused(Refused {
        game: Some(game.to_string()),
        id: Some(command.id.clone()),
        problem,
    }));
}

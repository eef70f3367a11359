//! A game as the server hosts it, without a socket, a disk or a clock: its
//! players, its events, and the commands that were carried out. Everything is
//! decided here and nothing happens here, so that a test can let anything fail.

mod command_key;
mod interruption;
mod views;

use std::collections::HashMap;

use arbiter_game::{self as game, CorruptRecord, Ending, Fact, Game, Span, Time, Verdict};
use arbiter_openings::OpeningFinder;
use arbiter_rules::{ByColor, Color};
use arbiter_wire::{Action, ActionError, Command, Event, GameOptions, PlayerKind, Speed, Stage};

pub use command_key::CommandKey;
pub use interruption::MAX_INTERRUPTION;
use interruption::Ticked;

use crate::{
    base::{GameId, PlayerId},
    play::create_game::require_account,
    play::room::presence::Absence,
    refusal::{MAX_COMMAND_ID_CHARACTERS, ServerRefusal, TournamentRefusal},
    store::{
        Append, AuditEntry, GameProgress, Interruptions, PlayerCard, StoredEvent, StoredGame,
        StoredPairing,
    },
};

/// A game with its players and its record.
#[derive(Clone, Debug)]
pub struct HostedGame {
    id: GameId,
    created: u64,
    options: GameOptions,
    seats: ByColor<Option<PlayerCard>>,
    rematch: Option<GameId>,
    /// The tournament to which the game belongs.
    pairing: Option<StoredPairing>,
    /// The referee; none while a seat is free.
    referee: Option<Game>,
    /// Finds the opening as moves are played, so that none is looked up twice.
    opening: OpeningFinder,
    /// The record as clients see it.
    events: Vec<Event>,
    /// The commands that were carried out, by name. A command that comes again
    /// is not carried out again.
    commands: HashMap<String, ExecutedCommand>,
    /// The progress that the game's row has.
    saved_progress: GameProgress,
    /// Whether another node may have changed the game's row.
    is_row_uncertain: bool,
    /// Since when the player of a side is absent.
    absent_since: ByColor<Option<Time>>,
    /// Since when the player of a side is interrupted by a node that has stopped.
    interruptions: Interruptions,
}

/// A command that was carried out.
#[derive(Clone, Debug)]
struct ExecutedCommand {
    key: CommandKey,
    /// The number of its first event.
    seq: u64,
}

/// The outcome of a command.
#[derive(Debug)]
pub enum CommandOutcome {
    /// The command was carried out before; this was its first event.
    AlreadyDone(u64),
    /// This is to be stored, and then to be [applied](HostedGame::apply).
    Store(Box<Decision>),
}

/// What became of events that another node has stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Received {
    /// They were known.
    Known,
    /// They were applied; this is the index of the first new one.
    Applied(usize),
    /// Others are missing before them.
    Gap,
}

/// Events that were decided and are not stored yet.
#[derive(Debug)]
pub struct Decision {
    /// When it was decided. An event may have happened earlier: a position turns out to
    /// be dead when somebody looks.
    at: Time,
    events: Vec<game::Event>,
    /// The number of the first event.
    seq: u64,
    lines: Vec<String>,
    command: Option<CommandKey>,
    /// The progress to write to the game's row, if the saved one must be replaced.
    progress: Option<GameProgress>,
    start: Option<Box<Start>>,
    /// The administrative act that this is, to be recorded with it.
    audit_entry: Option<Box<AuditEntry>>,
    /// The side whose player gets the time of an interruption.
    ends_interruption: Option<Color>,
}

/// A game that starts, with its players.
#[derive(Debug)]
struct Start {
    game: Game,
    seats: ByColor<PlayerCard>,
}

/// A player who is absent for this long has left the game.
pub(super) const ABANDONMENT_TIME: Span = Span::from_seconds(60);

impl Decision {
    /// Returns when it was decided, if the game has begun before.
    #[must_use]
    pub fn time(&self) -> Option<Time> {
        (!self.events.is_empty()).then_some(self.at)
    }
}

impl HostedGame {
    /// Restores a game from the store.
    ///
    /// # Errors
    ///
    /// Returns the first line of the record that cannot have happened.
    pub fn load(stored: StoredGame) -> Result<HostedGame, CorruptRecord> {
        let mut hosted = HostedGame {
            id: stored.id,
            created: stored.created,
            options: stored.options,
            seats: stored.seats,
            rematch: stored.rematch,
            pairing: stored.pairing,
            referee: None,
            opening: OpeningFinder::default(),
            events: Vec::with_capacity(stored.events.len()),
            commands: HashMap::new(),
            saved_progress: stored.progress,
            is_row_uncertain: false,
            absent_since: ByColor::default(),
            interruptions: stored.interruptions,
        };
        for stored in stored.events {
            if let Some(command) = stored.command {
                let seq = hosted.events.len() as u64;
                hosted.note_command(CommandKey::parse(&command), seq);
            }
            hosted.replay(&stored.line)?;
        }
        Ok(hosted)
    }

    /// Applies events that another node has stored, from the number `seq` on. Those that
    /// are known are skipped.
    ///
    /// # Errors
    ///
    /// Returns the first that cannot have happened. The game is of no use then.
    pub fn receive(&mut self, seq: u64, events: &[StoredEvent]) -> Result<Received, CorruptRecord> {
        let first = self.events.len();
        let count = first as u64;
        if seq.saturating_add(events.len() as u64) <= count {
            return Ok(Received::Known);
        }
        // The players of a game that begins are not known.
        if seq > count || self.referee.is_none() {
            return Ok(Received::Gap);
        }
        let known = usize::try_from(count - seq).unwrap_or(usize::MAX);
        for event in events.iter().skip(known) {
            if let Some(command) = &event.command {
                let seq = self.events.len() as u64;
                self.note_command(CommandKey::parse(command), seq);
            }
            // The events of a decision come together. So the ending that a move has caused is
            // among them, and whoever decided the move has proven the position before it alive.
            self.apply_line(&event.line, Game::apply)?;
        }
        self.is_row_uncertain = true;
        Ok(Received::Applied(first))
    }

    /// Notes that another node has saved this deadline in the game's row.
    pub const fn note_row_deadline(&mut self, deadline: Option<Time>) {
        self.saved_progress.deadline = deadline;
        self.is_row_uncertain = true;
    }

    /// Returns since when the player of a side is absent.
    #[must_use]
    pub const fn absent_since(&self, side: Color) -> Option<Time> {
        match side {
            Color::White => self.absent_since.white,
            Color::Black => self.absent_since.black,
        }
    }

    /// Notes what another node knows about the absence of the player of a side, who is not
    /// present here.
    pub fn note_absence_elsewhere(&mut self, side: Color, absence: Absence) {
        let here: Option<Time> = self.absent_since[side];
        self.absent_since[side] = match absence {
            Absence::Present => None,
            Absence::Since(millis) => here.map(|here| here.max(Time::from_millis(millis))),
            Absence::Unknown => here,
        };
    }

    /// Takes over since when players are absent.
    pub fn keep_presence_of(&mut self, other: &HostedGame) {
        self.absent_since = other.absent_since;
    }

    /// Applies a line of the record that was read from the store.
    fn replay(&mut self, line: &str) -> Result<(), CorruptRecord> {
        self.apply_line(line, Game::apply_recorded)
    }

    fn apply_line(
        &mut self,
        line: &str,
        apply: impl FnOnce(&mut Game, &game::Event),
    ) -> Result<(), CorruptRecord> {
        let Some(game) = &mut self.referee else {
            let game = Game::from_first_line(line)?;
            self.events.push(Event::start(game.last_event_at()));
            self.opening = OpeningFinder::of(game.line());
            self.referee = Some(game);
            return Ok(());
        };
        let event = game.read_next_event(line)?;
        let shown = Event::of(game, &event);
        apply(game, &event);
        note_opening(&mut self.opening, game, &event);
        self.events.push(shown.with_clock(game));
        Ok(())
    }

    fn note_command(&mut self, key: CommandKey, seq: u64) {
        let name = key.name.clone();
        self.commands.insert(name, ExecutedCommand { key, seq });
    }

    /// Decides a command that came at this time.
    ///
    /// # Errors
    ///
    /// Returns why it is refused. Nothing has changed then.
    pub fn decide(
        &self,
        at: Time,
        by: PlayerId,
        command: &Command,
        lag: Span,
    ) -> Result<CommandOutcome, ServerRefusal> {
        if command.id.is_empty() || command.id.chars().count() > MAX_COMMAND_ID_CHARACTERS {
            return Err(ServerRefusal::InvalidCommandId);
        }
        let key = CommandKey::new(by, command);
        if let Some(executed) = self.commands.get(&key.name) {
            if executed.key.differs_from(&key) {
                return Err(ServerRefusal::ReusedCommandId);
            }
            return Ok(CommandOutcome::AlreadyDone(executed.seq));
        }
        let side = self.side_for(by, command)?;
        let game = self.referee.as_ref().ok_or(ServerRefusal::NotStarted)?;
        let ply = u32::try_from(game.line().moves().len()).unwrap_or(u32::MAX);
        if command.ply.is_some_and(|meant| meant != ply) {
            return Err(ServerRefusal::Stale { ply });
        }
        if self.pairing.is_some() && command.action == Action::Abort {
            return Err(TournamentRefusal::NoAbort.into());
        }
        let action = match command.action.read(game.line(), lag) {
            // Standard notation was read with the pieces of the side to move.
            Err(ActionError::Move(_)) if game.turn() != side => {
                let turn = game.turn();
                return Err(game::Refusal::NotYourTurn { turn }.into());
            }
            action => action?,
        };
        let side = match command.action {
            Action::ClaimAbandonment => self.absent_side(at, !side)?,
            _ => side,
        };
        let events = game.decide(at, side, action)?;
        if events.is_empty() {
            return Ok(CommandOutcome::AlreadyDone(game.event_count() - 1));
        }
        let decision = self.decision(at, game, events, Some(key));
        Ok(CommandOutcome::Store(Box::new(decision)))
    }

    /// Reports whether deciding this action, or what happens without one, may need
    /// a proof that takes long.
    #[must_use]
    pub fn needs_proof(&self, at: Time, action: Option<&Action>) -> bool {
        let Some(game) = &self.referee else {
            return false;
        };
        // A move that comes in time is decided by the rules of movement alone.
        let is_move = matches!(action, Some(Action::Play { .. }));
        let is_in_time = || game.time_limit().is_none_or(|limit| limit > at);
        !(is_move && is_in_time() || game.is_quick_to_judge())
    }

    /// Returns the side for which a player sends a command.
    fn side_for(&self, by: PlayerId, command: &Command) -> Result<Color, ServerRefusal> {
        let requested = command.side.map(Color::from);
        match (requested, self.sides(by).as_slice()) {
            (_, []) => Err(ServerRefusal::NotAPlayer),
            (None, [side]) => Ok(*side),
            (None, _) => Ok(self.referee.as_ref().map_or(Color::White, Game::turn)),
            (Some(side), sides) if sides.contains(&side) => Ok(side),
            (Some(_), _) => Err(ServerRefusal::NotYourSide),
        }
    }

    /// Returns this side if its player has been absent for long enough. With
    /// days for a move, or without a clock, players may leave as they like.
    fn absent_side(&self, at: Time, side: Color) -> Result<Color, ServerRefusal> {
        let control = self.referee.as_ref().map(|game| &game.options().control);
        if control.is_none_or(|control| Speed::of(control) == Speed::Correspondence) {
            return Err(ServerRefusal::AbsenceAllowed);
        }
        let Some(since) = self.absent_since[side] else {
            return Err(ServerRefusal::OpponentPresent);
        };
        let left = (since + ABANDONMENT_TIME) - at;
        if left.is_zero() {
            return Ok(side);
        }
        let seconds = left.as_millis().div_ceil(1_000);
        Err(ServerRefusal::OpponentMayReturn { seconds })
    }

    /// Notes which players are present at this time.
    pub fn note_presence(&mut self, at: Time, is_present: ByColor<bool>) {
        for color in Color::ALL {
            let since = (!is_present[color]).then(|| self.absent_since[color].unwrap_or(at));
            self.absent_since[color] = since;
        }
    }

    /// Decides that an arbiter ends the game, and records the act with it.
    ///
    /// # Errors
    ///
    /// Returns a refusal if the game waits for a player or is over.
    pub fn adjudicate(
        &self,
        at: Time,
        verdict: Verdict,
        entry: AuditEntry,
    ) -> Result<Box<Decision>, ServerRefusal> {
        let game = self.referee.as_ref().ok_or(ServerRefusal::NotStarted)?;
        let events = game.adjudicate(at, verdict)?;
        let mut decision = self.decision(at, game, events, None);
        decision.audit_entry = Some(Box::new(entry));
        Ok(Box::new(decision))
    }

    /// Decides what happens at this time without a command.
    #[must_use]
    pub fn tick(&self, at: Time) -> Option<Box<Decision>> {
        let game = self.referee.as_ref()?;
        let events = match self.tick_interrupted(game, at) {
            Ticked::Events(events) => events,
            Ticked::GivenBack(decision) => return Some(decision),
        };
        let happens = !events.is_empty();
        happens.then(|| Box::new(self.decision(at, game, events, None)))
    }

    /// Decides that a player takes the free seat and the game starts. A random
    /// start position is made from the random number.
    ///
    /// # Errors
    ///
    /// Returns why the player cannot join.
    pub fn join(
        &self,
        at: Time,
        player: PlayerCard,
        random: u64,
    ) -> Result<Box<Decision>, ServerRefusal> {
        if self.options.rated {
            require_account(&player)?;
            // The creator of the game did not agree to play against a program.
            if player.view.kind == PlayerKind::Bot {
                return Err(ServerRefusal::BotsNeedChallenge);
            }
        }
        let (white, black) = match (&self.seats.white, &self.seats.black) {
            (None, Some(black)) => (player, black.clone()),
            (Some(white), None) => (white.clone(), player),
            _ => return Err(ServerRefusal::SeatsTaken),
        };
        if white.id == black.id {
            return Err(ServerRefusal::OwnGame);
        }
        let options = self.options.read(random)?;
        // The starting position was checked when the game was created.
        let game = Game::start_unchecked(options, at);
        let seats = ByColor { white, black };
        Ok(Box::new(Decision {
            at,
            events: Vec::new(),
            seq: 0,
            lines: vec![first_line(&game)],
            command: None,
            progress: Some(GameProgress {
                deadline: game.time_limit(),
                plies: 0,
                opening: None,
            }),
            start: Some(Box::new(Start { game, seats })),
            audit_entry: None,
            ends_interruption: None,
        }))
    }

    fn decision(
        &self,
        at: Time,
        game: &Game,
        events: Vec<game::Event>,
        command: Option<CommandKey>,
    ) -> Decision {
        // Only the first of several events depends on the position; the others
        // follow from it.
        let lines = events.iter().map(|event| game.write_event(event)).collect();
        // The sweeper reads deadlines from the rows: a row may have one that
        // is too early, but never one that is too late.
        let is_row_late = game.time_limit_after(&events).is_some_and(|deadline| {
            let saved = self.saved_progress.deadline;
            saved.is_none_or(|saved| deadline < saved)
        });
        let is_written = is_row_late || ending(&events).is_some();
        Decision {
            at: at.max(game.last_event_at()),
            seq: game.event_count(),
            lines,
            command,
            progress: is_written.then(|| self.progress_after(game, &events)),
            start: None,
            audit_entry: None,
            ends_interruption: None,
            events,
        }
    }

    /// Applies a decision that has been stored. Returns the index of the first
    /// new one of the [events](HostedGame::events).
    pub fn apply(&mut self, decision: Decision) -> usize {
        let first = self.events.len();
        if let Some(side) = decision.ends_interruption {
            self.note_interruption(side, None);
        }
        if let Some(command) = decision.command {
            self.note_command(command, decision.seq);
        }
        if let Some(progress) = decision.progress {
            self.saved_progress = progress;
            self.is_row_uncertain = false;
        }
        if let Some(start) = decision.start {
            let Start { game, seats } = *start;
            self.seats = ByColor {
                white: Some(seats.white),
                black: Some(seats.black),
            };
            self.events.push(Event::start(game.last_event_at()));
            self.opening = OpeningFinder::of(game.line());
            self.referee = Some(game);
        }
        if let Some(game) = &mut self.referee {
            for event in &decision.events {
                let shown = Event::of(game, event);
                game.apply(event);
                note_opening(&mut self.opening, game, event);
                self.events.push(shown.with_clock(game));
            }
        }
        first
    }

    /// Returns the progress of the game, if it has begun.
    #[must_use]
    pub fn progress(&self) -> Option<GameProgress> {
        let game = self.referee.as_ref()?;
        Some(self.progress_after(game, &[]))
    }

    /// Returns the progress that the game has after these events.
    fn progress_after(&self, game: &Game, events: &[game::Event]) -> GameProgress {
        let line = game.line();
        let mut plies = line.moves().len();
        let mut opening = self.opening;
        for event in events {
            match event.fact {
                Fact::Played { mv, .. } => {
                    plies += 1;
                    opening.add(&line.position().after(mv));
                }
                Fact::TakenBack { plies: back } => {
                    plies = plies.saturating_sub(back);
                    opening = OpeningFinder::up_to(line, plies);
                }
                _ => {}
            }
        }
        GameProgress {
            deadline: game.time_limit_after(events),
            plies: u32::try_from(plies).unwrap_or(u32::MAX),
            opening: opening.found(),
        }
    }

    /// Returns the progress that the game's row should have, if it has another.
    #[must_use]
    pub fn unsaved_progress(&self) -> Option<GameProgress> {
        self.progress()
            .filter(|progress| self.is_row_uncertain || *progress != self.saved_progress)
    }

    /// Notes that the game's row has this progress.
    pub const fn note_saved_progress(&mut self, progress: GameProgress) {
        self.saved_progress = progress;
        self.is_row_uncertain = false;
    }

    /// Notes what a rated game did to the rating of a player.
    pub fn set_rating(&mut self, color: Color, before: i32, change: i32) {
        let seat: &mut Option<PlayerCard> = &mut self.seats[color];
        if let Some(card) = seat {
            card.view.rating = Some(before);
            card.view.change = Some(change);
        }
    }

    /// Replaces the name of a player whose account was deleted. Reports whether they
    /// play here.
    pub fn forget_player(&mut self, player: PlayerId) -> bool {
        let is_over = self.stage() == Stage::Over;
        let sides = self.sides(player);
        for &side in &sides {
            let seat: &mut Option<PlayerCard> = &mut self.seats[side];
            let mut deleted = PlayerCard::deleted(player);
            // The ratings of a finished game are part of its record.
            if is_over && let Some(card) = seat {
                (deleted.view.rating, deleted.view.change) = (card.view.rating, card.view.change);
            }
            *seat = Some(deleted);
        }
        !sides.is_empty()
    }

    /// Shows the new name of a guest who has signed up. Reports whether they play
    /// here.
    pub fn rename_player(&mut self, player: &PlayerCard) -> bool {
        let sides = self.sides(player.id);
        for &side in &sides {
            self.seats[side] = Some(player.clone());
        }
        !sides.is_empty()
    }

    /// Notes the game that the players play after this one.
    pub const fn set_rematch(&mut self, id: GameId) {
        self.rematch = Some(id);
    }
}

impl Decision {
    /// Returns what the store is to append.
    #[must_use]
    pub fn to_append(&self, game: GameId) -> Append {
        Append {
            game,
            seq: self.seq,
            lines: self.lines.clone(),
            command: self.command.as_ref().map(CommandKey::to_string),
            progress: self.progress,
            seats: self.start.as_ref().map(|start| ByColor {
                white: start.seats.white.id,
                black: start.seats.black.id,
            }),
            ended: ending(&self.events),
            audit_entry: self.audit_entry.clone(),
            ends_interruption: self.ends_interruption,
        }
    }
}

fn ending(events: &[game::Event]) -> Option<Ending> {
    match events.last()?.fact {
        Fact::Ended(ending) => Some(ending),
        _ => None,
    }
}

/// Brings the opening up to date with an event that was applied to the game.
fn note_opening(opening: &mut OpeningFinder, game: &Game, event: &game::Event) {
    match event.fact {
        Fact::Played { .. } => opening.add(game.line().position()),
        Fact::TakenBack { .. } => *opening = OpeningFinder::of(game.line()),
        _ => {}
    }
}

/// Returns the first line of the record of a game.
#[must_use]
pub fn first_line(game: &Game) -> String {
    game.write_event(&game::Event {
        at: game.last_event_at(),
        fact: game.start_fact(),
    })
}

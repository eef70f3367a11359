//! A game on the server, without a socket, a disk or a clock: who sits where,
//! what was recorded, which commands were done. Everything is decided here
//! and nothing happens here, so that a test can let anything go wrong.

use std::collections::HashMap;

use arbiter_game::{self as game, CorruptRecord, Ending, Fact, Game, Span, Time};
use arbiter_rules::{ByColor, Color};
use arbiter_wire::{
    Action, ActionError, Choices, Command, Event, GameOptions, GameState, GameView, PlayView,
    Problem, Seats, Speed, Stage, Update,
};

use crate::{
    base::{GameId, PlayerId},
    play::create_game::needs_account,
    store::{Append, GameProgress, PlayerCard, StoredGame},
};

/// A game, its players and its record.
#[derive(Clone, Debug)]
pub struct Table {
    id: GameId,
    created: u64,
    options: GameOptions,
    seats: ByColor<Option<PlayerCard>>,
    rematch: Option<GameId>,
    /// None while a seat is free.
    game: Option<Game>,
    /// The record as it is told.
    events: Vec<Event>,
    /// The commands that were done, and the number of the first event of each.
    commands: HashMap<String, u64>,
    /// What the row of the game says of its progress.
    saved_progress: GameProgress,
    /// Since when this side's player is not there.
    absence: ByColor<Option<Time>>,
}

/// What comes of a command.
#[derive(Debug)]
pub enum Verdict {
    /// It was done before, and this was its first event.
    Done(u64),
    /// This is to be stored, and then to be [applied](Table::apply).
    Store(Box<Decision>),
}

/// What is to be stored, and what is true once it is.
#[derive(Debug)]
pub struct Decision {
    events: Vec<game::Event>,
    /// The number of the first of them.
    seq: u64,
    lines: Vec<String>,
    command: Option<String>,
    /// What the row is to say, if it would be wrong.
    progress: Option<GameProgress>,
    begun: Option<Box<Begun>>,
}

/// A game that begins, and between whom.
#[derive(Debug)]
struct Begun {
    game: Game,
    seats: ByColor<PlayerCard>,
}

/// Who is away for so long has left.
const ABSENCE: Span = Span::from_seconds(60);

/// The longest name of a command.
const LONGEST_ID: usize = 40;

impl Table {
    /// The table of a stored game.
    ///
    /// # Errors
    ///
    /// The first line of its record that cannot have happened.
    pub fn load(stored: StoredGame) -> Result<Table, CorruptRecord> {
        let mut table = Table {
            id: stored.id,
            created: stored.created,
            options: stored.options,
            seats: stored.seats,
            rematch: stored.rematch,
            game: None,
            events: Vec::with_capacity(stored.events.len()),
            commands: HashMap::new(),
            saved_progress: stored.progress,
            absence: ByColor::default(),
        };
        for stored in stored.events {
            if let Some(command) = stored.command {
                table.commands.insert(command, table.events.len() as u64);
            }
            table.follow(&stored.line)?;
        }
        Ok(table)
    }

    fn follow(&mut self, line: &str) -> Result<(), CorruptRecord> {
        let Some(game) = &mut self.game else {
            let game = Game::from_first_line(line)?;
            self.events.push(Event::start(game.last_event_at()));
            self.game = Some(game);
            return Ok(());
        };
        let event = game.read_next_event(line)?;
        let told = Event::of(game, &event);
        game.apply_recorded(&event);
        self.events.push(told.with_clock(game));
        Ok(())
    }

    /// What comes of a command at this time.
    ///
    /// # Errors
    ///
    /// Why it is not done. Nothing has changed.
    pub fn decide(
        &self,
        at: Time,
        by: PlayerId,
        command: &Command,
        lag: Span,
    ) -> Result<Verdict, Problem> {
        if command.id.is_empty() || command.id.len() > LONGEST_ID {
            let title = "a command needs an id of 1 to 40 characters";
            return Err(Problem::new(422, "bad_command_id", title));
        }
        let key = format!("{}:{}", by.0, command.id);
        if let Some(&seq) = self.commands.get(&key) {
            return Ok(Verdict::Done(seq));
        }
        let side = self.side(by, command)?;
        let Some(game) = &self.game else {
            let title = "the game has not begun: the other seat is still free";
            return Err(Problem::new(409, "not_started", title));
        };
        let ply = u32::try_from(game.line().moves().len()).unwrap_or(u32::MAX);
        if command.ply.is_some_and(|meant| meant != ply) {
            let title = format!(
                "the game has moved on: {ply} moves stand, and this was meant for another position"
            );
            return Err(Problem::new(409, "stale", title));
        }
        let action = command
            .action
            .read(game.line(), lag)
            .map_err(|misread| match misread {
                ActionError::Move(refusal) => Problem::from(&refusal),
                ActionError::Square(text) => {
                    let title = format!("\"{text}\" is not a square: squares are a1 to h8");
                    Problem::new(422, "not_a_square", title)
                }
            })?;
        let side = match command.action {
            Action::ClaimAbandonment => self.who_has_left(at, !side)?,
            _ => side,
        };
        let events = game
            .decide(at, side, action)
            .map_err(|refusal| Problem::from(&refusal))?;
        if events.is_empty() {
            return Ok(Verdict::Done(game.event_count() - 1));
        }
        let decision = self.decision(game, events, Some(key));
        Ok(Verdict::Store(Box::new(decision)))
    }

    /// The side for which a player acts.
    fn side(&self, by: PlayerId, command: &Command) -> Result<Color, Problem> {
        let asked = command.side.map(Color::from);
        match (asked, self.sides(by).as_slice()) {
            (_, []) => {
                let title = "only its two players can do this; you may watch";
                Err(Problem::new(403, "not_a_player", title))
            }
            (None, [side]) => Ok(*side),
            (None, _) => Ok(self.game.as_ref().map_or(Color::White, Game::turn)),
            (Some(side), sides) if sides.contains(&side) => Ok(side),
            (Some(_), _) => {
                let title = "that is the other player's side";
                Err(Problem::new(403, "not_your_side", title))
            }
        }
    }

    /// This side, if its player has been away for long enough. Where there are
    /// days for a move, or all the time in the world, nobody has to stay.
    fn who_has_left(&self, at: Time, side: Color) -> Result<Color, Problem> {
        let control = self.game.as_ref().map(|game| &game.options().control);
        if control.is_none_or(|control| Speed::of(control) == Speed::Correspondence) {
            let title = "in a game like this nobody has to stay: the clock decides";
            return Err(Problem::new(409, "may_leave", title));
        }
        let Some(since) = self.absence[side] else {
            let title = "your opponent is there";
            return Err(Problem::new(409, "opponent_is_there", title));
        };
        let left = (since + ABSENCE) - at;
        if left.is_zero() {
            return Ok(side);
        }
        let seconds = left.as_millis().div_ceil(1_000);
        let title = format!("your opponent may still come back: wait {seconds} seconds more");
        Err(Problem::new(409, "opponent_may_return", title))
    }

    /// Notes who is there at this time.
    pub fn note_presence(&mut self, at: Time, is_there: ByColor<bool>) {
        for color in Color::ALL {
            let absent = (!is_there[color]).then(|| self.absence[color].unwrap_or(at));
            self.absence[color] = absent;
        }
    }

    /// What happens by itself at this time.
    #[must_use]
    pub fn tick(&self, at: Time) -> Option<Box<Decision>> {
        let game = self.game.as_ref()?;
        let events = game.tick(at);
        let happens = !events.is_empty();
        happens.then(|| Box::new(self.decision(game, events, None)))
    }

    /// What comes of it when somebody takes the free seat: the game begins.
    ///
    /// # Errors
    ///
    /// Why he cannot.
    pub fn join(&self, at: Time, player: PlayerCard, lot: u64) -> Result<Box<Decision>, Problem> {
        if self.options.rated {
            needs_account(&player)?;
        }
        let (white, black) = match (&self.seats.white, &self.seats.black) {
            (None, Some(black)) => (player, black.clone()),
            (Some(white), None) => (white.clone(), player),
            _ => {
                let title = "both seats are taken; you may watch";
                return Err(Problem::new(409, "seats_taken", title));
            }
        };
        if white.id == black.id {
            let title = "this seat waits for somebody else: send the link to a friend";
            return Err(Problem::new(409, "own_game", title));
        }
        let options = self.options.read(lot).map_err(|error| {
            // They were read before, when the game was made.
            Problem::new(422, error.code(), error.to_string())
        })?;
        let game = Game::start(options, at).map_err(|ending| {
            let title = format!("there is nothing to play: {ending}");
            Problem::new(422, "over_before_it_begins", title)
        })?;
        let seats = ByColor { white, black };
        Ok(Box::new(Decision {
            events: Vec::new(),
            seq: 0,
            lines: vec![first_line(&game)],
            command: None,
            progress: Some(progress(&game)),
            begun: Some(Box::new(Begun { game, seats })),
        }))
    }

    fn decision(&self, game: &Game, events: Vec<game::Event>, command: Option<String>) -> Decision {
        // Of several events the first alone is about the position: the others
        // say what follows from it.
        let lines = events.iter().map(|event| game.write_event(event)).collect();
        let progress = progress_after(game, &events);
        // Who wakes games looks at their rows: what stands there may be too
        // early and never too late.
        let is_late = progress.deadline.is_some_and(|deadline| {
            let saved = self.saved_progress.deadline;
            saved.is_none_or(|saved| deadline < saved)
        });
        Decision {
            seq: game.event_count(),
            lines,
            command,
            progress: (is_late || ending(&events).is_some()).then_some(progress),
            begun: None,
            events,
        }
    }

    /// Makes true what has been stored, and says which of the [events](Table::events)
    /// are new: those from this one on.
    pub fn apply(&mut self, decision: Decision) -> usize {
        let first = self.events.len();
        if let Some(command) = decision.command {
            self.commands.insert(command, decision.seq);
        }
        if let Some(progress) = decision.progress {
            self.saved_progress = progress;
        }
        if let Some(begun) = decision.begun {
            let Begun { game, seats } = *begun;
            self.seats = ByColor {
                white: Some(seats.white),
                black: Some(seats.black),
            };
            self.events.push(Event::start(game.last_event_at()));
            self.game = Some(game);
        }
        if let Some(game) = &mut self.game {
            for event in &decision.events {
                let told = Event::of(game, event);
                game.apply(event);
                self.events.push(told.with_clock(game));
            }
        }
        first
    }

    /// What the row of the game is to say of its progress, if it says something
    /// else.
    #[must_use]
    pub fn progress(&self) -> Option<GameProgress> {
        let progress = progress(self.game.as_ref()?);
        (progress != self.saved_progress).then_some(progress)
    }

    /// Remembers what the row of the game says.
    pub const fn progress_saved(&mut self, progress: GameProgress) {
        self.saved_progress = progress;
    }

    /// When to ask [`Table::tick`] again.
    #[must_use]
    pub fn deadline(&self) -> Option<Time> {
        self.game.as_ref().and_then(Game::deadline)
    }

    /// What happened after the event of this number, and how the game stands
    /// now; none if there is no such number.
    #[must_use]
    pub fn since(&self, seq: u64, at: Time, sides: &[Color]) -> Option<Update> {
        let next = usize::try_from(seq).ok()?.checked_add(1)?;
        Some(Update {
            game: self.id.to_string(),
            id: None,
            events: self.events.get(next..)?.to_vec(),
            state: self.state(at, sides)?,
        })
    }

    /// How the game stands for whoever has these sides.
    #[must_use]
    pub fn state(&self, at: Time, sides: &[Color]) -> Option<GameState> {
        let game = self.game.as_ref()?;
        let state = GameState::of(game, at);
        let is_his_turn = game.ending().is_none() && sides.contains(&game.turn());
        Some(if is_his_turn {
            state.with_legal_moves(game)
        } else {
            state
        })
    }

    /// What the side to move may do.
    #[must_use]
    pub fn choices(&self) -> Option<Choices> {
        let game = self.game.as_ref().filter(|game| game.ending().is_none())?;
        Some(Choices::of(game))
    }

    /// The whole game as whoever has these sides sees it.
    #[must_use]
    pub fn view(&self, at: Time, sides: &[Color]) -> GameView {
        let player = |color| {
            let seat: &Option<PlayerCard> = &self.seats[color];
            seat.as_ref().map(|card: &PlayerCard| card.view.clone())
        };
        GameView {
            id: self.id.to_string(),
            stage: self.stage(),
            created: self.created,
            options: self.options.clone(),
            players: Seats {
                white: player(Color::White),
                black: player(Color::Black),
            },
            you: sides.iter().map(|&side| side.into()).collect(),
            rematch: self.rematch.map(|id| id.to_string()),
            play: self.game.as_ref().map(|game| {
                let mut play = PlayView::of(game, at);
                if let Some(state) = self.state(at, sides) {
                    play.state = state;
                }
                play
            }),
        }
    }

    /// Where the game is on its way.
    #[must_use]
    pub fn stage(&self) -> Stage {
        match &self.game {
            None => Stage::Waiting,
            Some(game) if game.ending().is_none() => Stage::Playing,
            Some(_) => Stage::Over,
        }
    }

    /// The sides of this player: none for a watcher, both on one device.
    #[must_use]
    pub fn sides(&self, player: PlayerId) -> Vec<Color> {
        let has = |color: &Color| {
            let seat: &Option<PlayerCard> = &self.seats[*color];
            seat.as_ref().is_some_and(|card| card.id == player)
        };
        Color::ALL.into_iter().filter(has).collect()
    }

    /// The name of the game.
    #[must_use]
    pub const fn id(&self) -> GameId {
        self.id
    }

    /// What was agreed on.
    #[must_use]
    pub const fn options(&self) -> &GameOptions {
        &self.options
    }

    /// When it was made, since 1970.
    #[must_use]
    pub const fn created(&self) -> u64 {
        self.created
    }

    /// Who sits where.
    #[must_use]
    pub const fn seats(&self) -> &ByColor<Option<PlayerCard>> {
        &self.seats
    }

    /// Who plays this side.
    #[must_use]
    pub fn player(&self, color: Color) -> Option<PlayerId> {
        let seat: &Option<PlayerCard> = &self.seats[color];
        seat.as_ref().map(|card| card.id)
    }

    /// What a rated game did to the rating of a player.
    pub fn set_rating(&mut self, color: Color, before: i32, change: i32) {
        let seat: &mut Option<PlayerCard> = &mut self.seats[color];
        if let Some(card) = seat {
            card.view.rating = Some(before);
            card.view.change = Some(change);
        }
    }

    /// The game that the players play after this one.
    #[must_use]
    pub const fn rematch(&self) -> Option<GameId> {
        self.rematch
    }

    /// Keeps it.
    pub const fn set_rematch(&mut self, id: GameId) {
        self.rematch = Some(id);
    }

    /// The referee's game, once it has begun.
    #[must_use]
    pub const fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// The whole record as it is told.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }
}

impl Decision {
    /// What the store is to keep.
    #[must_use]
    pub fn to_append(&self, game: GameId) -> Append {
        Append {
            game,
            seq: self.seq,
            lines: self.lines.clone(),
            command: self.command.clone(),
            progress: self.progress,
            seats: self.begun.as_ref().map(|begun| ByColor {
                white: begun.seats.white.id,
                black: begun.seats.black.id,
            }),
            ended: ending(&self.events),
        }
    }
}

fn ending(events: &[game::Event]) -> Option<Ending> {
    match events.last()?.fact {
        Fact::Ended(ending) => Some(ending),
        _ => None,
    }
}

/// What the row of a game would say of it now.
fn progress(game: &Game) -> GameProgress {
    progress_after(game, &[])
}

/// And after these events.
fn progress_after(game: &Game, events: &[game::Event]) -> GameProgress {
    let plies = game.line().moves().len();
    let plies = events.iter().fold(plies, |plies, event| match event.fact {
        Fact::Played { .. } => plies + 1,
        Fact::TakenBack { plies: back } => plies.saturating_sub(back),
        _ => plies,
    });
    GameProgress {
        deadline: game.time_limit_after(events),
        plies: u32::try_from(plies).unwrap_or(u32::MAX),
    }
}

/// The line with which the record of a game begins.
#[must_use]
pub fn first_line(game: &Game) -> String {
    game.write_event(&game::Event {
        at: game.last_event_at(),
        fact: game.start_fact(),
    })
}

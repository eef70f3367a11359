//! The simulated store.

use arbiter_rules::{ByColor, Color};
use arbiter_server::{
    GameId, PlayerId,
    play::room::hosted_game::CommandKey,
    store::{Append, GameProgress, Interruptions, PlayerCard, StoredEvent, StoredGame},
};
use arbiter_wire::{GameOptions, PlayerKind, PlayerView, Speed, Stage};

use super::failures::{Sabotage, StoreFailure};

/// The record of one game.
pub struct Log {
    pub id: GameId,
    pub options: GameOptions,
    pub seats: ByColor<Option<PlayerId>>,
    pub lines: Vec<StoredEvent>,
    pub progress: GameProgress,
    /// Since when players are interrupted.
    pub interruptions: Interruptions,
    /// Whether an event was to be stored under a number that does not follow the last one.
    pub has_gap: bool,
    /// The number of attempts to store.
    pub commits: u64,
    pub sabotage: Sabotage,
}

/// The outcome of storing something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    Stored,
    Taken,
    Failed,
    Crashed,
}

impl Log {
    pub fn new(options: GameOptions, maker: (Color, PlayerId), sabotage: Sabotage) -> Log {
        let mut seats = ByColor::default();
        let (color, player) = maker;
        seats[color] = Some(player);
        Log {
            id: GameId::from_random(7),
            options,
            seats,
            lines: Vec::new(),
            progress: GameProgress::default(),
            interruptions: Interruptions::default(),
            has_gap: false,
            commits: 0,
            sabotage,
        }
    }

    /// Returns the game as a room loads it.
    pub fn load(&self) -> StoredGame {
        let mut events = self.lines.clone();
        if self.sabotage == Sabotage::ForgetsCommands {
            for event in &mut events {
                event.command = None;
            }
        }
        StoredGame {
            id: self.id,
            created: 7,
            options: self.options.clone(),
            seats: ByColor {
                white: self.seats.white.map(card),
                black: self.seats.black.map(card),
            },
            maker: PlayerId(1),
            speed: Speed::Blitz,
            stage: Stage::Playing,
            rematch: None,
            pairing: None,
            progress: self.progress,
            interruptions: self.interruptions,
            events,
        }
    }

    /// Stores all events or none, and only under free numbers.
    pub fn append(&mut self, append: Append, failure: StoreFailure) -> Outcome {
        self.commits += 1;
        let next = self.lines.len() as u64;
        let is_given_back = |side| self.interruptions[side].is_none();
        let is_taken = append.seq < next || append.ends_interruption.is_some_and(is_given_back);
        if append.seq > next {
            self.has_gap = true;
            return Outcome::Failed;
        }
        match failure {
            StoreFailure::FailsBefore => return Outcome::Failed,
            StoreFailure::CrashesBefore => {
                if self.sabotage == Sabotage::LosesLastEvent && self.lines.len() > 1 {
                    self.lines.pop();
                }
                return Outcome::Crashed;
            }
            StoreFailure::None | StoreFailure::FailsAfter | StoreFailure::CrashesAfter => {}
        }
        if is_taken {
            if self.sabotage != Sabotage::Overwrites {
                return Outcome::Taken;
            }
            self.lines.truncate(usize::try_from(append.seq).unwrap());
        }
        self.write(append);
        match failure {
            StoreFailure::FailsAfter => Outcome::Failed,
            StoreFailure::CrashesAfter => Outcome::Crashed,
            _ => Outcome::Stored,
        }
    }

    fn write(&mut self, append: Append) {
        let mut command = match self.sabotage {
            Sabotage::StoresNoCommand => None,
            _ => append.command,
        };
        let kept = match self.sabotage {
            Sabotage::StoresHalf => 1,
            _ => append.lines.len(),
        };
        for line in append.lines.into_iter().take(kept) {
            let command = command.take();
            self.lines.push(StoredEvent { line, command });
        }
        self.progress = append.progress.unwrap_or(self.progress);
        if let Some(side) = append.ends_interruption
            && self.sabotage != Sabotage::GivesBackTwice
        {
            self.interruptions[side] = None;
        }
        if let Some(seats) = append.seats {
            self.seats = ByColor {
                white: Some(seats.white),
                black: Some(seats.black),
            };
        }
    }

    /// Returns the number of the first event of a command.
    pub fn find(&self, command: &str) -> Option<u64> {
        let is_it = |line: &StoredEvent| {
            let key = line.command.as_deref().map(CommandKey::parse);
            key.is_some_and(|key| key.name == command)
        };
        self.lines.iter().position(is_it).map(|seq| seq as u64)
    }
}

/// Returns a player as a room knows them.
pub fn card(id: PlayerId) -> PlayerCard {
    PlayerCard {
        id,
        view: PlayerView {
            name: format!("Guest {}", id.0),
            kind: PlayerKind::Guest,
            rating: None,
            change: None,
        },
    }
}

use arbiter_rules::Color;

use crate::{Points, Scoring};

/// What a game brought one of its players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Outcome {
    /// The player lost.
    Loss,
    /// The game was drawn.
    Draw,
    /// The player won.
    Win,
}

impl Outcome {
    /// Returns the usual outcome for the opponent.
    #[must_use]
    pub const fn reversed(self) -> Outcome {
        match self {
            Outcome::Loss => Outcome::Win,
            Outcome::Draw => Outcome::Draw,
            Outcome::Win => Outcome::Loss,
        }
    }
}

/// How the outcome of a game came about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mode {
    /// The game was played.
    Played,
    /// The game was played but is not rated, because it had less than one move.
    Unrated,
    /// A player did not appear: the game was not played.
    Forfeit,
}

/// A round without opponent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bye {
    /// The bye of the player left over by the pairing.
    PairingAllocated,
    /// A bye worth as much as a win, granted by the arbiter.
    FullPoint,
    /// A requested bye worth as much as a draw.
    HalfPoint,
    /// An announced absence.
    ZeroPoint,
}

impl Bye {
    /// Returns the letter of the report file: `U`, `F`, `H` or `Z`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Bye::PairingAllocated => 'U',
            Bye::FullPoint => 'F',
            Bye::HalfPoint => 'H',
            Bye::ZeroPoint => 'Z',
        }
    }
}

/// A game as one of its players sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GameEntry {
    /// The index of the opponent in the report.
    pub opponent: usize,
    /// The color of the player.
    pub color: Color,
    /// What the game brought.
    pub outcome: Outcome,
    /// Whether it was played.
    pub mode: Mode,
}

/// What a player did in a round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Entry {
    /// The player was not there: not entered yet, or withdrawn.
    #[default]
    Absent,
    /// The player had no opponent.
    Bye(Bye),
    /// The player was paired.
    Game(GameEntry),
}

impl Entry {
    /// Returns the points the player got.
    #[must_use]
    pub fn points(self, scoring: &Scoring) -> Points {
        match self {
            Entry::Absent => Points::ZERO,
            Entry::Bye(Bye::PairingAllocated) => scoring.pairing_bye,
            Entry::Bye(Bye::FullPoint) => scoring.win,
            Entry::Bye(Bye::HalfPoint) => scoring.draw,
            Entry::Bye(Bye::ZeroPoint) => scoring.absence,
            Entry::Game(game) => match (game.outcome, game.mode) {
                (Outcome::Win, _) => scoring.win,
                (Outcome::Draw, _) => scoring.draw,
                (Outcome::Loss, Mode::Forfeit) => scoring.forfeit_loss,
                (Outcome::Loss, _) => scoring.loss,
            },
        }
    }

    /// Returns the game if it was played over the board.
    #[must_use]
    pub fn played(self) -> Option<GameEntry> {
        match self {
            Entry::Game(game) if game.mode != Mode::Forfeit => Some(game),
            _ => None,
        }
    }

    /// Reports whether the player was paired or got the pairing-allocated bye.
    #[must_use]
    pub fn is_paired(self) -> bool {
        matches!(self, Entry::Game(_) | Entry::Bye(Bye::PairingAllocated))
    }
}

use arbiter_rules::Position;

use crate::{LagCompensation, SaktrisOptions, Span, TimeControl};

/// What the players agree on before the game.
#[derive(Clone, Debug)]
pub struct Options {
    /// The position from which they play; it knows its variant.
    pub start: Position,
    /// The clock.
    pub control: TimeControl,
    /// What the clock forgives a slow line.
    pub lag: LagCompensation,
    /// What the first move of each player costs.
    pub first_moves: FirstMoves,
    /// Whether a touched piece binds (R78).
    pub conduct: Conduct,
    /// Whether the third repetition and the fiftieth move need a claim.
    pub draws: Draws,
    /// Whether the opponent may be asked to give a move back. Never in a
    /// rated game (R79).
    pub takebacks: Takebacks,
    /// Whether the game counts for a rating.
    pub rating: Rating,
    /// How the order of a game of Saktris came about; without it, nothing of
    /// the order is hidden.
    pub saktris: Option<SaktrisOptions>,
}

/// What the first move of each player costs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FirstMoves {
    /// Time, as every other: the clock runs from the start (FIDE 6.2).
    Timed,
    /// Nothing: the clocks begin to run when both have moved. If there is a
    /// limit and it passes without a move, the game is called off.
    Free {
        /// How long either may take for it.
        limit: Option<Span>,
    },
}

/// How strictly the players are held to the laws on conduct (R78).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum Conduct {
    /// A touched piece may be left, and a wrong claim is only refused.
    #[default]
    Casual,
    /// A touched piece must be moved or taken (FIDE 4), and a wrong claim
    /// costs: it is an offer of a draw, the opponent gets two minutes, and an
    /// intended move must be played (FIDE 9.1.2.3, 9.5.3).
    Formal,
}

/// Whether the third repetition and the fiftieth move end a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum Draws {
    /// If they are claimed, as over the board (FIDE 9.2, 9.3).
    #[default]
    ByClaim,
    /// By themselves, as FIDE has it for online games.
    Automatic,
}

/// Whether moves may be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum Takebacks {
    /// If the opponent lets it happen.
    #[default]
    Allowed,
    /// Never.
    Forbidden,
}

/// Whether a game counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum Rating {
    /// It is played for its own sake.
    #[default]
    Casual,
    /// It changes the players' ratings.
    Rated,
}

impl Options {
    /// A casual game from this position, without a clock.
    #[must_use]
    pub fn from_position(start: Position) -> Options {
        Options {
            start,
            control: TimeControl::default(),
            lag: LagCompensation::default(),
            first_moves: FirstMoves::Free { limit: None },
            conduct: Conduct::default(),
            draws: Draws::default(),
            takebacks: Takebacks::default(),
            rating: Rating::default(),
            saktris: None,
        }
    }

    /// The same with this clock.
    #[must_use]
    pub fn with_clock(mut self, control: TimeControl) -> Options {
        self.control = control;
        self
    }

    /// Whether a move may be taken back if the opponent lets it happen (R79).
    #[must_use]
    pub fn allows_takebacks(&self) -> bool {
        self.takebacks == Takebacks::Allowed && self.rating == Rating::Casual
    }
}

impl Default for Options {
    fn default() -> Options {
        Options::from_position(Position::start())
    }
}

/// Equal to the last counter of the start: as positions they would be equal
/// without it.
impl PartialEq for Options {
    fn eq(&self, other: &Options) -> bool {
        let Options {
            start,
            control,
            lag,
            first_moves,
            conduct,
            draws,
            takebacks,
            rating,
            saktris,
        } = self;
        start.to_setup() == other.start.to_setup()
            && start.variant() == other.start.variant()
            && *control == other.control
            && *lag == other.lag
            && *first_moves == other.first_moves
            && *conduct == other.conduct
            && *draws == other.draws
            && *takebacks == other.takebacks
            && *rating == other.rating
            && *saktris == other.saktris
    }
}

impl Eq for Options {}

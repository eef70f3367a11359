use arbiter_rules::{Arrival, Clearing, Position};

use crate::{LagCompensation, SaktrisOptions, Span, TimeControl};

/// What the players agree on before the game starts.
#[derive(Clone, Debug)]
pub struct Options {
    /// The starting position, which also determines the variant.
    pub start: Position,
    /// The time control.
    pub control: TimeControl,
    /// How much network lag is not charged to the players.
    pub lag: LagCompensation,
    /// Whether the clocks run during the first move of each player.
    pub first_moves: FirstMoves,
    /// Whether the touch-move rule applies (R78).
    pub conduct: Conduct,
    /// Whether threefold repetition and the fifty-move rule need a claim.
    pub draws: Draws,
    /// Whether a player may request a takeback. Rated games never allow it
    /// (R79).
    pub takebacks: Takebacks,
    /// Whether the game is rated.
    pub rating: Rating,
    /// Whether a player may give up half of their time before their first move.
    pub berserk: Berserk,
    /// Where the order of arriving pieces comes from in a game of Saktris. If
    /// it is absent, the whole order is public.
    pub saktris: Option<SaktrisOptions>,
}

/// Whether the clocks run during the first move of each player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FirstMoves {
    /// They do: the clock of the side to move runs from the start (FIDE 6.2).
    Timed,
    /// They do not: the clocks start once both sides have moved. If a first
    /// move does not come within the limit, the game is aborted.
    Free {
        /// How long each player may take for the first move.
        limit: Option<Span>,
    },
}

/// How strictly the rules of conduct are enforced (R78).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum Conduct {
    /// Touching a piece has no consequences, and an incorrect claim is merely
    /// refused.
    #[default]
    Casual,
    /// A touched piece must be moved or captured (FIDE 4). An incorrect claim
    /// counts as a draw offer, gives the opponent two extra minutes, and obliges
    /// the player to play the intended move (FIDE 9.1.2.3, 9.5.3).
    Formal,
}

/// Whether threefold repetition and the fifty-move rule end a game by
/// themselves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum Draws {
    /// A player has to claim the draw, as over the board (FIDE 9.2, 9.3).
    #[default]
    ByClaim,
    /// The game ends at once, as under the FIDE rules for online games.
    Automatic,
}

/// Whether takebacks are allowed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum Takebacks {
    /// A move is taken back if the opponent agrees.
    #[default]
    Allowed,
    /// No move is ever taken back.
    Forbidden,
}

/// Whether a player may give up half of their time, and the increment, before their
/// first move. An arena gives one more point for a win after that.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum Berserk {
    /// Nobody may.
    #[default]
    Forbidden,
    /// Both players may.
    Allowed,
}

/// Whether a game is rated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum Rating {
    /// The game does not affect ratings.
    #[default]
    Casual,
    /// The game changes the ratings of both players.
    Rated,
}

impl Options {
    /// Returns the options of a casual game from this position without a clock.
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
            berserk: Berserk::default(),
            saktris: None,
        }
    }

    /// Returns the options of a casual game of Saktris without a clock, in which
    /// a piece arrives after every `every` moves of a side.
    #[must_use]
    pub fn saktris(saktris: SaktrisOptions, every: u8, clearing: Clearing) -> Options {
        let arrival = Arrival {
            every,
            clearing,
            choice: saktris.choice(),
        };
        Options {
            saktris: Some(saktris),
            ..Options::from_position(Position::saktris(saktris.orders(), arrival))
        }
    }

    /// Returns the same options with this time control.
    #[must_use]
    pub fn with_clock(mut self, control: TimeControl) -> Options {
        self.control = control;
        self
    }

    /// Reports whether players may request takebacks in this game: neither in a
    /// rated nor in a formal one (R79).
    #[must_use]
    pub fn allows_takebacks(&self) -> bool {
        self.takebacks == Takebacks::Allowed
            && self.rating == Rating::Casual
            && self.conduct == Conduct::Casual
    }
}

impl Default for Options {
    fn default() -> Options {
        Options::from_position(Position::start())
    }
}

/// Compares the starting positions as setups, which include the move counters that
/// the equality of positions ignores.
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
            berserk,
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
            && *berserk == other.berserk
            && *saktris == other.saktris
    }
}

impl Eq for Options {}

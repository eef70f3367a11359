use crate::{Span, TimeControl};

/// How much of the time that the network took may be given back to a player.
///
/// Each player has a purse. It begins with `start`; after each of his moves
/// `per_move` is put in, until it holds `max`; and what is spared of a move is
/// taken out. So in a game of `n` moves nobody can be spared more than
/// `start + n × per_move`, and never more than `max` on one move, whatever
/// lag he has or says he has.
///
/// ```
/// use arbiter_game::{LagCompensation, Span};
///
/// // The default is a clock that forgives nothing.
/// assert_eq!(LagCompensation::default(), LagCompensation::OFF);
///
/// let lag = LagCompensation::for_control(&"1+0".parse()?);
/// assert_eq!(lag.per_move, Span::from_millis(390));
/// # Ok::<(), arbiter_game::ParseTimeControlError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct LagCompensation {
    /// What the purse holds before the first move.
    pub start: Span,
    /// What each move puts in.
    pub per_move: Span,
    /// What it can hold.
    pub max: Span,
}

impl LagCompensation {
    /// Nothing is spared: for players at one board.
    pub const OFF: LagCompensation = LagCompensation {
        start: Span::ZERO,
        per_move: Span::ZERO,
        max: Span::ZERO,
    };

    /// No purse holds more than this, whatever `max` says: a player who is
    /// gone must lose on time.
    pub const MAX_BALANCE: Span = Span::from_seconds(60);

    /// A purse that suits the speed of the game: the shorter the game, the
    /// less it may change. A move brings 150 ms and 4 ms for each second that
    /// a player has for forty moves, at most a second. Three moves' worth is
    /// there from the start and seven are the most, but never more than two
    /// seconds, for so long the opponent may have to wait for the flag.
    ///
    /// Nothing is spared where a move has days.
    #[must_use]
    pub fn for_control(control: &TimeControl) -> LagCompensation {
        let seconds = match control {
            TimeControl::None | TimeControl::Correspondence { .. } => return LagCompensation::OFF,
            TimeControl::Periods(periods) => {
                let first = periods.after(0);
                forty_moves(first.time, first.bonus.span())
            }
            TimeControl::ByoYomi { main, time, .. } => forty_moves(*main, *time),
            TimeControl::Canadian { main, moves, time } => {
                let each = Span::from_millis(time.as_millis() / u64::from(moves.get()));
                forty_moves(*main, each)
            }
            TimeControl::Hourglass { time } => time.as_seconds(),
        };
        let per_move = (150 + 4 * seconds).min(1_000);
        LagCompensation {
            start: Span::from_millis((3 * per_move).min(2_000)),
            per_move: Span::from_millis(per_move),
            max: Span::from_millis((7 * per_move).min(2_000)),
        }
    }

    /// What a purse holds before the first move.
    pub(crate) fn opening(self) -> Span {
        self.start.min(self.full())
    }

    /// What it holds after a move of which so much was spared.
    pub(crate) fn after_move(self, held: Span, spared: Span) -> Span {
        (held - spared + self.per_move).min(self.full())
    }

    fn full(self) -> Span {
        self.max.min(LagCompensation::MAX_BALANCE)
    }
}

/// The seconds in which forty moves can be made.
fn forty_moves(main: Span, each: Span) -> u64 {
    main.as_seconds() + each.as_millis() * 40 / 1_000
}

use crate::{Span, TimeControl};

/// How much network lag is not charged to a player.
///
/// Each player has a balance of lag that can be compensated. It begins with
/// `start`. After each move of the player `per_move` is added, up to `max`, and
/// the lag that was compensated is subtracted. In a game of `n` moves a player
/// is therefore compensated for at most `start + n × per_move`, and for at most
/// `max` on one move, whatever lag the player has or claims to have.
///
/// ```
/// use arbiter_game::{LagCompensation, Span};
///
/// // By default no lag is compensated.
/// assert_eq!(LagCompensation::default(), LagCompensation::OFF);
///
/// let lag = LagCompensation::for_control(&"1+0".parse()?);
/// assert_eq!(lag.per_move, Span::from_millis(390));
/// # Ok::<(), arbiter_game::ParseTimeControlError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct LagCompensation {
    /// The balance before the first move.
    pub start: Span,
    /// The amount that each move adds to the balance.
    pub per_move: Span,
    /// The largest balance.
    pub max: Span,
}

impl LagCompensation {
    /// No compensation, for players at one board.
    pub const OFF: LagCompensation = LagCompensation {
        start: Span::ZERO,
        per_move: Span::ZERO,
        max: Span::ZERO,
    };

    /// The largest balance whatever `max` says, so that a player who has left
    /// loses on time.
    pub const MAX_BALANCE: Span = Span::from_seconds(60);

    /// Returns a compensation that suits the speed of the game: the shorter the
    /// game, the smaller it is. A move adds 150 ms plus 4 ms for each second
    /// that a player has for forty moves, at most one second. The balance begins
    /// with the amount of three moves and is limited to that of seven, and to
    /// two seconds, because the opponent may have to wait that long for the flag
    /// to fall.
    ///
    /// Correspondence games have no compensation.
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
            // Both sides have the compensation of the faster clock.
            TimeControl::Odds { sides } => {
                let [white, black] = [&sides.white, &sides.black].map(LagCompensation::for_control);
                return if white.per_move < black.per_move {
                    white
                } else {
                    black
                };
            }
        };
        let per_move = (150 + 4 * seconds).min(1_000);
        LagCompensation {
            start: Span::from_millis((3 * per_move).min(2_000)),
            per_move: Span::from_millis(per_move),
            max: Span::from_millis((7 * per_move).min(2_000)),
        }
    }

    /// Returns the balance before the first move.
    pub(crate) fn opening(self) -> Span {
        self.start.min(self.max_balance())
    }

    /// Returns the balance after a move for which this much was spared.
    pub(crate) fn after_move(self, balance: Span, spared: Span) -> Span {
        (balance - spared + self.per_move).min(self.max_balance())
    }

    fn max_balance(self) -> Span {
        self.max.min(LagCompensation::MAX_BALANCE)
    }
}

/// Returns the seconds that a player has for forty moves.
fn forty_moves(main: Span, each: Span) -> u64 {
    main.as_seconds() + each.as_millis() * 40 / 1_000
}

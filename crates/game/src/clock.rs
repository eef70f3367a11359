//! The two clocks of a game.

mod reading;
mod side;

use arbiter_rules::{ByColor, Color};

use crate::{LagCompensation, Span, Time, TimeControl};

pub use reading::ClockReading;
use side::Side;

/// Both players' clocks.
///
/// It never asks what time it is; every question and every press says so. Time
/// that goes back has not passed.
///
/// ```
/// use arbiter_game::{Clock, LagCompensation, Span, Time, TimeControl};
/// use arbiter_rules::Color;
///
/// let mut clock = Clock::new(&"5+3".parse()?, LagCompensation::OFF);
/// let start = Time::from_millis(1_000_000);
/// clock.start(start, Color::White);
///
/// // White takes ten seconds, and three are credited after the move.
/// let at = start + Span::from_seconds(10);
/// assert_eq!(clock.remaining(Color::White, at), Some(Span::from_seconds(290)));
/// clock.press(at, Span::ZERO);
/// assert_eq!(clock.remaining(Color::White, at), Some(Span::from_seconds(293)));
///
/// // Black's flag falls after five minutes, and not a millisecond before.
/// assert_eq!(clock.running(), Some(Color::Black));
/// let deadline = at + Span::from_seconds(300);
/// assert_eq!(clock.deadline(), Some(deadline));
/// assert_eq!(clock.is_flag_down(at + Span::from_millis(299_999)), None);
/// assert_eq!(clock.is_flag_down(deadline), Some(Color::Black));
/// # Ok::<(), arbiter_game::ParseTimeControlError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clock {
    control: TimeControl,
    lag: LagCompensation,
    sides: ByColor<Side>,
    /// What lag can still be made good.
    purses: ByColor<Span>,
    /// Whose clock runs or, while both stand, whose ran last.
    turn: Color,
    runs: bool,
    /// Since when it runs.
    since: Time,
    /// How long it ran before that in this turn, if it was stopped meanwhile.
    before: Span,
}

/// The state of both clocks between two moves, to come back to when moves
/// are taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockSnapshot(ByColor<Side>);

impl Clock {
    /// Both clocks set and standing.
    #[must_use]
    pub fn new(control: &TimeControl, lag: LagCompensation) -> Clock {
        let side = Side::new(control);
        let purse = lag.opening();
        Clock {
            control: control.clone(),
            lag,
            sides: ByColor {
                white: side,
                black: side,
            },
            purses: ByColor {
                white: purse,
                black: purse,
            },
            turn: Color::White,
            runs: false,
            since: Time::default(),
            before: Span::ZERO,
        }
    }

    /// The rule by which it runs.
    #[must_use]
    pub const fn control(&self) -> &TimeControl {
        &self.control
    }

    /// Starts this side's clock, and stops the other if it runs. After
    /// [`stop`](Clock::stop) a turn goes on where it was interrupted.
    pub fn start(&mut self, at: Time, color: Color) {
        let at = self.not_before(at);
        if color != self.turn {
            self.spend(self.elapsed(at));
            self.before = Span::ZERO;
        } else {
            self.before = self.elapsed(at);
        }
        self.turn = color;
        self.since = at;
        self.runs = true;
    }

    /// The running side has completed its move: its time is charged, less
    /// what is `spared` for lag, then what the move brings is credited, and
    /// the other side's clock starts.
    ///
    /// Nothing happens while both clocks stand.
    pub fn press(&mut self, at: Time, spared: Span) {
        if !self.runs {
            return;
        }
        let at = self.not_before(at);
        let elapsed = self.elapsed(at);
        let purse = &mut self.purses[self.turn];
        let spared = spared.min(*purse).min(elapsed);
        *purse = self.lag.after_move(*purse, spared);
        let used = elapsed - spared;
        self.spend(used);
        self.sides[self.turn].complete(&self.control, used);
        self.turn = !self.turn;
        self.since = at;
        self.before = Span::ZERO;
    }

    /// This side has completed a move that costs nothing and brings nothing,
    /// but counts: the first move, where each player's first move is free.
    /// Its clock stands, and no clock is started.
    pub fn press_free(&mut self, color: Color) {
        self.sides[color].count(&self.control);
        if self.turn == color {
            self.runs = false;
            self.before = Span::ZERO;
        }
    }

    /// Whose clock runs.
    #[must_use]
    pub fn running(&self) -> Option<Color> {
        self.runs.then_some(self.turn)
    }

    /// The first millisecond at which the flag of the running side is down,
    /// whatever lag can still be made good; none if no clock runs, or if time
    /// itself ends before.
    #[must_use]
    pub fn deadline(&self) -> Option<Time> {
        let patience = self.running().and_then(|color| self.patience(color))?;
        self.since.checked_add(patience - self.before)
    }

    /// Whose flag is down: from exactly the [`deadline`](Clock::deadline) on.
    #[must_use]
    pub fn is_flag_down(&self, at: Time) -> Option<Color> {
        let color = self.running()?;
        (self.elapsed(at) >= self.patience(color)?).then_some(color)
    }

    /// How much is to be spared a move that arrives now and was on its way
    /// for `lag`, to be handed to [`press`](Clock::press): as much as the
    /// purse holds, and no more than the whole turn took. None if even so the
    /// move comes after the flag fell: then the player has lost on time.
    #[must_use]
    pub fn spare(&self, at: Time, lag: Span) -> Option<Span> {
        let elapsed = self.elapsed(at);
        let spared = lag.min(self.purses[self.turn]).min(elapsed);
        match self.sides[self.turn].limit(&self.control) {
            Some(limit) if self.runs && elapsed - spared >= limit => None,
            _ => Some(spared),
        }
    }

    /// What this side's clock shows; none without a clock.
    #[must_use]
    pub fn remaining(&self, color: Color, at: Time) -> Option<Span> {
        Some(self.reading(color, at)?.time)
    }

    /// All that this side's clock shows; none without a clock.
    #[must_use]
    pub fn reading(&self, color: Color, at: Time) -> Option<ClockReading> {
        let elapsed = self.elapsed(at);
        if color == self.turn {
            return self.sides[color].reading(&self.control, elapsed);
        }
        let mut reading = self.sides[color].reading(&self.control, Span::ZERO)?;
        if let TimeControl::Hourglass { .. } = self.control {
            reading.time += elapsed.min(self.sides[self.turn].left);
        }
        Some(reading)
    }

    /// Gives this side more time, from the opponent's kindness or the
    /// arbiter's justice.
    pub fn give(&mut self, color: Color, span: Span) {
        self.sides[color].give(span);
    }

    /// Stops the clocks; what they show stays.
    pub fn stop(&mut self, at: Time) {
        if self.runs {
            self.before = self.elapsed(at);
            self.since = self.not_before(at);
            self.runs = false;
        }
    }

    /// What [`restore`](Clock::restore) needs to come back here: both clocks
    /// as they stood when the turn began.
    #[must_use]
    pub const fn snapshot(&self) -> ClockSnapshot {
        ClockSnapshot(self.sides)
    }

    /// Moves were taken back: sets both clocks as they were at this snapshot
    /// of the same clock and starts this side's. What lag was made good since
    /// is not given again.
    pub fn restore(&mut self, snapshot: ClockSnapshot, at: Time, color: Color) {
        self.sides = snapshot.0;
        self.since = self.not_before(at);
        self.before = Span::ZERO;
        self.turn = color;
        self.runs = true;
    }

    /// How long the turn has taken.
    fn elapsed(&self, at: Time) -> Span {
        if self.runs {
            self.before + (at - self.since)
        } else {
            self.before
        }
    }

    /// How long a turn may take before no lag can save it. Who had no time
    /// when it began is not saved by any.
    fn patience(&self, color: Color) -> Option<Span> {
        let limit = self.sides[color].limit(&self.control)?;
        if limit.is_zero() {
            return Some(Span::ZERO);
        }
        Some(limit + self.purses[color])
    }

    /// Time goes back in no turn, so that nobody pays for it in the next.
    fn not_before(&self, at: Time) -> Time {
        at.max(self.since)
    }

    /// Charges the side whose turn it is.
    fn spend(&mut self, elapsed: Span) {
        let before = self.sides[self.turn].left;
        self.sides[self.turn].spend(&self.control, elapsed);
        if let TimeControl::Hourglass { .. } = self.control {
            let used = before - self.sides[self.turn].left;
            self.sides[!self.turn].left += used;
        }
    }
}

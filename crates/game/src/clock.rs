//! The state of both clocks.

mod budget;
mod reading;
mod side;

use arbiter_rules::{ByColor, Color};

use crate::{LagCompensation, Span, Time, TimeControl};

pub use budget::ClockBudget;
pub use reading::ClockReading;
use side::Side;

/// Both players' clocks.
///
/// A clock never reads the time: every call passes it in. A time earlier than
/// that of an earlier call counts as no time passed.
///
/// ```
/// use arbiter_game::{Clock, LagCompensation, Span, Time, TimeControl};
/// use arbiter_rules::Color;
///
/// let mut clock = Clock::new(&"5+3".parse()?, LagCompensation::OFF);
/// let start = Time::from_millis(1_000_000);
/// clock.start(start, Color::White);
///
/// // White uses ten seconds and gets three after the move.
/// let at = start + Span::from_seconds(10);
/// assert_eq!(clock.remaining(Color::White, at), Some(Span::from_seconds(290)));
/// clock.press(at, Span::ZERO);
/// assert_eq!(clock.remaining(Color::White, at), Some(Span::from_seconds(293)));
///
/// // Black's flag falls after exactly five minutes.
/// assert_eq!(clock.running(), Some(Color::Black));
/// let deadline = at + Span::from_seconds(300);
/// assert_eq!(clock.deadline(), Some(deadline));
/// assert_eq!(clock.fallen_flag(at + Span::from_millis(299_999)), None);
/// assert_eq!(clock.fallen_flag(deadline), Some(Color::Black));
/// # Ok::<(), arbiter_game::ParseTimeControlError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clock {
    control: TimeControl,
    lag: LagCompensation,
    sides: ByColor<Side>,
    /// The lag that can still be compensated.
    lag_balances: ByColor<Span>,
    /// The side whose clock runs or, if both are stopped, ran last.
    turn: Color,
    is_running: bool,
    /// The time since which that clock has been running.
    since: Time,
    /// How long it ran in this turn before that, if it was stopped meanwhile.
    before: Span,
}

/// The state of both clocks at the start of a turn, which a takeback restores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockSnapshot(ByColor<Side>);

impl Clock {
    /// Returns two clocks that are set and not running.
    #[must_use]
    pub fn new(control: &TimeControl, lag: LagCompensation) -> Clock {
        let balance = lag.opening();
        Clock {
            control: control.clone(),
            lag,
            sides: ByColor {
                white: Side::new(control.of(Color::White)),
                black: Side::new(control.of(Color::Black)),
            },
            lag_balances: ByColor {
                white: balance,
                black: balance,
            },
            turn: Color::White,
            is_running: false,
            since: Time::default(),
            before: Span::ZERO,
        }
    }

    /// Returns the time control.
    #[must_use]
    pub const fn control(&self) -> &TimeControl {
        &self.control
    }

    /// Starts this side's clock and stops the other. After [`stop`](Clock::stop),
    /// the turn continues where it was interrupted.
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
        self.is_running = true;
    }

    /// Completes the move of the running side: charges its time, except for the
    /// time `spared` for lag, credits what the move earns, and starts the other
    /// side's clock.
    ///
    /// Does nothing if both clocks are stopped.
    pub fn press(&mut self, at: Time, spared: Span) {
        if !self.is_running {
            return;
        }
        let at = self.not_before(at);
        let elapsed = self.elapsed(at);
        let balance = &mut self.lag_balances[self.turn];
        let spared = spared.min(*balance).min(elapsed);
        *balance = self.lag.after_move(*balance, spared);
        let used = elapsed - spared;
        self.spend(used);
        self.sides[self.turn].complete(self.control.of(self.turn), used);
        self.turn = !self.turn;
        self.since = at;
        self.before = Span::ZERO;
    }

    /// Completes an untimed first move of this side: it is counted, but costs no
    /// time and earns none. The clock of this side stops, and no clock starts.
    pub fn press_free(&mut self, color: Color) {
        self.sides[color].count(self.control.of(color));
        if self.turn == color {
            self.is_running = false;
            self.before = Span::ZERO;
        }
    }

    /// Returns the side whose clock runs.
    #[must_use]
    pub fn running(&self) -> Option<Color> {
        self.is_running.then_some(self.turn)
    }

    /// Returns the time since which this side's clock has been running without
    /// interruption. `None` if it is not running.
    #[must_use]
    pub fn running_since(&self, color: Color) -> Option<Time> {
        (self.running() == Some(color)).then_some(self.since)
    }

    /// Returns the first millisecond at which the flag of the running side is
    /// down, even with all the lag that can still be compensated. `None` if no
    /// clock runs or the time overflows.
    #[must_use]
    pub fn deadline(&self) -> Option<Time> {
        let limit = self
            .running()
            .and_then(|color| self.limit_with_lag(color))?;
        self.since.checked_add(limit - self.before)
    }

    /// Returns the side whose flag is down. A flag is down from the
    /// [`deadline`](Clock::deadline) on, and not a millisecond earlier.
    #[must_use]
    pub fn fallen_flag(&self, at: Time) -> Option<Color> {
        let color = self.running()?;
        (self.elapsed(at) >= self.limit_with_lag(color)?).then_some(color)
    }

    /// Returns how much time to spare a move that arrives now after a delay of
    /// `lag`, to be passed to [`press`](Clock::press): at most the player's lag
    /// balance, and at most the whole turn. `None` if the move arrives after the
    /// flag fell even so: the player has lost on time.
    #[must_use]
    pub fn spare(&self, at: Time, lag: Span) -> Option<Span> {
        let elapsed = self.elapsed(at);
        let spared = lag.min(self.lag_balances[self.turn]).min(elapsed);
        match self.sides[self.turn].limit(self.control.of(self.turn)) {
            Some(limit) if self.is_running && elapsed - spared >= limit => None,
            _ => Some(spared),
        }
    }

    /// Returns the time on this side's clock. `None` without a clock.
    #[must_use]
    pub fn remaining(&self, color: Color, at: Time) -> Option<Span> {
        Some(self.reading(color, at)?.time)
    }

    /// Returns everything that this side's clock shows. `None` without a clock.
    #[must_use]
    pub fn reading(&self, color: Color, at: Time) -> Option<ClockReading> {
        let elapsed = self.elapsed(at);
        if color == self.turn {
            return self.sides[color].reading(self.control.of(color), elapsed);
        }
        let mut reading = self.sides[color].reading(self.control.of(color), Span::ZERO)?;
        if let TimeControl::Hourglass { .. } = self.control {
            reading.time += elapsed.min(self.sides[self.turn].left);
        }
        Some(reading)
    }

    /// Takes half of the initial time of this side, and its increment
    /// ([`TimeControl::halved`]).
    pub fn halve(&mut self, color: Color) {
        let control = self.control.of(color);
        if let Some(halved) = control.halved() {
            self.sides[color].left -= Side::new(control).left - Side::new(&halved).left;
            self.control = self.control.with_side(color, halved);
        }
    }

    /// Adds time to this side's clock.
    pub fn give(&mut self, color: Color, span: Span) {
        self.sides[color].give(span);
    }

    /// Stops the clocks. They keep the time they show.
    pub fn stop(&mut self, at: Time) {
        if self.is_running {
            self.before = self.elapsed(at);
            self.since = self.not_before(at);
            self.is_running = false;
        }
    }

    /// Returns the state of both clocks at the start of the turn, for
    /// [`restore`](Clock::restore).
    #[must_use]
    pub const fn snapshot(&self) -> ClockSnapshot {
        ClockSnapshot(self.sides)
    }

    /// Restores both clocks from an earlier snapshot of the same clock after a
    /// takeback, and starts this side's clock. Lag balances are not restored.
    pub fn restore(&mut self, snapshot: ClockSnapshot, at: Time, color: Color) {
        self.sides = snapshot.0;
        self.since = self.not_before(at);
        self.before = Span::ZERO;
        self.turn = color;
        self.is_running = true;
    }

    /// Returns how long the turn has taken.
    fn elapsed(&self, at: Time) -> Span {
        if self.is_running {
            self.before + (at - self.since)
        } else {
            self.before
        }
    }

    /// Returns how long a turn may take with all the lag that can still be
    /// compensated. A player who had no time at the start of the turn gets no
    /// compensation.
    fn limit_with_lag(&self, color: Color) -> Option<Span> {
        let limit = self.sides[color].limit(self.control.of(color))?;
        if limit.is_zero() {
            return Some(Span::ZERO);
        }
        Some(limit + self.lag_balances[color])
    }

    /// Returns a time that is not before the start of the turn, so that a time
    /// that goes back is not charged to the next turn.
    fn not_before(&self, at: Time) -> Time {
        at.max(self.since)
    }

    /// Charges the side whose turn it is.
    fn spend(&mut self, elapsed: Span) {
        let before = self.sides[self.turn].left;
        self.sides[self.turn].spend(self.control.of(self.turn), elapsed);
        if let TimeControl::Hourglass { .. } = self.control {
            let used = before - self.sides[self.turn].left;
            self.sides[!self.turn].left += used;
        }
    }
}

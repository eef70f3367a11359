use arbiter_game::{Span, Time};

/// Converts the time of the outside world to the time of the game, which stands
/// still while the game is not being played.
#[derive(Debug, Default)]
pub(super) struct GameTime {
    /// How far the outside time is ahead of the game's.
    behind: Span,
    /// The time of the game while it stands still.
    stopped_at: Option<Time>,
}

impl GameTime {
    /// Returns the time of the game at this outside time.
    pub(super) fn at(&self, outside: Time) -> Time {
        let running = outside - Time::from_millis(self.behind.as_millis());
        self.stopped_at
            .unwrap_or(Time::from_millis(running.as_millis()))
    }

    /// Returns the outside time at this time of the game.
    pub(super) fn outside(&self, time: Time) -> Time {
        time + self.behind
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stopped_at.is_some()
    }

    pub(super) fn stop(&mut self, time: Time) {
        self.stopped_at = Some(time);
    }

    /// Lets time run again from where it was stopped. Returns that time.
    pub(super) fn resume(&mut self, outside: Time) -> Option<Time> {
        let stopped_at = self.stopped_at.take()?;
        self.behind = outside - stopped_at;
        Some(stopped_at)
    }

    /// Ends a stop for good: another game begins.
    pub(super) fn reset_stop(&mut self) {
        self.stopped_at = None;
    }
}

use std::time::{Duration, Instant};

use arbiter_game::Time;

use super::Clock;

/// Lets the game clock stand still while nothing can be stored.
///
/// The server stores the time again and again, and reports here whether that
/// succeeded.
#[derive(Debug)]
pub struct StoreMonitor {
    clock: Clock,
    /// The last time that was stored.
    last_stored: Time,
    /// Since when the store works again, while the clock still stands.
    back_since: Option<Instant>,
    /// How often the clock had been stopped then.
    stops: u64,
}

/// How long chess clocks still stand when the store is back, so that players can
/// reconnect and send their moves again.
const RETURN_TIME: Duration = Duration::from_secs(3);

impl StoreMonitor {
    /// Returns a monitor that stops this clock.
    #[must_use]
    pub fn new(clock: Clock) -> StoreMonitor {
        StoreMonitor {
            last_stored: clock.now(),
            clock,
            back_since: None,
            stops: 0,
        }
    }

    /// Notes that a time was stored.
    pub fn note_stored(&mut self, time: Time, now: Instant) {
        self.last_stored = time;
        if self.clock.is_running() {
            return;
        }
        // A move that could not be stored meanwhile is sent again, too.
        let stops = self.clock.stops();
        if self.stops != stops {
            self.back_since = None;
            self.stops = stops;
        }
        let back_since = *self.back_since.get_or_insert(now);
        if now.duration_since(back_since) >= RETURN_TIME {
            self.back_since = None;
            self.clock.resume();
        }
    }

    /// Notes that the time could not be stored.
    pub fn note_failure(&mut self) {
        self.back_since = None;
        self.clock.stop_at(self.last_stored);
    }
}

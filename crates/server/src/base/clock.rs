//! The clock of the server.

use std::{
    pin::Pin,
    sync::Arc,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use arbiter_game::Time;
use tokio::sync::watch;

/// The time that counts for the games of a server.
///
/// It starts near the time since 1970 and stops while the server is down, so
/// that no chess clock runs then: the store remembers where it stopped. A test
/// can set the clock.
#[derive(Clone, Debug)]
pub struct Clock(Kind);

#[derive(Clone, Debug)]
enum Kind {
    Real { started: Instant, began: Time },
    Held(Arc<watch::Sender<Time>>),
}

impl Clock {
    /// Returns a clock that runs from this time on.
    #[must_use]
    pub fn from(began: Time) -> Clock {
        let started = Instant::now();
        Clock(Kind::Real { started, began })
    }

    /// Returns a clock that stands still until it is [set](Clock::set).
    #[must_use]
    pub fn held(now: Time) -> Clock {
        Clock(Kind::Held(Arc::new(watch::Sender::new(now))))
    }

    /// Returns the current time.
    #[must_use]
    pub fn now(&self) -> Time {
        match &self.0 {
            Kind::Real { started, began } => {
                let millis = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
                *began + arbiter_game::Span::from_millis(millis)
            }
            Kind::Held(now) => *now.borrow(),
        }
    }

    /// Sets a held clock. Time never goes back.
    pub fn set(&self, now: Time) {
        if let Kind::Held(held) = &self.0 {
            held.send_if_modified(|time| {
                let is_later = *time < now;
                *time = now.max(*time);
                is_later
            });
        }
    }

    /// Waits until this time, or forever if there is none.
    pub async fn sleep_until(&self, then: Option<Time>) {
        let Some(then) = then else {
            return std::future::pending().await;
        };
        match &self.0 {
            Kind::Real { .. } => {
                let left = then - self.now();
                tokio::time::sleep(Duration::from_millis(left.as_millis())).await;
            }
            Kind::Held(now) => {
                // The sender lives as long as the clock, so the wait succeeds.
                let mut now = now.subscribe();
                let _arrived = now.wait_for(|now| *now >= then).await;
            }
        }
    }
}

/// An alarm that is cheap to postpone: it rings at the earliest time it was set
/// to, and the receiver checks the time.
pub struct Alarm {
    clock: Clock,
    set: Option<Time>,
    ring: Pin<Box<dyn Future<Output = ()> + Send>>,
}

impl Alarm {
    /// Returns an alarm that is not set.
    #[must_use]
    pub fn new(clock: Clock) -> Alarm {
        Alarm {
            clock,
            set: None,
            ring: Box::pin(std::future::pending()),
        }
    }

    /// Sets the alarm to ring at this time or earlier.
    pub fn set(&mut self, then: Option<Time>) {
        let Some(then) = then else {
            return;
        };
        if self.set.is_none_or(|set| then < set) {
            let clock = self.clock.clone();
            self.ring = Box::pin(async move { clock.sleep_until(Some(then)).await });
            self.set = Some(then);
        }
    }

    /// Returns when the alarm rings.
    #[must_use]
    pub const fn time(&self) -> Option<Time> {
        self.set
    }

    /// Waits until the alarm rings. After that it has to be set again.
    pub async fn rings(&mut self) {
        self.ring.as_mut().await;
        self.set = None;
        self.ring = Box::pin(std::future::pending());
    }
}

/// Returns the time of day in milliseconds since 1970, for people: when a game
/// was created, when a session expires.
#[must_use]
pub fn wall() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| {
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    })
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[test]
    fn an_alarm_rings_in_time_however_often_it_is_postponed() {
        let at = Time::from_millis;
        let clock = Clock::held(at(0));
        let mut alarm = Alarm::new(clock.clone());
        assert!(alarm.rings().now_or_never().is_none(), "it is not set");
        alarm.set(Some(at(20)));
        alarm.set(Some(at(10)));
        alarm.set(Some(at(30)));
        alarm.set(None);
        clock.set(at(9));
        assert!(alarm.rings().now_or_never().is_none());
        clock.set(at(10));
        assert!(alarm.rings().now_or_never().is_some());
        assert!(alarm.rings().now_or_never().is_none(), "it rings once");
        alarm.set(Some(at(30)));
        clock.set(at(30));
        assert!(alarm.rings().now_or_never().is_some());
    }
}

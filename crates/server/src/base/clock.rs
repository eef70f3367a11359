//! What time it is.

use std::{
    pin::Pin,
    sync::Arc,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use arbiter_game::Time;
use tokio::sync::watch;

/// What time it is for the games of a server, in milliseconds.
///
/// It begins near the time since 1970 and stands still while the server is
/// down, so that nobody's clock runs then: whoever starts the server says
/// where time had come to. A test holds the clock in its hand.
#[derive(Clone, Debug)]
pub struct Clock(Kind);

#[derive(Clone, Debug)]
enum Kind {
    Real { started: Instant, began: Time },
    Held(Arc<watch::Sender<Time>>),
}

impl Clock {
    /// A clock that goes on from here.
    #[must_use]
    pub fn from(began: Time) -> Clock {
        let started = Instant::now();
        Clock(Kind::Real { started, began })
    }

    /// A clock that stands still until it is [set](Clock::set).
    #[must_use]
    pub fn held(now: Time) -> Clock {
        Clock(Kind::Held(Arc::new(watch::Sender::new(now))))
    }

    /// What time it is.
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

    /// Sets a clock that is held. Time does not go back.
    pub fn set(&self, now: Time) {
        if let Kind::Held(held) = &self.0 {
            held.send_if_modified(|time| {
                let is_later = *time < now;
                *time = now.max(*time);
                is_later
            });
        }
    }

    /// Waits until then; forever, if there is no such time.
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
                // The sender is here, so the wait ends only with the time.
                let mut now = now.subscribe();
                let _arrived = now.wait_for(|now| *now >= then).await;
            }
        }
    }
}

/// An alarm that is put off again and again, which costs nothing: it rings
/// when it was first meant to, and whoever hears it looks what time it is.
pub struct Alarm {
    clock: Clock,
    set: Option<Time>,
    ring: Pin<Box<dyn Future<Output = ()> + Send>>,
}

impl Alarm {
    /// One that is not set.
    #[must_use]
    pub fn new(clock: Clock) -> Alarm {
        Alarm {
            clock,
            set: None,
            ring: Box::pin(std::future::pending()),
        }
    }

    /// Sets it to ring at this time, or before.
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

    /// When it rings.
    #[must_use]
    pub const fn time(&self) -> Option<Time> {
        self.set
    }

    /// Waits for it. Then it has to be set again.
    pub async fn rings(&mut self) {
        self.ring.as_mut().await;
        self.set = None;
        self.ring = Box::pin(std::future::pending());
    }
}

/// The time since 1970 in milliseconds, for people: when a game was made,
/// until when a session lasts.
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
    fn an_alarm_rings_in_time_however_often_it_is_put_off() {
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

//! The clock of the server.

use std::{
    pin::Pin,
    sync::{
        Arc,
        atomic::{
            AtomicU64,
            Ordering::{AcqRel, Acquire, Release},
        },
    },
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use arbiter_game::{Span, Time};
use time::OffsetDateTime;
use tokio::sync::watch;

use super::shared_time::{ClockReading, SharedTime};

/// The time that counts for the games of a server.
///
/// It starts near the time since 1970 and stops while the server is down, so
/// that no chess clock runs then: the store remembers where it stopped. It also
/// stands still while the store is down. Nodes that share a database share one game
/// time, which stands still while all of them are down. A test can set the clock.
#[derive(Clone, Debug)]
pub struct Clock {
    source: Source,
    pause: Arc<Pause>,
}

/// A time that never stands still.
#[derive(Clone, Debug)]
enum Source {
    Real { started: Instant, began: Time },
    Shared(Arc<SharedTime>),
    Held(Arc<watch::Sender<Time>>),
}

/// When the clock stands still, and for how long it has done so.
#[derive(Debug)]
struct Pause {
    /// The time at which the clock stands still, in milliseconds.
    stopped_at: AtomicU64,
    /// How often [`Clock::stop_at`] was called.
    stops: AtomicU64,
    /// How far the clock is behind its source, in milliseconds.
    behind: AtomicU64,
    /// Whether the clock runs, for those who wait for that.
    is_running: watch::Sender<bool>,
}

/// The value of [`Pause::stopped_at`] of a clock that runs.
const RUNNING: u64 = u64::MAX;

impl Clock {
    /// Returns a clock that runs from this time on.
    #[must_use]
    pub fn from(began: Time) -> Clock {
        let started = Instant::now();
        Clock::new(Source::Real { started, began })
    }

    /// Returns a clock that shows the game time that all nodes share.
    #[must_use]
    pub fn shared(reading: &ClockReading) -> Clock {
        Clock::new(Source::Shared(Arc::new(SharedTime::new(reading))))
    }

    /// Returns by how much a shared clock may be wrong at this moment.
    #[must_use]
    pub fn max_error(&self, moment: Instant) -> Option<Duration> {
        match &self.source {
            Source::Shared(shared) => Some(shared.max_error(moment)),
            Source::Real { .. } | Source::Held(_) => None,
        }
    }

    /// Takes another reading of the shared game time into account, and lets the clock
    /// run if it stood still: while a node was cut off, the game time of the others went
    /// on.
    pub fn adjust(&self, reading: &ClockReading) {
        if let Source::Shared(shared) = &self.source {
            shared.adjust(reading);
            self.resume();
        }
    }

    /// Returns a clock that stands still until it is [set](Clock::set).
    #[must_use]
    pub fn held(now: Time) -> Clock {
        Clock::new(Source::Held(Arc::new(watch::Sender::new(now))))
    }

    fn new(source: Source) -> Clock {
        let pause = Arc::new(Pause {
            stopped_at: AtomicU64::new(RUNNING),
            stops: AtomicU64::new(0),
            behind: AtomicU64::new(0),
            is_running: watch::Sender::new(true),
        });
        Clock { source, pause }
    }

    /// Returns the current time.
    #[must_use]
    pub fn now(&self) -> Time {
        self.at(self.source.now())
    }

    /// Returns the time of this clock at a time of its source.
    fn at(&self, source: Time) -> Time {
        let stopped_at = self.pause.stopped_at.load(Acquire);
        if stopped_at != RUNNING {
            return Time::from_millis(stopped_at);
        }
        let behind = self.pause.behind.load(Acquire);
        Time::from_millis(source.as_millis().saturating_sub(behind))
    }

    /// Stops the clock at this time, which may be a little earlier than now: what
    /// happened since then could not be stored. Does nothing if the clock stands
    /// still already.
    pub fn stop_at(&self, time: Time) {
        self.pause.stops.fetch_add(1, AcqRel);
        let stopped = self.pause.stopped_at.compare_exchange(
            RUNNING,
            time.as_millis().min(self.now().as_millis()),
            AcqRel,
            Acquire,
        );
        if stopped.is_ok() {
            self.pause.is_running.send_replace(false);
            tracing::warn!("chess clocks stand still");
        }
    }

    /// Lets the clock run again from where it stands.
    pub fn resume(&self) {
        let stopped_at = self.pause.stopped_at.load(Acquire);
        if stopped_at == RUNNING {
            return;
        }
        let behind = match &self.source {
            // The shared time knows itself whether it stood still.
            Source::Shared(_) => 0,
            source => source.now().as_millis().saturating_sub(stopped_at),
        };
        self.pause.behind.store(behind, Release);
        self.pause.stopped_at.store(RUNNING, Release);
        self.pause.is_running.send_replace(true);
        tracing::info!("chess clocks run again");
        if let Source::Held(held) = &self.source {
            // Tasks that wait for a time check again.
            held.send_modify(|_| {});
        }
    }

    /// Returns how often [`stop_at`](Clock::stop_at) was called, including calls while the
    /// clock already stood still.
    #[must_use]
    pub fn stops(&self) -> u64 {
        self.pause.stops.load(Acquire)
    }

    /// Reports whether the clock runs.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.pause.stopped_at.load(Acquire) == RUNNING
    }

    /// Waits until the clock runs, or stands still.
    pub async fn wait_until(&self, is_running: bool) {
        // The sender lives as long as the clock, so the wait succeeds.
        let mut now = self.pause.is_running.subscribe();
        let _changed = now.wait_for(|now| *now == is_running).await;
    }

    /// Sets a held clock. Time never goes back.
    pub fn set(&self, now: Time) {
        if let Source::Held(held) = &self.source {
            held.send_if_modified(|time| {
                let is_later = *time < now;
                *time = now.max(*time);
                is_later
            });
        }
    }

    /// Advances a held clock.
    pub fn advance(&self, span: Span) {
        if let Source::Held(held) = &self.source {
            held.send_modify(|time| *time = *time + span);
        }
    }

    /// Waits until this time, or forever if there is none. If the clock stands
    /// still meanwhile, the wait may be too short.
    pub async fn sleep_until(&self, then: Option<Time>) {
        let Some(then) = then else {
            return std::future::pending().await;
        };
        match &self.source {
            Source::Real { .. } | Source::Shared(_) => {
                let left = then - self.now();
                tokio::time::sleep(Duration::from_millis(left.as_millis())).await;
            }
            Source::Held(now) => {
                // The sender lives as long as the clock, so the wait succeeds.
                let mut now = now.subscribe();
                let _arrived = now.wait_for(|now| self.at(*now) >= then).await;
            }
        }
    }
}

impl Source {
    fn now(&self) -> Time {
        match self {
            Source::Real { started, began } => {
                let millis = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
                *began + Span::from_millis(millis)
            }
            Source::Shared(shared) => shared.now(),
            Source::Held(now) => *now.borrow(),
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

/// Writes a time in milliseconds since 1970 for people: `2026-01-31 14:05 UTC`.
#[must_use]
pub fn utc(millis: u64) -> String {
    let seconds = i64::try_from(millis / 1_000).unwrap_or(i64::MAX);
    let Ok(time) = OffsetDateTime::from_unix_timestamp(seconds) else {
        return "in the far future".to_owned();
    };
    format!(
        "{}-{:02}-{:02} {:02}:{:02} UTC",
        time.year(),
        u8::from(time.month()),
        time.day(),
        time.hour(),
        time.minute()
    )
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[test]
    fn a_clock_that_stood_still_continues_from_there() {
        let at = Time::from_millis;
        let clock = Clock::held(at(1_000));
        clock.stop_at(at(900));
        clock.stop_at(at(800));
        clock.set(at(5_000));
        assert_eq!(clock.now(), at(900));
        assert!(clock.sleep_until(Some(at(901))).now_or_never().is_none());
        clock.resume();
        assert_eq!(clock.now(), at(900));
        clock.set(at(5_010));
        assert_eq!(clock.now(), at(910));
        assert!(clock.sleep_until(Some(at(910))).now_or_never().is_some());
        clock.stop_at(at(2_000));
        assert_eq!(clock.now(), at(910), "it never stops in the future");
    }

    #[test]
    fn a_time_is_written_for_people() {
        assert_eq!(utc(0), "1970-01-01 00:00 UTC");
        assert_eq!(utc(1_798_725_959_999), "2026-12-31 14:05 UTC");
        assert_eq!(utc(u64::MAX), "in the far future");
    }

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

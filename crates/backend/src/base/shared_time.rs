use std::{
    sync::atomic::{
        AtomicI64, AtomicU64,
        Ordering::{Acquire, Relaxed, Release},
    },
    time::{Duration, Instant},
};

use arbiter_game::Time;
use parking_lot::Mutex;

/// A reading of the clock that all nodes share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockReading {
    /// When this node asked for the time.
    pub sent: Instant,
    /// When this node received it.
    pub received: Instant,
    /// The time of the database, at some moment in between, in microseconds since 1970.
    pub wall_micros: u64,
    /// How far the game time is behind the time of the database, in milliseconds.
    pub behind_millis: u64,
    /// A game time that has been reached: until the database's time less `behind_millis`
    /// is later, the game time stands still here.
    pub reached: Time,
}

/// The game time that all nodes share, as this node estimates it.
///
/// The time of the database is read at intervals. The reading is right for some moment
/// between the question and the answer, so the error is at most half of that span; it
/// grows by `MAX_DRIFT_PPM` until the next reading. The time never goes back.
#[derive(Debug)]
pub struct SharedTime {
    started: Instant,
    estimate: Mutex<Estimate>,
    /// The game time when this node started, in microseconds.
    origin_micros: AtomicI64,
    reached: AtomicU64,
    /// The latest time that was returned, in milliseconds.
    latest: AtomicU64,
}

/// By how much the clock of the database is ahead of that of this node, in
/// microseconds: it is known to be between `least` and `most`.
#[derive(Clone, Copy, Debug)]
struct Estimate {
    least: i64,
    most: i64,
    /// When this was known, in microseconds since the start.
    at: i64,
}

/// How much two clocks may differ in speed, in millionths: twice what the time
/// protocols of operating systems allow.
const MAX_DRIFT_PPM: i64 = 1_000;

impl SharedTime {
    /// Returns the time according to its first reading.
    #[must_use]
    pub fn new(reading: &ClockReading) -> SharedTime {
        let started = reading.sent;
        let estimate = Estimate::of(reading, started);
        let time = SharedTime {
            started,
            estimate: Mutex::new(estimate),
            origin_micros: AtomicI64::new(0),
            reached: AtomicU64::new(0),
            latest: AtomicU64::new(0),
        };
        time.set(estimate, reading);
        time
    }

    /// Takes another reading into account.
    pub fn adjust(&self, reading: &ClockReading) {
        let new = Estimate::of(reading, self.started);
        let mut estimate = self.estimate.lock();
        *estimate = estimate.refined_by(new);
        self.set(*estimate, reading);
    }

    fn set(&self, estimate: Estimate, reading: &ClockReading) {
        let behind = i64::try_from(reading.behind_millis).unwrap_or(i64::MAX);
        let origin = estimate
            .middle()
            .saturating_sub(behind.saturating_mul(1_000));
        self.reached.store(reading.reached.as_millis(), Release);
        self.origin_micros.store(origin, Release);
    }

    /// Returns the game time.
    #[must_use]
    pub fn now(&self) -> Time {
        self.at(Instant::now())
    }

    /// Returns the game time at a moment of this node. It is not earlier than any time
    /// that was returned before.
    #[must_use]
    pub fn at(&self, moment: Instant) -> Time {
        let micros = self.origin_micros.load(Acquire) + micros(moment, self.started);
        let millis = u64::try_from(micros / 1_000).unwrap_or(0);
        let millis = millis.max(self.reached.load(Acquire));
        let latest = self.latest.fetch_max(millis, Relaxed);
        Time::from_millis(millis.max(latest))
    }

    /// Returns by how much the time may be wrong at a moment of this node.
    #[must_use]
    pub fn max_error(&self, moment: Instant) -> Duration {
        let now = micros(moment, self.started);
        let estimate = self.estimate.lock().aged(now);
        let half = (estimate.most - estimate.least) / 2 + 1;
        // Times are whole milliseconds.
        Duration::from_micros(u64::try_from(half).unwrap_or(0)) + Duration::from_millis(1)
    }
}

impl Estimate {
    fn of(reading: &ClockReading, started: Instant) -> Estimate {
        let wall = i64::try_from(reading.wall_micros).unwrap_or(i64::MAX);
        let received = micros(reading.received, started);
        Estimate {
            least: wall - received,
            most: wall - micros(reading.sent, started),
            at: received,
        }
    }

    /// Returns what is still known at this time.
    fn aged(self, at: i64) -> Estimate {
        let drift = (at - self.at).max(0) * MAX_DRIFT_PPM / 1_000_000 + 1;
        Estimate {
            least: self.least - drift,
            most: self.most + drift,
            at: at.max(self.at),
        }
    }

    /// Returns what is known with a new reading. If the readings contradict each other,
    /// the clock of the database was set, and only the new one counts.
    fn refined_by(self, new: Estimate) -> Estimate {
        let old = self.aged(new.at);
        let both = Estimate {
            least: old.least.max(new.least),
            most: old.most.min(new.most),
            at: new.at,
        };
        match both.least <= both.most {
            true => both,
            false => new,
        }
    }

    const fn middle(self) -> i64 {
        i64::midpoint(self.least, self.most)
    }
}

/// Returns the time since the start in microseconds.
fn micros(moment: Instant, started: Instant) -> i64 {
    let elapsed = moment.saturating_duration_since(started).as_micros();
    i64::try_from(elapsed).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const START: u64 = 1_750_000_000_000_000;

    /// A reading whose answer was written `outward` after the question, by a database
    /// whose clock runs faster or slower by this many millionths.
    fn reading(begin: Instant, at: u64, outward: u64, back: u64, ppm: i64) -> ClockReading {
        ClockReading {
            sent: begin + Duration::from_micros(at),
            received: begin + Duration::from_micros(at + outward + back),
            wall_micros: wall(at + outward, ppm),
            behind_millis: 500,
            reached: Time::from_millis(0),
        }
    }

    /// The time of the database this many microseconds after the start.
    fn wall(at: u64, ppm: i64) -> u64 {
        let drift = i64::try_from(at).unwrap() * ppm / 1_000_000;
        (START + at).checked_add_signed(drift).unwrap()
    }

    proptest! {
        #[test]
        fn the_error_is_within_its_bound_and_time_never_goes_back(
            ppm in -900_i64..900,
            trips in prop::collection::vec((0_u64..1_000_000, 0_u64..40_000, 0_u64..40_000), 1..20),
        ) {
            let begin = Instant::now();
            let first = reading(begin, 0, trips[0].1, trips[0].2, ppm);
            let time = SharedTime::new(&first);
            let (mut at, mut latest) = (0, Time::from_millis(0));
            for (pause, outward, back) in trips {
                at += 100_000 + pause;
                let now = begin + Duration::from_micros(at);
                let told = time.at(now);
                let truth = wall(at, ppm) / 1_000 - 500;
                let error = told.as_millis().abs_diff(truth);
                let bound = time.max_error(now);
                prop_assert!(u128::from(error) <= bound.as_millis() + 1, "{error} ms, {bound:?}");
                prop_assert!(told >= latest);
                latest = told;
                time.adjust(&reading(begin, at, outward, back, ppm));
                at += outward + back;
            }
        }
    }

    #[test]
    fn time_stands_still_until_the_service_has_returned() {
        let begin = Instant::now();
        let mut first = reading(begin, 0, 100, 100, 0);
        let reached = Time::from_millis(START / 1_000 - 500);
        // The game time was reached before an outage, and continues three seconds later.
        (first.reached, first.behind_millis) = (reached, 3_500);
        let time = SharedTime::new(&first);
        let at = |millis| begin + Duration::from_millis(millis);
        assert_eq!(time.at(at(10)), reached);
        assert_eq!(time.at(at(2_990)), reached);
        let later = time.at(at(4_000)).as_millis() - reached.as_millis();
        assert!((998..=1_001).contains(&later), "{later}");
    }

    #[test]
    fn a_clock_that_is_set_back_stops_and_does_not_go_back() {
        let begin = Instant::now();
        let time = SharedTime::new(&reading(begin, 0, 100, 100, 0));
        let at = |millis| begin + Duration::from_millis(millis);
        let before = time.at(at(1_000));
        let mut back = reading(begin, 1_000_000, 100, 100, 0);
        back.wall_micros -= 400_000;
        time.adjust(&back);
        assert_eq!(time.at(at(1_100)), before);
        assert!(time.at(at(1_600)) > before);
    }
}

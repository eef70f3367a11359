use std::{
    fmt,
    hash::Hash,
    num::NonZeroU32,
    sync::atomic::{AtomicU32, Ordering::Relaxed},
    time::Duration,
};

use governor::{
    DefaultDirectRateLimiter, Quota, RateLimiter,
    clock::{Clock, DefaultClock},
    middleware::NoOpMiddleware,
    state::keyed::DefaultKeyedStateStore,
};
use parking_lot::RwLock;

/// Limits how often something may be done, separately for each key: an
/// address or a player.
pub struct KeyedRateLimit<K: Hash + Eq + Clone, C: Clock = DefaultClock> {
    limiter: RwLock<Option<KeyedLimiter<K, C>>>,
    clock: C,
    checks: AtomicU32,
    count: AtomicU32,
    within: Duration,
    burst: Burst,
}

/// How many of the uses may come at once.
#[derive(Clone, Copy)]
enum Burst {
    Quarter,
    All,
}

type KeyedLimiter<K, C> =
    RateLimiter<K, DefaultKeyedStateStore<K>, C, NoOpMiddleware<<C as Clock>::Instant>>;

/// Measures a rate by the clock of the server, which a test can set.
#[derive(Clone, Debug)]
pub struct ServerTime(crate::base::Clock);

/// Limits how often something may be done on one connection.
#[derive(Debug)]
pub struct RateLimit(Option<DefaultDirectRateLimiter>);

/// After this many checks, keys that have been quiet are forgotten.
const CHECKS_BETWEEN_CLEANUPS: u32 = 4_096;

impl<K: Hash + Eq + Clone> KeyedRateLimit<K> {
    /// Allows `count` uses in a time of `within`, and a quarter of them at
    /// once. A count of 0 means no limit.
    #[must_use]
    pub fn new(count: u32, within: Duration) -> KeyedRateLimit<K> {
        KeyedRateLimit::build(count, within, Burst::Quarter, DefaultClock::default())
    }

    /// Allows `count` uses in a time of `within`, even all of them at once.
    /// A count of 0 means no limit.
    #[must_use]
    pub fn all_at_once(count: u32, within: Duration) -> KeyedRateLimit<K> {
        KeyedRateLimit::build(count, within, Burst::All, DefaultClock::default())
    }
}

impl<K: Hash + Eq + Clone> KeyedRateLimit<K, ServerTime> {
    /// Allows `count` uses in a time of `within` by the server's clock, even all of
    /// them at once. A count of 0 means no limit.
    #[must_use]
    pub fn by_server_time(
        count: u32,
        within: Duration,
        clock: crate::base::Clock,
    ) -> KeyedRateLimit<K, ServerTime> {
        KeyedRateLimit::build(count, within, Burst::All, ServerTime(clock))
    }
}

impl<K: Hash + Eq + Clone, C: Clock + Clone> KeyedRateLimit<K, C> {
    fn build(count: u32, within: Duration, burst: Burst, clock: C) -> KeyedRateLimit<K, C> {
        KeyedRateLimit {
            limiter: RwLock::new(keyed_limiter(count, within, burst, &clock)),
            clock,
            checks: AtomicU32::new(0),
            count: AtomicU32::new(count),
            within,
            burst,
        }
    }

    /// Changes how many uses are allowed. If the number is a different one, the uses so
    /// far are forgotten.
    pub fn set_count(&self, count: u32) {
        if self.count.swap(count, Relaxed) != count {
            *self.limiter.write() = keyed_limiter(count, self.within, self.burst, &self.clock);
        }
    }

    /// Counts one more use.
    ///
    /// # Errors
    ///
    /// Returns how long to wait if it is one too many.
    pub fn check(&self, key: &K) -> Result<(), Duration> {
        let limiter = self.limiter.read();
        let Some(limiter) = &*limiter else {
            return Ok(());
        };
        let checks = self.checks.fetch_add(1, Relaxed);
        if checks % CHECKS_BETWEEN_CLEANUPS == CHECKS_BETWEEN_CLEANUPS - 1 {
            limiter.retain_recent();
        }
        limiter.check_key(key).map_err(|until| {
            let wait = until.wait_time_from(self.clock.now());
            wait + Duration::from_millis(999)
        })
    }
}

impl Clock for ServerTime {
    type Instant = Duration;

    fn now(&self) -> Duration {
        Duration::from_millis(self.0.now().as_millis())
    }
}

impl RateLimit {
    /// Allows `count` uses in a time of `within`, and a quarter of them at
    /// once. A count of 0 means no limit.
    #[must_use]
    pub fn new(count: u32, within: Duration) -> RateLimit {
        RateLimit(quota(count, within, count.div_ceil(4)).map(RateLimiter::direct))
    }

    /// Counts one more use and reports whether it is allowed.
    #[must_use]
    pub fn allows(&self) -> bool {
        self.0
            .as_ref()
            .is_none_or(|limiter| limiter.check().is_ok())
    }
}

fn keyed_limiter<K: Hash + Eq + Clone, C: Clock + Clone>(
    count: u32,
    within: Duration,
    burst: Burst,
    clock: &C,
) -> Option<KeyedLimiter<K, C>> {
    let burst = match burst {
        Burst::Quarter => count.div_ceil(4),
        Burst::All => count,
    };
    let quota = quota(count, within, burst)?;
    Some(RateLimiter::new(
        quota,
        DefaultKeyedStateStore::default(),
        clock.clone(),
    ))
}

fn quota(count: u32, within: Duration, burst: u32) -> Option<Quota> {
    let period = within.checked_div(count)?;
    let burst = NonZeroU32::new(burst)?;
    Some(Quota::with_period(period)?.allow_burst(burst))
}

impl<K: Hash + Eq + Clone, C: Clock> fmt::Debug for KeyedRateLimit<K, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KeyedRateLimit")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_secs(3_600);

    #[test]
    fn each_key_has_its_own_limit() {
        let limit = KeyedRateLimit::new(8, HOUR);
        assert!(limit.check(&1).is_ok() && limit.check(&1).is_ok());
        let wait = limit.check(&1).unwrap_err();
        assert!(wait > Duration::from_secs(400) && wait <= Duration::from_secs(451));
        assert!(limit.check(&2).is_ok());
    }

    #[test]
    fn the_time_of_the_server_counts() {
        let at = arbiter_game::Time::from_millis;
        let clock = crate::base::Clock::held(at(0));
        let limit = KeyedRateLimit::by_server_time(3, Duration::from_secs(60), clock.clone());
        assert!((0..3).all(|_| limit.check(&1).is_ok()));
        assert!(limit.check(&1).is_err() && limit.check(&2).is_ok());
        clock.set(at(60_000));
        assert!((0..3).all(|_| limit.check(&1).is_ok()));
        assert!(limit.check(&1).is_err());
    }

    #[test]
    fn a_limit_of_zero_allows_everything() {
        let (keyed, single) = (KeyedRateLimit::new(0, HOUR), RateLimit::new(0, HOUR));
        assert!((0..1_000).all(|_| keyed.check(&1).is_ok() && single.allows()));
    }

    #[test]
    fn a_connection_has_a_limit() {
        let limit = RateLimit::new(4, HOUR);
        assert!(limit.allows());
        assert!(!limit.allows());
    }
}

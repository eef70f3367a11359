use std::{
    num::NonZeroU32,
    sync::atomic::{AtomicU32, Ordering::Relaxed},
    time::Duration,
};

use governor::{
    DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter,
    clock::{Clock, DefaultClock},
};

use crate::{base::Address, endpoints::error::Error};

/// How often something may be done from each address.
#[derive(Debug)]
pub struct Rates {
    limiter: Option<DefaultKeyedRateLimiter<Address>>,
    checks: AtomicU32,
}

/// How often something may be done on one socket.
#[derive(Debug)]
pub struct Rate(Option<DefaultDirectRateLimiter>);

/// After so many checks, addresses that have been quiet are forgotten.
const TIDY: u32 = 4_096;

impl Rates {
    /// So often in this time, and a quarter of it at once; as often as anybody
    /// likes, if it is 0.
    #[must_use]
    pub fn new(count: u32, within: Duration) -> Rates {
        Rates {
            limiter: quota(count, within).map(RateLimiter::keyed),
            checks: AtomicU32::new(0),
        }
    }

    /// Counts one more.
    ///
    /// # Errors
    ///
    /// That it is one too many, and when it will not be.
    pub fn check(&self, address: Address) -> Result<(), Error> {
        let Some(limiter) = &self.limiter else {
            return Ok(());
        };
        if self.checks.fetch_add(1, Relaxed) % TIDY == TIDY - 1 {
            limiter.retain_recent();
        }
        limiter.check_key(&address).map_err(|until| {
            let after = until.wait_time_from(DefaultClock::default().now());
            Error::TooMany {
                after: after + Duration::from_millis(999),
            }
        })
    }
}

impl Rate {
    /// So often in this time, and a quarter of it at once; as often as anybody
    /// likes, if it is 0.
    #[must_use]
    pub fn new(count: u32, within: Duration) -> Rate {
        Rate(quota(count, within).map(RateLimiter::direct))
    }

    /// Counts one more. Whether it is allowed.
    #[must_use]
    pub fn allows(&self) -> bool {
        self.0.as_ref().is_none_or(|rate| rate.check().is_ok())
    }
}

fn quota(count: u32, within: Duration) -> Option<Quota> {
    let each = within.checked_div(count)?;
    let burst = NonZeroU32::new(count.div_ceil(4))?;
    Some(Quota::with_period(each)?.allow_burst(burst))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_secs(3_600);

    #[test]
    fn an_address_may_do_it_so_often_and_others_too() {
        let [one, other] = ["192.0.2.1", "192.0.2.2"].map(|it| Address::of(it.parse().unwrap()));
        let rates = Rates::new(8, HOUR);
        assert!(rates.check(one).is_ok() && rates.check(one).is_ok());
        let Err(Error::TooMany { after }) = rates.check(one) else {
            panic!("the third is too many");
        };
        assert!(after > Duration::from_secs(400) && after <= Duration::from_secs(451));
        assert!(rates.check(other).is_ok());
    }

    #[test]
    fn no_limit_is_none() {
        let address = Address::of("192.0.2.1".parse().unwrap());
        let (rates, rate) = (Rates::new(0, HOUR), Rate::new(0, HOUR));
        assert!((0..1_000).all(|_| rates.check(address).is_ok() && rate.allows()));
    }

    #[test]
    fn a_socket_may_do_it_so_often() {
        let rate = Rate::new(4, HOUR);
        assert!(rate.allows());
        assert!(!rate.allows());
    }
}

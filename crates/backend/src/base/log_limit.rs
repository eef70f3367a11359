use std::{fmt, hash::Hash, time::Duration};

use super::KeyedRateLimit;

/// Limits how many lines one visitor can add to the log, which would fill the
/// disk otherwise. Metrics count everything.
pub struct LogLimit<K: Hash + Eq + Clone>(KeyedRateLimit<K>);

/// How many lines one visitor may add in a minute, all at once if need be.
const LINES_PER_MINUTE: u32 = 60;

impl<K: Hash + Eq + Clone> LogLimit<K> {
    /// Counts one more line and reports whether it may be written.
    #[must_use]
    pub fn allows(&self, key: &K) -> bool {
        self.0.check(key).is_ok()
    }
}

impl<K: Hash + Eq + Clone> Default for LogLimit<K> {
    fn default() -> LogLimit<K> {
        let minute = Duration::from_secs(60);
        LogLimit(KeyedRateLimit::all_at_once(LINES_PER_MINUTE, minute))
    }
}

impl<K: Hash + Eq + Clone> fmt::Debug for LogLimit<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("LogLimit").finish_non_exhaustive()
    }
}

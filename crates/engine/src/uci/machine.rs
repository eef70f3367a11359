use core::time::Duration;

use crate::EngineSettings;

/// Returns the current time, measured from any moment before the session.
pub type TimeSource<'c> = &'c (dyn Fn() -> Duration + Sync);

/// The upper limits of the options `Threads` and `Hash`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MachineLimits {
    /// The maximum number of threads.
    pub threads: usize,
    /// The maximum size of the transposition table in MiB.
    pub hash_mib: usize,
}

impl Default for MachineLimits {
    fn default() -> MachineLimits {
        MachineLimits {
            threads: 512,
            hash_mib: 1 << 17,
        }
    }
}

impl MachineLimits {
    /// Returns the default settings within these limits.
    pub(super) fn default_settings(self) -> EngineSettings {
        let settings = EngineSettings::default();
        EngineSettings {
            threads: settings.threads.min(self.threads),
            hash_mib: settings.hash_mib.min(self.hash_mib),
        }
    }
}

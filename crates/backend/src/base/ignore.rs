//! Failures that do not matter.

/// Ignores a failure, with the reason written down where it happens.
pub trait Ignore {
    /// Drops the result; `reason` says why a failure does not matter here.
    fn ignore(self, reason: &str);
}

impl<T, E> Ignore for Result<T, E> {
    fn ignore(self, _reason: &str) {
        drop(self);
    }
}

use std::sync::Arc;

use arbiter_wire::Limits;
use parking_lot::RwLock;

/// The limits in force, which an administrator can change while the server runs.
/// Clones share them.
#[derive(Clone, Debug)]
pub struct CurrentLimits(Arc<RwLock<Limits>>);

impl CurrentLimits {
    /// Returns limits that begin with these.
    #[must_use]
    pub fn new(limits: Limits) -> CurrentLimits {
        CurrentLimits(Arc::new(RwLock::new(limits)))
    }

    /// Returns the limits in force.
    #[must_use]
    pub fn get(&self) -> Limits {
        *self.0.read()
    }

    /// Changes them.
    pub fn set(&self, limits: Limits) {
        *self.0.write() = limits;
    }
}

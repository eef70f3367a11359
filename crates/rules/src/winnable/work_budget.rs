use core::cell::Cell;

/// How much work a question may still take. All methods take their work from it,
/// so that together they exceed it by no more than one step of one of them.
///
/// A unit is the work of about 12 ns on a server of 2023. What each step costs was
/// measured, also on positions chosen to make it expensive.
pub(super) struct WorkBudget {
    units: u64,
    used: Cell<u64>,
}

impl WorkBudget {
    pub(super) fn new(units: u64) -> WorkBudget {
        WorkBudget {
            units,
            used: Cell::new(0),
        }
    }

    /// Takes this many units, and reports whether there were that many left.
    #[inline]
    pub(super) fn take(&self, units: u64) -> bool {
        self.used.set(self.used.get().saturating_add(units));
        !self.is_spent()
    }

    #[inline]
    pub(super) fn is_spent(&self) -> bool {
        self.used.get() > self.units
    }

    /// Returns the number of units left.
    pub(super) fn left(&self) -> u64 {
        self.units.saturating_sub(self.used.get())
    }

    /// Returns the number of units taken.
    pub(super) fn used(&self) -> u64 {
        self.used.get()
    }

    /// Does something with at most this many of the units left.
    pub(super) fn within<T>(&self, units: u64, work: impl FnOnce(&WorkBudget) -> T) -> T {
        let share = WorkBudget::new(units.min(self.left()));
        let result = work(&share);
        self.take(share.used());
        result
    }
}

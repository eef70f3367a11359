use arbiter_rules::Move;

use crate::{Effort, Report};

/// Who has asked for a search: says when it is over, and hears what is found.
///
/// `()` never stops one and hears nothing.
pub trait Control: Sync {
    /// Asked by every thread every thousand positions or so, and before the
    /// first: whether to stop at once.
    fn is_over(&self) -> bool {
        false
    }

    /// Asked after each depth: whether to be content with what there is.
    fn is_enough(&self, _effort: &Effort) -> bool {
        false
    }

    /// A line was found.
    fn line(&self, _report: &Report) {}

    /// This move, the first being 1, is looked at next at this depth.
    fn trying(&self, _depth: u32, _mv: Move, _number: usize) {}
}

impl Control for () {}

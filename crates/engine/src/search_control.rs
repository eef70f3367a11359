use arbiter_rules::Move;

use crate::{SearchProgress, SearchReport};

/// Decides when a search stops, and receives what it finds.
///
/// All methods have defaults; `()` never stops a search and ignores its
/// reports.
pub trait SearchControl: Sync {
    /// Reports whether the search must stop immediately.
    ///
    /// Every search thread asks before its first node and about every thousand
    /// nodes after that.
    fn should_stop(&self) -> bool {
        false
    }

    /// Reports whether the depth just completed is the last one needed.
    fn should_finish(&self, _progress: &SearchProgress) -> bool {
        false
    }

    /// Receives a line that the search has found.
    fn on_report(&self, _report: &SearchReport) {}

    /// Receives the root move that is searched next: the depth, the move, and its
    /// number in the move order, counted from 1.
    fn on_root_move(&self, _depth: u32, _mv: Move, _number: usize) {}
}

impl SearchControl for () {}

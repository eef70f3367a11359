//! Tablebase probing during the search.

use core::sync::atomic::Ordering::Relaxed;

use arbiter_rules::{PlayedLine, Position};

use super::{root::RootMoves, worker::Worker};
use crate::{
    Bound, TablebaseWdl, Tablebases,
    packed_move::PackedMove,
    score::{DRAW, LOWEST_TABLEBASE_WIN, TABLEBASE_WIN},
    transposition_table::Entry,
};

/// Keeps only the root moves that preserve the tablebase result, if the position
/// is known.
pub(super) fn keep_best(root: &mut RootMoves, tablebases: &Tablebases, line: &PlayedLine) {
    let position = line.position();
    let plies = line.moves().len();
    let reversible = usize::from(position.halfmoves()).min(plies);
    let has_repeated = (plies - reversible..=plies)
        .filter_map(|ply| line.position_at(ply))
        .any(|seen| line.occurrences(seen) > 1);
    let is_draw_after = |after: &Position| {
        line.occurrences(after) >= 2 || after.halfmoves() >= 100 && after.has_legal_move()
    };
    if let Some((wdl, best)) = tablebases.best_moves(position, is_draw_after, has_repeated) {
        root.keep(&best);
        root.wdl = Some(wdl);
    }
}

impl RootMoves {
    /// Limits a value by the tablebase result of the root position.
    pub(super) fn tablebase_value(&self, found: i32) -> i32 {
        match self.wdl {
            None => found,
            Some(TablebaseWdl::Win) => found.max(LOWEST_TABLEBASE_WIN),
            Some(TablebaseWdl::Loss) => found.min(-LOWEST_TABLEBASE_WIN),
            Some(TablebaseWdl::Draw | TablebaseWdl::CursedWin | TablebaseWdl::BlessedLoss) => DRAW,
        }
    }
}

impl Worker<'_> {
    /// Returns the tablebase value of a position directly after a capture or pawn
    /// move. Tablebases assume that the fifty-move counter is zero.
    #[inline]
    pub(super) fn tablebase_value(
        &mut self,
        position: &Position,
        ply: usize,
        depth: i32,
    ) -> Option<i32> {
        let tablebases = self.shared.tablebases?;
        if position.halfmoves() > 0 || !tablebases.may_contain(position) {
            return None;
        }
        let value = match tablebases.probe_wdl(position)? {
            TablebaseWdl::Win => TABLEBASE_WIN - ply as i32,
            TablebaseWdl::Loss => ply as i32 - TABLEBASE_WIN,
            TablebaseWdl::Draw | TablebaseWdl::CursedWin | TablebaseWdl::BlessedLoss => DRAW,
        };
        self.shared.tablebase_hits.fetch_add(1, Relaxed);
        let entry = Entry {
            mv: PackedMove::NONE,
            value,
            eval: None,
            depth: depth + 6,
            bound: Some(Bound::Exact),
            was_pv: false,
        };
        self.shared.transpositions.store(position.key(), ply, entry);
        Some(value)
    }
}

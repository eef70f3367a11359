//! What tables of endings tell the search.

use core::sync::atomic::Ordering::Relaxed;

use arbiter_rules::{PlayedLine, Position};

use super::{root::RootMoves, worker::Worker};
use crate::{
    Bound, Fate, Tables,
    packed::PackedMove,
    score::{DRAW, KNOWN_WIN, TABLE_WIN},
    table::Entry,
};

/// Keeps the moves that give nothing away, if a table knows the position.
pub(super) fn keep_best(root: &mut RootMoves, tables: &Tables, line: &PlayedLine) {
    let position = line.position();
    let plies = line.moves().len();
    let reversible = usize::from(position.halfmoves()).min(plies);
    let has_repeated = (plies - reversible..=plies)
        .filter_map(|ply| line.position_at(ply))
        .any(|seen| line.occurrences(seen) > 1);
    let is_draw_after = |after: &Position| {
        line.occurrences(after) >= 2 || after.halfmoves() >= 100 && after.has_legal_move()
    };
    if let Some((fate, best)) = tables.best_moves(position, is_draw_after, has_repeated) {
        root.keep(&best);
        root.fate = Some(fate);
    }
}

impl RootMoves {
    /// What is found, bounded by what the tables know.
    pub(super) fn known_value(&self, found: i32) -> i32 {
        match self.fate {
            None => found,
            Some(Fate::Won) => found.max(KNOWN_WIN),
            Some(Fate::Lost) => found.min(-KNOWN_WIN),
            Some(Fate::Drawn | Fate::WonTooLate | Fate::LostTooLate) => DRAW,
        }
    }
}

impl Worker<'_> {
    /// What a table of endings knows about a position in which a capture or a
    /// pawn move was just played: only then the fifty moves it counts on are
    /// there.
    #[inline]
    pub(super) fn known_value(
        &mut self,
        position: &Position,
        ply: usize,
        depth: i32,
    ) -> Option<i32> {
        let tables = self.shared.tables?;
        if position.halfmoves() > 0 || !tables.may_know(position) {
            return None;
        }
        let value = match tables.fate(position)? {
            Fate::Won => TABLE_WIN - ply as i32,
            Fate::Lost => ply as i32 - TABLE_WIN,
            Fate::Drawn | Fate::WonTooLate | Fate::LostTooLate => DRAW,
        };
        self.shared.ending_hits.fetch_add(1, Relaxed);
        let entry = Entry {
            mv: PackedMove::NONE,
            value,
            eval: None,
            depth: depth + 6,
            bound: Some(Bound::Exact),
            was_pv: false,
        };
        self.shared.table.store(position.key(), ply, entry);
        Some(value)
    }
}

//! Probing: what the tablebases say about a position.
//!
//! Where a capture is the best move, a tablebase stores whatever compresses well,
//! so captures are searched first. En passant captures, which tablebases do not
//! know, are covered by the same search.

use arbiter_rules::{Board, Move, Position, Role};

use super::{
    file::TableKind,
    lookup::{LookupError, look_up},
    tablebases::Tablebases,
};

/// The result of a position for the side to move, with best play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TablebaseWdl {
    /// The side to move loses.
    Loss,
    /// A loss that the fifty-move rule turns into a draw.
    BlessedLoss,
    /// A draw.
    Draw,
    /// A win that the fifty-move rule turns into a draw.
    CursedWin,
    /// The side to move wins.
    Win,
}

impl TablebaseWdl {
    /// Returns the result for the other side.
    #[must_use]
    pub const fn reversed(self) -> TablebaseWdl {
        match self {
            TablebaseWdl::Loss => TablebaseWdl::Win,
            TablebaseWdl::BlessedLoss => TablebaseWdl::CursedWin,
            TablebaseWdl::Draw => TablebaseWdl::Draw,
            TablebaseWdl::CursedWin => TablebaseWdl::BlessedLoss,
            TablebaseWdl::Win => TablebaseWdl::Loss,
        }
    }

    const fn sign(self) -> i32 {
        match self {
            TablebaseWdl::Loss | TablebaseWdl::BlessedLoss => -1,
            TablebaseWdl::Draw => 0,
            TablebaseWdl::CursedWin | TablebaseWdl::Win => 1,
        }
    }

    /// Returns the distance to zero if a capture or pawn move is played next.
    const fn distance_before_zeroing(self) -> i32 {
        match self {
            TablebaseWdl::Loss => -1,
            TablebaseWdl::BlessedLoss => -101,
            TablebaseWdl::Draw => 0,
            TablebaseWdl::CursedWin => 101,
            TablebaseWdl::Win => 1,
        }
    }

    /// Returns the index of the map that decodes distances of this result.
    const fn distance_map(self) -> usize {
        match self {
            TablebaseWdl::Win | TablebaseWdl::Draw => 0,
            TablebaseWdl::Loss => 1,
            TablebaseWdl::CursedWin => 2,
            TablebaseWdl::BlessedLoss => 3,
        }
    }
}

/// The result of searching captures and probing the table.
struct ProbeResult {
    wdl: TablebaseWdl,
    /// Whether a capture, or a pawn move if those were searched, is best.
    is_by_zeroing: bool,
}

impl Tablebases {
    /// Returns the result of a position, assuming that its fifty-move counter is
    /// zero, or none if no tablebase covers it. Tablebases do not cover positions
    /// with castling rights.
    #[must_use]
    pub fn probe_wdl(&self, position: &Position) -> Option<TablebaseWdl> {
        if !self.may_contain(position) {
            return None;
        }
        Some(self.search_and_probe::<false>(position)?.wdl)
    }

    /// Reports whether the number of pieces and the castling rights allow a probe.
    #[must_use]
    #[inline]
    pub fn may_contain(&self, position: &Position) -> bool {
        position.board().occupied().count() as usize <= self.max_pieces
            && position.castling().rooks().is_empty()
    }

    /// Returns the distance to zero (DTZ): the number of half-moves to the next
    /// capture or pawn move with best play. It is positive for a win, negative for
    /// a loss and 0 for a draw; beyond 100 the fifty-move rule applies first. It
    /// may be one too large.
    #[must_use]
    pub fn probe_dtz(&self, position: &Position) -> Option<i32> {
        if !self.may_contain(position) {
            return None;
        }
        let result = self.search_and_probe::<true>(position)?;
        let wdl = result.wdl;
        if wdl == TablebaseWdl::Draw {
            return Some(0);
        }
        if result.is_by_zeroing {
            return Some(wdl.distance_before_zeroing());
        }
        let (table, is_color_reversed) = self.table(TableKind::Dtz, position.board())?;
        match look_up(table, TableKind::Dtz, position, is_color_reversed) {
            Ok(found) => {
                let distance = table.distance(found.file, wdl.distance_map(), found.value)?;
                let offset = match wdl {
                    TablebaseWdl::CursedWin | TablebaseWdl::BlessedLoss => 100,
                    _ => 0,
                };
                Some((distance + offset) * wdl.sign())
            }
            Err(LookupError::OtherSide) => self.distance_by_moves(position, wdl),
            Err(LookupError::Damaged) => None,
        }
    }

    /// Returns the result of a position under the fifty-move rule, and the moves
    /// that preserve it. After a repetition (`has_repeated`), only the moves with
    /// the fastest progress preserve a win.
    #[must_use]
    pub(crate) fn best_moves(
        &self,
        position: &Position,
        is_draw_after: impl Fn(&Position) -> bool,
        has_repeated: bool,
    ) -> Option<(TablebaseWdl, Vec<Move>)> {
        if !self.may_contain(position) {
            return None;
        }
        let halfmoves = i32::from(position.halfmoves());
        let mut ranked = Vec::new();
        for mv in position.legal_moves() {
            let after = position.after(mv);
            let distance = if is_draw_after(&after) {
                0
            } else {
                self.distance_after(&after)?
            };
            ranked.push((rank(distance, halfmoves, has_repeated), mv));
        }
        let best = ranked.iter().map(|&(rank, _)| rank).max()?;
        let moves = ranked.iter().filter(|(rank, _)| *rank == best);
        Some((wdl_of_rank(best), moves.map(|&(_, mv)| mv).collect()))
    }

    /// Returns the distance to zero for the side that has just moved, including its
    /// move.
    fn distance_after(&self, after: &Position) -> Option<i32> {
        if after.halfmoves() == 0 {
            return Some(self.probe_wdl(after)?.reversed().distance_before_zeroing());
        }
        if !after.has_legal_move() {
            return Some(i32::from(after.is_check()));
        }
        let distance = -self.probe_dtz(after)?;
        Some(distance + distance.signum())
    }

    /// Derives the distance to zero from the positions after each move, for tables
    /// that store only the other side to move.
    fn distance_by_moves(&self, position: &Position, wdl: TablebaseWdl) -> Option<i32> {
        let mut best: Option<i32> = None;
        for mv in position.legal_moves() {
            let distance = self.distance_after(&position.after(mv))?;
            if distance.signum() == wdl.sign() {
                best = Some(best.map_or(distance, |best| best.min(distance)));
            }
        }
        // Without a legal move it is checkmate.
        Some(best.unwrap_or(-1))
    }

    /// Searches captures, and with `PAWNS` also pawn moves, then probes the table.
    fn search_and_probe<const PAWNS: bool>(&self, position: &Position) -> Option<ProbeResult> {
        let mut best: Option<TablebaseWdl> = None;
        let (mut moves, mut tried) = (0, 0);
        for mv in position.legal_moves() {
            moves += 1;
            let is_zeroing = PAWNS && mv.role() == Role::Pawn;
            if !is_zeroing && position.captured(mv).is_none() {
                continue;
            }
            tried += 1;
            let wdl = self
                .search_and_probe::<false>(&position.after(mv))?
                .wdl
                .reversed();
            best = best.max(Some(wdl));
            if wdl == TablebaseWdl::Win {
                return Some(ProbeResult {
                    wdl,
                    is_by_zeroing: true,
                });
            }
        }
        if let Some(wdl) = best.filter(|_| tried == moves) {
            return Some(ProbeResult {
                wdl,
                is_by_zeroing: true,
            });
        }
        let stored = self.stored_wdl(position)?;
        Some(match best {
            Some(wdl) if wdl >= stored => ProbeResult {
                wdl,
                is_by_zeroing: wdl > TablebaseWdl::Draw,
            },
            _ => ProbeResult {
                wdl: stored,
                is_by_zeroing: false,
            },
        })
    }

    fn stored_wdl(&self, position: &Position) -> Option<TablebaseWdl> {
        let board = position.board();
        if are_kings_alone(board) {
            return Some(TablebaseWdl::Draw);
        }
        let (table, is_color_reversed) = self.table(TableKind::Wdl, board)?;
        let found = look_up(table, TableKind::Wdl, position, is_color_reversed).ok()?;
        Some(match found.value {
            0 => TablebaseWdl::Loss,
            1 => TablebaseWdl::BlessedLoss,
            2 => TablebaseWdl::Draw,
            3 => TablebaseWdl::CursedWin,
            4 => TablebaseWdl::Win,
            _ => return None,
        })
    }
}

/// A rank beyond any distance.
const CERTAIN: i32 = 10_000;

/// Ranks a move by its distance to zero, given the number of half-moves already
/// played without a capture or pawn move.
fn rank(distance: i32, halfmoves: i32, has_repeated: bool) -> i32 {
    match distance {
        1.. if distance + halfmoves <= 99 && !has_repeated => CERTAIN,
        1.. if distance + halfmoves <= 99 => CERTAIN - distance,
        1.. => CERTAIN / 2 - (distance + halfmoves),
        0 => 0,
        // The losing side may reach the fifty-move rule.
        ..0 if halfmoves - 2 * distance < 100 => -CERTAIN,
        ..0 => -CERTAIN / 2 - distance + halfmoves,
    }
}

fn wdl_of_rank(rank: i32) -> TablebaseWdl {
    match rank {
        _ if rank > CERTAIN - 1_000 => TablebaseWdl::Win,
        1.. => TablebaseWdl::CursedWin,
        0 => TablebaseWdl::Draw,
        _ if rank <= -CERTAIN => TablebaseWdl::Loss,
        _ => TablebaseWdl::BlessedLoss,
    }
}

/// Reports whether only kings are left, which needs no tablebase.
fn are_kings_alone(board: &Board) -> bool {
    board.occupied() == board.by_role(Role::King)
}

//! What the tables say about a position.
//!
//! A table says nothing reliable where a capture is best, since such places
//! were filled with whatever packs well: captures are played out first. Rights
//! to capture in passing are unknown to a table and are played out too.

use arbiter_rules::{Move, Position, Role};

use super::{
    Kind, Tablebases, are_kings_alone,
    place::{Missing, look_up},
};

/// How a game ends if both sides play their best from here on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TablebaseWdl {
    /// The side to move loses.
    Loss,
    /// It would lose, but the fifty-move rule comes first.
    BlessedLoss,
    /// Nobody wins.
    Draw,
    /// It would win, but the fifty-move rule comes first.
    CursedWin,
    /// The side to move wins.
    Win,
}

impl TablebaseWdl {
    /// The same for the other side.
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

    /// The half-moves to a capture or pawn move that is played now.
    const fn distance_before_zeroing(self) -> i32 {
        match self {
            TablebaseWdl::Loss => -1,
            TablebaseWdl::BlessedLoss => -101,
            TablebaseWdl::Draw => 0,
            TablebaseWdl::CursedWin => 101,
            TablebaseWdl::Win => 1,
        }
    }

    /// The number of its map in a table of distances.
    const fn map(self) -> usize {
        match self {
            TablebaseWdl::Win | TablebaseWdl::Draw => 0,
            TablebaseWdl::Loss => 1,
            TablebaseWdl::CursedWin => 2,
            TablebaseWdl::BlessedLoss => 3,
        }
    }
}

/// What a look at captures, and then at the table, has found.
struct Outlook {
    wdl: TablebaseWdl,
    /// Whether a capture, or a pawn move where those are tried, does best.
    is_by_zeroing: bool,
}

impl Tablebases {
    /// How the game ends from here, with the fifty moves counted from now on.
    /// None if no table knows it, as while somebody may castle.
    #[must_use]
    pub fn probe_wdl(&self, position: &Position) -> Option<TablebaseWdl> {
        if !self.may_know(position) {
            return None;
        }
        Some(self.outlook::<false>(position)?.wdl)
    }

    /// Whether there may be a table for the position.
    #[must_use]
    #[inline]
    pub fn may_know(&self, position: &Position) -> bool {
        position.board().occupied().count() as usize <= self.max_pieces
            && position.castling().rooks().is_empty()
    }

    /// How many half-moves lie before the next capture or pawn move, if both
    /// sides play for it: more than 0 for the side that wins, less for the
    /// one that loses, and 0 for a draw; beyond 100 the fifty-move rule comes
    /// first. It may be one too many.
    #[must_use]
    pub fn probe_dtz(&self, position: &Position) -> Option<i32> {
        if !self.may_know(position) {
            return None;
        }
        let outlook = self.outlook::<true>(position)?;
        let wdl = outlook.wdl;
        if wdl == TablebaseWdl::Draw {
            return Some(0);
        }
        if outlook.is_by_zeroing {
            return Some(wdl.distance_before_zeroing());
        }
        let (table, is_turned) = self.table(Kind::Dtz, position.board())?;
        match look_up(table, Kind::Dtz, position, is_turned) {
            Ok(found) => {
                let distance = table.distance(found.file, wdl.map(), found.value)?;
                let late = match wdl {
                    TablebaseWdl::CursedWin | TablebaseWdl::BlessedLoss => 100,
                    _ => 0,
                };
                Some((distance + late) * wdl.sign())
            }
            Err(Missing::OtherSide) => self.distance_by_moves(position, wdl),
            Err(Missing::Damaged) => None,
        }
    }

    /// The moves that keep what the position is worth under the fifty-move
    /// rule, and what that is. A win is kept if it comes before the fiftieth
    /// move; once a position has come back (`has_repeated`) only the quickest
    /// progress is.
    #[must_use]
    pub(crate) fn best_moves(
        &self,
        position: &Position,
        is_draw_after: impl Fn(&Position) -> bool,
        has_repeated: bool,
    ) -> Option<(TablebaseWdl, Vec<Move>)> {
        if !self.may_know(position) {
            return None;
        }
        let played = i32::from(position.halfmoves());
        let mut ranked = Vec::new();
        for mv in position.legal_moves() {
            let after = position.after(mv);
            let distance = if is_draw_after(&after) {
                0
            } else {
                self.distance_after(&after)?
            };
            ranked.push((rank(distance, played, has_repeated), mv));
        }
        let best = ranked.iter().map(|&(rank, _)| rank).max()?;
        let moves = ranked.iter().filter(|(rank, _)| *rank == best);
        Some((wdl_of_rank(best), moves.map(|&(_, mv)| mv).collect()))
    }

    /// The distance for the side that has just moved, its move included.
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

    /// The table has the other side to move: its distances are one move on.
    fn distance_by_moves(&self, position: &Position, wdl: TablebaseWdl) -> Option<i32> {
        let mut best: Option<i32> = None;
        for mv in position.legal_moves() {
            let distance = self.distance_after(&position.after(mv))?;
            if distance.signum() == wdl.sign() {
                best = Some(best.map_or(distance, |best| best.min(distance)));
            }
        }
        // Without a move it is mate.
        Some(best.unwrap_or(-1))
    }

    /// Plays captures out, with `PAWNS` pawn moves too, and asks the table.
    fn outlook<const PAWNS: bool>(&self, position: &Position) -> Option<Outlook> {
        let mut best: Option<TablebaseWdl> = None;
        let (mut moves, mut tried) = (0, 0);
        for mv in position.legal_moves() {
            moves += 1;
            let is_zeroing = PAWNS && mv.role() == Role::Pawn;
            if !is_zeroing && position.captured(mv).is_none() {
                continue;
            }
            tried += 1;
            let wdl = self.outlook::<false>(&position.after(mv))?.wdl.reversed();
            best = best.max(Some(wdl));
            if wdl == TablebaseWdl::Win {
                return Some(Outlook {
                    wdl,
                    is_by_zeroing: true,
                });
            }
        }
        if let Some(wdl) = best.filter(|_| tried == moves) {
            return Some(Outlook {
                wdl,
                is_by_zeroing: true,
            });
        }
        let stored = self.stored_wdl(position)?;
        Some(match best {
            Some(wdl) if wdl >= stored => Outlook {
                wdl,
                is_by_zeroing: wdl > TablebaseWdl::Draw,
            },
            _ => Outlook {
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
        let (table, is_turned) = self.table(Kind::Wdl, board)?;
        let found = look_up(table, Kind::Wdl, position, is_turned).ok()?;
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

/// More than any distance.
const SURE: i32 = 10_000;

/// How good a move is at a distance from the next capture or pawn move, after
/// so many half-moves without.
fn rank(distance: i32, played: i32, has_repeated: bool) -> i32 {
    match distance {
        1.. if distance + played <= 99 && !has_repeated => SURE,
        1.. if distance + played <= 99 => SURE - distance,
        1.. => SURE / 2 - (distance + played),
        0 => 0,
        // A loser who holds out hopes for the fiftieth move.
        ..0 if played - 2 * distance < 100 => -SURE,
        ..0 => -SURE / 2 - distance + played,
    }
}

fn wdl_of_rank(rank: i32) -> TablebaseWdl {
    match rank {
        _ if rank > SURE - 1_000 => TablebaseWdl::Win,
        1.. => TablebaseWdl::CursedWin,
        0 => TablebaseWdl::Draw,
        _ if rank <= -SURE => TablebaseWdl::Loss,
        _ => TablebaseWdl::BlessedLoss,
    }
}

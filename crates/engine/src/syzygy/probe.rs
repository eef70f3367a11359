//! What the tables say about a position.
//!
//! A table says nothing reliable where a capture is best, since such places
//! were filled with whatever packs well: captures are played out first. Rights
//! to capture in passing are unknown to a table and are played out too.

use arbiter_rules::{Move, Position, Role};

use super::{
    Kind, Tables, are_kings_alone,
    place::{Missing, look_up},
};

/// How a game ends if both sides play their best from here on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fate {
    /// The side to move loses.
    Lost,
    /// It would lose, but the fifty-move rule comes first.
    LostTooLate,
    /// Nobody wins.
    Drawn,
    /// It would win, but the fifty-move rule comes first.
    WonTooLate,
    /// The side to move wins.
    Won,
}

impl Fate {
    /// The same for the other side.
    #[must_use]
    pub const fn turned(self) -> Fate {
        match self {
            Fate::Lost => Fate::Won,
            Fate::LostTooLate => Fate::WonTooLate,
            Fate::Drawn => Fate::Drawn,
            Fate::WonTooLate => Fate::LostTooLate,
            Fate::Won => Fate::Lost,
        }
    }

    const fn sign(self) -> i32 {
        match self {
            Fate::Lost | Fate::LostTooLate => -1,
            Fate::Drawn => 0,
            Fate::WonTooLate | Fate::Won => 1,
        }
    }

    /// The half-moves to a capture or pawn move that is played now.
    const fn distance_before_zeroing(self) -> i32 {
        match self {
            Fate::Lost => -1,
            Fate::LostTooLate => -101,
            Fate::Drawn => 0,
            Fate::WonTooLate => 101,
            Fate::Won => 1,
        }
    }

    /// The number of its map in a table of distances.
    const fn map(self) -> usize {
        match self {
            Fate::Won | Fate::Drawn => 0,
            Fate::Lost => 1,
            Fate::WonTooLate => 2,
            Fate::LostTooLate => 3,
        }
    }
}

/// What a look at captures, and then at the table, has found.
struct Outlook {
    fate: Fate,
    /// Whether a capture, or a pawn move where those are tried, does best.
    is_by_zeroing: bool,
}

impl Tables {
    /// How the game ends from here, with the fifty moves counted from now on.
    /// None if no table knows it, as while somebody may castle.
    #[must_use]
    pub fn fate(&self, position: &Position) -> Option<Fate> {
        if !self.may_know(position) {
            return None;
        }
        Some(self.outlook::<false>(position)?.fate)
    }

    /// Whether there may be a table for the position.
    #[must_use]
    #[inline]
    pub fn may_know(&self, position: &Position) -> bool {
        position.board().occupied().count() as usize <= self.most_pieces
            && position.castling().rooks().is_empty()
    }

    /// How many half-moves lie before the next capture or pawn move, if both
    /// sides play for it: more than 0 for the side that wins, less for the
    /// one that loses, and 0 for a draw; beyond 100 the fifty-move rule comes
    /// first. It may be one too many.
    #[must_use]
    pub fn distance(&self, position: &Position) -> Option<i32> {
        if !self.may_know(position) {
            return None;
        }
        let outlook = self.outlook::<true>(position)?;
        let fate = outlook.fate;
        if fate == Fate::Drawn {
            return Some(0);
        }
        if outlook.is_by_zeroing {
            return Some(fate.distance_before_zeroing());
        }
        let (table, is_turned) = self.table(Kind::Dtz, position.board())?;
        match look_up(table, Kind::Dtz, position, is_turned) {
            Ok(found) => {
                let distance = table.distance(found.file, fate.map(), found.value)?;
                let late = match fate {
                    Fate::WonTooLate | Fate::LostTooLate => 100,
                    _ => 0,
                };
                Some((distance + late) * fate.sign())
            }
            Err(Missing::OtherSide) => self.distance_by_moves(position, fate),
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
    ) -> Option<(Fate, Vec<Move>)> {
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
        Some((fate_of_rank(best), moves.map(|&(_, mv)| mv).collect()))
    }

    /// The distance for the side that has just moved, its move included.
    fn distance_after(&self, after: &Position) -> Option<i32> {
        if after.halfmoves() == 0 {
            return Some(self.fate(after)?.turned().distance_before_zeroing());
        }
        if !after.has_legal_move() {
            return Some(i32::from(after.is_check()));
        }
        let distance = -self.distance(after)?;
        Some(distance + distance.signum())
    }

    /// The table has the other side to move: its distances are one move on.
    fn distance_by_moves(&self, position: &Position, fate: Fate) -> Option<i32> {
        let mut best: Option<i32> = None;
        for mv in position.legal_moves() {
            let distance = self.distance_after(&position.after(mv))?;
            if distance.signum() == fate.sign() {
                best = Some(best.map_or(distance, |best| best.min(distance)));
            }
        }
        // Without a move it is mate.
        Some(best.unwrap_or(-1))
    }

    /// Plays captures out, with `PAWNS` pawn moves too, and asks the table.
    fn outlook<const PAWNS: bool>(&self, position: &Position) -> Option<Outlook> {
        let mut best: Option<Fate> = None;
        let (mut moves, mut tried) = (0, 0);
        for mv in position.legal_moves() {
            moves += 1;
            let is_zeroing = PAWNS && mv.role() == Role::Pawn;
            if !is_zeroing && position.captured(mv).is_none() {
                continue;
            }
            tried += 1;
            let fate = self.outlook::<false>(&position.after(mv))?.fate.turned();
            best = best.max(Some(fate));
            if fate == Fate::Won {
                return Some(Outlook {
                    fate,
                    is_by_zeroing: true,
                });
            }
        }
        if let Some(fate) = best.filter(|_| tried == moves) {
            return Some(Outlook {
                fate,
                is_by_zeroing: true,
            });
        }
        let stored = self.stored_fate(position)?;
        Some(match best {
            Some(fate) if fate >= stored => Outlook {
                fate,
                is_by_zeroing: fate > Fate::Drawn,
            },
            _ => Outlook {
                fate: stored,
                is_by_zeroing: false,
            },
        })
    }

    fn stored_fate(&self, position: &Position) -> Option<Fate> {
        let board = position.board();
        if are_kings_alone(board) {
            return Some(Fate::Drawn);
        }
        let (table, is_turned) = self.table(Kind::Wdl, board)?;
        let found = look_up(table, Kind::Wdl, position, is_turned).ok()?;
        Some(match found.value {
            0 => Fate::Lost,
            1 => Fate::LostTooLate,
            2 => Fate::Drawn,
            3 => Fate::WonTooLate,
            4 => Fate::Won,
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

fn fate_of_rank(rank: i32) -> Fate {
    match rank {
        _ if rank > SURE - 1_000 => Fate::Won,
        1.. => Fate::WonTooLate,
        0 => Fate::Drawn,
        _ if rank <= -SURE => Fate::Lost,
        _ => Fate::LostTooLate,
    }
}

//! Games between players that pick the best capture of a few random moves: not
//! good chess, but with a mix of moves similar to real games.

use arbiter_rules::{Move, Position, Role};

/// Returns the best of a few random moves, if there is a legal move.
pub fn choose(position: &Position, random: &mut Random) -> Option<Move> {
    let moves: Vec<Move> = position.legal_moves().collect();
    if moves.is_empty() {
        return None;
    }
    let seen = (0..4).map(|_| moves[random.below(moves.len())]);
    seen.max_by_key(|&mv| gain(position, mv))
}

/// Returns the material that a move wins, with a bonus for castling and a
/// penalty for other king moves, as in real games.
fn gain(position: &Position, mv: Move) -> u32 {
    let taken = position
        .captured(mv)
        .and_then(|(_, piece)| piece.role.value());
    let promoted = mv.promotion().and_then(Role::value);
    let stays_home = mv.role() != Role::King;
    let castled = mv.castling().map(|_| 10);
    taken.unwrap_or(0) + promoted.unwrap_or(0) + castled.unwrap_or(0) + u32::from(stays_home)
}

/// A seeded generator (xorshift), so that every run uses the same games.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % bound
    }
}

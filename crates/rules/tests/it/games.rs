//! Games played by chance, always the same ones for the same seed.

use arbiter_rules::{Move, Position, Role};

/// A small generator (xorshift).
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Chance {
        Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }
}

/// What the players like, if they can get it with a few tries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Taste {
    Anything,
    Pawns,
    Promotions,
    Checks,
    Peace,
}

impl Taste {
    pub const ALL: [Taste; 5] = [
        Taste::Anything,
        Taste::Pawns,
        Taste::Promotions,
        Taste::Checks,
        Taste::Peace,
    ];

    fn likes(self, position: &Position, mv: Move) -> bool {
        match self {
            Taste::Anything => true,
            Taste::Pawns => mv.role() == Role::Pawn,
            Taste::Promotions => {
                mv.promotion().is_some()
                    || mv.role() == Role::Pawn && position.captured(mv).is_none()
            }
            Taste::Checks => position.after(mv).is_check(),
            Taste::Peace => position.captured(mv).is_none(),
        }
    }
}

/// Plays on from a position and shows each that follows.
pub fn play(
    mut position: Position,
    taste: Taste,
    plies: usize,
    chance: &mut Chance,
    mut visit: impl FnMut(&Position),
) {
    visit(&position);
    for _ in 0..plies {
        let moves: Vec<Move> = position.legal_moves().collect();
        if moves.is_empty() {
            return;
        }
        let mut mv = moves[chance.below(moves.len())];
        for _ in 0..4 {
            if taste.likes(&position, mv) {
                break;
            }
            mv = moves[chance.below(moves.len())];
        }
        // Double checks are rare: no occasion is missed.
        let is_double = |mv: &Move| position.after(*mv).checkers().many();
        if taste == Taste::Checks {
            mv = moves.iter().copied().find(is_double).unwrap_or(mv);
        }
        position.play(mv);
        visit(&position);
    }
}

/// Games of every taste, every other one of Chess960.
pub fn play_many(games: usize, plies: usize, mut visit: impl FnMut(&Position)) {
    let mut chance = Chance::new(1);
    for game in 0..games {
        let start = match game % 2 {
            0 => Position::start(),
            _ => Position::chess960(chance.below(960) as u16).unwrap(),
        };
        let taste = Taste::ALL[game % Taste::ALL.len()];
        play(start, taste, plies, &mut chance, &mut visit);
    }
}

//! Random games, always the same for the same seed.

use arbiter_rules::{Move, Position, Role};

use crate::random::RandomSource;

/// The kind of moves that the players prefer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Preference {
    Anything,
    Pawns,
    Promotions,
    Checks,
    Peace,
}

impl Preference {
    pub const ALL: [Preference; 5] = [
        Preference::Anything,
        Preference::Pawns,
        Preference::Promotions,
        Preference::Checks,
        Preference::Peace,
    ];

    fn likes(self, position: &Position, mv: Move) -> bool {
        match self {
            Preference::Anything => true,
            Preference::Pawns => mv.role() == Role::Pawn,
            Preference::Promotions => {
                mv.promotion().is_some()
                    || mv.role() == Role::Pawn && position.captured(mv).is_none()
            }
            Preference::Checks => position.after(mv).is_check(),
            Preference::Peace => position.captured(mv).is_none(),
        }
    }
}

/// Continues from a position and visits each one that follows.
pub fn play(
    mut position: Position,
    preference: Preference,
    plies: usize,
    random: &mut RandomSource,
    mut visit: impl FnMut(&Position),
) {
    visit(&position);
    for _ in 0..plies {
        let moves: Vec<Move> = position.legal_moves().collect();
        if moves.is_empty() {
            return;
        }
        let mut mv = moves[random.below(moves.len())];
        for _ in 0..4 {
            if preference.likes(&position, mv) {
                break;
            }
            mv = moves[random.below(moves.len())];
        }
        // Double checks are rare, so they are always chosen.
        let is_double = |mv: &Move| position.after(*mv).checkers().many();
        if preference == Preference::Checks {
            mv = moves.iter().copied().find(is_double).unwrap_or(mv);
        }
        position.play(mv);
        visit(&position);
    }
}

/// Plays games with all preferences, every other one of Chess960.
pub fn play_many(games: usize, plies: usize, mut visit: impl FnMut(&Position)) {
    let mut random = RandomSource::new(1);
    for game in 0..games {
        let start = match game % 2 {
            0 => Position::start(),
            _ => Position::chess960(random.below(960) as u16).unwrap(),
        };
        let preference = Preference::ALL[game % Preference::ALL.len()];
        play(start, preference, plies, &mut random, &mut visit);
    }
}

use arbiter_rules::{Color, Move, Position, Role, Square, attacks};

use super::random::RandomSource;

/// Decides which moves a player overlooks while thinking about one turn.
///
/// A reply is either seen or overlooked after all moves alike: a player who has
/// forgotten the bishop on b7 forgets it for the whole turn, and may notice it
/// on the next.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attention {
    random: RandomSource,
    /// The probability, in thousandths, of overlooking an ordinary move.
    overlooks: u32,
    /// The target square of the last move of the game, which draws attention.
    focus: Option<Square>,
}

impl Attention {
    pub(super) fn new(random: RandomSource, overlooks: u32, focus: Option<Square>) -> Attention {
        Attention {
            random,
            overlooks,
            focus,
        }
    }

    /// Reports whether the player overlooks this move. `before` is the preceding
    /// move, in the game or in the player's calculation.
    pub(super) fn overlooks(
        &self,
        position: &Position,
        mv: Move,
        before: Option<Move>,
        is_check: bool,
    ) -> bool {
        self.overlooks > 0 && {
            let probability = self.probability(position, mv, before, is_check);
            self.random.about_move(mv).happens(probability)
        }
    }

    /// Reports whether the player overlooks their own next move, which happens
    /// half as often as with the opponent's replies.
    pub(super) fn overlooks_own(
        &self,
        position: &Position,
        mv: Move,
        before: Option<Move>,
        is_check: bool,
    ) -> bool {
        let own = Attention {
            overlooks: self.overlooks / 2,
            ..*self
        };
        own.overlooks(position, mv, before, is_check)
    }

    /// Returns the probability, in thousandths, that the move is overlooked.
    fn probability(
        &self,
        position: &Position,
        mv: Move,
        before: Option<Move>,
        is_check: bool,
    ) -> u32 {
        let taken = position.captured(mv);
        let is_recapture = taken.is_some() && before.is_some_and(|before| before.to() == mv.to());
        let mut probability = u64::from(self.overlooks);
        let mut times = |percent: u64| probability = probability * percent / 100;
        if is_recapture {
            times(10);
        }
        if is_check {
            times(40);
        }
        match taken {
            Some((_, piece)) => times(match piece.role {
                Role::Queen => 45,
                Role::Rook => 70,
                Role::Pawn => 130,
                _ => 100,
            }),
            // Quiet moves are overlooked more easily than captures.
            None => times(130),
        }
        if mv.is_en_passant() {
            times(200);
        }
        if mv.promotion().is_some() {
            times(40);
        }
        let far = mv.from().distance(mv.to());
        match mv.role() {
            Role::Knight => times(115),
            Role::Bishop | Role::Rook | Role::Queen => {
                times(50 + 20 * u64::from(far));
                if far >= 4 && attacks::bishop_lines(mv.from()).contains(mv.to()) {
                    times(140);
                }
            }
            Role::Pawn | Role::King => times(70),
        }
        if is_backward(position.turn(), mv) {
            times(170);
        }
        if let Some(focus) = self.focus {
            let away = focus.distance(mv.to()).min(focus.distance(mv.from()));
            times(60 + 15 * u64::from(away));
        }
        probability.min(900) as u32
    }
}

fn is_backward(color: Color, mv: Move) -> bool {
    let (from, to) = (mv.from().rank(), mv.to().rank());
    match color {
        Color::White => to < from,
        Color::Black => to > from,
    }
}

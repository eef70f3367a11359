use arbiter_rules::{Color, Move, Position, Role, Square, attacks};

use super::chance::Chance;

/// What somebody sees and what escapes them while they think about one move.
///
/// The same reply is seen or overlooked whichever move comes before it: who
/// has forgotten the bishop on b7 has forgotten it altogether, and may notice
/// it a move later.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attention {
    chance: Chance,
    /// How often in a thousand times a plain move is overlooked.
    overlooks: u32,
    /// Where the last move of the game went: eyes follow it.
    focus: Option<Square>,
}

impl Attention {
    pub(super) fn new(chance: Chance, overlooks: u32, focus: Option<Square>) -> Attention {
        Attention {
            chance,
            overlooks,
            focus,
        }
    }

    /// Whether this move escapes them. `before` is the move that came before
    /// it, in the game or in their thoughts.
    pub(super) fn overlooks(
        &self,
        position: &Position,
        mv: Move,
        before: Option<Move>,
        is_check: bool,
    ) -> bool {
        self.overlooks > 0 && {
            let likely = self.likelihood(position, mv, before, is_check);
            self.chance.about_move(mv).happens(likely)
        }
    }

    /// Whether their own next move escapes them: less often, for everybody
    /// thinks of their own plans first.
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

    /// How often in a thousand times it escapes them.
    fn likelihood(
        &self,
        position: &Position,
        mv: Move,
        before: Option<Move>,
        is_check: bool,
    ) -> u32 {
        let taken = position.captured(mv);
        let is_recapture = taken.is_some() && before.is_some_and(|before| before.to() == mv.to());
        let mut likely = u64::from(self.overlooks);
        let mut times = |percent: u64| likely = likely * percent / 100;
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
            // Nobody looks at all the quiet moves.
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
        likely.min(900) as u32
    }
}

fn is_backward(color: Color, mv: Move) -> bool {
    let (from, to) = (mv.from().rank(), mv.to().rank());
    match color {
        Color::White => to < from,
        Color::Black => to > from,
    }
}

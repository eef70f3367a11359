use core::cmp::Reverse;

use arbiter_rules::{Move, PlayedLine, Position, Role};

use super::style::{Look, Style};
use crate::{Evaluator, MovePredictor};

/// The moves that come to a player's mind.
pub(super) struct Ideas {
    /// Each move with the logarithm of its likelihood in 1024ths, up to a common
    /// constant; the likeliest first.
    moves: Vec<(Move, i32)>,
    /// How much less likely than the likeliest move an idea may be.
    range: i32,
    are_informed: bool,
}

/// One in the unit of likelihoods: a factor of e.
pub(super) const NAT: i32 = 1024;

/// How much less likely than the likeliest move an idea of a player who glances may be:
/// about a twentieth.
const RANGE_OF_GLANCE: i32 = 3 * NAT;
/// The same for a player who uses the engine: about a thirtieth.
const RANGE_OF_ENGINE: i32 = 35 * NAT / 10;
/// How much less likely than the likeliest move a tempting one may be: about a twelfth.
const LEAST_TEMPTING: i32 = 25 * NAT / 10;
/// How much likelier than people are to do so the player promotes to a queen.
const QUEENING: i32 = 5 * NAT;
/// How much less likely it is that the player undoes the last move.
const UNDOING: i32 = NAT;
/// Below this score, in centipawns, a player welcomes a repetition.
const CONTENT_WITH_DRAW: i32 = -150;

impl Ideas {
    /// Returns what comes to the mind of a player with this style. In Saktris nobody
    /// knows what people play, so that all moves are alike.
    pub(super) fn of(line: &PlayedLine, style: &Style) -> Ideas {
        let position = line.position();
        let are_informed = position.to_come().is_none();
        let mut moves: Vec<(Move, i32)> = if are_informed {
            let last = line.moves().next_back().map(|(_, mv)| mv);
            let chances = MovePredictor::included().predict(position, last, style.rating);
            chances.logits().to_vec()
        } else {
            position.legal_moves().map(|mv| (mv, 0)).collect()
        };
        moves.retain(|&(mv, _)| is_thinkable(position, mv));
        let is_new = |&(mv, _): &(Move, i32)| line.occurrences(&position.after(mv)) == 0;
        let new_ones: Vec<(Move, i32)> = moves.iter().copied().filter(is_new).collect();
        let has_choice = !new_ones.is_empty() && new_ones.len() < moves.len();
        let may_repeat = !style.is_newcomer() && is_content_with_draw(position);
        if has_choice && !may_repeat {
            moves = new_ones;
        }
        for (mv, likelihood) in &mut moves {
            if mv.promotion() == Some(Role::Queen) {
                *likelihood += QUEENING;
            }
            if undoes_last_move(line, *mv) {
                *likelihood -= UNDOING;
            }
        }
        moves.sort_by_key(|&(_, likelihood)| Reverse(likelihood));
        let range = match style.look {
            Look::Glance => RANGE_OF_GLANCE,
            Look::Engine { .. } => RANGE_OF_ENGINE,
        };
        Ideas {
            moves,
            range,
            are_informed,
        }
    }

    /// Removes moves that the player overlooks, unless there are no others.
    pub(super) fn overlook(&mut self, overlooked: &[Move]) {
        let is_seen = |&(mv, _): &(Move, i32)| !overlooked.contains(&mv);
        if self.moves.iter().any(is_seen) {
            self.moves.retain(is_seen);
        }
    }

    /// Returns the likely moves, the likeliest first.
    pub(super) fn likely(&self) -> Vec<Move> {
        let least = self.least();
        let likely = self.moves.iter().filter(|&&(_, it)| it >= least);
        likely.map(|&(mv, _)| mv).collect()
    }

    /// Reports whether a player may fall for this move, being nearly as likely as the
    /// likeliest one.
    pub(super) fn is_tempting(&self, mv: Move) -> bool {
        let best = self.moves.first().map_or(0, |&(_, likelihood)| likelihood);
        self.likelihood(mv) >= best - LEAST_TEMPTING
    }

    /// Returns the likelihood of a move. One that the player has noticed for another
    /// reason is as likely as the least likely idea.
    pub(super) fn likelihood(&self, mv: Move) -> i32 {
        let found = self.moves.iter().find(|&&(it, _)| it == mv);
        let least = self.least();
        found.map_or(least, |&(_, likelihood)| likelihood.max(least))
    }

    /// Reports whether anything is known about what people play here.
    pub(super) fn are_informed(&self) -> bool {
        self.are_informed
    }

    fn least(&self) -> i32 {
        let best = self.moves.first().map_or(0, |&(_, likelihood)| likelihood);
        best - self.range
    }
}

/// Reports whether a person would think of the move: a pawn becomes a queen, or a
/// knight if that gives check.
fn is_thinkable(position: &Position, mv: Move) -> bool {
    match mv.promotion() {
        Some(Role::Rook | Role::Bishop) => false,
        Some(Role::Knight) => position.after(mv).is_check(),
        _ => true,
    }
}

fn is_content_with_draw(position: &Position) -> bool {
    Evaluator::default().evaluate(position) < CONTENT_WITH_DRAW
}

fn undoes_last_move(line: &PlayedLine, mv: Move) -> bool {
    let own_last = line.moves().rev().nth(1).map(|(_, mv)| mv);
    own_last.is_some_and(|last| {
        last.from() == mv.to() && last.to() == mv.from() && line.position().captured(mv).is_none()
    })
}

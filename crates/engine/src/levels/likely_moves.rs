use core::cmp::Reverse;

use arbiter_rules::{Move, PlayedLine, Position, Role};

use super::style::{Scoring, Style};
use crate::{Evaluator, MovePredictor};

/// The moves that a player is likely to consider.
pub(super) struct LikelyMoves {
    /// Each move with the logarithm of its likelihood in 1024ths, up to a common
    /// constant; the likeliest first.
    moves: Vec<(Move, i32)>,
    /// How much less likely than the likeliest move the others may be.
    range: i32,
    /// Whether the likelihoods are those of the network.
    is_informed: bool,
}

/// One in the unit of likelihoods: a factor of e.
pub(super) const NAT: i32 = 1024;

/// How much less likely than the likeliest move the others may be for a player who scores
/// moves by a shallow search: about a twentieth.
const SHALLOW_RANGE: i32 = 3 * NAT;
/// The same for a player who scores moves with the engine: about a thirtieth.
const ENGINE_RANGE: i32 = 35 * NAT / 10;
/// How much less likely than the likeliest move a tempting one may be: about a twelfth.
const LEAST_TEMPTING: i32 = 25 * NAT / 10;
/// How much likelier promotion to a queen is than the network predicts.
const QUEENING: i32 = 5 * NAT;
/// How much less likely a move is that undoes the player's last one.
const UNDOING: i32 = NAT;
/// Below this score, in centipawns, a player welcomes a repetition.
const CONTENT_WITH_DRAW: i32 = -150;

impl LikelyMoves {
    /// Returns the moves that a player with this style considers. The network knows
    /// nothing about Saktris, where all moves are equally likely.
    pub(super) fn of(line: &PlayedLine, style: &Style) -> LikelyMoves {
        let position = line.position();
        let is_informed = position.saktris_state().is_none();
        let mut moves: Vec<(Move, i32)> = if is_informed {
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
        let range = match style.scoring {
            Scoring::Shallow => SHALLOW_RANGE,
            Scoring::Engine { .. } => ENGINE_RANGE,
        };
        LikelyMoves {
            moves,
            range,
            is_informed,
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

    /// Reports whether a player may fall for this move, because it is nearly as likely as
    /// the likeliest one.
    pub(super) fn is_tempting(&self, mv: Move) -> bool {
        let best = self.moves.first().map_or(0, |&(_, likelihood)| likelihood);
        self.likelihood(mv) >= best - LEAST_TEMPTING
    }

    /// Returns the likelihood of a move. One that the player considers for another reason
    /// counts as the least likely of the likely moves.
    pub(super) fn likelihood(&self, mv: Move) -> i32 {
        let found = self.moves.iter().find(|&&(it, _)| it == mv);
        let least = self.least();
        found.map_or(least, |&(_, likelihood)| likelihood.max(least))
    }

    /// Reports whether the network knows what people play here.
    pub(super) fn is_informed(&self) -> bool {
        self.is_informed
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

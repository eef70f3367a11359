use arbiter_rules::{Bitboard, Position};

use super::worker::{Worker, threats};
use crate::{
    Bound,
    packed_move::PackedMove,
    picker::{Picker, Stage, is_noisy},
    piece_keys::PieceKeys,
    piece_value::PIECE_VALUE,
    saktris::{has_lost_king, is_placing},
    score::{DRAW, INFINITE, LOWEST_MATE, MATE, MAX_EVALUATION, MAX_PLY},
    see,
    transposition_table::Entry,
};

impl Worker<'_> {
    /// Quiescence search: searches captures and promotions to a queen, and in
    /// check all evasions, until the position is quiet.
    pub(super) fn quiescence<const PV: bool>(
        &mut self,
        position: &Position,
        piece_keys: &PieceKeys,
        ply: usize,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        self.count_node();
        if PV {
            self.clear_line(ply);
            self.selective_depth = self.selective_depth.max(ply);
        }
        if has_lost_king(position) {
            return ply as i32 - MATE;
        }
        if self.is_stopped || self.is_draw(position) {
            return DRAW;
        }
        let is_check = position.is_check();
        if ply >= MAX_PLY {
            return if is_check {
                DRAW
            } else {
                self.evaluator.evaluate_at(ply, position)
            };
        }
        let shared = self.shared;
        let entry = shared.transpositions.probe(position.key(), ply);
        if !PV
            && let Some(entry) = entry
            && is_conclusive(&entry, beta)
        {
            return entry.value;
        }

        // A side that must place a piece can neither stand pat nor capture. The
        // placement with the best history represents them all.
        let is_placing = !is_check && is_placing(position);
        let mut raw = None;
        let mut best = -INFINITE;
        let mut futility = -INFINITE;
        if !is_check && !is_placing {
            let (raw_eval, eval) = self.corrected_eval(position, piece_keys, ply, entry.as_ref());
            raw = Some(raw_eval);
            best = refined_eval(eval, entry.as_ref());
            if best >= beta {
                if entry.is_none() {
                    let found = Entry {
                        mv: PackedMove::NONE,
                        value: best,
                        eval: raw,
                        depth: 0,
                        bound: Some(Bound::Lower),
                        was_pv: false,
                    };
                    shared.transpositions.store(position.key(), ply, found);
                }
                return best;
            }
            alpha = alpha.max(best);
            futility = eval + 150;
        }

        let hash_move = entry.and_then(|entry| entry.mv.unpack(position));
        let mut picker = if is_check || is_placing {
            Picker::all(hash_move, &self.move_stack)
        } else {
            Picker::noisy(position, hash_move, 0, &self.move_stack)
        };
        let threats = if is_check || is_placing {
            threats(position)
        } else {
            Bitboard::EMPTY
        };
        let steps = self.steps(ply);
        let mut best_move = PackedMove::NONE;
        let mut bound = Bound::Upper;
        while let Some(mv) = picker.next(
            position,
            self.histories,
            threats,
            &steps,
            &mut self.move_stack,
        ) {
            if best > -LOWEST_MATE {
                // An evasion is known: losing captures are skipped.
                if is_check && picker.stage() > Stage::Quiet {
                    break;
                }
                // Futility pruning: the capture gains too little.
                if !is_check && !is_placing && futility <= alpha && mv.promotion().is_none() {
                    let taken = position.board().role_at(mv.to());
                    let value = futility + taken.map_or(100, |role| PIECE_VALUE[role as usize]);
                    if value <= alpha || !see::wins_at_least(position, mv, 1) {
                        best = best.max(value.min(alpha));
                        continue;
                    }
                }
            }
            let child = position.after(mv);
            self.enter_child(ply, position.turn(), mv, &child);
            let child_keys = piece_keys.after(position, mv);
            let value = -self.quiescence::<PV>(&child, &child_keys, ply + 1, -beta, -alpha);
            self.leave_child();
            if self.is_stopped {
                picker.finish(&mut self.move_stack);
                return DRAW;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = mv.into();
                    if PV {
                        self.set_line(ply, mv);
                    }
                    if value >= beta {
                        bound = Bound::Lower;
                        break;
                    }
                    alpha = value;
                }
            }
            if is_placing {
                break;
            }
            // One quiet evasion is enough.
            if is_check && best > -LOWEST_MATE && !is_noisy(position, mv) {
                picker.skip_quiet();
            }
        }
        picker.finish(&mut self.move_stack);
        if is_check && best == -INFINITE {
            return ply as i32 - MATE;
        }
        let found = Entry {
            mv: best_move,
            value: best,
            eval: raw,
            depth: 0,
            bound: Some(bound),
            was_pv: entry.is_some_and(|entry| entry.was_pv),
        };
        shared.transpositions.store(position.key(), ply, found);
        best
    }

    /// Returns the static evaluation, and the same with the learned correction.
    pub(super) fn corrected_eval(
        &mut self,
        position: &Position,
        piece_keys: &PieceKeys,
        ply: usize,
        entry: Option<&Entry>,
    ) -> (i32, i32) {
        let raw = match entry.and_then(|entry| entry.eval) {
            Some(eval) => eval,
            None => self.evaluator.evaluate_at(ply, position),
        };
        let steps = [self.step_before(ply, 1), self.step_before(ply, 2)];
        let correction = self
            .histories
            .correction(position.turn(), piece_keys, steps);
        (
            raw,
            (raw + correction).clamp(-MAX_EVALUATION, MAX_EVALUATION),
        )
    }
}

/// Reports whether a table entry proves on which side of beta the value lies.
pub(super) fn is_conclusive(entry: &Entry, beta: i32) -> bool {
    match entry.bound {
        Some(Bound::Exact) => true,
        Some(Bound::Lower) => entry.value >= beta,
        Some(Bound::Upper) => entry.value < beta,
        None => false,
    }
}

/// Returns the evaluation, or a better bound from the transposition table.
pub(super) fn refined_eval(eval: i32, entry: Option<&Entry>) -> i32 {
    match entry {
        Some(entry) if entry.value.abs() < LOWEST_MATE => match entry.bound {
            Some(Bound::Exact) => entry.value,
            Some(Bound::Lower) => eval.max(entry.value),
            Some(Bound::Upper) => eval.min(entry.value),
            None => eval,
        },
        _ => eval,
    }
}

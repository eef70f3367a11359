use arbiter_rules::{Bitboard, Position};

use super::worker::{Worker, threats};
use crate::{
    Bound, Sums,
    packed::PackedMove,
    picker::{Picker, Stage, is_noisy},
    saktris::{has_lost_king, is_placing},
    score::{DRAW, INFINITE, LONGEST_MATE, MATE, MAX_PLY},
    see,
    table::Entry,
};

impl Worker<'_> {
    /// What a position is worth when the noise is over: only captures and new
    /// queens are tried, and in check every way out.
    pub(super) fn quiescence<const PV: bool>(
        &mut self,
        position: &Position,
        sums: &Sums,
        ply: usize,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        self.enter();
        if PV {
            self.clear_line(ply);
            self.selective_depth = self.selective_depth.max(ply);
        }
        if has_lost_king(position) {
            return ply as i32 - MATE;
        }
        if self.is_over || self.is_draw(position) {
            return DRAW;
        }
        let is_check = position.is_check();
        if ply >= MAX_PLY {
            return if is_check {
                DRAW
            } else {
                self.evaluator.evaluate(position, sums)
            };
        }
        let shared = self.shared;
        let entry = shared.table.probe(position.key(), ply);
        if !PV
            && let Some(entry) = entry
            && is_conclusive(&entry, beta)
        {
            return entry.value;
        }

        // Who must place cannot leave all as it is, nor take anything: one
        // placement that has done well elsewhere stands for all of them.
        let is_placing = !is_check && is_placing(position);
        let mut raw = None;
        let mut best = -INFINITE;
        let mut futility = -INFINITE;
        if !is_check && !is_placing {
            let (judged, eval) = self.judge(position, sums, ply, entry.as_ref());
            raw = Some(judged);
            best = better_known(eval, entry.as_ref());
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
                    shared.table.store(position.key(), ply, found);
                }
                return best;
            }
            alpha = alpha.max(best);
            futility = eval + 150;
        }

        let hinted = entry.and_then(|entry| entry.mv.unpack(position));
        let mut picker = if is_check || is_placing {
            Picker::all(hinted, &self.pile)
        } else {
            Picker::noisy(position, hinted, 0, &self.pile)
        };
        let threats = if is_check || is_placing {
            threats(position)
        } else {
            Bitboard::EMPTY
        };
        let steps = self.steps(ply);
        let mut best_move = PackedMove::NONE;
        let mut bound = Bound::Upper;
        while let Some(mv) = picker.next(position, self.histories, threats, &steps, &mut self.pile)
        {
            if best > -LONGEST_MATE {
                // A way out is known: what loses material is not looked at.
                if is_check && picker.stage() > Stage::Quiet {
                    break;
                }
                // What is taken does not make up for what is missing.
                if !is_check && !is_placing && futility <= alpha && mv.promotion().is_none() {
                    let taken = position.board().role_at(mv.to());
                    let value = futility + taken.map_or(100, |role| see::VALUE[role as usize]);
                    if value <= alpha || !see::wins_at_least(position, mv, 1) {
                        best = best.max(value.min(alpha));
                        continue;
                    }
                }
            }
            let child = position.after(mv);
            self.go_to(ply, position.turn(), mv, &child);
            let child_sums = sums.after(position, mv);
            let value = -self.quiescence::<PV>(&child, &child_sums, ply + 1, -beta, -alpha);
            self.come_back();
            if self.is_over {
                picker.finish(&mut self.pile);
                return DRAW;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = mv.into();
                    if PV {
                        self.take_line(ply, mv);
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
            // One quiet way out is enough.
            if is_check && best > -LONGEST_MATE && !is_noisy(position, mv) {
                picker.skip_quiet();
            }
        }
        picker.finish(&mut self.pile);
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
        shared.table.store(position.key(), ply, found);
        best
    }

    /// What the judgement says, and what it should have said by experience.
    pub(super) fn judge(
        &mut self,
        position: &Position,
        sums: &Sums,
        ply: usize,
        entry: Option<&Entry>,
    ) -> (i32, i32) {
        let raw = match entry.and_then(|entry| entry.eval) {
            Some(eval) => eval,
            None => self.evaluator.evaluate(position, sums),
        };
        let steps = [self.step_before(ply, 1), self.step_before(ply, 2)];
        let correction = self.histories.correction(position.turn(), sums, steps);
        (
            raw,
            (raw + correction).clamp(-crate::score::MOST, crate::score::MOST),
        )
    }
}

/// Whether the table knows enough to tell on which side of beta the value is.
pub(super) fn is_conclusive(entry: &Entry, beta: i32) -> bool {
    match entry.bound {
        Some(Bound::Exact) => true,
        Some(Bound::Lower) => entry.value >= beta,
        Some(Bound::Upper) => entry.value < beta,
        None => false,
    }
}

/// The judgement, or what a search has found if that says more.
pub(super) fn better_known(eval: i32, entry: Option<&Entry>) -> i32 {
    match entry {
        Some(entry) if entry.value.abs() < LONGEST_MATE => match entry.bound {
            Some(Bound::Exact) => entry.value,
            Some(Bound::Lower) => eval.max(entry.value),
            Some(Bound::Upper) => eval.min(entry.value),
            None => eval,
        },
        _ => eval,
    }
}

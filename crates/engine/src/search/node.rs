use arbiter_rules::{Move, Position};

use super::{
    prune::has_pieces,
    quiescence::{better_known, is_conclusive},
    worker::{Worker, threats},
};
use crate::{
    Bound, Sums,
    packed::PackedMove,
    picker::{Picker, Stage, is_noisy},
    saktris::has_lost_king,
    score::{DRAW, INFINITE, KNOWN_WIN, LONGEST_MATE, MATE, MAX_PLY},
    see,
    table::Entry,
};

/// One position of the search, and what is known about it before its moves
/// are looked at.
pub(super) struct Node<'p> {
    pub(super) position: &'p Position,
    pub(super) sums: &'p Sums,
    pub(super) ply: usize,
    pub(super) depth: i32,
    /// Whether a refutation is expected here.
    pub(super) is_cut: bool,
    pub(super) is_check: bool,
    /// Whether the side to move stands better than at its last move.
    pub(super) is_improving: bool,
    pub(super) was_pv: bool,
    pub(super) entry: Option<Entry>,
    /// The move that the table remembers.
    pub(super) hinted: Option<Move>,
    /// The judgement as it was given, corrected, and as the table knows better.
    pub(super) raw: Option<i32>,
    pub(super) corrected: i32,
    pub(super) eval: i32,
}

impl Worker<'_> {
    /// What a position is worth, looked at to a depth, if that is between
    /// alpha and beta; else a bound. With `PV` the window is open and the
    /// position is on the line that matters.
    #[expect(
        clippy::too_many_arguments,
        reason = "they are the state of the recursion"
    )]
    pub(super) fn node<const PV: bool>(
        &mut self,
        position: &Position,
        sums: &Sums,
        ply: usize,
        mut alpha: i32,
        mut beta: i32,
        depth: i32,
        is_cut: bool,
    ) -> i32 {
        if depth <= 0 {
            return self.quiescence::<PV>(position, sums, ply, alpha, beta);
        }
        self.enter();
        let is_root = ply == 0;
        if PV {
            self.clear_line(ply);
            self.selective_depth = self.selective_depth.max(ply);
        }
        if self.is_over {
            return DRAW;
        }
        if !is_root {
            if has_lost_king(position) {
                return ply as i32 - MATE;
            }
            if self.is_draw(position) {
                return DRAW;
            }
            // A mate already found is nearer than any that could be found here.
            alpha = alpha.max(ply as i32 - MATE);
            beta = beta.min(MATE - ply as i32 - 1);
            if alpha >= beta {
                return alpha;
            }
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
        let excluded = self.at(ply).excluded;
        let is_whole = excluded.is_none();
        let entry = shared.table.probe(position.key(), ply).filter(|_| is_whole);
        if !PV
            && let Some(entry) = entry
            && entry.depth >= depth
            && is_conclusive(&entry, beta)
            && position.halfmoves() < 90
        {
            return entry.value;
        }
        if !is_root
            && is_whole
            && let Some(value) = self.known_value(position, ply, depth)
        {
            return value;
        }

        let mut node = Node {
            position,
            sums,
            ply,
            depth,
            is_cut,
            is_check,
            is_improving: false,
            was_pv: PV || entry.is_some_and(|entry| entry.was_pv),
            entry,
            hinted: entry.and_then(|entry| entry.mv.unpack(position)),
            raw: None,
            corrected: 0,
            eval: 0,
        };
        if is_root {
            node.hinted = Some(self.root.leader().mv);
        }
        self.judge_node(&mut node, is_whole);
        let below = ply + 1;
        self.at(below).excluded = PackedMove::NONE;
        self.at(below + 1).cutoffs = 0;

        if !PV && !is_check && is_whole {
            if let Some(value) = self.prune_whole(&node, alpha, beta) {
                return value;
            }
            if self.is_over {
                return DRAW;
            }
        }
        // Where nothing is known, a shallower look comes first.
        let is_worth_it = if PV { depth >= 5 } else { is_cut && depth >= 8 };
        if is_worth_it && node.hinted.is_none() && is_whole {
            node.depth -= 1;
        }
        self.try_moves::<PV>(&mut node, alpha, beta, excluded)
    }

    /// Judges the position, and compares it with what was two moves ago.
    fn judge_node(&mut self, node: &mut Node<'_>, is_whole: bool) {
        let ply = node.ply;
        if node.is_check {
            self.at(ply).eval = None;
            return;
        }
        if is_whole {
            let (raw, corrected) = self.judge(node.position, node.sums, ply, node.entry.as_ref());
            node.raw = Some(raw);
            node.corrected = corrected;
            self.at(ply).eval = Some(corrected);
            if node.entry.is_none() {
                let found = Entry {
                    mv: PackedMove::NONE,
                    value: 0,
                    eval: Some(raw),
                    depth: -2,
                    bound: None,
                    was_pv: node.was_pv,
                };
                self.shared.table.store(node.position.key(), ply, found);
            }
        } else {
            // The same position has been judged already.
            node.corrected = self.at(ply).eval.unwrap_or(DRAW);
        }
        node.eval = better_known(node.corrected, node.entry.as_ref());
        let before = self.eval_before(ply, 2).or(self.eval_before(ply, 4));
        node.is_improving = before.is_none_or(|before| node.corrected > before);
    }

    /// Looks at the moves one after the other.
    fn try_moves<const PV: bool>(
        &mut self,
        node: &mut Node<'_>,
        mut alpha: i32,
        beta: i32,
        excluded: PackedMove,
    ) -> i32 {
        let &mut Node {
            position,
            sums,
            ply,
            depth,
            is_check,
            ..
        } = node;
        let shared = self.shared;
        let turn = position.turn();
        let is_root = ply == 0;
        let is_whole = excluded.is_none();
        let alpha_before = alpha;
        let threats = threats(position);
        let steps = self.steps(ply);
        let mut picker = Picker::all(node.hinted, &self.pile);
        let tried = self.tried.len();
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut count = 0;

        while let Some(mv) = picker.next(position, self.histories, threats, &steps, &mut self.pile)
        {
            if PackedMove::from(mv) == excluded || is_root && !self.root.contains(mv) {
                continue;
            }
            count += 1;
            if is_root && self.is_first() {
                let number = count as usize + self.root.first;
                shared.control.trying(depth as u32, mv, number);
            }
            let is_quiet = !is_noisy(position, mv);
            let history = if is_quiet {
                let past = || self.histories.past(turn, threats, &steps).of(mv);
                picker.promise().unwrap_or_else(past)
            } else {
                self.histories.capture(position, mv)
            };
            let mut reduction = reduction(depth, count);

            if !is_root && best > -LONGEST_MATE && has_pieces(position) {
                let lmr_depth = (depth - reduction / 1024).max(0);
                if is_quiet {
                    // Late move pruning: what comes so late is not good.
                    let most = (4 + depth * depth) / (2 - i32::from(node.is_improving));
                    if count > most {
                        picker.skip_quiet();
                        continue;
                    }
                    // Futility: a quiet move does not make up for so much.
                    let margin = 100 + 110 * lmr_depth + history / 96;
                    if !is_check && lmr_depth <= 8 && node.corrected + margin <= alpha {
                        picker.skip_quiet();
                        continue;
                    }
                    // It has failed too often elsewhere.
                    if lmr_depth <= 4 && history < -3_000 * depth {
                        continue;
                    }
                    if !see::wins_at_least(position, mv, -25 * lmr_depth * lmr_depth) {
                        continue;
                    }
                } else if picker.stage() > Stage::Quiet
                    && !see::wins_at_least(position, mv, -100 * depth)
                {
                    continue;
                }
            }

            let mut extension = 0;
            if !is_root && is_whole && ply < 2 * self.root_depth as usize && Some(mv) == node.hinted
            {
                match self.how_singular::<PV>(node, mv, beta) {
                    Singular::Cut(value) => {
                        picker.finish(&mut self.pile);
                        return value;
                    }
                    Singular::Extend(plies) => extension = plies,
                }
                if self.is_over {
                    break;
                }
            }

            let nodes_before = self.nodes;
            let child = position.after(mv);
            let child_sums = sums.after(position, mv);
            self.at(ply + 1).double_extensions =
                self.at(ply).double_extensions + u32::from(extension >= 2);
            self.go_to(ply, turn, mv, &child);
            let new_depth = depth + extension - 1;
            let mut value = -INFINITE;

            if depth >= 2 && count > 1 + i32::from(is_root) {
                if node.is_cut {
                    reduction += 1536;
                }
                if !node.is_improving {
                    reduction += 768;
                }
                if node.was_pv {
                    reduction -= 1024;
                }
                if PV {
                    reduction -= 768;
                }
                if child.is_check() {
                    reduction -= 1024;
                }
                if self.at(ply + 1).cutoffs > 3 {
                    reduction += 768;
                }
                reduction -= if is_quiet {
                    history / 8
                } else {
                    1024 + history / 8
                };
                let reduced = (new_depth - reduction / 1024).clamp(1, new_depth.max(1));
                value = -self.node::<false>(
                    &child,
                    &child_sums,
                    ply + 1,
                    -alpha - 1,
                    -alpha,
                    reduced,
                    true,
                );
                if value > alpha && reduced < new_depth {
                    // How much better than hoped decides how deep to look again.
                    let mut again = new_depth;
                    again += i32::from(value > best + 45 + 2 * new_depth);
                    again -= i32::from(value < best + 8);
                    if again > reduced {
                        value = -self.node::<false>(
                            &child,
                            &child_sums,
                            ply + 1,
                            -alpha - 1,
                            -alpha,
                            again,
                            !node.is_cut,
                        );
                    }
                }
            } else if !PV || count > 1 {
                value = -self.node::<false>(
                    &child,
                    &child_sums,
                    ply + 1,
                    -alpha - 1,
                    -alpha,
                    new_depth,
                    !node.is_cut,
                );
            }
            if PV && (count == 1 || value > alpha) {
                value = -self.node::<true>(
                    &child,
                    &child_sums,
                    ply + 1,
                    -beta,
                    -alpha,
                    new_depth,
                    false,
                );
            }
            self.come_back();
            if self.is_over {
                break;
            }
            if is_root {
                self.note_root_move(mv, value, self.nodes - nodes_before, count == 1, alpha);
            }

            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    if PV && !is_root {
                        self.take_line(ply, mv);
                    }
                    if value >= beta {
                        self.at(ply).cutoffs += 1;
                        break;
                    }
                    alpha = value;
                }
            }
            if Some(mv) != best_move {
                self.tried.push(mv);
            }
        }
        picker.finish(&mut self.pile);
        if let Some(mv) = best_move
            && best >= beta
            && !self.is_over
        {
            self.learn_from(node, mv, tried, threats, &steps);
        }
        self.tried.truncate(tried);
        if self.is_over {
            return DRAW;
        }
        if count == 0 {
            return match (is_whole, is_check) {
                (false, _) => alpha,
                (true, true) => ply as i32 - MATE,
                (true, false) => DRAW,
            };
        }

        if is_whole {
            let bound = if best >= beta {
                Bound::Lower
            } else if best > alpha_before {
                Bound::Exact
            } else {
                Bound::Upper
            };
            if !is_root || self.root.first == 0 {
                let entry = Entry {
                    mv: best_move.map_or(PackedMove::NONE, PackedMove::from),
                    value: best,
                    eval: node.raw,
                    depth,
                    bound: Some(bound),
                    was_pv: node.was_pv,
                };
                shared.table.store(position.key(), ply, entry);
            }
            self.learn_error(node, best, bound, best_move);
        }
        best
    }

    /// Whether the hinted move is the only good one: then it is looked at
    /// deeper. If the others are good enough too, that is enough.
    fn how_singular<const PV: bool>(&mut self, node: &Node<'_>, mv: Move, beta: i32) -> Singular {
        let &Node {
            position,
            sums,
            ply,
            depth,
            ..
        } = node;
        let Some(entry) = node.entry else {
            return Singular::Extend(0);
        };
        let is_candidate = depth >= 6
            && entry.depth >= depth - 3
            && matches!(entry.bound, Some(Bound::Lower | Bound::Exact))
            && entry.value.abs() < KNOWN_WIN;
        if !is_candidate {
            return Singular::Extend(0);
        }
        let goal = entry.value - (depth * (2 + i32::from(node.was_pv && !PV))) / 2;
        self.at(ply).excluded = mv.into();
        let value = self.node::<false>(
            position,
            sums,
            ply,
            goal - 1,
            goal,
            (depth - 1) / 2,
            node.is_cut,
        );
        self.at(ply).excluded = PackedMove::NONE;
        if value < goal {
            let is_by_far = !PV && value < goal - 16 && self.at(ply).double_extensions < 8;
            return Singular::Extend(if is_by_far { 2 } else { 1 });
        }
        if goal >= beta {
            return Singular::Cut(goal);
        }
        if entry.value >= beta {
            return Singular::Extend(-2 + i32::from(PV));
        }
        Singular::Extend(if node.is_cut { -1 } else { 0 })
    }

    fn note_root_move(&mut self, mv: Move, value: i32, nodes: u64, is_first: bool, alpha: i32) {
        let selective_depth = self.selective_depth;
        let line = self.line(1).to_vec();
        let Some(root) = self.root.find(mv) else {
            return;
        };
        root.nodes += nodes;
        if is_first || value > alpha {
            root.value = value;
            root.selective_depth = selective_depth;
            root.line.clear();
            root.line.push(mv);
            root.line.extend(line);
        } else {
            root.value = -INFINITE;
        }
    }
}

enum Singular {
    /// The value of this position is at least this.
    Cut(i32),
    /// Looks so much deeper, or less deep.
    Extend(i32),
}

/// By how many 1024ths of a half-move a move is looked at less deep, the
/// later the more.
fn reduction(depth: i32, count: i32) -> i32 {
    let log = |number: i32| LOGARITHM[number.clamp(1, 63) as usize];
    820 + log(depth) * log(count) / 2400
}

/// 1024 times the natural logarithm.
static LOGARITHM: [i32; 64] = logarithms();

const fn logarithms() -> [i32; 64] {
    let mut table = [0; 64];
    let mut number = 1;
    while number < 64 {
        // By halves: ln x = k ln 2 + ln(m), with a series for the mantissa.
        let mut mantissa = number as f64;
        let mut sum = 0.0;
        while mantissa >= 1.5 {
            mantissa /= 2.0;
            sum += core::f64::consts::LN_2;
        }
        let t = (mantissa - 1.0) / (mantissa + 1.0);
        let mut power = t;
        let mut term = 1;
        while term < 40 {
            sum += 2.0 * power / term as f64;
            power *= t * t;
            term += 2;
        }
        table[number] = (1024.0 * sum) as i32;
        number += 1;
    }
    table
}

use arbiter_rules::{Move, Position};

use super::{
    quiescence::{is_conclusive, refined_eval},
    worker::{Worker, has_pieces, threats},
};
use crate::{
    Bound,
    packed_move::PackedMove,
    picker::{Picker, Stage, is_noisy},
    piece_keys::PieceKeys,
    saktris::has_lost_king,
    score::{DRAW, INFINITE, LOWEST_MATE, LOWEST_TABLEBASE_WIN, MATE, MAX_PLY},
    see,
    transposition_table::Entry,
};

/// A node of the search tree, with what is known before its moves are searched.
pub(super) struct Node<'p> {
    pub(super) position: &'p Position,
    pub(super) piece_keys: &'p PieceKeys,
    pub(super) ply: usize,
    pub(super) depth: i32,
    /// Whether a beta cutoff is expected.
    pub(super) is_cut: bool,
    pub(super) is_check: bool,
    /// Whether the evaluation is better than at the side's previous move.
    pub(super) is_improving: bool,
    pub(super) was_pv: bool,
    pub(super) entry: Option<Entry>,
    /// The best move stored in the transposition table.
    pub(super) hash_move: Option<Move>,
    /// The static evaluation; none in check.
    pub(super) raw: Option<i32>,
    /// The evaluation with the learned correction.
    pub(super) corrected: i32,
    /// The evaluation, improved by the transposition table.
    pub(super) eval: i32,
}

impl Worker<'_> {
    /// Searches a position to a depth. Returns its value if it lies between alpha
    /// and beta, otherwise a bound. `PV` marks nodes of the principal variation,
    /// which have an open window.
    #[expect(
        clippy::too_many_arguments,
        reason = "they are the state of the recursion"
    )]
    pub(super) fn node<const PV: bool>(
        &mut self,
        position: &Position,
        piece_keys: &PieceKeys,
        ply: usize,
        mut alpha: i32,
        mut beta: i32,
        depth: i32,
        is_cut: bool,
    ) -> i32 {
        if depth <= 0 {
            return self.quiescence::<PV>(position, piece_keys, ply, alpha, beta);
        }
        self.count_node();
        let is_root = ply == 0;
        if PV {
            self.clear_line(ply);
            self.selective_depth = self.selective_depth.max(ply);
        }
        if self.is_stopped {
            return DRAW;
        }
        if !is_root {
            if has_lost_king(position) {
                return ply as i32 - MATE;
            }
            if self.is_draw(position) {
                return DRAW;
            }
            // Mate distance pruning: no mate found here could be shorter than
            // one already found.
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
                self.evaluator.evaluate_at(ply, position)
            };
        }

        let shared = self.shared;
        let excluded = self.at(ply).excluded;
        let has_all_moves = excluded.is_none();
        let entry = shared
            .transpositions
            .probe(position.key(), ply)
            .filter(|_| has_all_moves);
        if !PV
            && let Some(entry) = entry
            && entry.depth >= depth
            && is_conclusive(&entry, beta)
            && position.halfmoves() < 90
        {
            return entry.value;
        }
        if !is_root
            && has_all_moves
            && let Some(value) = self.tablebase_value(position, ply, depth)
        {
            return value;
        }

        let mut node = Node {
            position,
            piece_keys,
            ply,
            depth,
            is_cut,
            is_check,
            is_improving: false,
            was_pv: PV || entry.is_some_and(|entry| entry.was_pv),
            entry,
            hash_move: entry.and_then(|entry| entry.mv.unpack(position)),
            raw: None,
            corrected: 0,
            eval: 0,
        };
        if is_root {
            node.hash_move = Some(self.root.leader().mv);
        }
        self.evaluate_node(&mut node, has_all_moves);
        let below = ply + 1;
        self.at(below).excluded = PackedMove::NONE;
        self.at(below + 1).cutoffs = 0;

        if !PV && !is_check && has_all_moves && !self.seeks_mate {
            if let Some(value) = self.prune_node(&node, alpha, beta) {
                return value;
            }
            if self.is_stopped {
                return DRAW;
            }
        }
        // Internal iterative reduction: without a hash move, search less deep.
        let reduces = if PV { depth >= 5 } else { is_cut && depth >= 8 };
        if reduces && node.hash_move.is_none() && has_all_moves {
            node.depth -= 1;
        }
        self.search_moves::<PV>(&mut node, alpha, beta, excluded)
    }

    /// Evaluates the node and compares it with the side's previous positions.
    fn evaluate_node(&mut self, node: &mut Node<'_>, has_all_moves: bool) {
        let ply = node.ply;
        if node.is_check {
            self.at(ply).eval = None;
            return;
        }
        if has_all_moves {
            let (raw, corrected) =
                self.corrected_eval(node.position, node.piece_keys, ply, node.entry.as_ref());
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
                self.shared
                    .transpositions
                    .store(node.position.key(), ply, found);
            }
        } else {
            // The same position has already been evaluated.
            node.corrected = self.at(ply).eval.unwrap_or(DRAW);
        }
        node.eval = refined_eval(node.corrected, node.entry.as_ref());
        let before = self.eval_before(ply, 2).or(self.eval_before(ply, 4));
        node.is_improving = before.is_none_or(|before| node.corrected > before);
    }

    /// Searches the moves one after the other.
    fn search_moves<const PV: bool>(
        &mut self,
        node: &mut Node<'_>,
        mut alpha: i32,
        beta: i32,
        excluded: PackedMove,
    ) -> i32 {
        let &mut Node {
            position,
            piece_keys,
            ply,
            depth,
            is_check,
            ..
        } = node;
        let shared = self.shared;
        let turn = position.turn();
        let is_root = ply == 0;
        let has_all_moves = excluded.is_none();
        let alpha_before = alpha;
        let threats = threats(position);
        let steps = self.steps(ply);
        let mut picker = Picker::all(node.hash_move, &self.move_stack);
        let tried = self.tried.len();
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut count = 0;

        while let Some(mv) = picker.next(
            position,
            self.histories,
            threats,
            &steps,
            &mut self.move_stack,
        ) {
            if PackedMove::from(mv) == excluded || is_root && !self.root.contains(mv) {
                continue;
            }
            count += 1;
            if is_root && self.is_first() {
                let number = count as usize + self.root.first;
                shared.control.on_root_move(depth as u32, mv, number);
            }
            let is_quiet = !is_noisy(position, mv);
            let history = if is_quiet {
                let past = || self.histories.quiet_history(turn, threats, &steps).of(mv);
                picker.quiet_score().unwrap_or_else(past)
            } else {
                self.histories.capture(position, mv)
            };
            let mut reduction = reduction(depth, count);

            if !is_root && best > -LOWEST_MATE && !self.seeks_mate && has_pieces(position) {
                let lmr_depth = (depth - reduction / 1024).max(0);
                if is_quiet {
                    // Late move pruning.
                    let max_count = (4 + depth * depth) / (2 - i32::from(node.is_improving));
                    if count > max_count {
                        picker.skip_quiet();
                        continue;
                    }
                    // Futility pruning: a quiet move gains too little.
                    let margin = 100 + 110 * lmr_depth + history / 96;
                    if !is_check && lmr_depth <= 8 && node.corrected + margin <= alpha {
                        picker.skip_quiet();
                        continue;
                    }
                    // History pruning.
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
            if !is_root
                && has_all_moves
                && ply < 2 * self.root_depth as usize
                && Some(mv) == node.hash_move
            {
                match self.singular_extension::<PV>(node, mv, beta) {
                    SingularResult::Cut(value) => {
                        picker.finish(&mut self.move_stack);
                        return value;
                    }
                    SingularResult::Extend(plies) => extension = plies,
                }
                if self.is_stopped {
                    break;
                }
            }

            let nodes_before = self.nodes;
            let child = position.after(mv);
            let child_keys = piece_keys.after(position, mv);
            self.at(ply + 1).double_extensions =
                self.at(ply).double_extensions + u32::from(extension >= 2);
            self.enter_child(ply, turn, mv, &child);
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
                    &child_keys,
                    ply + 1,
                    -alpha - 1,
                    -alpha,
                    reduced,
                    true,
                );
                if value > alpha && reduced < new_depth {
                    // The better the result, the deeper the second search.
                    let mut retry_depth = new_depth;
                    retry_depth += i32::from(value > best + 45 + 2 * new_depth);
                    retry_depth -= i32::from(value < best + 8);
                    if retry_depth > reduced {
                        value = -self.node::<false>(
                            &child,
                            &child_keys,
                            ply + 1,
                            -alpha - 1,
                            -alpha,
                            retry_depth,
                            !node.is_cut,
                        );
                    }
                }
            } else if !PV || count > 1 {
                value = -self.node::<false>(
                    &child,
                    &child_keys,
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
                    &child_keys,
                    ply + 1,
                    -beta,
                    -alpha,
                    new_depth,
                    false,
                );
            }
            self.leave_child();
            if self.is_stopped {
                break;
            }
            if is_root {
                self.record_root_move(mv, value, self.nodes - nodes_before, count == 1, alpha);
            }

            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    if PV && !is_root {
                        self.set_line(ply, mv);
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
        picker.finish(&mut self.move_stack);
        if let Some(mv) = best_move
            && best >= beta
            && !self.is_stopped
        {
            self.learn_cutoff(node, mv, tried, threats, &steps);
        }
        self.tried.truncate(tried);
        if self.is_stopped {
            return DRAW;
        }
        if count == 0 {
            return match (has_all_moves, is_check) {
                (false, _) => alpha,
                (true, true) => ply as i32 - MATE,
                (true, false) => DRAW,
            };
        }

        if has_all_moves {
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
                shared.transpositions.store(position.key(), ply, entry);
            }
            self.learn_correction(node, best, bound, best_move);
        }
        best
    }

    /// Singular extension: decides whether the hash move is the only good move,
    /// and is then searched deeper. If another move also reaches beta, the node
    /// is cut off.
    fn singular_extension<const PV: bool>(
        &mut self,
        node: &Node<'_>,
        mv: Move,
        beta: i32,
    ) -> SingularResult {
        let &Node {
            position,
            piece_keys,
            ply,
            depth,
            ..
        } = node;
        let Some(entry) = node.entry else {
            return SingularResult::Extend(0);
        };
        let is_candidate = depth >= 6
            && entry.depth >= depth - 3
            && matches!(entry.bound, Some(Bound::Lower | Bound::Exact))
            && entry.value.abs() < LOWEST_TABLEBASE_WIN;
        if !is_candidate {
            return SingularResult::Extend(0);
        }
        let goal = entry.value - (depth * (2 + i32::from(node.was_pv && !PV))) / 2;
        self.at(ply).excluded = mv.into();
        let value = self.node::<false>(
            position,
            piece_keys,
            ply,
            goal - 1,
            goal,
            (depth - 1) / 2,
            node.is_cut,
        );
        self.at(ply).excluded = PackedMove::NONE;
        if value < goal {
            let is_double = !PV && value < goal - 16 && self.at(ply).double_extensions < 8;
            return SingularResult::Extend(if is_double { 2 } else { 1 });
        }
        if goal >= beta {
            return SingularResult::Cut(goal);
        }
        if entry.value >= beta {
            return SingularResult::Extend(-2 + i32::from(PV));
        }
        SingularResult::Extend(if node.is_cut { -1 } else { 0 })
    }

    fn record_root_move(&mut self, mv: Move, value: i32, nodes: u64, is_first: bool, alpha: i32) {
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

/// The result of a singular extension search.
enum SingularResult {
    /// Return this lower bound of the node's value.
    Cut(i32),
    /// Search the move deeper by this many half-moves; negative means less deep.
    Extend(i32),
}

/// Returns the late move reduction, in 1024ths of a half-move. It grows with the
/// depth and with the number of moves already searched.
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
        // ln x = k ln 2 + ln m, with a series for the mantissa m.
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

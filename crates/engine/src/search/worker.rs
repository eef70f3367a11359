use core::sync::atomic::Ordering::Relaxed;

use arbiter_rules::{Bitboard, Color, Move, PlayedLine, Position, Role, attacks};

use super::{
    root::RootMoves,
    shared::{SearchThread, Shared},
};
use crate::{
    Bound, Evaluator, Score, SearchProgress, SearchReport, Wdl,
    history::{Histories, Step},
    packed_move::PackedMove,
    picker::Candidate,
    piece_keys::PieceKeys,
    score::{DRAW, INFINITE, MAX_EVALUATION, MAX_PLY},
};

/// One thread of a search.
pub(super) struct Worker<'a> {
    pub(super) shared: &'a Shared<'a>,
    number: usize,
    position: Position,
    piece_keys: PieceKeys,
    pub(super) histories: &'a mut Histories,
    pub(super) evaluator: &'a mut Evaluator,
    pub(super) root: RootMoves,
    /// The depth of the current iteration.
    pub(super) root_depth: i32,
    pub(super) nodes: u64,
    pub(super) selective_depth: usize,
    pub(super) is_stopped: bool,
    /// The keys of all positions since the last irreversible move of the game,
    /// up to the current node.
    keys: Vec<u64>,
    /// How many of them occurred in the game.
    played: usize,
    /// The index of the first key that can repeat: there was a null move before.
    barrier: usize,
    stack: Vec<Ply>,
    /// The principal variation from each ply on.
    lines: Vec<Vec<Move>>,
    pub(super) move_stack: Vec<Candidate>,
    /// The moves already searched at each node of the current line.
    pub(super) tried: Vec<Move>,
    /// Null moves are forbidden before this ply while one is being verified.
    pub(super) no_null_move_before: usize,
    /// Whether only a mate is of interest, so that evaluations prune nothing.
    pub(super) seeks_mate: bool,
}

/// The search state at one ply.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ply {
    /// The move played at this ply; none for a null move.
    pub(super) step: Option<Step>,
    /// The corrected evaluation; none in check.
    pub(super) eval: Option<i32>,
    /// The move excluded by a singular extension search.
    pub(super) excluded: PackedMove,
    /// The number of beta cutoffs at this ply.
    pub(super) cutoffs: u32,
    /// The number of double extensions on this line.
    pub(super) double_extensions: u32,
}

/// The number of earlier half-moves that the histories use.
const HISTORY_PLIES: usize = 4;

impl<'a> Worker<'a> {
    pub(super) fn new(
        shared: &'a Shared<'a>,
        number: usize,
        line: &PlayedLine,
        root: RootMoves,
        thread: &'a mut SearchThread,
    ) -> Worker<'a> {
        let position = line.position().clone();
        let mut keys: Vec<u64> = line.moves().map(|(before, _)| before.key()).collect();
        let reversible = usize::from(position.halfmoves()).min(keys.len());
        keys.drain(..keys.len() - reversible);
        keys.push(position.key());
        let empty = Ply {
            step: None,
            eval: None,
            excluded: PackedMove::NONE,
            cutoffs: 0,
            double_extensions: 0,
        };
        let mut stack = vec![empty; MAX_PLY + HISTORY_PLIES + 4];
        let past: Vec<_> = line.moves().rev().take(HISTORY_PLIES).collect();
        for (back, (before, mv)) in past.into_iter().enumerate() {
            stack[HISTORY_PLIES - 1 - back].step = Some(Step::new(before.turn(), mv));
        }
        Worker {
            shared,
            number,
            piece_keys: PieceKeys::of(&position),
            position,
            histories: &mut thread.histories,
            evaluator: &mut thread.evaluator,
            root,
            root_depth: 0,
            nodes: 0,
            selective_depth: 0,
            is_stopped: false,
            played: keys.len() - 1,
            barrier: 0,
            keys,
            stack,
            lines: vec![Vec::new(); MAX_PLY + 2],
            move_stack: Vec::with_capacity(1024),
            tried: Vec::with_capacity(1024),
            no_null_move_before: 0,
            seeks_mate: false,
        }
    }

    /// Returns the position at the root.
    pub(super) fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the piece keys at the root.
    pub(super) fn piece_keys(&self) -> &PieceKeys {
        &self.piece_keys
    }

    /// Searches with iterative deepening and returns the best lines.
    pub(super) fn iterate(&mut self) -> Vec<SearchReport> {
        let limits = self.shared.limits;
        let lines = limits.lines.clamp(1, self.root.len());
        let deepest = limits
            .depth
            .unwrap_or(u32::MAX)
            .clamp(1, MAX_PLY as u32 - 6) as i32;
        let mut found: Vec<SearchReport> = Vec::new();
        let mut stable_depths = 0;
        self.check_stop();
        if lines == 1
            && self.is_first()
            && let Some(line) = self.find_mate_by_checks()
        {
            self.set_mate(&line);
            found = self.report_mate();
            if self.find_shorter_mate(&line) {
                found = self.report_mate();
            }
            return found;
        }
        for depth in 1..=deepest {
            self.root_depth = depth;
            let best_before = self.root.leader().mv;
            self.root.begin_depth();
            for first in 0..lines {
                self.root.first = first;
                self.selective_depth = 0;
                self.search_aspiration(depth);
                self.root.sort();
                if self.is_stopped {
                    break;
                }
            }
            self.root.first = 0;
            self.root.sort_lines(lines);
            found = self.collect_lines(lines, depth);
            if self.is_first() {
                for report in &found {
                    self.shared.control.on_report(report);
                }
            }
            if self.is_stopped {
                break;
            }
            let leader = self.root.leader();
            stable_depths = if leader.mv == best_before {
                stable_depths + 1
            } else {
                0
            };
            if !self.is_first() {
                continue;
            }
            let progress = SearchProgress {
                depth: depth as u32,
                score: Score(leader.value),
                score_before: Score(if depth == 1 {
                    leader.value
                } else {
                    leader.value_before
                }),
                stable_depths,
                share_of_best: leader.nodes as f64 / self.nodes.max(1) as f64,
                is_forced: self.root.is_forced,
            };
            let is_mate_found = limits.mate.is_some_and(|moves| {
                progress
                    .score
                    .mate()
                    .is_some_and(|mate| mate > 0 && mate as u32 <= moves)
            });
            if is_mate_found || self.shared.control.should_finish(&progress) {
                break;
            }
        }
        self.publish_nodes();
        found
    }

    /// Searches with an aspiration window: a narrow window around the previous
    /// value, widened if the value lies outside.
    fn search_aspiration(&mut self, depth: i32) {
        let before = self.root.leader().value_before;
        let mut width = 12;
        let (mut alpha, mut beta) = if depth >= 4 && before.abs() < MAX_EVALUATION {
            (
                (before - width).max(-INFINITE),
                (before + width).min(INFINITE),
            )
        } else {
            (-INFINITE, INFINITE)
        };
        let mut reduction = 0;
        loop {
            self.root.begin_aspiration();
            let (position, piece_keys) = (self.position.clone(), self.piece_keys);
            let at = (depth - reduction).max(1);
            let value = self.node::<true>(&position, &piece_keys, 0, alpha, beta, at, false);
            if self.is_stopped {
                return;
            }
            self.root.sort();
            if value <= alpha || value >= beta {
                self.report_bound(depth, value, value >= beta);
            }
            if value <= alpha {
                beta = (alpha + beta) / 2;
                alpha = (value - width).max(-INFINITE);
                reduction = 0;
            } else if value >= beta {
                beta = (value + width).min(INFINITE);
                reduction = (reduction + 1).min(3);
            } else {
                return;
            }
            width += width / 2;
            if width > 600 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// Reports a mate that was found without the search, and returns it.
    fn report_mate(&mut self) -> Vec<SearchReport> {
        let plies = self.root.leader().line.len() as i32;
        let found = self.collect_lines(1, plies);
        for report in &found {
            self.shared.control.on_report(report);
        }
        found
    }

    /// Reports that the value lies outside the aspiration window.
    fn report_bound(&mut self, depth: i32, value: i32, is_above: bool) {
        if !self.is_first() || self.shared.limits.lines > 1 {
            return;
        }
        self.publish_nodes();
        let leader = self.root.leader();
        let score = Score(self.root.tablebase_value(value));
        let report = SearchReport {
            depth: depth as u32,
            selective_depth: self.selective_depth as u32,
            number: 1,
            score,
            bound: if is_above { Bound::Lower } else { Bound::Upper },
            wdl: Wdl::of(score),
            nodes: self.shared.nodes(),
            hash_full_permille: self.shared.transpositions.fullness(),
            tablebase_hits: self.shared.tablebase_hits.load(Relaxed),
            moves: leader.line.clone(),
        };
        self.shared.control.on_report(&report);
    }

    /// Returns the lines found so far.
    fn collect_lines(&mut self, lines: usize, depth: i32) -> Vec<SearchReport> {
        self.publish_nodes();
        let nodes = self.shared.nodes();
        let hash_full_permille = self.shared.transpositions.fullness();
        let mut reports = Vec::with_capacity(lines);
        let mut lowest = INFINITE;
        for (index, root) in self.root.iter().take(lines).enumerate() {
            // A move not yet searched at this depth keeps its previous value,
            // but must not rank above the searched ones; its line is then
            // unreliable.
            let (value, depth) = if root.value == -INFINITE {
                (root.value_before, (depth - 1).max(1))
            } else {
                (root.value, depth)
            };
            let value = if value == -INFINITE { DRAW } else { value };
            let moves = if value > lowest {
                vec![root.mv]
            } else {
                root.line.clone()
            };
            lowest = lowest.min(value);
            let score = Score(self.root.tablebase_value(lowest));
            reports.push(SearchReport {
                depth: depth as u32,
                selective_depth: root.selective_depth as u32,
                number: index + 1,
                score,
                bound: Bound::Exact,
                wdl: Wdl::of(score),
                nodes,
                hash_full_permille,
                tablebase_hits: self.shared.tablebase_hits.load(Relaxed),
                moves,
            });
        }
        reports
    }

    /// Counts a node and checks the limits.
    #[inline]
    pub(super) fn count_node(&mut self) {
        if self.is_stopped {
            return;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_BETWEEN_STOP_CHECKS) {
            self.check_stop();
        }
        if let Some(limit) = self.shared.limits.nodes
            && (self.nodes >= limit
                || self.shared.nodes.len() > 1
                    && self.nodes.is_multiple_of(NODES_BETWEEN_STOP_CHECKS)
                    && self.shared.nodes() >= limit)
        {
            self.is_stopped = true;
        }
    }

    fn check_stop(&mut self) {
        self.publish_nodes();
        let shared = self.shared;
        if shared.is_stopped.load(Relaxed) || shared.control.should_stop() {
            shared.is_stopped.store(true, Relaxed);
            self.is_stopped = true;
        }
    }

    pub(super) fn publish_nodes(&self) {
        self.shared.nodes[self.number].store(self.nodes, Relaxed);
    }

    pub(super) fn is_first(&self) -> bool {
        self.number == 0
    }

    #[inline]
    pub(super) fn at(&mut self, ply: usize) -> &mut Ply {
        &mut self.stack[ply + HISTORY_PLIES]
    }

    /// Returns the move played `back` half-moves before this ply.
    #[inline]
    pub(super) fn step_before(&self, ply: usize, back: usize) -> Option<Step> {
        self.stack[ply + HISTORY_PLIES - back].step
    }

    /// Returns the evaluation `back` half-moves before this ply.
    #[inline]
    pub(super) fn eval_before(&self, ply: usize, back: usize) -> Option<i32> {
        self.stack[ply + HISTORY_PLIES - back].eval
    }

    /// Returns the earlier moves that continuation histories refer to.
    #[inline]
    pub(super) fn steps(&self, ply: usize) -> [Option<Step>; 3] {
        [1, 2, 4].map(|back| self.step_before(ply, back))
    }

    /// Enters the position after a move.
    #[inline]
    pub(super) fn enter_child(&mut self, ply: usize, turn: Color, mv: Move, child: &Position) {
        self.at(ply).step = Some(Step::new(turn, mv));
        self.keys.push(child.key());
    }

    #[inline]
    pub(super) fn leave_child(&mut self) {
        self.keys.pop();
    }

    /// Enters the position after a null move. Returns the state that
    /// [`Worker::leave_null_move`] restores.
    pub(super) fn enter_null_move(&mut self, ply: usize, child: &Position) -> usize {
        self.at(ply).step = None;
        self.keys.push(child.key());
        core::mem::replace(&mut self.barrier, self.keys.len() - 1)
    }

    pub(super) fn leave_null_move(&mut self, barrier: usize) {
        self.keys.pop();
        self.barrier = barrier;
    }

    /// Reports whether the position is drawn by repetition, by the fifty-move rule
    /// or for lack of material. Within the search tree, the first repetition
    /// counts as a draw: a side that can repeat once can repeat again.
    #[inline]
    pub(super) fn is_draw(&self, position: &Position) -> bool {
        let halfmoves = usize::from(position.halfmoves());
        if halfmoves >= 100 {
            return !position.is_check() || position.has_legal_move();
        }
        let board = position.board();
        let heavy =
            board.by_role(Role::Pawn) | board.by_role(Role::Rook) | board.by_role(Role::Queen);
        if heavy.is_empty() && position.is_dead_by_material() {
            return true;
        }
        if halfmoves < 4 {
            return false;
        }
        let now = self.keys.len() - 1;
        let earliest = now.saturating_sub(halfmoves).max(self.barrier);
        let mut seen = 0;
        let mut at = now;
        while at >= earliest + 2 {
            at -= 2;
            if self.keys[at] == position.key() {
                seen += 1;
                if at >= self.played || seen == 2 {
                    return true;
                }
            }
        }
        false
    }

    /// Sets the principal variation to this move and the line after it.
    pub(super) fn set_line(&mut self, ply: usize, mv: Move) {
        let (here, after) = self.lines.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(mv);
        here[ply].extend_from_slice(&after[0]);
    }

    pub(super) fn clear_line(&mut self, ply: usize) {
        self.lines[ply].clear();
    }

    pub(super) fn line(&self, ply: usize) -> &[Move] {
        &self.lines[ply]
    }
}

/// How often a thread checks whether to stop.
const NODES_BETWEEN_STOP_CHECKS: u64 = 1024;

/// Reports whether the side to move has a piece other than king and pawns.
pub(super) fn has_pieces(position: &Position) -> bool {
    let board = position.board();
    (board.of(position.turn()) - board.by_role(Role::Pawn) - board.by_role(Role::King)).any()
}

/// Returns the squares attacked by the side not to move.
pub(super) fn threats(position: &Position) -> Bitboard {
    let board = position.board();
    let them = !position.turn();
    let occupied = board.occupied();
    let pawns = board.pieces(them, Role::Pawn).forward(them);
    let mut squares = pawns.left() | pawns.right();
    for square in board.pieces(them, Role::Knight) {
        squares |= attacks::knight(square);
    }
    for square in board.diagonal_sliders(them) {
        squares |= attacks::bishop(square, occupied);
    }
    for square in board.straight_sliders(them) {
        squares |= attacks::rook(square, occupied);
    }
    for square in board.pieces(them, Role::King) {
        squares |= attacks::king(square);
    }
    squares
}

use core::sync::atomic::Ordering::Relaxed;

use arbiter_rules::{Bitboard, Color, Move, PlayedLine, Position, Role, attacks};

use super::{Shared, root::RootMoves};
use crate::{
    Bound, Effort, Evaluator, Report, Score, Sums, Wdl,
    engine::Mind,
    history::{Histories, Step},
    packed::PackedMove,
    picker::Candidate,
    score::{DRAW, INFINITE, MAX_PLY, MOST},
};

/// One thread of a search.
pub(crate) struct Worker<'a> {
    pub(super) shared: &'a Shared<'a>,
    number: usize,
    position: Position,
    sums: Sums,
    pub(super) histories: &'a mut Histories,
    pub(super) evaluator: &'a mut Evaluator,
    pub(super) root: RootMoves,
    /// The depth of the iteration that runs.
    pub(super) root_depth: i32,
    pub(super) nodes: u64,
    pub(super) selective_depth: usize,
    pub(super) is_over: bool,
    /// The keys of all positions since the game's last irreversible move,
    /// along the line that is looked at.
    keys: Vec<u64>,
    /// How many of them were on the board.
    played: usize,
    /// Before this one nothing can repeat: somebody passed.
    barrier: usize,
    stack: Vec<Ply>,
    /// The best line from each ply on.
    lines: Vec<Vec<Move>>,
    pub(super) pile: Vec<Candidate>,
    /// The moves already looked at in each position of the line, on one pile.
    pub(super) tried: Vec<Move>,
    /// Until this ply nobody may pass, since a pass is being verified.
    pub(super) no_pass_before: usize,
}

/// What one position of a line knows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ply {
    /// The move that was played here; none for a pass.
    pub(super) step: Option<Step>,
    /// The corrected judgement; none in check.
    pub(super) eval: Option<i32>,
    /// A move not to be looked at, to see how good the others are.
    pub(super) excluded: PackedMove,
    /// How often a move was refuted below.
    pub(super) cutoffs: u32,
    /// How often this line has been extended twice at once.
    pub(super) double_extensions: u32,
}

/// Four half-moves are looked back to.
const BEFORE: usize = 4;

impl<'a> Worker<'a> {
    pub(super) fn new(
        shared: &'a Shared<'a>,
        number: usize,
        line: &PlayedLine,
        root: RootMoves,
        mind: &'a mut Mind,
    ) -> Worker<'a> {
        let position = *line.position();
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
        let mut stack = vec![empty; MAX_PLY + BEFORE + 4];
        let past: Vec<_> = line.moves().rev().take(BEFORE).collect();
        for (back, (before, mv)) in past.into_iter().enumerate() {
            stack[BEFORE - 1 - back].step = Some(Step::new(before.turn(), mv));
        }
        Worker {
            shared,
            number,
            position,
            sums: Sums::of(&position),
            histories: &mut mind.histories,
            evaluator: &mut mind.evaluator,
            root,
            root_depth: 0,
            nodes: 0,
            selective_depth: 0,
            is_over: false,
            played: keys.len() - 1,
            barrier: 0,
            keys,
            stack,
            lines: vec![Vec::new(); MAX_PLY + 2],
            pile: Vec::with_capacity(1024),
            tried: Vec::with_capacity(1024),
            no_pass_before: 0,
        }
    }

    /// Deeper and deeper, until it is over; returns the best lines.
    pub(super) fn deepen(&mut self) -> Vec<Report> {
        let limits = self.shared.limits;
        let lines = limits.lines.clamp(1, self.root.len());
        let deepest = limits
            .depth
            .unwrap_or(u32::MAX)
            .clamp(1, MAX_PLY as u32 - 6) as i32;
        let mut found: Vec<Report> = Vec::new();
        let mut stable_depths = 0;
        self.look_at_clock();
        for depth in 1..=deepest {
            self.root_depth = depth;
            let best_before = self.root.leader().mv;
            self.root.begin_depth();
            for first in 0..lines {
                self.root.first = first;
                self.selective_depth = 0;
                self.aspire(depth);
                self.root.sort();
                if self.is_over {
                    break;
                }
            }
            self.root.first = 0;
            self.root.sort_lines(lines);
            found = self.collect_lines(lines, depth);
            if self.is_first() {
                for report in &found {
                    self.shared.control.line(report);
                }
            }
            if self.is_over {
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
            let effort = Effort {
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
                effort
                    .score
                    .mate()
                    .is_some_and(|mate| mate > 0 && mate as u32 <= moves)
            });
            if is_mate_found || self.shared.control.is_enough(&effort) {
                break;
            }
        }
        self.publish_nodes();
        found
    }

    /// Looks for the value with a small window around the one before, which
    /// is opened where the value turns out to lie outside.
    fn aspire(&mut self, depth: i32) {
        let before = self.root.leader().value_before;
        let mut width = 12;
        let (mut alpha, mut beta) = if depth >= 4 && before.abs() < MOST {
            (
                (before - width).max(-INFINITE),
                (before + width).min(INFINITE),
            )
        } else {
            (-INFINITE, INFINITE)
        };
        let mut reduction = 0;
        loop {
            self.root.begin_look();
            let (position, sums) = (self.position, self.sums);
            let at = (depth - reduction).max(1);
            let value = self.node::<true>(&position, &sums, 0, alpha, beta, at, false);
            if self.is_over {
                return;
            }
            self.root.sort();
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

    /// The lines found so far.
    fn collect_lines(&mut self, lines: usize, depth: i32) -> Vec<Report> {
        self.publish_nodes();
        let nodes = self.shared.nodes();
        let table_full = self.shared.table.fullness();
        let mut reports = Vec::with_capacity(lines);
        let mut least = INFINITE;
        for (index, root) in self.root.iter().take(lines).enumerate() {
            // A move that was not reached in this depth keeps what it had, but
            // is no better than those that were; then its line says nothing.
            let (value, depth) = if root.value == -INFINITE {
                (root.value_before, (depth - 1).max(1))
            } else {
                (root.value, depth)
            };
            let value = if value == -INFINITE { DRAW } else { value };
            let moves = if value > least {
                vec![root.mv]
            } else {
                root.line.clone()
            };
            least = least.min(value);
            let score = Score(self.root.known_value(least));
            reports.push(Report {
                depth: depth as u32,
                selective_depth: root.selective_depth as u32,
                number: index + 1,
                score,
                bound: Bound::Exact,
                wdl: Wdl::of(score),
                nodes,
                table_full,
                ending_hits: self.shared.ending_hits.load(Relaxed),
                moves,
            });
        }
        reports
    }

    /// A position is looked at: counts it, and finds out whether it is over.
    #[inline]
    pub(super) fn enter(&mut self) {
        if self.is_over {
            return;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_BETWEEN_LOOKS) {
            self.look_at_clock();
        }
        if let Some(limit) = self.shared.limits.nodes
            && (self.nodes >= limit
                || self.shared.nodes.len() > 1
                    && self.nodes.is_multiple_of(NODES_BETWEEN_LOOKS)
                    && self.shared.nodes() >= limit)
        {
            self.is_over = true;
        }
    }

    fn look_at_clock(&mut self) {
        self.publish_nodes();
        let shared = self.shared;
        if shared.is_over.load(Relaxed) || shared.control.is_over() {
            shared.is_over.store(true, Relaxed);
            self.is_over = true;
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
        &mut self.stack[ply + BEFORE]
    }

    /// The move played so many half-moves before this ply.
    #[inline]
    pub(super) fn step_before(&self, ply: usize, back: usize) -> Option<Step> {
        self.stack[ply + BEFORE - back].step
    }

    /// The judgement so many half-moves before.
    #[inline]
    pub(super) fn eval_before(&self, ply: usize, back: usize) -> Option<i32> {
        self.stack[ply + BEFORE - back].eval
    }

    /// The moves that the moves of this ply may follow.
    #[inline]
    pub(super) fn steps(&self, ply: usize) -> [Option<Step>; 3] {
        [1, 2, 4].map(|back| self.step_before(ply, back))
    }

    /// Goes on to a position by a move.
    #[inline]
    pub(super) fn go_to(&mut self, ply: usize, turn: Color, mv: Move, child: &Position) {
        self.at(ply).step = Some(Step::new(turn, mv));
        self.keys.push(child.key());
    }

    #[inline]
    pub(super) fn come_back(&mut self) {
        self.keys.pop();
    }

    /// Goes on by passing; returns what to give to [`Worker::unpass`].
    pub(super) fn pass(&mut self, ply: usize, child: &Position) -> usize {
        self.at(ply).step = None;
        self.keys.push(child.key());
        core::mem::replace(&mut self.barrier, self.keys.len() - 1)
    }

    pub(super) fn unpass(&mut self, barrier: usize) {
        self.keys.pop();
        self.barrier = barrier;
    }

    /// Whether the position is drawn by the laws: repeated, fifty moves, or no
    /// material to mate with. Coming back to a position once is enough if it
    /// happens in what is looked at: who can do it once can do it again.
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

    /// The best line from here is this move and the best line after it.
    pub(super) fn take_line(&mut self, ply: usize, mv: Move) {
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

/// Every thread asks so often whether it is over.
const NODES_BETWEEN_LOOKS: u64 = 1024;

/// The squares that the side not to move attacks.
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

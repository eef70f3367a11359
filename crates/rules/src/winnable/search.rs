use alloc::{vec, vec::Vec};

use super::{
    mate_pattern::MatePattern,
    material,
    mating_net::MatingNet,
    packed::{Packed, PackedSet},
    progress::{self, Progress},
    reachable::ReachableSquares,
    work_budget::WorkBudget,
};
use crate::{Color, Position, Role, Variant};

/// The number of cost levels in a queue. Higher costs count as the highest.
const COST_LEVELS: usize = 256;

/// The number of queues that take turns.
const QUEUES: usize = 5;

/// The test for a blocked position takes as long as many moves. After this many
/// tests, they continue only while more than one in eight succeeds.
const MIN_BLOCKED_TESTS: usize = 32;

/// The most work units one such test may take.
const MAX_BLOCKED_UNITS: u64 = 100_000;

/// The work units of starting such a test.
const BLOCKED_UNITS: u64 = 30;

/// The work units of preparing a search.
const NEW_SEARCH_UNITS: u64 = 100;

/// The work units of taking a position from a queue, and of expanding it.
const POP_UNITS: u64 = 1;
const EXPAND_UNITS: u64 = 6;

/// The work units of making a move and looking up the position after it, and of
/// storing it if it is new, without half a unit for each of its pieces.
const MOVE_UNITS: u64 = 8;
const NEW_POSITION_UNITS: u64 = 10;

/// A search for a helpmate by one side (FIDE 5.2.2, 6.9).
///
/// Every position is expanded once. Several priority queues take turns to choose
/// the next one, each with its own estimate of the distance to mate, so that a
/// misleading estimate does not hold up the search. The last is used only if there
/// are [`MatePattern`]s. If a mate is found, the side
/// can win. If all positions have been expanded, it cannot.
pub(super) struct HelpmateSearch {
    winner: Color,
    variant: Variant,
    patterns: Vec<MatePattern>,
    answer: Option<bool>,
    seen: PackedSet,
    /// One entry for each position seen, by its number.
    nodes: Vec<Node>,
    queues: [Queue; QUEUES],
    /// The queue from which the next position is taken.
    turn: usize,
    /// How many positions were tested for being blocked.
    blocked_tests: usize,
    /// How many of them were.
    blocked_found: usize,
}

/// How a position was reached, and whether it has been expanded.
#[derive(Clone, Copy)]
struct Node {
    is_expanded: bool,
    /// The cost of the moves that led to it (see [`Progress`]).
    cost: u8,
    /// The number of those moves.
    depth: u8,
}

/// Positions to be expanded: those with the lowest cost first, and among equals
/// the one added last.
struct Queue {
    levels: Vec<Vec<u32>>,
    lowest: usize,
}

impl Queue {
    fn push(&mut self, number: u32, cost: usize) {
        let cost = cost.min(COST_LEVELS - 1);
        self.levels[cost].push(number);
        self.lowest = self.lowest.min(cost);
    }

    fn pop(&mut self) -> Option<u32> {
        while self.lowest < COST_LEVELS {
            if let Some(number) = self.levels[self.lowest].pop() {
                return Some(number);
            }
            self.lowest += 1;
        }
        None
    }
}

impl HelpmateSearch {
    /// Prepares a search from a regular position.
    pub(super) fn new(winner: Color, root: &Position, budget: &WorkBudget) -> HelpmateSearch {
        budget.take(NEW_SEARCH_UNITS);
        let mut search = HelpmateSearch {
            winner,
            variant: root.variant(),
            patterns: MatePattern::closest(root, winner, budget),
            answer: None,
            seen: PackedSet::new(),
            nodes: Vec::new(),
            queues: core::array::from_fn(|_| Queue {
                levels: vec![Vec::new(); COST_LEVELS],
                lowest: COST_LEVELS,
            }),
            turn: 0,
            blocked_tests: 0,
            blocked_found: 0,
        };
        search.answer = search.visit(root, true, 0, 0, budget);
        search
    }

    /// Reports whether the winner can win, or returns `None` if the budget is spent.
    /// Another call continues the search.
    pub(super) fn run(&mut self, budget: &WorkBudget) -> Option<bool> {
        while self.answer.is_none() && !budget.is_spent() {
            self.expand_next(budget);
        }
        self.answer
    }

    /// Expands the next position of the queue whose turn it is.
    fn expand_next(&mut self, budget: &WorkBudget) {
        budget.take(POP_UNITS);
        // Every position is in every queue until it is expanded, so when one queue
        // is empty, all positions have been expanded.
        let queue = self.turn;
        let queues = QUEUES - usize::from(self.patterns.is_empty());
        self.turn = (queue + 1) % queues;
        let Some(number) = self.queues[queue].pop() else {
            self.answer = Some(false);
            return;
        };
        let node = &mut self.nodes[number as usize];
        if core::mem::replace(&mut node.is_expanded, true) {
            return;
        }
        budget.take(EXPAND_UNITS);
        let Node { cost, depth, .. } = *node;
        let depth = usize::from(depth) + 1;
        let position = self.seen.at(number).unpack(self.variant);
        let progress = Progress::of(&position, self.winner);
        let pieces = |position: &Position| position.board().occupied().count();
        position.for_each_child(|mv, next| {
            if self.answer.is_some() {
                return;
            }
            budget.take(MOVE_UNITS);
            let cost = usize::from(cost) + progress.cost(&position, mv);
            let is_irreversible = mv.role() == Role::Pawn || pieces(next) != pieces(&position);
            if self.visit(next, is_irreversible, cost, depth, budget) == Some(true) {
                self.answer = Some(true);
            }
        });
    }

    /// Queues a position that has not been seen before, or returns whether it is
    /// won if that is known without expanding it.
    fn visit(
        &mut self,
        position: &Position,
        is_irreversible: bool,
        cost: usize,
        depth: usize,
        budget: &WorkBudget,
    ) -> Option<bool> {
        if material::cannot_mate(position.board(), self.winner) {
            return Some(false);
        }
        let number = self.seen.insert(Packed::of(position))?;
        let pieces = position.board().occupied().count();
        budget.take(NEW_POSITION_UNITS + u64::from(pieces / 2));
        let max = usize::from(u8::MAX);
        self.nodes.push(Node {
            is_expanded: false,
            cost: cost.min(max) as u8,
            depth: depth.min(max) as u8,
        });
        if !position.has_legal_move() {
            return Some(position.turn() != self.winner && position.is_check());
        }
        // Only an irreversible move can turn an open position into a blocked one.
        let is_worthwhile =
            self.blocked_tests < MIN_BLOCKED_TESTS || self.blocked_found * 8 > self.blocked_tests;
        if is_irreversible && is_worthwhile && !budget.is_spent() {
            self.blocked_tests += 1;
            if is_blocked(position, self.winner, budget) {
                self.blocked_found += 1;
                return Some(false);
            }
        }
        let [net, chase, corner] = progress::distances(position, self.winner);
        budget.take(self.patterns.len() as u64);
        let patterns = self.patterns.iter();
        if let Some(moves) = patterns.map(|it| it.moves(position.board())).min() {
            self.queues[4].push(number, depth / 4 + 8 * moves);
        }
        self.queues[0].push(number, cost);
        self.queues[1].push(number, depth / 2 + net * 2);
        self.queues[2].push(number, depth / 4 + chase * 2);
        self.queues[3].push(number, depth / 4 + corner * 2);
        None
    }
}

/// Reports whether the winner's pieces can never reach squares from which one of
/// them would mate, if that is found out within [`MAX_BLOCKED_UNITS`].
pub(super) fn is_blocked(position: &Position, winner: Color, budget: &WorkBudget) -> bool {
    budget.within(MAX_BLOCKED_UNITS, |budget| {
        budget.take(BLOCKED_UNITS);
        ReachableSquares::of(position, winner, budget).is_some_and(|reachable| {
            MatingNet::of(&reachable, winner).is_some_and(|net| !net.may_mate())
        })
    })
}

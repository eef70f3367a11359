use alloc::{vec, vec::Vec};

use super::{
    material,
    mating_net::MatingNet,
    packed::{Packed, PackedSet},
    progress::{self, Progress},
    reachable::ReachableSquares,
};
use crate::{Color, Position, Role};

/// The number of cost levels in a queue. Higher costs count as the highest.
const COST_LEVELS: usize = 256;

/// The number of queues that take turns.
const QUEUES: usize = 4;

/// The test for a blocked position takes as long as many moves. After this many
/// tests, they continue only while more than one in eight succeeds.
const MIN_BLOCKED_TESTS: usize = 32;

/// A search for a helpmate by one side (FIDE 5.2.2, 6.9).
///
/// Every position is expanded once. Several priority queues take turns to choose
/// the next one, each with its own estimate of the distance to mate, so that a
/// misleading estimate does not hold up the search. If a mate is found, the side
/// can win. If all positions have been expanded, it cannot.
pub(super) struct HelpmateSearch {
    winner: Color,
    seen: PackedSet,
    /// One entry for each position seen, by its number.
    nodes: Vec<Node>,
    queues: [Queue; QUEUES],
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
    pub(super) fn new(winner: Color) -> HelpmateSearch {
        HelpmateSearch {
            winner,
            seen: PackedSet::new(),
            nodes: Vec::new(),
            queues: core::array::from_fn(|_| Queue {
                levels: vec![Vec::new(); COST_LEVELS],
                lowest: COST_LEVELS,
            }),
            blocked_tests: 0,
            blocked_found: 0,
        }
    }

    /// Reports whether the winner can win from here, or returns `None` after
    /// `max_nodes` positions.
    pub(super) fn run(&mut self, root: &Position, max_nodes: usize) -> Option<bool> {
        if !root.is_regular() {
            return None;
        }
        if let Some(answer) = self.visit(root, true, 0, 0) {
            return Some(answer);
        }
        for queue in (0..QUEUES).cycle() {
            // Every position is in every queue until it is expanded, so when one
            // queue is empty, all positions have been expanded.
            let Some(number) = self.queues[queue].pop() else {
                return Some(false);
            };
            let node = &mut self.nodes[number as usize];
            if core::mem::replace(&mut node.is_expanded, true) {
                continue;
            }
            let Node { cost, depth, .. } = *node;
            let position = self.seen.at(number).unpack(root.variant());
            let progress = Progress::of(&position, self.winner);
            for mv in position.legal_moves() {
                let next = position.after(mv);
                let cost = usize::from(cost) + progress.cost(&position, mv);
                let pieces = |position: &Position| position.board().occupied().count();
                let is_irreversible = mv.role() == Role::Pawn || pieces(&next) != pieces(&position);
                let depth = usize::from(depth) + 1;
                if self.visit(&next, is_irreversible, cost, depth) == Some(true) {
                    return Some(true);
                }
            }
            if self.seen.len() > max_nodes {
                return None;
            }
        }
        None
    }

    /// Queues a position that has not been seen before, or returns whether it is
    /// won if that is known without expanding it.
    fn visit(
        &mut self,
        position: &Position,
        is_irreversible: bool,
        cost: usize,
        depth: usize,
    ) -> Option<bool> {
        if material::cannot_mate(position.board(), self.winner) {
            return Some(false);
        }
        let number = self.seen.insert(Packed::of(position))?;
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
        if is_irreversible && is_worthwhile {
            self.blocked_tests += 1;
            if is_blocked(position, self.winner) {
                self.blocked_found += 1;
                return Some(false);
            }
        }
        let [net, chase, corner] = progress::distances(position, self.winner);
        self.queues[0].push(number, cost);
        self.queues[1].push(number, depth / 2 + net * 2);
        self.queues[2].push(number, depth / 4 + chase * 2);
        self.queues[3].push(number, depth / 4 + corner * 2);
        None
    }
}

/// Reports whether the winner's pieces can never reach squares from which one of
/// them would mate.
pub(super) fn is_blocked(position: &Position, winner: Color) -> bool {
    ReachableSquares::of(position, winner).is_some_and(|reachable| {
        MatingNet::of(&reachable, winner).is_some_and(|net| !net.may_mate())
    })
}
